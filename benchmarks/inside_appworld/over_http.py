"""A pytest plugin for AppWorld's interpreter: its own app tests, with every request over HTTP.

The tests write records through AppWorld's models and read them back through the APIs, all in one
process. So the server is a thread of the test process, on port ``OVER_HTTP_PORT``, and the tests'
requests go to ``OVER_HTTP_URL``: to that very port, or to a proxy in front of it.

Only the standard library, AppWorld and what AppWorld itself needs.
"""

import os
import threading
import time
from typing import Any

import appworld.requester
import pytest
import uvicorn
from appworld.apps import build_main_app

requests = appworld.requester.requests
PORT = int(os.environ["OVER_HTTP_PORT"])
URL = os.environ["OVER_HTTP_URL"]


class Server:
    """AppWorld's API server for some apps, in a thread."""

    def __init__(self, apps: list[str]) -> None:
        config = uvicorn.Config(
            build_main_app(apps), host="127.0.0.1", port=PORT, log_level="critical"
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        while not self._server.started:
            if not self._thread.is_alive():
                raise RuntimeError(f"no server on port {PORT}")
            time.sleep(0.01)

    def close(self) -> None:
        """Stop serving; the port is free afterwards."""
        self._server.should_exit = self._server.force_exit = True
        self._thread.join(10)


class RequestsWithQueriedDeletes:
    """The module ``requests``, but for ``delete``, whose arguments go into the query.

    AppWorld's client sends them as a JSON body when it talks to a remote server, which is a
    mistake for the deletions that take query parameters; all of them accept the query.
    """

    def __getattr__(self, name: str) -> Any:
        return getattr(requests, name)

    @staticmethod
    def delete(url: str, json: Any = None, headers: Any = None) -> Any:
        return requests.delete(url, params=json, headers=headers)


_servers: dict[type, Server] = {}
"""The server of the test class that is under way."""


@pytest.fixture(autouse=True)
def over_http(request: pytest.FixtureRequest) -> None:
    """Serve a test class's apps over HTTP, and let its requests go there."""
    requester = getattr(request.cls, "requester", None)
    # Not in a fixture of the class's scope, which would come before the class's own set-up.
    if requester is None or request.cls in _servers:
        return
    _close_servers()
    requester.client.__exit__(None, None, None)
    type(requester).clients.clear()
    requester.client = None
    requester.remote_apis_url = URL
    _servers[request.cls] = Server(list(requester.apps))


def _close_servers() -> None:
    while _servers:
        _servers.popitem()[1].close()


def pytest_configure() -> None:
    """Correct AppWorld's deletions before any test runs."""
    appworld.requester.requests = RequestsWithQueriedDeletes()


def pytest_unconfigure() -> None:
    """Stop the last class's server."""
    _close_servers()
