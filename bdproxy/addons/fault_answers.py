"""What an agent gets that meets a fault: answers as the world's own server would give them."""

import json
import time
from dataclasses import dataclass
from email.utils import formatdate
from http import HTTPStatus

from mitmproxy.http import Headers, Response

from bdproxy.names import FaultForm

Fields = tuple[tuple[bytes, bytes], ...]


@dataclass(frozen=True, slots=True)
class FaultAnswer:
    """An answer; ``closes`` says whether the connection ends after it."""

    status: int
    headers: Fields
    body: bytes
    closes: bool

    def response(self) -> Response:
        """The answer for mitmproxy, its headers in this order."""
        response = Response.make(self.status, self.body, Headers(self.headers))
        # mitmproxy's own table lacks some.
        response.reason = HTTPStatus(self.status).phrase
        return response


def answer_for(form: FaultForm, seconds: float | None, server_headers: Fields) -> FaultAnswer:
    """The answer of a form that has one.

    ``server_headers`` are those that the world's server puts before every answer; without any, as
    in a run whose first call fails, uvicorn's with the time of now.
    """
    first = server_headers or (
        (b"date", formatdate(time.time(), usegmt=True).encode()),
        (b"server", b"uvicorn"),
    )
    if form is FaultForm.GENUINE_500:
        # Starlette's answer to an exception that nobody caught; uvicorn then hangs up.
        return _answer(500, first, b"Internal Server Error", closes=True)
    if form is FaultForm.UNAVAILABLE:
        # uvicorn's when it has too much to do.
        return FaultAnswer(
            503,
            (
                *first,
                (b"content-type", b"text/plain; charset=utf-8"),
                (b"content-length", b"19"),
                (b"connection", b"close"),
            ),
            b"Service Unavailable",
            closes=True,
        )
    if form is FaultForm.JSON_500:
        return _answer(500, first, _message("Internal Server Error"), json_body=True)
    if form is FaultForm.TOO_MANY_REQUESTS:
        assert seconds is not None
        retry_after = (b"retry-after", str(round(seconds)).encode())
        return _answer(429, (*first, retry_after), _message("Too Many Requests"), json_body=True)
    raise ValueError(f"the form {form} has no answer")


def _answer(
    status: int, first: Fields, body: bytes, *, json_body: bool = False, closes: bool = False
) -> FaultAnswer:
    kind = b"application/json" if json_body else b"text/plain; charset=utf-8"
    length = (b"content-length", str(len(body)).encode())
    return FaultAnswer(status, (*first, length, (b"content-type", kind)), body, closes)


def _message(text: str) -> bytes:
    return json.dumps({"message": text}, separators=(",", ":")).encode()
