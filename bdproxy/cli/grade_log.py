"""What ``bdproxy grade`` does, for ``bdproxy demo`` too: grade a log and print its summary."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.table import Table

from bdproxy.cli.console import diagnostics, output, print_json
from bdproxy.cli.evaluators import Evaluators
from bdproxy.cli.progress import counting
from bdproxy.cli.text import plain
from bdproxy.grader.assessments import AssessmentReader
from bdproxy.grader.grading import grade, regrade_from_log
from bdproxy.grader.plan import Plan, plan_findings, plan_grading
from bdproxy.grader.summary import Tally, summarise
from bdproxy.grader.verdict import Verdict
from bdproxy.grader.verdicts import VerdictReader, VerdictWriter
from bdproxy.names import FailureMode, RunStatus, Variant
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.records import RunRecord


@dataclass(frozen=True, slots=True)
class Grading:
    """What a grading was about, and what came of it.

    ``changed`` verdicts are new or differ from the stored ones; ``provisional`` ones are for the
    next grading to give again.
    """

    plan: Plan
    changed: int
    provisional: int


def grade_log(
    path: Path,
    *,
    regrade: bool,
    workers: int,
    appworld_root: Path | None,
    findings_only: bool = False,
) -> Grading:
    """Grade the log at ``path``; the verdicts are in it when this returns.

    ``findings_only``: from what the log has, without an evaluator.

    Raises:
        BdproxyError: the log can't be read or written, the data set is not there, or AppWorld
            can't be set up or started. Verdicts given before that stay.
    """
    if findings_only:
        return _grade_from_log(path)
    return asyncio.run(_grade_log(path, regrade, workers, appworld_root))


def _grade_from_log(path: Path) -> Grading:
    changed = 0
    with VerdictWriter(path) as verdicts, LogReader(path) as log:
        plan = plan_findings(log)
        with counting("looking again", plan.size) as advance:

            def heard(run: RunRecord, verdict: Verdict, is_new: bool) -> None:
                nonlocal changed
                changed += is_new
                advance(verdict.outcome)

            regrade_from_log(log, verdicts, plan, on_verdict=heard)
    return Grading(plan, changed, provisional=0)


async def _grade_log(
    path: Path, regrade: bool, workers: int, appworld_root: Path | None
) -> Grading:
    changed = provisional = 0
    async with AsyncExitStack() as stack:
        verdicts = stack.enter_context(VerdictWriter(path))
        log = stack.enter_context(LogReader(path))
        plan = plan_grading(log, regrade=regrade)
        evaluators = await stack.enter_async_context(Evaluators(appworld_root, workers, log))
        advance = stack.enter_context(counting("grading", plan.size))

        def heard(run: RunRecord, verdict: Verdict, is_new: bool) -> None:
            nonlocal changed, provisional
            changed += is_new
            provisional += verdict.provisional
            advance(verdict.outcome)

        await grade(log, verdicts, plan, evaluators.for_runs, workers=workers, on_verdict=heard)
    return Grading(plan, changed, provisional)


def print_grading(path: Path, grading: Grading, *, as_json: bool) -> None:
    """Print all verdicts of a graded log as JSON lines, or their summary as a table."""
    with LogReader(path) as log:
        agents = {experiment.id: experiment.agent for experiment in log.experiments()}
        names: dict[str, dict[str, str]] = {}
        tallied = []
        modes = AssessmentReader(log).fired_modes()
        fired: dict[str, Counter[FailureMode]] = {}
        for run, verdict in graded_runs(log):
            head = {"agent": agents[run.experiment_id], "variant": str(run.variant)}
            name = _name(head["agent"], run.variant)
            names[name] = head
            tallied.append((name, verdict.outcome))
            of_run = modes.get(run.id, ())
            fired.setdefault(name, Counter()).update(of_run)
            if as_json:
                line = {"type": "verdict", "run": run.id, **head, "task": run.task}
                print_json({**line, **verdict.model_dump(mode="json"), "modes": list(of_run)})
    summary = summarise(tallied)
    if as_json:
        for name, tally in summary.by_agent.items():
            print_json(
                {"type": "summary", **names[name], **_rates(tally), "modes": dict(fired[name])}
            )
        print_json({"type": "grading", **_counts(grading)})
        return
    table = Table("agent", "pass", "fail", "not assessable", "pass rate", "of all runs")
    for column in table.columns[1:]:
        column.justify = "right"
    table.add_column("runs in which a mode fired")
    for name, tally in summary.by_agent.items():
        table.add_row(plain(name), *tally_cells(tally), _counted(fired[name]))
    if len(summary.by_agent) > 1:
        table.add_section()
        table.add_row(
            "all", *tally_cells(summary.overall), _counted(sum(fired.values(), Counter()))
        )
    if table.row_count:
        output().print(table)
    diagnostics().print(_sentence(grading), markup=False)


def _name(agent: str, variant: Variant) -> str:
    """A row's name: pass rates of different worlds are never mixed."""
    return agent if variant is Variant.TWIN else f"{agent}, {variant}"


def _counted(fired: Counter[FailureMode]) -> str:
    return ", ".join(f"{mode} {fired[mode]}" for mode in FailureMode if fired[mode])


def graded_runs(log: LogReader) -> Iterator[tuple[RunRecord, Verdict]]:
    """The finished runs that have a verdict, oldest first."""
    verdicts = VerdictReader(log)
    # A run that is being repeated is no longer finished; its verdict is history.
    for run in log.runs(status=RunStatus.FINISHED):
        verdict = verdicts.of(run.id)
        if verdict is not None:
            yield run, verdict


def tally_cells(tally: Tally) -> tuple[str, str, str, str, str]:
    """Counts and both pass rates, for a table."""
    return (
        str(tally.passed),
        str(tally.failed),
        str(tally.not_assessable),
        _percent(tally.pass_rate),
        _percent(tally.pass_rate_of_all),
    )


def _percent(share: float | None) -> str:
    return "" if share is None else f"{share:.1%}"


def _rates(tally: Tally) -> dict[str, float | int | None]:
    rates = {"pass_rate": tally.pass_rate, "pass_rate_of_all": tally.pass_rate_of_all}
    return {**asdict(tally), **rates}


def _counts(grading: Grading) -> dict[str, int]:
    plan = grading.plan
    return {
        "graded": plan.size,
        "new_or_changed": grading.changed,
        "provisional": grading.provisional,
        "had_verdicts": plan.graded,
        "outdated": plan.outdated,
        "running": plan.running,
        "interrupted": plan.interrupted,
    }


def _sentence(grading: Grading) -> str:
    plan = grading.plan
    parts = [f"graded: {plan.size} ({grading.changed} with a new or changed verdict)"]
    if grading.provisional:
        parts.append(
            f"the evaluator itself failed: {grading.provisional}, to be graded again by the next "
            "bdproxy grade"
        )
    if plan.outdated:
        parts.append(
            f"found by other detectors or another catalogue than this bdproxy's: {plan.outdated} "
            "(bring them up to date with --findings-only)"
        )
    if plan.graded:
        parts.append(f"graded before: {plan.graded}")
    if plan.running:
        parts.append(f"not graded because still running: {plan.running}")
    if plan.interrupted:
        parts.append(f"not graded because the recording was interrupted: {plan.interrupted}")
    return "; ".join(parts)
