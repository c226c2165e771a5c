import csv
import io
import json
from pathlib import Path

import pytest

from benchmarks.common.synthetic_log import write_synthetic_log
from tests.support.command_line import CommandLine, one_line
from tests.support.logs import a_log


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("log") / "a.db"
    write_synthetic_log(path, families=4, agents=1, attempts=1, seed=1, calls=False)
    return path


def test_tables(command_line: CommandLine, log: Path) -> None:
    result = command_line("report", log)
    assert result.code == 0, result.err
    for words in ("What the world cost agent 00", "Pass rate by world", "What each hazard costs"):
        assert words in result.out
    assert result.err == ""


def test_json_csv_and_markdown(command_line: CommandLine, log: Path) -> None:
    found = json.loads(command_line("report", log, "--format", "json").out)
    assert found["study"]["families"] == 4
    rows = list(csv.DictReader(io.StringIO(command_line("report", log, "--format", "csv").out)))
    assert {row["section"] for row in rows} >= {"headline", "worlds", "modes"}
    assert "## Pass rate by world" in command_line("report", log, "--format", "markdown").out


def test_the_seed_moves_nothing_but_intervals(command_line: CommandLine, log: Path) -> None:
    one, other = (
        json.loads(command_line("report", log, "--format", "json", "--seed", seed).out)
        for seed in (1, 2)
    )
    assert one["study"]["seed"] != other["study"]["seed"]
    assert one["runs"] == other["runs"]
    rates = [found["study"]["agents"]["agent 00"]["counts"] for found in (one, other)]
    assert rates[0] == rates[1]


@pytest.mark.parametrize("name", ["a.json", "a.csv", "a.md"])
def test_a_file(command_line: CommandLine, log: Path, tmp_path: Path, name: str) -> None:
    result = command_line("report", log, "-o", tmp_path / name)
    assert result.code == 0, result.err
    assert result.out == ""
    assert str(tmp_path / name) in result.err
    assert "agent 00" in (tmp_path / name).read_text(encoding="utf-8")


def test_several_logs(command_line: CommandLine, log: Path, tmp_path: Path) -> None:
    other = tmp_path / "b.db"
    write_synthetic_log(other, families=4, agents=1, attempts=1, seed=2, calls=False)
    found = json.loads(command_line("report", log, other, "--format", "json").out)
    assert set(found["study"]["agents"]) == {"agent 00 (a.db)", "agent 00 (b.db)"}


def test_bad_input_is_one_line(command_line: CommandLine, log: Path, tmp_path: Path) -> None:
    ungraded = a_log(tmp_path)
    for arguments, code, words in (
        ((tmp_path / "none.db",), 7, "no such log"),
        ((ungraded,), 2, "no graded runs; grade them first with: bdproxy grade"),
        ((log, log), 2, "given twice"),
        ((log, "-o", tmp_path / "a.txt"), 2, "does not say the format"),
        ((log, "--format", "html"), 2, "-o report.html"),
        ((log, "--format", "tables", "-o", tmp_path / "a.html"), 2, "is for a terminal"),
        ((log, "-o", tmp_path / "no" / "a.json"), 2, "can't be written"),
    ):
        assert words in one_line(command_line("report", *arguments), code)
