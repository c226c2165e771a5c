"""What ``bdproxy runs show`` prints."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from bdproxy.cli.console import output, print_json
from bdproxy.cli.finding_page import exposures_table, findings_table
from bdproxy.cli.run_json import (
    body_as_json,
    call_as_json,
    findings_as_json,
    run_as_json,
    task_as_json,
)
from bdproxy.cli.run_list import outcome_text, seconds
from bdproxy.cli.text import plain
from bdproxy.grader.assessment import Assessment
from bdproxy.grader.assessments import AssessmentReader
from bdproxy.grader.attribution import Attribution
from bdproxy.grader.attributions import read_attributions
from bdproxy.grader.verdict import Verdict
from bdproxy.grader.verdicts import VerdictReader
from bdproxy.names import Hazard
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.records import (
    BodyHash,
    CallRecord,
    ExperimentRecord,
    FaultRecord,
    RunRecord,
    TaskRecord,
)
from bdproxy.scenarios.faults import FaultPlan, describe_plan


def print_run(
    path: Path, number: int, *, bodies: bool, as_json: bool, findings: bool = False
) -> None:
    """Print one run of a log and its calls; with ``findings`` also what the grader found.

    Raises:
        UnknownTaskError: there is no run of that number.
        LogError: the log can't be read.
    """
    with LogReader(path) as log:
        run = log.run(number)
        experiment = log.experiment(run.experiment_id)
        task = log.task(run.experiment_id, run.task)
        verdict = VerdictReader(log).of(run.id)
        assessment = AssessmentReader(log).of(run.id) if findings else None
        attributions = read_attributions(log, run.id) if findings else []
        if as_json:
            _print_json(log, run, experiment, task, verdict, bodies=bodies)
            for line in findings_as_json(assessment, attributions):
                print_json(line)
            return
        console = output()
        console.print(_head(run, experiment, task, verdict))
        if verdict is not None and verdict.requirements:
            console.print(_requirements(verdict))
        if findings:
            _print_findings(console, assessment, attributions)
        console.print(_calls(log, run.id))
        if bodies:
            _print_bodies(console, log, run)


def _print_findings(
    console: Console, assessment: Assessment | None, attributions: Sequence[Attribution]
) -> None:
    if assessment is None:
        console.print("not graded yet, so there are no findings: bdproxy grade gives them")
        return
    console.print(findings_table(assessment, attributions))
    if assessment.exposures:
        console.print(exposures_table(assessment.exposures))


def _print_json(
    log: LogReader,
    run: RunRecord,
    experiment: ExperimentRecord,
    task: TaskRecord | None,
    verdict: Verdict | None,
    *,
    bodies: bool,
) -> None:
    calls = log.call_counts().get(run.id, 0)
    modes = AssessmentReader(log).fired_modes().get(run.id, ())
    head = run_as_json(run, verdict, agent=experiment.agent, calls=calls, modes=modes)
    head["experiment"] = experiment.model_dump(mode="json")
    head["task_asked"] = task_as_json(task)
    if bodies:
        for name, hash in (("stdout", run.stdout_body), ("stderr", run.stderr_body)):
            head[name] = _json_body(log, hash)
    print_json(head)
    faults = {fault.number: fault for fault in log.faults(run.id)}
    for call in log.calls(run.id):
        line = call_as_json(call, faults.get(call.number or 0))
        if bodies:
            for name in ("request_headers", "request_body", "response_headers", "response_body"):
                line[name] = _json_body(log, getattr(call, name))
            for name in ("upstream_headers", "upstream_body"):
                line[name] = _json_body(log, getattr(call, name))
        print_json(line)


def _json_body(log: LogReader, hash: BodyHash | None) -> dict[str, str] | None:
    return None if hash is None else body_as_json(log.body(hash))


def _head(
    run: RunRecord, experiment: ExperimentRecord, task: TaskRecord | None, verdict: Verdict | None
) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    started = datetime.fromtimestamp(run.started_at, UTC)
    ended = str(run.end_reason or run.status)
    if run.exit_status is not None:
        ended += f", the agent's process with {run.exit_status}"
    if run.ended_at is not None:
        ended += f", after {seconds(run)} s"
    lines: list[tuple[str, Any]] = [
        ("run", run.id),
        ("task", f"{run.task} ({run.variant}), attempt {run.attempt}"),
        ("hazard", _hazard(run)),
        ("agent", f"{experiment.agent} ({experiment.management})"),
        ("instruction", task.instruction if task is not None else None),
        ("on behalf of", _person(task.supervisor) if task is not None else None),
        ("started", f"{started:%Y-%m-%d %H:%M:%S} UTC"),
        ("ended", ended),
        ("reported", run.reported_status),
        ("answer", run.reported_answer),
        ("not assessable", run.not_assessable),
    ]
    for name, value in lines:
        if value is not None:
            grid.add_row(name, plain(value))
    grid.add_row("verdict", outcome_text(verdict))
    return grid


def _hazard(run: RunRecord) -> str | None:
    """What was planned to happen in a run, in a line."""
    if run.hazards is None:
        return None
    try:
        plan = FaultPlan.model_validate(json.loads(run.hazards)[Hazard.FAULT])
    except (ValueError, KeyError, TypeError):
        return run.hazards
    return f"{Hazard.FAULT}: {describe_plan(plan)}"


def _fault(fault: FaultRecord) -> str:
    landed = {True: "landed", False: "did not land", None: "may have landed"}[fault.landed]
    what = f"fault ({fault.form}, {fault.phase} the write)"
    return f"{what}: {landed}" if fault.applied else f"planned {what}, not made: {landed}"


def _person(supervisor: str | None) -> str | None:
    """A JSON object's values in one line; whatever else it is, as it is."""
    try:
        values = json.loads(supervisor or "null")
    except ValueError:
        return supervisor
    return " ".join(map(str, values.values())) if isinstance(values, dict) else supervisor


