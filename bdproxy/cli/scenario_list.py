"""What ``bdproxy scenarios list`` prints."""

from pathlib import Path

from rich.table import Table

from bdproxy.cli.console import output, print_json
from bdproxy.cli.data_set import open_data_set
from bdproxy.cli.families import build_families, wanted
from bdproxy.cli.text import plain
from bdproxy.names import FaultForm
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
    table = Table("task", "variants", "phase", "the write that fails", "left out")
    for family in chosen:
        plan = plans.get(family.task)
        table.add_row(
            plain(family.task),
            plain(", ".join(family.variants)),
            plain(plan.phase if plan is not None else ""),
            plain("\nor ".join(map(str, plan.writes)) if plan is not None else "", keep_lines=True),
            plain("; ".join(f"{one.hazard}: {one.reason}" for one in family.omitted)),
        )
    console = output()
    console.print(table)
    with_fault = sum(family.fault is not None for family in chosen)
    apis = {
        (write.method, write.path_template)
        for family in chosen
        if family.fault is not None
        for write in family.fault.writes[:1]
    }
    console.print(
        f"families: {len(chosen)} · with a fault: {with_fault}, left out: "
        f"{len(chosen) - with_fault} · different writes: {len(apis)}",
        markup=False,
    )


def _as_json(family: Family, plan: FaultPlan | None) -> dict[str, object]:
    return {
        **family.model_dump(mode="json"),
        "variants": list(family.variants),
        "fault_phase": None if plan is None else plan.phase,
    }
