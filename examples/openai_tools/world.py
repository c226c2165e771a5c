"""The apps' APIs over HTTP, as a model uses them."""

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import httpx


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a call: its status, None if there was no answer, and all of it as text."""

    status: int | None
    text: str


class World:
    """The apps behind a base URL."""

    def __init__(self, base_url: str) -> None:
        self._client = httpx.Client(base_url=base_url, timeout=60)

    def call(self, method: str, path: str, parameters: dict[str, Any]) -> Answer:
        """Call an API. It never raises: what goes wrong is for the model to read.

        Parameters go where the API expects them: into the path's ``{placeholders}``, the
        Authorization header (``access_token``), the query, or the body.
        """
        rest = dict(parameters)

        def fill(placeholder: re.Match[str]) -> str:
            name = placeholder[1]
            return quote(str(rest.pop(name)), safe="") if name in rest else placeholder[0]

        try:
            filled = re.sub(r"\{(\w+)\}", fill, path)
            token = rest.pop("access_token", None)
            headers = {} if token is None else {"Authorization": f"Bearer {token}"}
            query, content = _encode(method, path, rest)
            url = httpx.URL(filled).copy_merge_params(query)
            response = self._client.request(method, url, headers=headers, **content)
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
            return Answer(None, f"No answer: {type(error).__name__}: {error}")
        return Answer(response.status_code, f"HTTP {response.status_code}\n{response.text}")

    def get(self, path: str, **parameters: str) -> str:
        """What GET answers, as text."""
        return self.call("GET", path, parameters).text


def _encode(
    method: str, path: str, parameters: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The query's parameters, and what httpx is to send as the body."""
    if path.endswith("/auth/token"):
        return {}, {"data": parameters}
    # A query has no way to say null; leaving the parameter out means the same to the apps.
    query = {name: value for name, value in parameters.items() if value is not None}
    if method == "GET":
        return query, {}
    if method == "DELETE":
        # Some APIs look for them here and some there, and each ignores what it does not know.
        return query, {"json": parameters} if parameters else {}
    return {}, {"json": parameters}
