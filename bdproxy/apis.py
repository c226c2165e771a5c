"""The documented APIs of an upstream, and which of them a request calls. Pure."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import unquote

READING_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
"""Safe methods, RFC 9110 section 9.2.1."""


@dataclass(frozen=True, slots=True)
class Api:
    """One documented API.

    ``path_template`` is absolute (``/venmo/transactions/{transaction_id}``); ``writes`` says
    whether a successful call may change records, whatever its method is.
    """

    app: str
    name: str
    method: str
    path_template: str
    writes: bool


class ApiCatalogue:
    """Finds the documented API that a method and a path call.

    A literal path wins over one with parameters, as routers of web frameworks do when the literal
    route stands first: ``/venmo/transactions/download`` is not transaction ``download``.
    """

    def __init__(self, apis: Iterable[Api]) -> None:
        self.apis: tuple[Api, ...] = tuple(apis)
        self._literal: dict[tuple[str, str], Api] = {}
        self._patterns: dict[tuple[str, int], list[tuple[re.Pattern[str], Api]]] = {}
        for api in self.apis:
            if "{" not in api.path_template:
                self._literal[api.method, api.path_template] = api
                continue
            key = (api.method, api.path_template.count("/"))
            pattern = re.compile(
                "".join(
                    "[^/]+" if part.startswith("{") else re.escape(part)
                    for part in re.split(r"(\{[^}]+\})", api.path_template)
                )
            )
            self._patterns.setdefault(key, []).append((pattern, api))

    def find(self, method: str, path: str) -> Api | None:
        """The API behind ``method`` and ``path`` (raw, without a query); None if undocumented."""
        decoded = unquote(path)
        found = self._literal.get((method, decoded))
        if found is not None:
            return found
        for pattern, api in self._patterns.get((method, decoded.count("/")), ()):
            if pattern.fullmatch(decoded):
                return api
        return None

    def writes(self, method: str, path: str) -> bool:
        """Whether a call may change records; an undocumented one does unless its method is safe."""
        api = self.find(method, path)
        return api.writes if api is not None else method not in READING_METHODS
