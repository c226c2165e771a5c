"""A program that reads ``--json`` from a pipe gets each line when it is said."""

import json
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from bdproxy.worlds.protocol import Task
from tests.support.processes import REPOSITORY


@pytest.mark.parametrize("options", [(), ("--client-managed",)])
def test_the_url_for_an_agent_started_by_hand_comes_at_once(
    builtin_tasks: tuple[Task, ...], tmp_path: Path, options: tuple[str, ...]
) -> None:
    arguments = ["--json", "--db", tmp_path / "runs.db", "--task", builtin_tasks[0].id, *options]
    recording = subprocess.Popen(
        [sys.executable, "-m", "bdproxy", "record", *map(str, arguments)],
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert recording.stdout is not None
    try:
        # Nothing more is printed until the run ends: a line that waits in a buffer stays there.
        url = json.loads(recording.stdout.readline())["url"]
        if not options:
            answer = httpx.post(f"{url}/supervisor/message", json={}, trust_env=False, timeout=60)
            assert answer.status_code == 200
            assert json.loads(recording.stdout.readline())["end_reason"] == "completed"
            assert recording.wait(60) == 0
    finally:
        recording.terminate()
        recording.wait(60)
        recording.stdout.close()
