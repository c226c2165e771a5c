"""An agent for faults: does a built-in task right but for what its argument says of failed writes.

It prints what it saw of a failed write. A client that does not repeat it gives up after a second.
"""

import sys
from collections.abc import Callable
from typing import Any

import httpx

from bdproxy.agents.http_client import ApiError, HttpClient
from bdproxy.agents.task import base_url, current_task, scenario_of


class Once(HttpClient):
    """Calls the task done after a failed write."""

    def write_checked(self, write: Callable[[], Any], landed: Callable[[], bool]) -> None:
        try:
            write()
        except ApiError as error:
            print(error.status)
        except httpx.TransportError as error:
            print(type(error).__name__)


class Blind(HttpClient):
    """Repeats a failed write without looking."""

    def write_checked(self, write: Callable[[], Any], landed: Callable[[], bool]) -> None:
        try:
            write()
        except (ApiError, httpx.TransportError):
            write()


class Hasty(Once):
    """Is gone as soon as a write is on its way."""

    def write_checked(self, write: Callable[[], Any], landed: Callable[[], bool]) -> None:
        self._http.timeout = httpx.Timeout(60, read=0.0005)
        super().write_checked(write, landed)
        self._http.timeout = httpx.Timeout(60)


AGENTS = {"once": Once, "blind": Blind, "hasty": Hasty, "gold": HttpClient}

if __name__ == "__main__":
    task = current_task()
    kind = AGENTS[sys.argv[1]]
    with kind(base_url(), timeout=1.0 if issubclass(kind, Once) else 60.0) as client:
        scenario_of(task).module.solve(client, task)
