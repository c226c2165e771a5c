from pathlib import Path

from tests.support.command_line import CommandLine, one_line
from tests.support.logs import a_log


def test_three_tables(command_line: CommandLine, tmp_path: Path) -> None:
    result = command_line("export", a_log(tmp_path, runs=2), "-o", tmp_path / "out")
    assert result.code == 0, result.err
    assert result.out == ""
    assert "2 runs, 2 calls, 0 findings in " in result.err
    assert "credentials are redacted" in result.err
    files = sorted(file.name for file in (tmp_path / "out").iterdir())
    assert files == ["calls.csv", "findings.csv", "runs.csv"]


def test_an_archive_for_each_run(command_line: CommandLine, tmp_path: Path) -> None:
    log = a_log(tmp_path, runs=3)
    result = command_line(
        "export", log, "--format", "har", "--run", 2, "--with-credentials", "-o", tmp_path / "out"
    )
    assert result.code == 0, result.err
    assert "redacted" not in result.err
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["run-2.har"]


def test_bad_input_is_one_line(command_line: CommandLine, tmp_path: Path) -> None:
    log = a_log(tmp_path)
    assert "no such log" in one_line(command_line("export", tmp_path / "none.db"), 7)
    assert "there is no run 9" in one_line(
        command_line("export", log, "--run", 9, "-o", tmp_path / "out"), 3
    )
    (tmp_path / "file").write_text("")
    assert "can't be written" in one_line(command_line("export", log, "-o", tmp_path / "file"), 2)
