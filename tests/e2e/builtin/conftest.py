import pytest

from tests.support.command_line import CommandLine


@pytest.fixture
def command_line(
    builtin_root: object, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> CommandLine:
    monkeypatch.setenv("COLUMNS", "400")
    return CommandLine(capsys)
