"""What becomes of a run whose agent makes trouble; each run ends, and nothing is left behind."""

from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from bdproxy.names import EndReason, RunStatus
from bdproxy.recorder.records import CallRecord, RunRecord
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Task
from tests.support.loops import SESSION_LOOP
from tests.support.misbehaving_agent import FLOOD_BYTES, SLEEPERS
from tests.support.recordings import (
    agent_command,
    body_of,
    calls_of,
    planned,
    record,
    runs_of,
    settings_for,
)

pytestmark = SESSION_LOOP


@dataclass
class Recorded:
    run: RunRecord
    calls: list[CallRecord]
    stdout: bytes
    sleepers: list[int]


class Recorder:
    def __init__(
        self,
        worlds: AppWorldWorlds,
        task: Task,
        root: Path,
        folder: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        self._worlds, self._task, self._root, self._folder = worlds, task, root, folder
        self._sleepers = folder / "sleepers"
        monkeypatch.setenv(SLEEPERS, str(self._sleepers))

    async def __call__(
        self, behaviour: str, *, timeout: float | None = None, max_calls: int | None = None
    ) -> Recorded:
        log = self._folder / "runs.db"
        settings = settings_for(
            self._root, agent_command(behaviour), timeout=timeout, max_calls=max_calls
        )
        await record(log, self._worlds, settings, planned([self._task]))
        (run,) = runs_of(log)
        assert run.status is RunStatus.FINISHED
        sleepers = self._sleepers.read_text().split() if self._sleepers.exists() else []
        stdout = body_of(log, run.stdout_body)
        return Recorded(run, calls_of(log, run.id), stdout, [int(one) for one in sleepers])


@pytest.fixture
def recorded(
    worlds: AppWorldWorlds,
    builtin_tasks: tuple[Task, ...],
    builtin_root: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Recorder:
    return Recorder(worlds, builtin_tasks[0], builtin_root, tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("behaviour", "reason", "exit_status", "calls"),
    [
        ("behaves", EndReason.COMPLETED, 0, 1),
        ("exits_1_when_done", EndReason.COMPLETED, 1, 1),
        ("exits_0", EndReason.EXITED, 0, 0),
        ("closes_its_output", EndReason.COMPLETED, 0, 1),
        ("completes_twice", EndReason.COMPLETED, 0, 2),
        ("leaves_during_a_write", EndReason.COMPLETED, 0, 1),
        ("crashes_during_a_write", EndReason.COMPLETED, 1, 1),
        ("reads_its_input", EndReason.COMPLETED, 0, 1),
    ],
)
async def test_a_run_that_can_be_assessed(
    recorded: Recorder, behaviour: str, reason: EndReason, exit_status: int, calls: int
) -> None:
    found = await recorded(behaviour)
    assert found.run.not_assessable is None
    assert (found.run.end_reason, found.run.exit_status) == (reason, exit_status)
    assert len(found.calls) == calls


@pytest.mark.parametrize(
    ("behaviour", "exit_status", "words"),
    [("exits_1", 1, "with exit status 1"), ("kills_itself", -9, "by signal SIGKILL")],
)
async def test_a_crash_is_never_the_agent_s_failure(
    recorded: Recorder, behaviour: str, exit_status: int, words: str
) -> None:
    found = await recorded(behaviour)
    assert found.run.end_reason is EndReason.AGENT_CRASHED
    assert found.run.exit_status == exit_status
    reason = f"the agent's process ended {words} before the task was completed"
    assert found.run.not_assessable == reason


@pytest.mark.parametrize(("behaviour", "exit_status"), [("hangs", -15), ("ignores_sigterm", -9)])
async def test_a_hanging_agent_meets_its_time_limit(
    recorded: Recorder, behaviour: str, exit_status: int
) -> None:
    found = await recorded(behaviour, timeout=1.0)
    assert (found.run.end_reason, found.run.not_assessable) == (EndReason.TIME_LIMIT, None)
    assert found.run.exit_status == exit_status
    assert found.run.ended_at is not None
    assert found.run.ended_at - found.run.started_at < 15


async def test_an_agent_meets_its_call_limit(recorded: Recorder) -> None:
    found = await recorded("calls_too_often", max_calls=5)
    assert (found.run.end_reason, found.run.not_assessable) == (EndReason.CALL_LIMIT, None)
    assert [call.status for call in found.calls] == [200] * 5 + [429]


async def test_an_agent_that_goes_on_after_completion_is_ended(
    recorded: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bdproxy.proxy.managed_run.GRACE_SECONDS", 0.5)
    found = await recorded("goes_on_for_ever")
    assert (found.run.end_reason, found.run.not_assessable) == (EndReason.COMPLETED, None)
    # What came after is still the agent's doing, and on record.
    assert len(found.calls) > 1


async def test_a_flood_of_output_is_counted_but_not_kept(recorded: Recorder) -> None:
    found = await recorded("floods")
    assert found.run.end_reason is EndReason.COMPLETED
    assert found.run.stdout_size == FLOOD_BYTES
    assert b"bytes left out]" in found.stdout
    assert len(found.stdout) < 300_000


@pytest.mark.parametrize(
    "behaviour",
    [
        "leaves_children",
        "leaves_a_session",
        "leaves_a_session_with_an_empty_environment",
        "leaves_a_daemon",
    ],
)
async def test_nothing_that_an_agent_started_survives_its_run(
    recorded: Recorder, behaviour: str
) -> None:
    found = await recorded(behaviour)
    assert found.run.end_reason is EndReason.COMPLETED
    assert len(found.sleepers) == 1
    assert not any(psutil.pid_exists(process) for process in found.sleepers)
