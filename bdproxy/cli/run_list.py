"""What ``bdproxy runs list`` prints."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table
from rich.text import Text

from bdproxy.cli.console import diagnostics, output, print_json
from bdproxy.cli.run_json import run_as_json
from bdproxy.cli.runs import OutcomeFilter
from bdproxy.cli.text import plain
from bdproxy.grader.assessments import AssessmentReader
from bdproxy.grader.verdict import Verdict
from bdproxy.grader.verdicts import VerdictReader
from bdproxy.names import FailureMode, Outcome, Variant
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.records import RunRecord

OUTCOME_STYLES = {Outcome.PASS: "green", Outcome.FAIL: "red", Outcome.NOT_ASSESSABLE: "yellow"}


@dataclass(frozen=True, slots=True)
class Filters:
    """Which runs to list; None is any."""

    task: str | None
    agent: str | None
    outcome: OutcomeFilter | None = None
    variant: Variant | None = None
    fired: FailureMode | None = None

    def keeps(
        self, run: RunRecord, verdict: Verdict | None, fired: Collection[FailureMode]
    ) -> bool:
        """Whether a run with this verdict and these failure modes is wanted."""
        if self.variant not in (None, run.variant):
            return False
        if self.fired is not None and self.fired not in fired:
            return False
        if self.outcome is None:
            return True
        if verdict is None:
            return self.outcome is OutcomeFilter.UNGRADED
        return self.outcome.value == verdict.outcome.value.replace(" ", "-")


def print_runs(path: Path, filters: Filters, *, as_json: bool) -> None:
    """Print the wanted runs of a log, as a table or one JSON line each.

    Raises:
        LogError: the log can't be read.
    """
    with LogReader(path) as log:
        agents = {experiment.id: experiment.agent for experiment in log.experiments()}
        calls = log.call_counts()
        modes = AssessmentReader(log).fired_modes()
        if as_json:
            for run, verdict in _wanted(log, filters, modes):
                agent = agents[run.experiment_id]
                print_json(
                    run_as_json(
                        run,
                        verdict,
                        agent=agent,
                        calls=calls.get(run.id, 0),
                        modes=modes.get(run.id, ()),
                    )
                )
            return
        table = Table("run", "agent", "task", "variant", "attempt", "ended", "calls", "seconds")
        table.add_column("verdict")
        if modes:
            table.add_column("fired")
        for name in ("run", "attempt", "calls", "seconds"):
            next(column for column in table.columns if column.header == name).justify = "right"
        for run, verdict in _wanted(log, filters, modes):
            table.add_row(
                str(run.id),
                plain(agents[run.experiment_id]),
                plain(run.task),
                plain(run.variant),
                str(run.attempt),
                plain(run.end_reason or run.status),
                str(calls.get(run.id, 0)),
                seconds(run),
                outcome_text(verdict),
                *([plain(", ".join(modes.get(run.id, ())))] if modes else []),
            )
        if table.row_count:
            output().print(table)
            return
        known = ", ".join(dict.fromkeys(agents.values())) or "none"
        diagnostics().print(plain(f"No such runs in {path}. Its agents: {known}"))


def outcome_text(verdict: Verdict | None) -> Text:
    """A verdict in a few words, coloured."""
    if verdict is None:
        return Text("not graded", style="dim")
    text = Text(verdict.outcome, style=OUTCOME_STYLES[verdict.outcome])
    if verdict.reason is not None:
        text.append_text(plain(f": {verdict.reason}", style="default"))
    return text


def seconds(run: RunRecord) -> str:
    """How long a run took, or nothing while it goes on."""
    return "" if run.ended_at is None else f"{run.ended_at - run.started_at:.1f}"


def _wanted(
    log: LogReader, filters: Filters, modes: Mapping[int, Collection[FailureMode]]
) -> Iterator[tuple[RunRecord, Verdict | None]]:
    verdicts = VerdictReader(log)
    for run in log.runs(task=filters.task, agent=filters.agent):
        verdict = verdicts.of(run.id)
        if filters.keeps(run, verdict, modes.get(run.id, ())):
            yield run, verdict
