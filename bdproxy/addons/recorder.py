"""From mitmproxy's flow to the log's call, and onto the disk before anybody else sees it."""

import base64
import hashlib
import json
import time
from collections import OrderedDict

from mitmproxy.http import HTTPFlow, Request

from bdproxy.addons.exchanges import exchange_of, header_block, wire_body
from bdproxy.addons.lane import Lane, LiveRun
from bdproxy.apis import ApiCatalogue
from bdproxy.names import Actor, Management, RefusedBy
from bdproxy.recorder.rows import Call, Exchange
from bdproxy.recorder.text import storable
from bdproxy.recorder.writer import LogWriter
from bdproxy.worlds.control_plane import ControlPlane

REFUSING_STATUSES = frozenset({401, 403, 404, 405, 409, 422})
"""Answers by which an upstream turns a call down (design: *refused*)."""

RETRY_WITHIN_SECONDS = 1.0
"""The same bytes again this soon after an error come from a client library rather than a model."""

_METADATA_KEY = "bdproxy.call"
_REMEMBERED_ERRORS = 32
_REMEMBERED_TOKENS = 1024


class Recorder:
    """Opens a call when its request is complete, and completes it with what both sides saw."""

    def __init__(self, log: LogWriter, apis: ApiCatalogue, control_plane: ControlPlane) -> None:
        self._log = log
        self._apis = apis
        self._control_plane = control_plane
        self._principals: OrderedDict[str, str | None] = OrderedDict()

    def open(self, flow: HTTPFlow, lane: Lane) -> Call:
        """Start the record of a call; nothing is on disk yet."""
        request = flow.request
        path, _, query = request.path.partition("?")
        api = self._apis.find(request.method, path)
        harness = lane.management is Management.CLIENT_MANAGED and self._control_plane.controls(
            path
        )
        call = Call(
            actor=Actor.HARNESS if harness else Actor.AGENT,
            method=request.method,
            path=path,
            query=query,
            http_version=request.http_version,
            request_headers=header_block(request.headers),
            request_body=wire_body(request),
            started_at=request.timestamp_start,
            connection=flow.client_conn.id,
            writes=self._apis.writes(request.method, path),
            principal=self._principal(request.headers.get("authorization", "")),
        )
        if api is not None:
            call.app, call.api, call.path_template = api.app, api.name, api.path_template
        flow.metadata[_METADATA_KEY] = call
        return call

    def number(self, call: Call, lane: Lane) -> None:
        """Give the call its place in the run that the lane now has."""
        run = lane.run
        if run is None:
            return
        call.run_id, call.number = run.id, run.next_number()
        if call.actor is Actor.AGENT:
            run.agent_calls += 1
        if run.errors:
            answered_at, number = run.errors.get(fingerprint(call), (0.0, 0))
            if call.started_at - answered_at <= RETRY_WITHIN_SECONDS:
                call.retry_of = number

    def forward(self, call: Call, lane: Lane) -> None:
        """Note that the call now goes to the world; a write's intent is on disk on return.

        A read that never comes back has changed nothing and shown nothing, so it can wait for its
        answer: one transaction less on every read.
        """
        call.forwarded_at = time.time()
        if call.writes:
            self._log.save_call(lane.experiment, call)

    def save(self, call: Call, lane: Lane) -> None:
        """Write the call as far as it is known; durable on return."""
        self._log.save_call(lane.experiment, call)

    def answered(self, flow: HTTPFlow, call: Call) -> None:
        """Keep what the world answered, before anything may rewrite it."""
        assert flow.response is not None
        call.answered_at = flow.response.timestamp_end
        call.upstream = exchange_of(flow)

    def complete(self, flow: HTTPFlow, call: Call, lane: Lane, overlaid: int | None = None) -> None:
        """Write the finished call; durable on return, so ``call.seen``, if any, may go out.

        ``overlaid`` is the status that a world with the run's cues would have answered with, if
        that is another answer; what such a world takes is not refused.
        """
        assert flow.response is not None
        # To the world's server an agent that closes its half of the connection has left, too.
        if flow.client_conn.connected:
            call.seen = exchange_of(flow)
            if call.seen == call.upstream:
                call.seen = call.upstream
        else:
            call.error = "the agent left before its answer"
        call.completed_at = time.time()
        if call.upstream is not None:
            status = call.upstream.status if overlaid is None else overlaid
            if status in REFUSING_STATUSES:
                call.refused_by = RefusedBy.UPSTREAM
                told = call.upstream if overlaid is None or call.seen is None else call.seen
                call.refused_reason = message_of(told.body)
        self._finish(call, lane)

    def looked_up(
        self,
        lane: Lane,
        run: LiveRun,
        cause: Call,
        path: str,
        query: str,
        headers: bytes,
        started_at: float,
        answer: Exchange,
    ) -> None:
        """Write a look-up of bdproxy's own, made on account of a call; durable on return."""
        now = time.time()
        api = self._apis.find("GET", path)
        call = Call(
            actor=Actor.PROXY,
            method="GET",
            path=path,
            query=query,
            http_version="HTTP/1.1",
            request_headers=headers,
            request_body=b"",
            started_at=started_at,
            connection=cause.connection,
            writes=False,
            number=run.next_number(),
            run_id=run.id,
            principal=cause.principal,
            forwarded_at=started_at,
            answered_at=now,
            completed_at=now,
            upstream=answer,
        )
        if api is not None:
            call.app, call.api, call.path_template = api.app, api.name, api.path_template
        self._log.save_call(lane.experiment, call)

    def fail(self, call: Call, lane: Lane, error: str) -> None:
        """Write a call that never got, or never delivered, an answer."""
        call.error = storable(error)
        call.completed_at = time.time()
        self._finish(call, lane)

    def bad_request(
        self,
        lane: Lane,
        connection: str,
        request: Request | None,
        received: bytes,
        answer: Exchange,
    ) -> None:
        """Write what is no HTTP, as far as it was understood, and its answer; durable on return."""
        now = time.time()
        path, _, query = ("" if request is None else request.path).partition("?")
        call = Call(
            actor=Actor.AGENT,
            method="" if request is None else request.method,
            path=path,
            query=query,
            http_version="" if request is None else request.http_version,
            request_headers=received if request is None else header_block(request.headers),
            request_body=b"",
            started_at=now if request is None else request.timestamp_start,
            connection=connection,
            writes=False,
            seen=answer,
            completed_at=now,
            refused_by=RefusedBy.GATE,
            refused_reason=answer.body.decode(),
        )
        self.number(call, lane)
        self._finish(call, lane)

    def _finish(self, call: Call, lane: Lane) -> None:
        self._log.save_call(lane.experiment, call)
        failed = call.error is not None or (call.seen is not None and call.seen.status >= 500)
        run = lane.run
        if failed and run is not None and run.id == call.run_id and call.number is not None:
            remember_error(run, call)

    def _principal(self, authorization: str) -> str | None:
        if authorization not in self._principals:
            self._principals[authorization] = subject_of(authorization)
            if len(self._principals) > _REMEMBERED_TOKENS:
                self._principals.popitem(last=False)
        return self._principals[authorization]


