import os
import time
from pathlib import Path

import pytest

from bdproxy.worlds.appworld.inside.builtin.workers import (
    AT_A_TIME,
    WorkError,
    call_forked,
    run_forked,
)


def test_each_piece_runs_in_a_process_of_its_own(tmp_path: Path) -> None:
    def write(name: str) -> None:
        (tmp_path / name).write_text(str(os.getpid()))

    ended: list[str] = []
    run_forked([(name, lambda name=name: write(name)) for name in "abcde"], ended.append)
    assert sorted(ended) == list("abcde")
    processes = {(tmp_path / name).read_text() for name in "abcde"}
    assert len(processes) == 5
    assert str(os.getpid()) not in processes


def test_the_first_piece_can_run_here(capfd: pytest.CaptureFixture[str]) -> None:
    seen: list[int] = []
    work = [("a", lambda: seen.append(os.getpid())), ("b", lambda: seen.append(os.getpid()))]
    run_forked(work, lambda _: None, first_here=True)
    assert seen == [os.getpid()]
    with pytest.raises(WorkError, match=r"^a: ZeroDivisionError: division by zero$"):
        run_forked([("a", lambda: 1 / 0)], lambda _: None, first_here=True)
    assert "ZeroDivisionError" in capfd.readouterr().err


def test_several_run_at_a_time(tmp_path: Path) -> None:
    """Two that wait for each other can only end together."""
    assert AT_A_TIME == 2

    def meet(mine: str, other: str) -> None:
        (tmp_path / mine).touch()
        deadline = time.monotonic() + 20
        while not (tmp_path / other).exists():
            assert time.monotonic() < deadline
            time.sleep(0.01)

    run_forked([("a", lambda: meet("a", "b")), ("b", lambda: meet("b", "a"))], lambda _: None)


def test_a_failure_names_the_piece_and_stops_the_rest(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise ValueError("no such\nthing")

    later = [(f"later {n}", (tmp_path / str(n)).touch) for n in range(5)]
    with pytest.raises(WorkError, match=r"^second: ValueError: no such thing$"):
        run_forked([("first", lambda: None), ("second", fail), *later], lambda _: None)
    assert len(list(tmp_path.iterdir())) < 5
    assert "ValueError" in capfd.readouterr().err


def test_a_process_that_dies_is_a_failure() -> None:
    with pytest.raises(WorkError, match=r"^a: the process ended with status"):
        run_forked([("a", lambda: os._exit(7))], lambda _: None)


def test_other_children_are_left_alone() -> None:
    """The process may have children that are not this function's to wait for."""
    pid = os.fork()
    if pid == 0:
        os._exit(3)
    time.sleep(0.2)
    run_forked([("a", lambda: None)], lambda _: None)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 3


def test_a_forked_call_answers_and_leaves_nothing_behind() -> None:
    things = ["one"]

    def change() -> dict[str, list[str]]:
        things.append("two")
        return {"things": things}

    assert call_forked(change) == {"things": ["one", "two"]}
    assert things == ["one"]


def test_a_forked_call_that_fails_leaves_its_line() -> None:
    def fail() -> None:
        raise ValueError("there is\nno such note")

    with pytest.raises(WorkError, match="ValueError: there is no such note"):
        call_forked(fail)


def test_a_forked_call_whose_process_dies() -> None:
    with pytest.raises(WorkError, match="ended with status"):
        call_forked(lambda: os._exit(3))
