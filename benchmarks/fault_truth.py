"""Does the log tell the truth of each failed write, whatever the concurrency?

Every task whose required write can fail is recorded in both phases, as ablation and as compound,
with one lane and with several, by an agent that stops at the error. Nothing hides then what became
of the write: the end state of a write that failed after it was committed has it, that of one which
failed before has not.
"""

import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from bdproxy.cli.console import diagnostics
from bdproxy.cli.data_set import open_data_set
from bdproxy.cli.families import wanted_families
from bdproxy.cli.grade_log import grade_log
from bdproxy.cli.record_experiment import RecordRequest, record_experiments
from bdproxy.grader.assessments import AssessmentReader
from bdproxy.names import FaultPhase, RunStatus, Variant
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.records import FaultRecord
from bdproxy.scenarios.family import Family
from bdproxy.scenarios.files import write_families
from bdproxy.worlds.appworld.builtin_world import DATA_SET
from benchmarks.common.command import Output, Quick, finish, run
from benchmarks.common.report import Report
from benchmarks.common.subject import SEED

FAULTY = (Variant.FAULT, Variant.COMPOUND)
POLICY = "stops-at-the-error"
OK = 200

Place = tuple[str, Variant, int]
"""Task, variant, attempt: what two recordings have in common."""


@dataclass(frozen=True)
class Failed:
    """A run with a planned fault: what the log says of it, the call that it struck, and all that
    changed in the world."""

    faults: tuple[FaultRecord, ...]
    struck: tuple[str, str, bytes]
    changed: frozenset[str]


def record(
    families: Sequence[Family], log: Path, lanes: Sequence[int], attempts: int
) -> dict[tuple[int, FaultPhase], dict[Place, Failed]]:
    """Record and grade; runs by the number of lanes and the phase."""
    folder = log.with_name("families")
    write_families(folder, families)
    agent = (sys.executable, "-m", "bdproxy.agents.policy", POLICY, str(folder))
    kinds = {_name(count, phase): (count, phase) for count in lanes for phase in FaultPhase}
    record_experiments(
        [
            RecordRequest(
                log=log,
                command=agent,
                tasks=tuple(family.task for family in families),
                variants=FAULTY,
                fault_phase=phase,
                attempts=attempts,
                parallel=count,
                seed=SEED,
                agent=name,
            )
            for name, (count, phase) in kinds.items()
        ],
        lambda one: diagnostics().print(one.agent, markup=False),
    )
    grade_log(log, regrade=False, workers=2, appworld_root=None)
    found: dict[tuple[int, FaultPhase], dict[Place, Failed]] = {kind: {} for kind in kinds.values()}
    with LogReader(log) as reader:
        assessments = AssessmentReader(reader)
        names = {experiment.id: experiment.agent for experiment in reader.experiments()}
        for one in reader.runs(status=RunStatus.FINISHED):
            changes = assessments.changes(one.id)
            faults = tuple(reader.faults(one.id))
            struck = {fault.number for fault in faults if fault.applied}
            found[kinds[names[one.experiment_id]]][one.task, one.variant, one.attempt] = Failed(
                faults,
                next(
                    (
                        (call.method, call.path, call.request_body or b"")
                        for call in reader.calls(one.id)
                        if call.number in struck
                    ),
                    ("", "", b""),
                ),
                frozenset(map(repr, (changes and changes.records) or ())),
            )
    return found


def _name(lanes: int, phase: FaultPhase) -> str:
    return f"{lanes} lanes, {phase}"


def row(
    lanes: int, phase: FaultPhase, runs: Mapping[Place, Failed], others: Mapping[Place, Failed]
) -> dict[str, object]:
    """Counts of one kind of runs. ``others`` are those of the other phase."""
    counts: Counter[str] = Counter()
    for place, one in runs.items():
        for fault in one.faults:
            counts["struck"] += fault.applied
            counts["forwarded"] += fault.forwarded
            counts["committed"] += fault.upstream_status == OK
            counts["landed"] += fault.landed is True
            counts["not landed"] += fault.landed is False
        # Had the write the same fate in both, their end states would be the same.
        counts["told apart"] += place in others and one.changed != others[place].changed
    return {
        "lanes": lanes,
        "phase": str(phase),
        "planned": len(runs),
        **{name: counts[name] for name in ("struck", "forwarded", "committed", "landed")},
        "not landed": counts["not landed"],
        "end state agrees": counts["told apart"],
    }


def is_true(one: Mapping[str, object]) -> bool:
    """Whether a row's faults all struck, and the log and the end states say what was planned."""
    planned = one["planned"]
    expected = (
        (planned, planned, planned, 0) if one["phase"] == FaultPhase.AFTER else (0, 0, 0, planned)
    )
    said = tuple(one[name] for name in ("forwarded", "committed", "landed", "not landed"))
    return one["struck"] == one["end state agrees"] == planned and said == expected


def main(
    quick: Quick = False,
    output: Output = None,
    attempts: int = 2,
    lanes: Annotated[
        list[int] | None,
        typer.Option(metavar="N", min=1, help="How many runs at the same time; repeatable."),
    ] = None,
) -> None:
    """Failed writes: what was planned, what the log says, and what the end states show."""
    counts = tuple(dict.fromkeys(lanes or (1, 4)))
    _, data_set = open_data_set(DATA_SET, None)
    families = [one for one in wanted_families(data_set, ()) if Variant.FAULT in one.variants]
    if quick:
        families, attempts = families[:2], 1
    report = Report(
        benchmark="fault truth",
        quick=quick,
        settings={"tasks": len(families), "attempts": attempts, "lanes": counts, "agent": POLICY},
    )
    with tempfile.TemporaryDirectory(prefix="bdproxy-") as folder:
        found = record(families, Path(folder) / "log.db", counts, attempts)
    other = {FaultPhase.BEFORE: FaultPhase.AFTER, FaultPhase.AFTER: FaultPhase.BEFORE}
    rows = [
        row(count, phase, runs, found[count, other[phase]])
        for (count, phase), runs in found.items()
    ]
    report.rows = rows
    alike = sum(
        len({found[count, phase][place].struck for count in counts}) == 1
        for phase in FaultPhase
        for place in found[counts[0], phase]
    )
    total = sum(len(found[counts[0], phase]) for phase in FaultPhase)
    report.summary = {"the same call struck with any number of lanes": f"{alike} of {total}"}
    report.goal(
        "every fault struck, and the log says what became of it",
        all(map(is_true, rows)),
        binding=True,
    )
    report.goal("the same calls are struck whatever the concurrency", alike == total, binding=True)
    finish(report, output)


if __name__ == "__main__":
    run(main)
