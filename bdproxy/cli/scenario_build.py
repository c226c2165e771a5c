"""What ``bdproxy scenarios build`` does."""

from collections.abc import Sequence
from pathlib import Path

from bdproxy.cli.check_runs import CheckRuns
from bdproxy.cli.console import diagnostics, output
from bdproxy.cli.data_set import open_data_set
from bdproxy.cli.families import wanted_families
from bdproxy.cli.text import visible
from bdproxy.grader.sound_family import sound_family
from bdproxy.scenarios.family import Family
from bdproxy.scenarios.files import write_families


def build_scenarios(
    folder: Path,
    dataset: str,
    tasks: tuple[str, ...],
    appworld_root: Path | None,
    runs: CheckRuns | None,
) -> None:
    """Write the families of a data set's tasks to ``folder``; with ``runs``, what they bear out.

    Raises:
        CheckFailedError: a family fails its check although no hazard of it is to blame.
        BdproxyError: the data set or the folder is not as it must be.
    """
    _, data_set = open_data_set(dataset, appworld_root)
    families = wanted_families(data_set, tasks)
    if runs is not None:
        families = _checked(families, runs)
    written = write_families(folder, families)
    variants = sum(len(family.variants) for family in families)
    output().print(
        f"{len(written)} families with {variants} variants: {folder}", markup=False, soft_wrap=True
    )


def _checked(families: Sequence[Family], runs: CheckRuns) -> list[Family]:
    """The families without hazards that fail a check, which is said on standard error."""
    sound = {family.task: family for family in families}
    to_check = list(families)
    # A family that lost a hazard has another compound, which nobody has checked yet.
    while to_check:
        findings = runs.check(to_check)
        changed = []
        for family in to_check:
            left = sound_family(family, findings)
            if left != family:
                sound[family.task] = left
                changed.append(left)
                for one in left.omitted:
                    if one not in family.omitted:
                        line = f"{family.task}: {one.hazard} is left out, {visible(one.reason)}"
                        diagnostics().print(line, markup=False)
        to_check = changed
    return list(sound.values())
