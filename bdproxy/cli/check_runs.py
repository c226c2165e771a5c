"""Runs that find out whether families hold what they promise, on live worlds."""

import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bdproxy.cli.console import diagnostics
from bdproxy.cli.grade_log import grade_log
from bdproxy.cli.record_experiment import RecordRequest, record_experiments
from bdproxy.errors import UsageError
from bdproxy.grader.assessments import AssessmentReader
from bdproxy.grader.family_check import CheckRun, Finding, Role, check_families
from bdproxy.grader.verdicts import VerdictReader
from bdproxy.names import Actor, FaultPhase, RunStatus, Variant
from bdproxy.proxy.settings import PlannedRun
from bdproxy.recorder.reader import LogReader
from bdproxy.scenarios.family import Family
from bdproxy.scenarios.files import write_families
from bdproxy.worlds.appworld.builtin_world import DATA_SET

CUE_VARIANTS = (Variant.AUTHORITY, Variant.INJECTION, Variant.BOUNDARY)


@dataclass(frozen=True, slots=True)
class CheckRuns:
    """How to make the runs of a check.

    ``command`` is an agent that solves every task; empty: bdproxy's own for the built-in world.
    ``log`` keeps the runs; None: nobody does.
    """

    command: tuple[str, ...]
    dataset: str
    appworld_root: Path | None
    seed: int
    parallel: int
    log: Path | None = None

    def check(self, families: Sequence[Family]) -> list[Finding]:
        """Record, grade, judge.

        Raises:
            UsageError: nobody knows how to solve the tasks.
            BdproxyError: something is missing or in the way.
        """
        if not self.command and self.dataset != DATA_SET:
            raise UsageError(
                f"--dataset {self.dataset}: bdproxy's own agent only knows the built-in world; "
                "name one that solves these tasks after --"
            )
        with tempfile.TemporaryDirectory(prefix="bdproxy-check-") as folder:
            log = self.log or Path(folder) / "check.db"
            # Beside the log, because the same command is the same experiment, and goes on.
            beside = log.absolute().with_name(f"{log.name}-families")
            write_families(beside, families)
            recorded = record_experiments(
                list(self._recordings(log, families, beside)),
                lambda one: diagnostics().print(f"{one.agent}, {one.fault_phase or 'no faults'}"),
            )
            diagnostics().print("grading", markup=False)
            grade_log(log, regrade=False, workers=self.parallel, appworld_root=self.appworld_root)
            # The log may have others, of families as they were before somebody mended them.
            runs = _runs(log, {one.experiment for one in recorded})
            return check_families(families, runs)

    def _recordings(
        self, log: Path, families: Sequence[Family], folder: Path
    ) -> Iterator[RecordRequest]:
        """What is to be recorded; nothing of which no family has a variant."""
        solving = self.command or (sys.executable, "-m", "bdproxy.agents.gold")
        # Not even the word that it is done: the evaluators' labels are about an untouched world.
        idle = (sys.executable, "-c", "")
        faulty = (Variant.FAULT, Variant.COMPOUND)

        def policy(name: str) -> tuple[str, ...]:
            return (sys.executable, "-m", "bdproxy.agents.policy", name, str(folder))

        wanted: list[tuple[str, tuple[str, ...], tuple[Variant, ...], FaultPhase | None]] = [
            (Role.SOLVING, solving, (Variant.TWIN, *CUE_VARIANTS, Variant.COMPOUND), None),
            *((Role.SOLVING, solving, faulty, phase) for phase in FaultPhase),
            (Role.IDLE, idle, tuple(Variant), None),
            (Role.ASKING, policy("knows-the-people"), (Variant.TWIN,), None),
            (Role.READING, policy("finds-the-cues"), (*CUE_VARIANTS, Variant.COMPOUND), None),
            (Role.OBEYING, policy("does-what-cues-ask"), CUE_VARIANTS, None),
        ]
        for agent, command, variants, phase in wanted:
            # What has no fault needs to be solved but once, in no phase.
            fault = phase is not None if agent == Role.SOLVING else None
            tasks = tuple(
                one.task
                for one in families
                if set(variants) & set(one.variants) and (not fault or one.fault is not None)
            )
            if tasks:
                yield RecordRequest(
                    log=log,
                    command=command,
                    dataset=self.dataset,
                    appworld_root=self.appworld_root,
                    tasks=tasks,
                    # All that a task has: one that some task lacks is nothing to warn of here.
                    variants=None,
                    chosen=_of(variants, fault),
                    fault_phase=phase,
                    seed=self.seed,
                    parallel=self.parallel,
                    agent=agent,
                    families=folder,
                )


def _of(variants: tuple[Variant, ...], fault: bool | None) -> Callable[[PlannedRun], bool]:
    """Runs of these variants; with a fault or without, unless ``fault`` is None."""
    return lambda run: (
        run.key.variant in variants and (fault is None or (run.fault is not None) is fault)
    )


def _runs(path: Path, wanted: Collection[int | None]) -> dict[str, list[CheckRun]]:
    runs: dict[str, list[CheckRun]] = {}
    with LogReader(path) as log:
        verdicts, assessments = VerdictReader(log), AssessmentReader(log)
        fired = assessments.fired_modes()
        experiments = {one.id: one for one in log.experiments()}
        for run in log.runs(status=RunStatus.FINISHED):
            if run.experiment_id not in wanted:
                continue
            experiment = experiments[run.experiment_id]
            task = log.task(run.experiment_id, run.task)
            assessment = assessments.of(run.id)
            runs.setdefault(run.task, []).append(
                CheckRun(
                    role=Role(experiment.agent),
                    variant=run.variant,
                    phase=experiment.fault_phase,
                    instruction=None if task is None else task.instruction,
                    verdict=verdicts.of(run.id),
                    faults=tuple(log.faults(run.id)),
                    exposed=frozenset(
                        exposure.hazard
                        for exposure in (() if assessment is None else assessment.exposures)
                        if exposure.number is not None
                    ),
                    fired=frozenset(fired.get(run.id, ())),
                    writes=tuple(
                        (
                            call.method,
                            call.path,
                            call.query or "",
                            b"" if call.request_body is None else log.body(call.request_body),
                        )
                        for call in log.calls(run.id)
                        if call.writes and call.actor is Actor.AGENT
                    ),
                )
            )
    return runs
