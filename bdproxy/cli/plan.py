"""Which runs a recording consists of: tasks, their variants, attempts."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from bdproxy.cli.console import diagnostics
from bdproxy.cli.families import build_families
from bdproxy.errors import UnknownTaskError
from bdproxy.names import FaultForm, FaultPhase, Hazard, Variant
from bdproxy.proxy.settings import PlannedRun
from bdproxy.recorder.rows import RunKey
from bdproxy.scenarios.family import Family
from bdproxy.scenarios.faults import FaultPlan, plan_faults
from bdproxy.scenarios.files import family_text, read_families
from bdproxy.worlds.appworld.tasks import DataSet
from bdproxy.worlds.protocol import Task


def plan_runs(
    data_set: DataSet,
    tasks: Sequence[Task],
    variants: Sequence[Variant],
    *,
    attempts: int,
    seed: int,
    fault_form: FaultForm,
    fault_phase: FaultPhase | None,
    families: Path | None,
) -> tuple[list[PlannedRun], str | None]:
    """The runs in the order of attempts, tasks and variants, and the digest of ``families``.

    A variant that a task does not have is left out, which is said on standard error.

    Raises:
        DataSetError: files of the data set or the families are missing or damaged.
        UnknownTaskError: ``families`` has none of a task, or no task has the variant.
        UsageError: the fault's form does not exist in that phase.
    """
    plans: dict[Variant, dict[str, FaultPlan | None]] = {
        Variant.TWIN: {task.id: None for task in tasks}
    }
    digest = None
    if Variant.FAULT in variants:
        known = build_families(data_set) if families is None else read_families(families)
        digest = None if families is None else _digest(known)
        faults = plan_faults(known, seed, fault_form, fault_phase)
        plans[Variant.FAULT] = {
            task.id: faults[task.id] for task in tasks if _has_fault(task, known, families)
        }
    planned = [
        PlannedRun(RunKey(task.id, variant, attempt), task, plans[variant][task.id])
        for attempt in range(1, attempts + 1)
        for task in tasks
        for variant in Variant
        if variant in variants and task.id in plans[variant]
    ]
    _say_what_is_left_out(plans, tasks)
    if not planned:
        raise UnknownTaskError(
            "none of these tasks has such a variant; see: bdproxy scenarios list"
        )
    return planned, digest


def _has_fault(task: Task, families: Sequence[Family], folder: Path | None) -> bool:
    family = next((one for one in families if one.task == task.id), None)
    if family is None:
        raise UnknownTaskError(f"{folder}: there is no family of task {task.id}")
    return Hazard.FAULT in family.hazards


def _say_what_is_left_out(
    plans: dict[Variant, dict[str, FaultPlan | None]], tasks: Sequence[Task]
) -> None:
    for variant, having in plans.items():
        lacking = len(tasks) - len(having)
        if lacking:
            diagnostics().print(
                f"{lacking} of {len(tasks)} tasks have no {variant} variant, which are left out; "
                "see why with: bdproxy scenarios list",
                markup=False,
            )


def _digest(families: Sequence[Family]) -> str:
    texts = "".join(map(family_text, sorted(families, key=lambda family: family.task)))
    return hashlib.sha256(texts.encode()).hexdigest()[:32]
