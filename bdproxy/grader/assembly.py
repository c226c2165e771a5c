"""Putting a run's evidence together from the log alone."""

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence

import zstandard
from pydantic import ValidationError

from bdproxy.errors import LogError
from bdproxy.grader.evidence import Call, End, Evidence, Fault
from bdproxy.grader.verdict import Verdict
from bdproxy.names import Hazard, Outcome
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.records import (
    BodyHash,
    CallRecord,
    CueRecord,
    FaultRecord,
    RunRecord,
)
from bdproxy.scenarios.cues import Cue
from bdproxy.scenarios.family import Family
from bdproxy.scenarios.faults import FaultPlan
from bdproxy.scenarios.matchers import CallMatcher, ChangedRecord
from bdproxy.scenarios.parameters import observe
from bdproxy.validation import first_problem

NO_FAMILY = "the log does not say which family the task belongs to"


def assemble(
    log: LogReader,
    run: RunRecord,
    verdict: Verdict,
    changes: Sequence[ChangedRecord] | None,
    no_changes: str | None,
) -> Evidence:
    """All that the log has of one run; ``verdict`` and ``changes`` are what the evaluator said.

    Raises:
        LogError: what the log has of the run is damaged.
    """
    cues = dict(_cue(log, record) for record in log.cues(run.id))
    family, no_family = _family(log, run)
    return Evidence(
        task=run.task,
        variant=run.variant,
        calls=tuple(_calls(log, run.id, bodies=bool(cues))),
        end=_end(log, run),
        outcome=verdict.outcome,
        no_outcome=verdict.reason if verdict.outcome is Outcome.NOT_ASSESSABLE else None,
        faults=tuple(_faults(log, run)),
        cues=cues,
        family=family,
        no_family=no_family,
        requirements=verdict.requirements,
        changes=None if changes is None else tuple(changes),
        no_changes=no_changes,
    )


def _end(log: LogReader, run: RunRecord) -> End:
    output = b"" if run.stdout_body is None else log.body(run.stdout_body)
    return End(
        reason=run.end_reason,
        failure=run.not_assessable,
        reported_status=run.reported_status,
        reported_answer=run.reported_answer,
        exit_status=run.exit_status,
        output=output.decode(errors="replace"),
    )


def _calls(log: LogReader, run: int, *, bodies: bool) -> Iterable[Call]:
    headers: dict[BodyHash, Mapping[str, str]] = {}

    def headers_of(hash: BodyHash | None) -> Mapping[str, str]:
        if hash is None:
            return {}
        if hash not in headers:
            headers[hash] = _headers(log.body(hash))
        return headers[hash]

    for record in log.calls(run):
        asked = headers_of(record.request_headers)
        delivered = None
        if bodies and record.response_body is not None and record.status is not None:
            answered = headers_of(record.response_headers)
            delivered = _decoded(log.body(record.response_body), answered)
        yield _call(log, record, asked, delivered)


def _call(
    log: LogReader, record: CallRecord, asked: Mapping[str, str], delivered: bytes | None
) -> Call:
    parameters: Mapping[str, object] = {}
    if record.path_template is not None:
        body = b"" if record.request_body is None else log.body(record.request_body)
        parameters = observe(
            record.method,
            record.path_template,
            record.path,
            record.query or "",
            asked.get("content-type", ""),
            _decoded(body, asked),
        ).parameters
    return Call(
        number=record.number or 0,
        method=record.method,
        path=record.path,
        actor=record.actor,
        principal=record.principal,
        app=record.app,
        api=record.api,
        path_template=record.path_template,
        parameters=parameters,
        writes=record.writes,
        forwarded=record.forwarded,
        upstream_status=record.upstream_status,
        status=record.status,
        refused_by=record.refused_by,
        refused_reason=record.refused_reason,
        error=record.error,
        retry_of=record.retry_of,
        delivered=delivered,
    )


def _headers(block: bytes) -> dict[str, str]:
    lines = (line.partition(":") for line in block.decode("latin-1").split("\r\n"))
    return {name.strip().lower(): value.strip() for name, _, value in lines if name}


def _decoded(body: bytes, headers: Mapping[str, str]) -> bytes:
    """A body without its content encodings; as it is if one of them is unknown or broken."""
    content = body
    for encoding in reversed(headers.get("content-encoding", "").lower().split(",")):
        try:
            match encoding.strip():
                case "gzip" | "x-gzip":
                    content = zlib.decompress(content, wbits=31)
                case "deflate":
                    content = zlib.decompress(content)
                case "zstd":
                    content = zstandard.ZstdDecompressor().decompressobj().decompress(content)
                case "" | "identity":
                    pass
                case _:
                    return body
        except (zlib.error, zstandard.ZstdError):
            return body
    return content


def _faults(log: LogReader, run: RunRecord) -> Iterable[Fault]:
    planned = _planned_writes(run)
    for record in log.faults(run.id):
        yield Fault(
            number=record.number,
            form=record.form,
            phase=record.phase,
            applied=record.applied,
            landed=record.landed,
            writes=planned or (_planned_write(log, record),),
        )


def _planned_writes(run: RunRecord) -> tuple[CallMatcher, ...]:
    """The alternatives of a run's plan; empty if the log does not have it."""
    try:
        return FaultPlan.model_validate(json.loads(run.hazards or "{}")[Hazard.FAULT]).writes
    except (ValueError, KeyError, TypeError):
        return ()


def _planned_write(log: LogReader, record: FaultRecord) -> CallMatcher:
    try:
        return CallMatcher.model_validate_json(record.planned_write)
    except ValidationError as error:
        raise LogError(
            f"{log.path}: is damaged (the fault of run {record.run_id}, planned_write: "
            f"{first_problem(error)})"
        ) from error


def _cue(log: LogReader, record: CueRecord) -> tuple[Hazard, Cue]:
    try:
        cue = Cue(
            surface=record.surface,
            way=record.way,
            account=record.account,
            record=json.loads(record.record),
            text=record.text,
        )
    except (ValidationError, ValueError) as error:
        problem = first_problem(error) if isinstance(error, ValidationError) else str(error)
        raise LogError(
            f"{log.path}: is damaged (the {record.hazard} cue of run {record.run_id}, {problem})"
        ) from error
    return record.hazard, cue


def _family(log: LogReader, run: RunRecord) -> tuple[Family | None, str | None]:
    task = log.task(run.experiment_id, run.task)
    if task is None or task.family is None:
        return None, NO_FAMILY
    try:
        return Family.model_validate_json(task.family), None
    except ValidationError as error:
        return None, f"the log's family of the task can't be read ({first_problem(error)})"
