"""What ``bdproxy scenarios build`` does."""

from pathlib import Path

from bdproxy.cli.console import output
from bdproxy.cli.data_set import open_data_set
from bdproxy.cli.families import wanted_families
from bdproxy.scenarios.files import write_families


def build_scenarios(
    folder: Path, dataset: str, tasks: tuple[str, ...], appworld_root: Path | None
) -> None:
    """Write the families of a data set's tasks to ``folder``.

    Raises:
        BdproxyError: the data set or the folder is not as it must be.
    """
    _, data_set = open_data_set(dataset, appworld_root)
    families = wanted_families(data_set, tasks)
    written = write_families(folder, families)
    variants = sum(len(family.variants) for family in families)
    output().print(
        f"{len(written)} families with {variants} variants: {folder}", markup=False, soft_wrap=True
    )
