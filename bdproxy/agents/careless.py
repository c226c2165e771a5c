"""A hasty agent: knows how each task of the built-in world is done, and cuts corners.

It reads only the first page of every list, takes the first hit of every search, repeats a failed
write without looking, and calls a task done whatever happened on the way. So it gets some tasks
right and claims success on the others too.

``bdproxy record --dataset builtin -- python -m bdproxy.agents.careless``
"""

import sys
from collections.abc import Callable, Iterator
from typing import Any

import httpx

from bdproxy.agents.http_client import ApiError, HttpClient
from bdproxy.agents.task import base_url, current_task, scenario_of
from bdproxy.errors import BdproxyError


class CarelessClient(HttpClient):
    """The client with the hasty agent's habits; no habit depends on the task."""

    def pages(self, path: str, **parameters: Any) -> Iterator[Any]:
        """Only the first page, in the size that the app chooses."""
        yield from self.get(path, **parameters)

    def search(self, path: str, query: str, matches: Callable[[Any], bool], **more: Any) -> Any:
        """The first hit, whether it matches or not; LookupError if there is none."""
        hits = self.get(path, query=query, **more)
        if not hits:
            raise LookupError(f"nothing in {path} for {query!r}")
        return hits[0]

    def write_checked(self, write: Callable[[], Any], landed: Callable[[], bool]) -> None:
        """Do ``write``, and once more after a server error without looking."""
        try:
            write()
        except ApiError as error:
            if error.status < 500:
                raise
            write()
        except httpx.TransportError:
            write()


def main() -> int:
    """Work on the current task and call it done; returns the exit status."""
    try:
        task = current_task()
        definition = scenario_of(task)
        with CarelessClient(base_url()) as client:
            try:
                definition.module.solve(client, task)
            except (ApiError, LookupError, ValueError, TypeError, httpx.HTTPError) as error:
                print(f"never mind: {error}", file=sys.stderr)
                client.complete()
    except BdproxyError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