def _requirements(verdict: Verdict) -> Table:
    table = Table("", "met", "requirement", "label", title="Requirements", title_justify="left")
    for requirement in verdict.requirements:
        text = plain(requirement.text)
        if requirement.trace:
            text.append("\n")
            text.append_text(plain(_without_fences(requirement.trace), "dim", keep_lines=True))
        met = Text("yes", style="green") if requirement.passed else Text("no", style="red")
        table.add_row(str(requirement.number), met, text, plain(requirement.label))
    return table


def _without_fences(trace: str) -> str:
    """AppWorld's traces are Markdown; a table needs neither its fences nor its rules."""
    lines = trace.strip().splitlines()
    return "\n".join(line for line in lines if line not in {"```python", "```", "----------"})


def _calls(log: LogReader, run: int) -> Table:
    table = Table(title="Calls", title_justify="left")
    for name in ("no.", "actor", "principal", "call", "status", "", "ms", "remarks"):
        table.add_column(name, justify="right" if name in {"no.", "status", "ms"} else "left")
    faults = {fault.number: fault for fault in log.faults(run)}
    for call in log.calls(run):
        table.add_row(
            str(call.number),
            plain(call.actor),
            plain(call.principal),
            _what(call),
            _status(call),
            "write" if call.writes else "read",
            _milliseconds(call),
            plain("; ".join(_remarks(call, faults.get(call.number or 0)))),
        )
    return table


def _what(call: CallRecord) -> Text:
    if call.api is not None:
        return plain(f"{call.app}.{call.api}")
    return plain(f"{call.method} {call.path}")


def _status(call: CallRecord) -> Text:
    if call.status is None:
        return Text("none", style="yellow")
    style = "" if call.status < 400 else "yellow" if call.status < 500 else "red"
    return Text(str(call.status), style=style)


def _milliseconds(call: CallRecord) -> str:
    if call.completed_at is None:
        return ""
    return f"{(call.completed_at - call.started_at) * 1000:.1f}"


def _remarks(call: CallRecord, fault: FaultRecord | None) -> list[str]:
    remarks = [] if fault is None else [_fault(fault)]
    if call.refused_by is not None:
        remarks.append(f"refused by {call.refused_by}: {call.refused_reason or ''}".rstrip(": "))
    if call.upstream_status is not None and call.upstream_status != call.status:
        remarks.append(f"the world answered {call.upstream_status}")
    if call.error is not None:
        remarks.append(call.error)
    if call.retry_of is not None:
        remarks.append(f"probably a client's retry of {call.retry_of}")
    return remarks


def _print_bodies(console: Console, log: LogReader, run: RunRecord) -> None:
    for call in log.calls(run.id):
        query = f"?{call.query}" if call.query else ""
        console.rule(plain(f"call {call.number}"), align="left")
        console.print(plain(f"{call.method} {call.path}{query} {call.http_version or ''}"))
        _print_message(console, log, call.request_headers, call.request_body)
        console.print(plain(f"→ {call.status if call.status is not None else 'no answer'}"))
        _print_message(console, log, call.response_headers, call.response_body)
    outputs = (
        ("standard output", run.stdout_body, run.stdout_size),
        ("standard error", run.stderr_body, run.stderr_size),
    )
    for name, hash, size in outputs:
        if hash is not None and size:
            kept = log.body(hash)
            console.rule(plain(f"the agent's {name} ({len(kept)} of {size} bytes)"), align="left")
            console.print(plain(kept.decode(errors="replace"), keep_lines=True))


def _print_message(
    console: Console, log: LogReader, headers: BodyHash | None, body: BodyHash | None
) -> None:
    if headers is not None:
        lines = log.body(headers).decode("latin-1").replace("\r\n", "\n").strip()
        console.print(plain(lines, style="dim", keep_lines=True))
    if body is not None:
        console.print(plain(_readable(log.body(body)), keep_lines=True))


def _readable(body: bytes) -> str:
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return f"({len(body)} bytes that are not UTF-8 text; see them with --json)"
    try:
        return json.dumps(json.loads(text), indent=2, ensure_ascii=False)
    except (ValueError, RecursionError):
        return text
