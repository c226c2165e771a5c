import json
import sqlite3
from pathlib import Path

import pytest

from bdproxy.names import EndReason, RunStatus
from bdproxy.recorder.rows import RunEnd
from bdproxy.recorder.writer import LogWriter
from tests.support.command_line import CommandLine, one_line
from tests.support.logs import a_log, begin_experiment, write_run

CRASHED = RunEnd(RunStatus.FINISHED, EndReason.AGENT_CRASHED, "killed by SIGKILL")


@pytest.fixture
def crashed(tmp_path: Path) -> Path:
    """A log that can be graded without a benchmark: nothing in it can be assessed."""
    path = tmp_path / "runs.db"
    writer = LogWriter(path)
    for agent in ("ada", "bob"):
        experiment = begin_experiment(writer, agent)
        write_run(writer, experiment, end=CRASHED)
    write_run(writer, experiment, "split-dinner_2", end=None)
    writer.close()
    return path


def test_a_table_and_a_sentence(crashed: Path, command_line: CommandLine) -> None:
    graded = command_line("grade", crashed)
    assert graded.code == 0
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in graded.out.splitlines()]
    assert ["ada", "0", "0", "1", "", "0.0%", ""] in rows
    assert ["all", "0", "0", "2", "", "0.0%", ""] in rows
    assert graded.err == (
        "graded: 2 (2 with a new or changed verdict); not graded because still running: 1\n"
    )
    again = command_line("grade", crashed)
    assert again.out == graded.out
    assert "graded: 0 (0 with a new or changed verdict); graded before: 2" in again.err
    assert "graded: 2 (0 with" in command_line("grade", crashed, "--regrade").err
    assert "graded: 2 (0 with" in command_line("grade", crashed, "--findings-only").err
    line = one_line(command_line("grade", crashed, "--regrade", "--findings-only"), 2)
    assert line.startswith("--findings-only asks no evaluator")
    outdate(crashed)
    assert "bring them up to date with --findings-only" in command_line("grade", crashed).err
    assert "graded: 2 (2 with" in command_line("grade", crashed, "--findings-only").err
    assert "other detectors" not in command_line("grade", crashed).err


def outdate(path: Path) -> None:
    """Make the findings those of another catalogue."""
    connection = sqlite3.connect(path)
    connection.execute("UPDATE verdicts SET catalogue_hash = 'older'")
    connection.commit()
    connection.close()


def test_json(crashed: Path, command_line: CommandLine) -> None:
    graded = command_line("grade", crashed, "--json")
    assert (graded.code, graded.err) == (0, "")
    lines = [json.loads(line) for line in graded.out.splitlines()]
    assert [line["type"] for line in lines] == ["verdict"] * 2 + ["summary"] * 2 + ["grading"]
    assert lines[0]["reason"] == "killed by SIGKILL"
    assert lines[2]["not_assessable"] == 1 and lines[2]["pass_rate"] is None
    assert lines[4] == {
        "type": "grading", "graded": 2, "new_or_changed": 2, "provisional": 0, "had_verdicts": 0,
        "outdated": 0, "running": 1, "interrupted": 0,
    }  # fmt: skip


def test_a_data_set_that_is_gone(tmp_path: Path, command_line: CommandLine) -> None:
    path = a_log(tmp_path)
    line = one_line(command_line("grade", path), 4)
    assert line.startswith(
        "the runs that bdproxy 0.1.0 recorded of ada need data set builtin, then"
    )
    assert line.endswith("say which to use with: --appworld-root PATH")
    line = one_line(command_line("grade", path, "--appworld-root", tmp_path), 4)
    assert line.startswith(f"{tmp_path} has no data folder")


@pytest.mark.parametrize("relative", [True, False])
@pytest.mark.parametrize("dataset", ["builtin", "dev"])
@pytest.mark.parametrize("name", ["world", "builtin-0123456789ab", ".."])
def test_no_code_is_run_from_where_a_log_says(
    tmp_path: Path,
    command_line: CommandLine,
    monkeypatch: pytest.MonkeyPatch,
    relative: bool,
    dataset: str,
    name: str,
) -> None:
    """Grading runs a data set's evaluators: a log from elsewhere must not choose them."""
    (tmp_path / "x" / name / "data").mkdir(parents=True, exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BDPROXY_CACHE", str(tmp_path / "cache"))
    # Grading would go on to look for AppWorld, and fail with another exit code.
    monkeypatch.setenv("BDPROXY_APPWORLD_PYTHON", "/nowhere/python")
    root = Path("x", name) if relative else tmp_path / "x" / name
    path = tmp_path / "runs.db"
    writer = LogWriter(path)
    write_run(writer, begin_experiment(writer, dataset=dataset, world_root=str(root)))
    writer.close()
    line = one_line(command_line("grade", path), 4)
    assert f"then in {root}; since a data set's evaluators are code" in line
    # Who names it means it.
    one_line(command_line("grade", path, "--appworld-root", root), 5)


def test_an_older_built_in_world_in_ones_own_cache(
    tmp_path: Path, command_line: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "worlds" / "builtin-0123456789ab" / "data").mkdir(parents=True)
    monkeypatch.setenv("BDPROXY_CACHE", str(tmp_path))
    monkeypatch.setenv("BDPROXY_APPWORLD_PYTHON", "/nowhere/python")
    path = tmp_path / "runs.db"
    writer = LogWriter(path)
    root = "/elsewhere/worlds/builtin-0123456789ab"
    write_run(writer, begin_experiment(writer, world_root=root))
    writer.close()
    one_line(command_line("grade", path), 5)


def test_an_empty_log(tmp_path: Path, command_line: CommandLine) -> None:
    graded = command_line("grade", a_log(tmp_path, runs=0))
    assert (graded.code, graded.out) == (0, "")
    assert graded.err == "graded: 0 (0 with a new or changed verdict)\n"
