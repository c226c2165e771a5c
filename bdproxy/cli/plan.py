"""Which runs a recording consists of: tasks, their variants, attempts."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from bdproxy.cli.console import diagnostics
from bdproxy.cli.families import build_families, families_by_task
from bdproxy.errors import UnknownTaskError
from bdproxy.names import FaultForm, FaultPhase, Hazard, Variant
from bdproxy.proxy.settings import PlannedRun
from bdproxy.recorder.rows import RunKey
from bdproxy.scenarios.family import Family
from bdproxy.scenarios.faults import plan_faults
from bdproxy.scenarios.files import family_text, read_families
from bdproxy.worlds.appworld.tasks import DataSet
from bdproxy.worlds.protocol import Task


def plan_runs(
    data_set: DataSet,
    tasks: Sequence[Task],
    variants: Sequence[Variant] | None,
    *,
    attempts: int,
    seed: int,
    fault_form: FaultForm,
    fault_phase: FaultPhase | None,
    families: Path | None,
) -> tuple[list[PlannedRun], str | None]:
    """The runs in the order of attempts, tasks and variants, and the digest of ``families``.

    ``variants`` None stands for all that a task has. One that was asked for and that a task does
    not have is left out, which is said on standard error.

    Raises:
        DataSetError: files of the data set or the families are missing or damaged.
        UnknownTaskError: ``families`` has none of a task, or no task has the variant.
        UsageError: the fault's form does not exist in that phase.
    """
    known = build_families(data_set) if families is None else read_families(families)
    chosen = families_by_task(known, tasks, families or data_set.root)
    faults = plan_faults(known, seed, fault_form, fault_phase)
    planned = [
        PlannedRun(
            RunKey(task.id, variant, attempt),
            task,
            faults[task.id] if Hazard.FAULT in family.hazards_in(variant) else None,
            family,
        )
        for attempt in range(1, attempts + 1)
        for task, family in zip(tasks, chosen, strict=True)
        for variant in family.variants
        if variants is None or variant in variants
    ]
    _say_what_is_left_out(variants or (), chosen)
    if not planned:
        raise UnknownTaskError(
            "none of these tasks has such a variant; see: bdproxy scenarios list"
        )
    return planned, None if families is None else _digest(known)


def _say_what_is_left_out(variants: Sequence[Variant], families: Sequence[Family]) -> None:
    for variant in variants:
        lacking = sum(variant not in family.variants for family in families)
        if lacking:
            diagnostics().print(
                f"{lacking} of {len(families)} tasks have no {variant} variant, which are left "
                "out; see why with: bdproxy scenarios list",
                markup=False,
            )


def _digest(families: Sequence[Family]) -> str:
    texts = "".join(map(family_text, sorted(families, key=lambda family: family.task)))
    return hashlib.sha256(texts.encode()).hexdigest()[:32]
