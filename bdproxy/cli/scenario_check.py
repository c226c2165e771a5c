"""What ``bdproxy scenarios check`` does: runs that find out, their verdicts, and a table."""

import json
import sys
import tempfile
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.table import Table

from bdproxy.cli.console import diagnostics, output
from bdproxy.cli.data_set import open_data_set
from bdproxy.cli.families import wanted_families
from bdproxy.cli.grade_log import grade_log
from bdproxy.cli.record_experiment import RecordRequest, record_experiment
from bdproxy.cli.text import plain
from bdproxy.errors import CheckFailedError, DataSetError, UsageError
from bdproxy.grader.family_check import Check, Finding, GoldRun, check_family
from bdproxy.grader.verdict import Verdict
from bdproxy.grader.verdicts import VerdictReader
from bdproxy.names import FaultPhase, RunStatus, Variant
from bdproxy.recorder.reader import LogReader
from bdproxy.scenarios.family import Family
from bdproxy.worlds.appworld.builtin_world import DATA_SET

SOLVING, IDLE = "solving", "nothing"
"""The agents' names in the log."""


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
        _run(request, log, families)
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


def _run(request: CheckRequest, log: Path, families: list[Family]) -> None:
    solving = request.command or (sys.executable, "-m", "bdproxy.agents.gold")
    # Not even the word that it is done: the evaluators' labels are about an untouched world.
    idle = (sys.executable, "-c", "")
    with_fault = tuple(family.task for family in families if family.fault is not None)
    diagnostics().print("the twins", markup=False)
    _record(request, log, solving, SOLVING, request.tasks)
    diagnostics().print("an agent that does nothing", markup=False)
    _record(request, log, idle, IDLE, request.tasks)
    for phase in FaultPhase if with_fault else ():
        diagnostics().print(f"faults {phase} the write", markup=False)
        _record(request, log, solving, SOLVING, with_fault, Variant.FAULT, phase)
    diagnostics().print("grading", markup=False)
    grade_log(log, regrade=False, workers=request.parallel, appworld_root=request.appworld_root)


def _record(
    request: CheckRequest,
    log: Path,
    command: tuple[str, ...],
    agent: str,
    tasks: tuple[str, ...],
    variant: Variant = Variant.TWIN,
    phase: FaultPhase | None = None,
) -> None:
    record_experiment(
        RecordRequest(
            log=log,
            command=command,
            dataset=request.dataset,
            appworld_root=request.appworld_root,
            tasks=tasks,
            variants=(variant,),
            fault_phase=phase,
            seed=request.seed,
            parallel=request.parallel,
            agent=agent,
        )
    )


def _findings(path: Path, families: list[Family]) -> list[Finding]:
    gold: dict[str, list[GoldRun]] = {}
    idle: dict[str, Verdict | None] = {}
    with LogReader(path) as log:
        verdicts = VerdictReader(log)
        experiments = {one.id: one for one in log.experiments()}
        for run in log.runs(status=RunStatus.FINISHED):
            experiment, verdict = experiments[run.experiment_id], verdicts.of(run.id)
            if experiment.agent == IDLE:
                idle[run.task] = verdict
                continue
            task = log.task(run.experiment_id, run.task)
            gold.setdefault(run.task, []).append(
                GoldRun(
                    run.variant,
                    experiment.fault_phase if run.variant is Variant.FAULT else None,
                    None if task is None else task.instruction,
                    verdict,
                    tuple(log.faults(run.id)),
                )
            )
    return [
        finding
        for family in families
        for finding in check_family(family, gold.get(family.task, ()), idle.get(family.task))
    ]


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
