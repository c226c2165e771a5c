import pytest

from tests.support.command_line import CommandLine


@pytest.fixture
def command_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> CommandLine:
    monkeypatch.delenv("BDPROXY_DEBUG", raising=False)
    monkeypatch.setenv("COLUMNS", "200")
    return CommandLine(capsys)
