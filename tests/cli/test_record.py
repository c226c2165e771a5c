"""What ``bdproxy record`` says before it starts anything."""

import sys
from collections import Counter
from pathlib import Path

import pytest

from bdproxy.cli.record_experiment import (
    RecordRequest,
    RecordResult,
    _agent_name,
    print_recording,
)
from bdproxy.worlds.appworld.environment import Environment
from tests.support.command_line import CommandLine, one_line

AGENT = ("--", sys.executable, "agent.py")


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (("--", "no-such-agent"), 6, "no-such-agent: not found or not executable"),
        (("--", ""), 6, "not found or not executable"),
        (("--", "/"), 6, "/: not found or not executable"),
        (("--parallel", "2"), 2, "--parallel: without a command runs go one after another"),
        (("--port", "8000", "--parallel", "2", *AGENT), 2, "--port: only one lane"),
        (("--attempts", "0", *AGENT), 2, "'--attempts'"),
        (("--parallel", "-1", *AGENT), 2, "'--parallel'"),
        (("--timeout", "0", *AGENT), 2, "'--timeout'"),
        (("--max-calls", "0", *AGENT), 2, "'--max-calls'"),
        (("--port", "70000", *AGENT), 2, "'--port'"),
        (("--seed", "x", *AGENT), 2, "'--seed'"),
    ],
)
def test_what_makes_no_sense_is_said_in_one_line(
    command_line: CommandLine, tmp_path: Path, options: tuple[str, ...], code: int, words: str
) -> None:
    log = tmp_path / "runs.db"
    assert words in one_line(command_line("record", "--db", log, *options), code)
    assert not log.exists()


def test_a_script_that_is_not_executable_is_no_command(
    command_line: CommandLine, tmp_path: Path
) -> None:
    script = tmp_path / "agent.py"
    script.write_text("print('hello')")
    line = one_line(command_line("record", "--", script), 6)
    assert f"{script}: not found or not executable; give a program on your PATH" in line


def test_a_data_set_of_appworld_s_own_needs_its_root(
    command_line: CommandLine, environment: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("APPWORLD_ROOT", raising=False)
    line = one_line(command_line("record", "--dataset", "train", *AGENT), 4)
    assert "--appworld-root PATH" in line


def test_a_root_without_data_names_what_is_missing(
    command_line: CommandLine, environment: Environment, tmp_path: Path
) -> None:
    options = ("--dataset", "train", "--appworld-root", tmp_path)
    line = one_line(command_line("record", *options, *AGENT), 4)
    assert f"{tmp_path / 'data' / 'datasets'} is missing" in line


def test_near_names_are_suggested(command_line: CommandLine, builtin_root: Path) -> None:
    options = ("--dataset", "biultin", "--appworld-root", builtin_root)
    assert "did you mean builtin?" in one_line(command_line("record", *options, *AGENT), 3)
    task = one_line(command_line("record", "--task", "answer-mial", *AGENT), 3)
    assert "did you mean answer-mail" in task


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (("python", "agents/ada.py", "--fast"), "ada"),
        (("node", "bob.js"), "bob"),
        (("/usr/bin/cleo",), "cleo"),
        (("python", "-m", "dan"), "python"),
        (None, "by hand"),
    ],
)
def test_an_agent_is_named_after_its_script(command: tuple[str, ...] | None, name: str) -> None:
    assert _agent_name(RecordRequest(log=Path("runs.db"), command=command)) == name


@pytest.mark.parametrize(
    ("result", "line"),
    [
        (RecordResult(), "0 runs recorded"),
        (RecordResult(Counter(completed=1)), "1 run recorded · 1 completed"),
        (
            RecordResult(Counter({"completed": 2, "world died": 1}), 1, 4),
            "3 runs recorded · 2 completed · 1 world died · 1 not assessable · 4 finished before",
        ),
    ],
)
def test_the_last_word_counts_the_runs_and_names_the_next_command(
    capsys: pytest.CaptureFixture[str], result: RecordResult, line: str
) -> None:
    request = RecordRequest(log=Path("runs.db"), command=None)
    print_recording(request, result, as_json=False)
    first, *rest = capsys.readouterr().out.splitlines()
    assert first == line
    assert " ".join(" ".join(rest).split()) == "next: bdproxy grade runs.db"
    print_recording(request, result, as_json=True)
    assert capsys.readouterr().out == ""
