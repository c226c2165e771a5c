"""What ``bdproxy control-runs`` does: record every policy, grade, compare, print, write."""

import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bdproxy.agents.control import ControlPolicy, wanted_policies
from bdproxy.cli.console import diagnostics
from bdproxy.cli.control_cells import control_result
from bdproxy.cli.control_report import print_result, write_result
from bdproxy.cli.data_set import open_data_set
from bdproxy.cli.families import wanted_families
from bdproxy.cli.grade_log import grade_log
from bdproxy.cli.record_experiment import RecordRequest, record_experiments
from bdproxy.errors import ControlsDisagreeError
from bdproxy.names import FaultPhase, Hazard, Variant
from bdproxy.proxy.settings import PlannedRun
from bdproxy.scenarios.family import Family
from bdproxy.scenarios.files import write_families
from bdproxy.worlds.appworld.builtin_world import DATA_SET


@dataclass(frozen=True, slots=True)
class ControlRequest:
    """What ``bdproxy control-runs`` was asked for."""

    policies: tuple[str, ...]
    tasks: tuple[str, ...]
    seed: int
    parallel: int
    result: Path
    log: Path | None


def run_controls(request: ControlRequest) -> None:
    """Record, grade, compare, print, write.

    Raises:
        ControlsDisagreeError: a label and the grader disagree.
        BdproxyError: something is missing or in the way.
    """
    policies = wanted_policies(request.policies)
    _, data_set = open_data_set(DATA_SET, None)
    families = wanted_families(data_set, request.tasks)
    with tempfile.TemporaryDirectory(prefix="bdproxy-controls-") as folder:
        log = request.log or Path(folder) / "controls.db"
        # Beside the log, because the same command is the same experiment, and goes on.
        agents_families = log.absolute().with_name(f"{log.name}-families")
        write_families(agents_families, families)
        recordings = [
            recording
            for policy in policies
            for recording in _recordings(request, policy, families, log, agents_families)
        ]
        record_experiments(
            recordings,
            lambda one: diagnostics().print(f"{one.agent}, faults {one.fault_phase}", markup=False),
        )
        diagnostics().print("grading", markup=False)
        grade_log(log, regrade=False, workers=request.parallel, appworld_root=None)
        result = control_result(log, policies, families)
    write_result(request.result, result)
    print_result(result)
    if result.disagreements:
        first = result.disagreements[0]
        raise ControlsDisagreeError(
            f"{len(result.disagreements)} of {result.labelled} labelled cells disagree, first "
            f"{first}; all of them are in {request.result}"
        )


def _recordings(
    request: ControlRequest,
    policy: ControlPolicy,
    families: Sequence[Family],
    log: Path,
    folder: Path,
) -> Iterator[RecordRequest]:
    """One recording for each phase of a fault; variants without a fault go with the first."""
    for phase in FaultPhase:
        chosen = frozenset(
            (family.task, variant)
            for family in families
            for variant in family.variants
            if policy.concerns(family, variant)
            and (phase is FaultPhase.BEFORE or Hazard.FAULT in family.hazards_in(variant))
        )
        if not chosen:
            continue
        yield RecordRequest(
            log=log,
            command=(sys.executable, "-m", "bdproxy.agents.policy", policy.name, str(folder)),
            agent=policy.name,
            dataset=DATA_SET,
            tasks=tuple(family.task for family in families),
            variants=None,
            fault_phase=phase,
            seed=request.seed,
            max_calls=policy.max_calls,
            parallel=request.parallel,
            chosen=_Chosen(chosen),
        )


@dataclass(frozen=True, slots=True)
class _Chosen:
    runs: frozenset[tuple[str, Variant]]

    def __call__(self, run: PlannedRun) -> bool:
        return (run.key.task, run.key.variant) in self.runs
