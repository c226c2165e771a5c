"""Answers between mitmproxy's form and the log's, byte for byte."""

import time
from http import HTTPStatus

from mitmproxy.http import Headers, HTTPFlow, Message, Response

from bdproxy.recorder.rows import Exchange


def header_block(headers: Headers) -> bytes:
    """Headers as they stand on the wire: order, case and repetitions kept."""
    return b"".join(name + b": " + value + b"\r\n" for name, value in headers.fields)


def wire_body(message: Message) -> bytes:
    """The body as it stands on the wire, any content encoding still on."""
    return message.raw_content or b""


def exchange_of(flow: HTTPFlow) -> Exchange:
    """The flow's response as it now is."""
    assert flow.response is not None
    return Exchange(
        flow.response.status_code, header_block(flow.response.headers), wire_body(flow.response)
    )


def response_of(exchange: Exchange) -> Response:
    """An answer that was given once, to be given again byte for byte."""
    lines = exchange.headers.split(b"\r\n")
    fields = [line.split(b": ", 1) for line in lines if line]
    now = time.time()
    return Response(
        http_version=b"HTTP/1.1",
        status_code=exchange.status,
        reason=HTTPStatus(exchange.status).phrase.encode(),
        headers=Headers([(name, value) for name, value in fields]),
        content=exchange.body,
        trailers=None,
        timestamp_start=now,
        timestamp_end=now,
    )
