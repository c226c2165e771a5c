"""A run's calls as an HTTP Archive, version 1.2: http://www.softwareishard.com/blog/har-12-spec/.

What the format has no place for stands under ``_bdproxy``.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qsl

from bdproxy import __version__
from bdproxy.grader.export.messages import Body, Messages
from bdproxy.recorder.records import CallRecord, FaultRecord, RunRecord

Headers = Sequence[tuple[str, str]]


def archive(messages: Messages, run: RunRecord) -> dict[str, Any]:
    """The archive of one run."""
    log = messages.log
    faults = {fault.number: fault for fault in log.faults(run.id)}
    experiment = log.experiment(run.experiment_id)
    return {
        "log": {
            "version": "1.2",
            "creator": {"name": "bdproxy", "version": __version__},
            "pages": [],
            "entries": [
                _entry(messages, call, faults.get(call.number or 0)) for call in log.calls(run.id)
            ],
            "_bdproxy": {
                "run": run.id,
                "agent": experiment.agent,
                "task": run.task,
                "variant": run.variant,
                "attempt": run.attempt,
                "end_reason": run.end_reason,
            },
        }
    }


def _entry(messages: Messages, call: CallRecord, fault: FaultRecord | None) -> dict[str, Any]:
    waited = _milliseconds(call.started_at, call.completed_at)
    extra: dict[str, Any] = {
        "number": call.number,
        "actor": call.actor,
        "principal": call.principal,
        "app": call.app,
        "api": call.api,
        "path_template": call.path_template,
        "writes": call.writes,
        "forwarded": call.forwarded,
        "upstream_status": call.upstream_status,
        "refused_by": call.refused_by,
        "refused_reason": messages.text(call.refused_reason),
        "error": messages.text(call.error),
        "retry_of": call.retry_of,
    }
    if call.upstream_body != call.response_body:
        upstream = messages.body(call.upstream_body, call.upstream_headers)
        extra["upstream_body"] = None if upstream is None else upstream.text
    if fault is not None:
        extra["fault"] = {
            "form": fault.form,
            "phase": fault.phase,
            "applied": fault.applied,
            "landed": fault.landed,
        }
    return {
        "startedDateTime": datetime.fromtimestamp(call.started_at, UTC).isoformat(),
        "time": waited,
        "request": _request(messages, call),
        "response": _response(messages, call),
        "cache": {},
        "timings": {"send": 0, "wait": waited, "receive": 0},
        "connection": call.connection or "",
        "_bdproxy": extra,
    }


def _request(messages: Messages, call: CallRecord) -> dict[str, Any]:
    headers = messages.headers(call.request_headers)
    query = messages.query(call.query) or ""
    host = _named(headers, "host") or "unknown"
    made: dict[str, Any] = {
        "method": call.method,
        "url": f"http://{host}{messages.text(call.path)}" + (f"?{query}" if query else ""),
        "httpVersion": call.http_version or "",
        "cookies": _cookies(_named(headers, "cookie")),
        "headers": _pairs(headers),
        "queryString": _pairs(parse_qsl(query, keep_blank_values=True)),
        "headersSize": -1,
        "bodySize": 0,
    }
    body = messages.body(call.request_body, call.request_headers)
    if body is not None and body.size:
        made["bodySize"] = body.size
        made["postData"] = {
            "mimeType": _named(headers, "content-type") or "",
            "params": [],
            "text": body.text,
            **({"_encoding": "base64"} if body.is_base64 else {}),
        }
    return made


def _response(messages: Messages, call: CallRecord) -> dict[str, Any]:
    headers = messages.headers(call.response_headers)
    body = messages.body(call.response_body, call.response_headers) or Body("", False, 0)
    content: dict[str, Any] = {
        "size": body.size,
        "mimeType": _named(headers, "content-type") or "",
        "text": body.text,
    }
    if body.is_base64:
        content["encoding"] = "base64"
    return {
        # 0 is how browsers say that there was no answer.
        "status": call.status or 0,
        "statusText": _phrase(call.status),
        "httpVersion": call.http_version or "",
        "cookies": _cookies(_named(headers, "set-cookie")),
        "headers": _pairs(headers),
        "content": content,
        "redirectURL": _named(headers, "location") or "",
        "headersSize": -1,
        "bodySize": body.size,
    }


def _milliseconds(begun: float, ended: float | None) -> float:
    return 0.0 if ended is None else max(0.0, round((ended - begun) * 1000, 3))


def _named(headers: Headers, wanted: str) -> str | None:
    return next((value for name, value in headers if name.lower() == wanted), None)


def _pairs(pairs: Headers) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in pairs]


def _cookies(header: str | None) -> list[dict[str, str]]:
    try:
        parsed: SimpleCookie = SimpleCookie(header or "")
    except CookieError:
        return []
    return [{"name": name, "value": morsel.value} for name, morsel in parsed.items()]


def _phrase(status: int | None) -> str:
    try:
        return "" if status is None else HTTPStatus(status).phrase
    except ValueError:
        return ""
