"""The built-in agents as programs: what they say when they are not started as they should be."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

AGENTS = ("gold", "careless")


def _run(agent: str, **variables: str) -> subprocess.CompletedProcess[str]:
    inherited = {name: value for name, value in os.environ.items() if "BDPROXY" not in name}
    return subprocess.run(
        [sys.executable, "-m", f"bdproxy.agents.{agent}"],
        env={**inherited, **variables},
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize("agent", [*AGENTS, "do_nothing"])
def test_without_an_environment(agent: str) -> None:
    ended = _run(agent)
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert "is not set; the agent is meant to be started by `bdproxy record`" in ended.stderr


@pytest.mark.parametrize("content", ["", "[1]", "{}"], ids=["empty", "a list", "no instruction"])
@pytest.mark.parametrize("agent", AGENTS)
def test_a_task_file_that_is_no_task(tmp_path: Path, agent: str, content: str) -> None:
    file = tmp_path / "task.json"
    file.write_text(content)
    ended = _run(agent, BDPROXY_TASK_FILE=str(file), BDPROXY_TASK_ID="split-dinner_1")
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"the task file {file} can't be read: ")
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize("agent", AGENTS)
def test_a_task_of_another_data_set(tmp_path: Path, agent: str) -> None:
    file = tmp_path / "task.json"
    file.write_text(json.dumps({"instruction": "", "supervisor": {}, "datetime": ""}))
    ended = _run(
        agent,
        BDPROXY_TASK_FILE=str(file),
        BDPROXY_TASK_ID="82e2fac_1",
        BDPROXY_BASE_URL="http://127.0.0.1:9",
    )
    assert ended.returncode == 3
    assert "82e2fac_1 is not a task of the built-in world" in ended.stderr
    assert ended.stderr.count("\n") == 1
