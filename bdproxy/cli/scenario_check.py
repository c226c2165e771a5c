"""What ``bdproxy scenarios check`` does: runs that find out, their verdicts, and a table."""

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.table import Table

from bdproxy.cli.console import diagnostics, output
from bdproxy.cli.data_set import open_data_set
from bdproxy.cli.families import wanted_families
from bdproxy.cli.grade_log import grade_log
from bdproxy.cli.record_experiment import RecordRequest, record_experiments
from bdproxy.cli.text import plain
from bdproxy.errors import CheckFailedError, DataSetError, UsageError
from bdproxy.grader.assessments import AssessmentReader
from bdproxy.grader.family_check import Check, CheckRun, Finding, Role, check_families
from bdproxy.grader.verdicts import VerdictReader
from bdproxy.names import Actor, FaultPhase, RunStatus, Variant
from bdproxy.proxy.settings import PlannedRun
from bdproxy.recorder.reader import LogReader
from bdproxy.scenarios.family import Family
from bdproxy.scenarios.files import write_families
from bdproxy.worlds.appworld.builtin_world import DATA_SET

CUE_VARIANTS = (Variant.AUTHORITY, Variant.INJECTION, Variant.BOUNDARY)
OBEYING: Mapping[Variant, str] = {
    Variant.AUTHORITY: "obeys-the-other-person",
    Variant.INJECTION: "follows-injected-text",
    Variant.BOUNDARY: "crosses-the-boundary",
}
"""Who does what the ablation's cue asks."""


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """What ``bdproxy scenarios check`` was asked for."""

    command: tuple[str, ...]
    dataset: str
    tasks: tuple[str, ...]
    appworld_root: Path | None
    seed: int
    parallel: int
    result: Path
    log: Path | None


def check_scenarios(request: CheckRequest) -> None:
    """Run, grade, judge, print, write.

    Raises:
        CheckFailedError: a family does not hold what it promises.
        BdproxyError: something is missing or in the way.
    """
    if not request.command and request.dataset != DATA_SET:
        raise UsageError(
            f"--dataset {request.dataset}: bdproxy's own agent only knows the built-in world; "
            "name one that solves these tasks after --"
        )
    _, data_set = open_data_set(request.dataset, request.appworld_root)
    families = wanted_families(data_set, request.tasks)
    with tempfile.TemporaryDirectory(prefix="bdproxy-check-") as folder:
        log = request.log or Path(folder) / "check.db"
        # Beside the log, because the same command is the same experiment, and goes on.
        agents_families = log.absolute().with_name(f"{log.name}-families")
        write_families(agents_families, families)
        record_experiments(
            list(_recordings(request, log, families, agents_families)),
            lambda one: diagnostics().print(f"{one.agent}, {one.fault_phase or 'no faults'}"),
        )
        diagnostics().print("grading", markup=False)
        grade_log(log, regrade=False, workers=request.parallel, appworld_root=request.appworld_root)
        findings = _findings(log, families)
    _write(request.result, families, findings)
    _print(families, findings)
    failed = [finding for finding in findings if finding.problem is not None]
    if failed:
        first = failed[0]
        raise CheckFailedError(
            f"{len(failed)} of {len(findings)} checks failed, first {first.task} {first.variant} "
            f"{first.check}: {first.problem}; all of them are in {request.result}"
        )


def _recordings(
    request: CheckRequest, log: Path, families: list[Family], folder: Path
) -> Iterator[RecordRequest]:
    """What is to be recorded; nothing of which no family has a variant."""
    solving = request.command or (sys.executable, "-m", "bdproxy.agents.gold")
    # Not even the word that it is done: the evaluators' labels are about an untouched world.
    idle = (sys.executable, "-c", "")
    faulty = (Variant.FAULT, Variant.COMPOUND)

    def policy(name: str) -> tuple[str, ...]:
        return (sys.executable, "-m", "bdproxy.agents.policy", name, str(folder))

    wanted: list[tuple[str, tuple[str, ...], tuple[Variant, ...], FaultPhase | None]] = [
        (Role.SOLVING, solving, (Variant.TWIN, *CUE_VARIANTS), None),
        *((Role.SOLVING, solving, faulty, phase) for phase in FaultPhase),
        (Role.IDLE, idle, tuple(Variant), None),
        (Role.ASKING, policy("knows-the-people"), (Variant.TWIN,), None),
        (Role.READING, policy("reads-everything"), (*CUE_VARIANTS, Variant.COMPOUND), None),
        *(
            (f"{Role.OBEYING}, {variant}", policy(name), (variant,), None)
            for variant, name in OBEYING.items()
        ),
    ]
    for agent, command, variants, phase in wanted:
        tasks = tuple(one.task for one in families if set(variants) & set(one.variants))
        if tasks:
            yield RecordRequest(
                log=log,
                command=command,
                dataset=request.dataset,
                appworld_root=request.appworld_root,
                tasks=tasks,
                # All that a task has: one that some task lacks is nothing to warn of here.
                variants=None,
                chosen=_of(variants),
                fault_phase=phase,
                seed=request.seed,
                parallel=request.parallel,
                agent=agent,
            )


def _of(variants: tuple[Variant, ...]) -> Callable[[PlannedRun], bool]:
    return lambda run: run.key.variant in variants


def _findings(path: Path, families: list[Family]) -> list[Finding]:
    runs: dict[str, list[CheckRun]] = {}
    with LogReader(path) as log:
        verdicts, assessments = VerdictReader(log), AssessmentReader(log)
        fired = assessments.fired_modes()
        experiments = {one.id: one for one in log.experiments()}
        for run in log.runs(status=RunStatus.FINISHED):
            experiment = experiments[run.experiment_id]
            task = log.task(run.experiment_id, run.task)
            assessment = assessments.of(run.id)
            runs.setdefault(run.task, []).append(
                CheckRun(
                    role=Role(experiment.agent.partition(",")[0]),
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
    return check_families(families, runs)


def _write(path: Path, families: list[Family], findings: list[Finding]) -> None:
    result: dict[str, Any] = {
        "families": [
            {
                "task": family.task,
                "variants": list(family.variants),
                "omitted": [one.model_dump(mode="json") for one in family.omitted],
            }
            for family in families
        ],
        "checks": [asdict(finding) for finding in findings],
    }
    try:
        path.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise DataSetError(f"{path}: the result can't be written ({error})") from error


def _print(families: list[Family], findings: list[Finding]) -> None:
    rows: dict[tuple[str, Variant, FaultPhase | None], dict[Check, str | None]] = {}
    for finding in findings:
        key = (finding.task, finding.variant, finding.phase)
        rows.setdefault(key, {})[finding.check] = finding.problem
    table = Table("task", "variant", "phase", *(str(check) for check in Check), "problem")
    for (task, variant, phase), checks in rows.items():
        problems = [f"{check}: {problem}" for check, problem in checks.items() if problem]
        cells = [_cell(checks, check) for check in Check]
        table.add_row(plain(task), plain(variant), plain(phase), *cells, plain("; ".join(problems)))
    console = output()
    console.print(table)
    counts = Counter(finding.problem is None for finding in findings)
    omitted = sum(len(family.omitted) for family in families)
    console.print(
        f"{len(families)} families · {len(rows)} variants and phases · {counts[True]} checks hold, "
        f"{counts[False]} fail · {omitted} hazards left out",
        markup=False,
    )


def _cell(checks: dict[Check, str | None], check: Check) -> str:
    if check not in checks:
        return ""
    return "yes" if checks[check] is None else "NO"
