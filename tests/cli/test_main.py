import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bdproxy import __version__
from bdproxy.cli import main as main_module
from bdproxy.cli import run_list
from tests.support.command_line import CommandLine, one_line
from tests.support.logs import a_log
from tests.support.processes import REPOSITORY, bdproxy, endless_recording


def test_version_and_help(command_line: CommandLine) -> None:
    assert command_line("--version").out == f"bdproxy {__version__}\n"
    without_arguments = command_line()
    assert without_arguments.code == 0
    assert without_arguments.out == command_line("--help").out
    for command in ("setup", "record", "grade", "runs"):
        assert f"│ {command} " in without_arguments.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["recrod"], "No such command 'recrod'"),
        (["runs"], "Missing command; see: bdproxy runs --help"),
        (["runs", "show", "x.db"], "Missing argument"),
        (["runs", "show", "x.db", "first"], "Invalid value for 'RUN'"),
        (["grade", "x.db", "--workers", "0"], "Invalid value for '--workers'"),
        (["grade", "x.db", "--fast"], "No such option: --fast; see: bdproxy grade --help"),
        (["runs", "list", "x.db", "--outcome", "good"], "Invalid value for '--outcome'"),
    ],
)
def test_a_wrong_command_line_is_one_line(
    command_line: CommandLine, arguments: list[str], message: str
) -> None:
    assert message in one_line(command_line(*arguments), 2)


def test_an_error_of_ours_is_one_line(
    command_line: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(*arguments: object, **options: object) -> None:
        raise KeyError("first\nsecond\x1b[31m")

    monkeypatch.setattr(run_list, "print_runs", broken)
    line = one_line(command_line("runs", "list", tmp_path), main_module.INTERNAL_ERROR)
    assert "KeyError" in line and "test_main.py" in line and "bdproxy --debug" in line
    assert "\x1b" not in line
    debugged = command_line("--debug", "runs", "list", tmp_path)
    assert debugged.code == main_module.INTERNAL_ERROR
    assert "Traceback" in debugged.err
    monkeypatch.setenv("BDPROXY_DEBUG", "1")
    assert "Traceback" in command_line("runs", "list", tmp_path).err


def test_control_characters_of_a_message_are_shown(command_line: CommandLine) -> None:
    assert "\x1b" not in one_line(command_line("runs", "list", "\x1b[2Jmissing.db"), 7)


def test_ctrl_c(tmp_path: Path) -> None:
    code = (
        "import time; from bdproxy.cli import main, run_list;"
        "run_list.print_runs = lambda *a, **o: (print('ready', flush=True), time.sleep(60));"
        "main.run()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, "runs", "list", str(tmp_path)],
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == main_module.INTERRUPTED
    assert errors == "bdproxy: interrupted; the same command goes on from here\n"


def test_a_reader_that_leaves_early(tmp_path: Path) -> None:
    log = a_log(tmp_path, runs=3000)
    process = subprocess.Popen(
        [sys.executable, "-m", "bdproxy", "runs", "list", "--json", str(log)],
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stderr is not None
    assert process.stdout.readline().startswith('{"type": "run"')
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(30) == 1
    process.stderr.close()


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["runs", "list", "LOG"], ["runs", "show", "LOG", "1"], ["grade", "LOG"]],
)
def test_what_only_looks_never_loads_the_proxy(tmp_path: Path, arguments: list[str]) -> None:
    log = str(a_log(tmp_path, runs=0) if "1" not in arguments else a_log(tmp_path))
    code = (
        "import sys; from bdproxy.cli.main import main; code = main(sys.argv[1:]);"
        "assert code == 0, code;"
        "print(sorted(name for name in sys.modules if name.split('.')[0] in"
        " {'mitmproxy', 'appworld'}), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *(log if one == "LOG" else one for one in arguments)],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[-1] == "[]"


def test_help_needs_no_more_than_typer() -> None:
    code = (
        "import sys; from bdproxy.cli.main import main; main(['--help']);"
        "print([name for name in ('sqlite_utils', 'httpx', 'zstandard') if name in sys.modules],"
        " file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    assert done.stderr.strip() == "[]"


def test_the_module_is_the_command(tmp_path: Path) -> None:
    missing = bdproxy("runs", "list", tmp_path / "runs.db")
    assert (missing.returncode, missing.stdout) == (7, "")
    assert missing.stderr.startswith(f"bdproxy: {tmp_path}/runs.db: no such log")
    assert missing.stderr.count("\n") == 1


def test_lists_while_a_recording_goes_on(tmp_path: Path, command_line: CommandLine) -> None:
    with endless_recording(tmp_path / "runs.db"):
        assert command_line("runs", "list", tmp_path / "runs.db").code == 0
