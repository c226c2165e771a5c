"""A call's headers and bodies as they are exported."""

import base64
from collections.abc import Callable
from dataclasses import dataclass

from bdproxy.grader.redaction import (
    header_lines,
    redacted_body,
    redacted_headers,
    redacted_query,
    redacted_text,
)
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.records import BodyHash


@dataclass(frozen=True, slots=True)
class Body:
    """A body as text; ``is_base64`` if it is no UTF-8. ``size`` is of the body as it was sent."""

    text: str
    is_base64: bool
    size: int


@dataclass(frozen=True, slots=True)
class Messages:
    """Reads messages of one log, without credentials unless they are wanted."""

    log: LogReader
    with_credentials: bool

    def headers(self, hash: BodyHash | None) -> list[tuple[str, str]]:
        """Header lines as pairs of name and value."""
        found = [] if hash is None else header_lines(self.log.body(hash))
        return found if self.with_credentials else redacted_headers(found)

    def body(self, hash: BodyHash | None, headers: BodyHash | None) -> Body | None:
        """A body; None without one."""
        if hash is None:
            return None
        body = self.log.body(hash)
        size = len(body)
        if not self.with_credentials:
            lines = [] if headers is None else header_lines(self.log.body(headers))
            body = redacted_body(body, lines)
        try:
            return Body(body.decode(), False, size)
        except UnicodeDecodeError:
            return Body(base64.b64encode(body).decode(), True, size)

    def query(self, query: str | None) -> str | None:
        """A query."""
        return self._unless_wanted(query, redacted_query)

    def text(self, text: str | None) -> str | None:
        """A path, or what an agent said."""
        return self._unless_wanted(text, redacted_text)

    def _unless_wanted(self, text: str | None, redact: Callable[[str], str]) -> str | None:
        return text if text is None or self.with_credentials else redact(text)
