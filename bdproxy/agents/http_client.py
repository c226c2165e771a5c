"""A small client for the apps' APIs, for the built-in agents: one supervisor, one task."""

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Self

import httpx

TOO_MANY_REQUESTS = 429
PAGE_LIMIT = 20
"""The most that the apps put on one page."""


class ApiError(Exception):
    """A call that was not answered with status 200."""

    def __init__(
        self, method: str, path: str, status: int, text: str, retry_after: float | None = None
    ) -> None:
        super().__init__(f"{method} {path} was answered with {status}: {text[:200]}")
        self.status = status
        self.retry_after = retry_after
        """Seconds after which the server takes the call, if it says so."""


class HttpClient:
    """Calls the apps as the supervisor; after ``login(app)`` the app's calls carry its token.

    Every call that is not answered with status 200 raises ``ApiError``.
    """

    def __init__(self, base_url: str, *, timeout: float = 60.0) -> None:
        self._http = httpx.Client(base_url=base_url, timeout=timeout)
        self._tokens: dict[str, str] = {}
        self._passwords: dict[str, str] | None = None
        self._profile: dict[str, str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def get(self, path: str, **parameters: Any) -> Any:
        """GET with query parameters; the parsed JSON answer."""
        return self._call("GET", path, params=parameters)

    def post(self, path: str, **body: Any) -> Any:
        """POST with a JSON body; the parsed JSON answer."""
        return self._call("POST", path, json=body)

    def patch(self, path: str, **body: Any) -> Any:
        """PATCH with a JSON body; the parsed JSON answer."""
        return self._call("PATCH", path, json=body)

    def delete(self, path: str, **body: Any) -> Any:
        """DELETE, with a JSON body if there is anything to say; the parsed JSON answer."""
        return self._call("DELETE", path, json=body or None)

    def call(self, method: str, path: str, parameters: Mapping[str, Any]) -> Any:
        """Any call, its parameters where the APIs want them; the parsed JSON answer."""
        if method == "GET":
            return self._call(method, path, params=dict(parameters))
        return self._call(method, path, json=dict(parameters) or None)

    def stranger(self) -> "HttpClient":
        """Another client of the same server, logged in nowhere; to be used in a ``with``."""
        return type(self)(str(self._http.base_url))

    def login(self, app: str) -> str:
        """Log in to an app with the supervisor's password; returns the token."""
        if self._passwords is None or self._profile is None:
            accounts = self.get("/supervisor/account_passwords")
            self._passwords = {one["account_name"]: one["password"] for one in accounts}
            self._profile = self.get("/supervisor/profile")
        user_name = self._profile["phone_number" if app == "phone" else "email"]
        answer = self._call(
            "POST",
            f"/{app}/auth/token",
            data={"username": user_name, "password": self._passwords[app]},
        )
        token: str = answer["access_token"]
        self._tokens[app] = token
        return token

    def pages(self, path: str, **parameters: Any) -> Iterator[Any]:
        """The items of a paged list, from the first page to the last."""
        index = 0
        while True:
            page = self.get(path, page_index=index, page_limit=PAGE_LIMIT, **parameters)
            yield from page
            if len(page) < PAGE_LIMIT:
                return
            index += 1

    def search(self, path: str, query: str, matches: Callable[[Any], bool], **more: Any) -> Any:
        """The first item of a ranked search that really matches.

        Raises:
            LookupError: no item of any page matches.
        """
        for item in self.pages(path, query=query, **more):
            if matches(item):
                return item
        raise LookupError(f"nothing in {path} matches {query!r}")

    def write_checked(self, write: Callable[[], Any], landed: Callable[[], bool]) -> None:
        """Do ``write``; after a server error look with ``landed`` before doing it once more.

        A server error, a lost connection and no answer at all say nothing about whether the write
        took place, so that repeating it blindly could pay, send or order twice.
        """
        try:
            write()
        except ApiError as error:
            if error.status == TOO_MANY_REQUESTS and error.retry_after is not None:
                time.sleep(error.retry_after)
            elif error.status < 500:
                raise
        except httpx.TransportError:
            pass
        else:
            return
        if not landed():
            write()

    def complete(self, answer: str | int | float | None = None) -> None:
        """Say that the task is done, with the answer if it is a question."""
        self.post("/supervisor/message", answer=answer, status="success")

    def _call(self, method: str, path: str, **content: Any) -> Any:
        headers = {}
        token = self._tokens.get(path.split("/", 2)[1])
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        response = self._http.request(method, path, headers=headers, **content)
        if response.status_code >= 500:
            # The server may be about to hang up; a call in between would be lost.
            self._http.close()
            self._http = httpx.Client(base_url=self._http.base_url, timeout=self._http.timeout)
        if response.status_code != 200:
            retry_after = response.headers.get("retry-after", "")
            raise ApiError(
                method,
                path,
                response.status_code,
                response.text,
                float(retry_after) if retry_after.isdecimal() else None,
            )
        return response.json()
