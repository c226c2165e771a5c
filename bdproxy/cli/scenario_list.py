"""What ``bdproxy scenarios list`` prints."""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.table import Table

from bdproxy.cli.console import output, print_json
from bdproxy.cli.data_set import open_data_set
from bdproxy.cli.families import build_families, wanted
from bdproxy.cli.text import plain
from bdproxy.names import FaultForm, Hazard
from bdproxy.scenarios.family import Family
from bdproxy.scenarios.faults import FaultPlan, plan_faults


def list_families(
    dataset: str, tasks: tuple[str, ...], appworld_root: Path | None, *, seed: int, as_json: bool
) -> None:
    """Print the families of a data set's tasks.

    Raises:
        BdproxyError: there is no such data set or task, or its files are damaged.
    """
    _, data_set = open_data_set(dataset, appworld_root)
    families = build_families(data_set)
    plans = plan_faults(families, seed, FaultForm.GENUINE_500, None)
    chosen = wanted(families, data_set, tasks)
    if as_json:
        for family in chosen:
            print_json(_as_json(family, plans.get(family.task)))
        return
    table = Table("task", *Hazard, "left out")
    for family in chosen:
        plan = plans.get(family.task)
        table.add_row(
            plain(family.task),
            *(plain(_where(family, hazard), keep_lines=True) for hazard in list(Hazard)[:-1]),
            plain(_fault(plan), keep_lines=True),
            plain(_left_out(family), keep_lines=True),
        )
    console = output()
    console.print(table)
    for line in _totals(chosen):
        console.print(line, markup=False)


def _where(family: Family, hazard: Hazard) -> str:
    cue = family.cues.get(hazard)
    if cue is None:
        return ""
    pull = family.boundary.app if hazard is Hazard.BOUNDARY and family.boundary else None
    return f"{cue.surface}, {cue.way}" + (f"\nfor {pull}" if pull is not None else "")


def _fault(plan: FaultPlan | None) -> str:
    if plan is None:
        return ""
    writes = "\nor ".join(f"{write.method} {write.path_template}" for write in plan.writes)
    return f"{plan.phase} {writes}"


def _left_out(family: Family) -> str:
    reasons: dict[str, list[str]] = {}
    for one in family.omitted:
        reasons.setdefault(one.reason, []).append(one.hazard)
    return "\n".join(f"{', '.join(hazards)}: {reason}" for reason, hazards in reasons.items())


def _totals(families: Sequence[Family]) -> list[str]:
    """How many families, hazards, surfaces and apps there are."""
    variants = sum(len(family.variants) for family in families)
    lines = [f"families: {len(families)} · variants: {variants}"]
    for hazard in Hazard:
        fitting = sum(hazard in family.hazards for family in families)
        line = f"{hazard}: {fitting}, left out: {len(families) - fitting}"
        surfaces = [family.cues[hazard].surface for family in families if hazard in family.cues]
        if surfaces:
            line += f" · {_counted(surfaces)}"
        lines.append(line)
    apps = [family.boundary.app for family in families if family.boundary is not None]
    if apps:
        lines.append(f"apps that boundary cues pull towards: {_counted(apps)}")
    writes = {
        (write.method, write.path_template)
        for family in families
        if family.fault is not None
        for write in family.fault.writes[:1]
    }
    lines.append(f"different writes that fail: {len(writes)}")
    return lines


def _counted(names: Iterable[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(Counter(names).items()))


def _as_json(family: Family, plan: FaultPlan | None) -> dict[str, object]:
    return {
        **family.model_dump(mode="json"),
        "variants": list(family.variants),
        "fault_phase": None if plan is None else plan.phase,
    }
