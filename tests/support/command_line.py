"""The command line run inside the tests' own process, which is quick."""

from dataclasses import dataclass

import pytest

from bdproxy.cli.main import main


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str


class CommandLine:
    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: object) -> Result:
        self._capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        captured = self._capsys.readouterr()
        return Result(code, captured.out, captured.err)


def one_line(result: Result, code: int) -> str:
    """The one line by which a command failed, without its prefix."""
    assert result.code == code, result
    assert result.out == ""
    assert result.err.startswith("bdproxy: ") and result.err.count("\n") == 1, result.err
    return result.err.removeprefix("bdproxy: ").strip()
