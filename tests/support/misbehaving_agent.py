"""An agent that does what its first argument says, one function for each kind of trouble."""

import os
import signal
import subprocess
import sys
import time

from tests.support.agent import call, complete, connect

FLOOD_BYTES = 100_000_000
SLEEPERS = "BDPROXY_TEST_SLEEPERS"
"""Names the file that gets the ids of processes that are left behind."""


def exits_1() -> None:
    call("GET", "/supervisor/profile")
    sys.exit(1)


def exits_1_when_done() -> None:
    complete()
    sys.exit(1)


def exits_0() -> None:
    print("that was too hard")


def hangs() -> None:
    time.sleep(1000)


def ignores_sigterm() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(1000)


def floods() -> None:
    for _ in range(FLOOD_BYTES // 1_000_000):
        sys.stdout.buffer.write(b"x" * 1_000_000)
    sys.stdout.flush()
    complete()


def closes_its_output() -> None:
    os.close(1)
    os.close(2)
    complete()


def leaves_children() -> None:
    note_sleeper(subprocess.Popen(["sleep", "987"]).pid)
    complete()


def leaves_a_session() -> None:
    note_sleeper(subprocess.Popen(["sleep", "987"], start_new_session=True).pid)
    complete()


def leaves_a_session_with_an_empty_environment() -> None:
    note_sleeper(subprocess.Popen(["sleep", "987"], start_new_session=True, env={}).pid)
    complete()


def leaves_a_daemon() -> None:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            note_sleeper(os.getpid())
            for stream in (0, 1, 2):
                os.close(stream)
            os.execvp("sleep", ["sleep", "987"])
        os._exit(0)
    os.wait()
    complete()


def leaves_during_a_write() -> None:
    with connect() as connection:
        connection.sendall(
            b"POST /supervisor/message HTTP/1.1\r\nHost: a\r\n"
            b"Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
        )


def crashes_during_a_write() -> None:
    leaves_during_a_write()
    sys.exit(1)


def completes_twice() -> None:
    complete()
    complete()


def goes_on_for_ever() -> None:
    complete()
    while True:
        call("GET", "/supervisor/profile")
        time.sleep(0.05)


def calls_too_often() -> None:
    while call("GET", "/supervisor/profile")[0] == 200:
        pass
    time.sleep(1000)


def kills_itself() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def reads_its_input() -> None:
    assert sys.stdin.read() == ""
    complete()


def behaves() -> None:
    complete()


def note_sleeper(process: int) -> None:
    with open(os.environ[SLEEPERS], "a") as file:  # noqa: PTH123
        file.write(f"{process}\n")


if __name__ == "__main__":
    globals()[sys.argv[1]]()