def call_of(flow: HTTPFlow) -> Call | None:
    """The call that :meth:`Recorder.open` tied to the flow."""
    call = flow.metadata.get(_METADATA_KEY)
    return call if isinstance(call, Call) else None


def subject_of(authorization: str) -> str | None:
    """The subject of a bearer JSON Web Token (RFC 7519, 4.1.2), unverified; None if there is none.

    The world verifies tokens; the log only notes in whose name a call was tried.
    """
    scheme, _, token = authorization.partition(" ")
    parts = token.strip().split(".")
    if scheme.lower() != "bearer" or len(parts) != 3:
        return None
    try:
        payload = json.loads(base64.urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4)))
    except (ValueError, RecursionError):
        return None
    subject = payload.get("sub") if isinstance(payload, dict) else None
    return subject if isinstance(subject, str) else None


def message_of(body: bytes) -> str | None:
    """The ``message`` of a JSON error body, lists joined, at most 500 characters."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return None
    message = value.get("message") if isinstance(value, dict) else None
    if message is None:
        return None
    return (message if isinstance(message, str) else json.dumps(message))[:500]


def fingerprint(call: Call) -> bytes:
    """Equal for two calls of the same bytes: method, target, headers and body."""
    digest = hashlib.blake2b(digest_size=16)
    # A stray byte in a request's line is a surrogate here.
    line = [
        text.encode("utf-8", "surrogateescape") for text in (call.method, call.path, call.query)
    ]
    for part in (*line, call.request_headers, call.request_body):
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.digest()


def remember_error(run: LiveRun, call: Call) -> None:
    """Keep a failed call for a while, to know a client library's retry when it comes."""
    assert call.number is not None and call.completed_at is not None
    run.errors.pop(fingerprint(call), None)
    run.errors[fingerprint(call)] = (call.completed_at, call.number)
    while len(run.errors) > _REMEMBERED_ERRORS:
        del run.errors[next(iter(run.errors))]
