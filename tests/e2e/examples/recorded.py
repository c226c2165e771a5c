"""Recording an example as its README says, and reading what the log has of it."""

from dataclasses import dataclass
from pathlib import Path

from bdproxy.grader.verdicts import VerdictReader
from bdproxy.names import Actor, Outcome
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.records import CallRecord, RunRecord
from tests.support.processes import bdproxy


@dataclass(frozen=True)
class RecordedCall:
    """A call, with its bodies as text."""

    api: str | None
    method: str
    path: str
    query: str
    status: int | None
    request: str
    response: str


@dataclass(frozen=True)
class RecordedRun:
    """A run with all that the log has of it."""

    run: RunRecord
    calls: list[RecordedCall]
    """The agent's."""
    harness_calls: list[RecordedCall]
    stdout: str
    stderr: str
    outcome: Outcome | None

    def apis(self) -> list[str | None]:
        """The documented names of the agent's calls, in order."""
        return [call.api for call in self.calls]


def record(log: Path, *arguments: object, **environment: str) -> None:
    """Record with these arguments of ``bdproxy record``, and grade."""
    for command in (("record", "--db", log, *arguments), ("grade", log)):
        done = bdproxy(*command, **environment)
        assert done.returncode == 0, done.stderr


def read(log: Path) -> dict[str, RecordedRun]:
    """The runs of a log by task."""
    with LogReader(log) as reader:
        return {run.task: _read(reader, run) for run in reader.runs()}


def _read(reader: LogReader, run: RunRecord) -> RecordedRun:
    def text(body: bytes | None) -> str:
        return "" if body is None else reader.body(body).decode()

    def call(record: CallRecord) -> RecordedCall:
        return RecordedCall(
            api=None if record.api is None else f"{record.app}.{record.api}",
            method=record.method,
            path=record.path,
            query=record.query or "",
            status=record.status,
            request=text(record.request_body),
            response=text(record.response_body),
        )

    calls = list(reader.calls(run.id))
    verdict = VerdictReader(reader).of(run.id)
    return RecordedRun(
        run=run,
        calls=[call(one) for one in calls if one.actor is Actor.AGENT],
        harness_calls=[call(one) for one in calls if one.actor is Actor.HARNESS],
        stdout=text(run.stdout_body),
        stderr=text(run.stderr_body),
        outcome=None if verdict is None else verdict.outcome,
    )
