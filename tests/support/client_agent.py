"""An agent that manages its own worlds by AppWorld's control calls, without AppWorld's weight."""

import os
import sys
from typing import Any

from tests.support.agent import call, complete, connect

TASK = os.environ["BDPROXY_TASK_ID"]


def control(method: str, path: str, **body: Any) -> tuple[int, bytes]:
    return call(method, path, body)


def start(task: str = TASK) -> tuple[int, bytes]:
    return control(
        "POST",
        "/dbs",
        to_db_home_path=f":memory:task_output-{task}",
        from_db_home_path=f"{os.environ['APPWORLD_ROOT']}/data/tasks/{task}/dbs",
    )


def close(task: str = TASK) -> tuple[int, bytes]:
    return control("DELETE", "/dbs/cache", task_id=task)


def works() -> None:
    assert start()[0] == 200
    call("GET", "/supervisor/profile")
    complete()
    assert close()[0] == 200


def gives_up() -> None:
    start()
    close()


def crashes() -> None:
    start()
    sys.exit(3)


def leaves_its_world_open() -> None:
    start()
    complete()


def crashes_during_its_completion() -> None:
    start()
    with connect() as connection:
        connection.sendall(
            b"POST /supervisor/message HTTP/1.1\r\nHost: a\r\n"
            b"Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
        )
    sys.exit(1)


def never_starts() -> None:
    sys.exit(4)


def starts_another_task() -> None:
    status, body = start("no-such-task_1")
    assert status == 409 and b"is not to be recorded here" in body


def starts_twice() -> None:
    works()
    status, body = start()
    assert status == 409 and b"was started and ended before" in body


def goes_on_after_its_end() -> None:
    works()
    status, body = call("GET", "/supervisor/profile")
    assert status == 403 and b"This run has ended" in body


if __name__ == "__main__":
    globals()[sys.argv[1]]()
