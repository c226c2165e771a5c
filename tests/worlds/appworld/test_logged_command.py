import sys
import time
from pathlib import Path

import psutil
import pytest

from bdproxy.errors import SetupError
from bdproxy.worlds.appworld.logged_command import run_logged


def _python(code: str, log: Path, **options: object) -> None:
    run_logged([sys.executable, "-c", code], what="trying", log=log, cwd=log.parent, **options)  # type: ignore[arg-type]


def test_lines_reach_the_caller_and_everything_reaches_the_log(tmp_path: Path) -> None:
    log, lines = tmp_path / "log", list[str]()
    _python(
        "import sys; print('one'); print('two'); print('three', file=sys.stderr)",
        log,
        on_line=lines.append,
    )
    assert lines == ["one\n", "two\n"]
    assert {"one", "two", "three"} <= set(log.read_text().splitlines())


def test_variables_are_added_and_ours_for_python_are_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", "/nowhere")
    lines = list[str]()
    _python(
        "import os; print(os.environ.get('PYTHONPATH'), os.environ['ADDED'])",
        tmp_path / "log",
        variables={"ADDED": "yes"},
        on_line=lines.append,
    )
    assert lines == ["None yes\n"]


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import sys; sys.exit('no luck')", "no luck"),
        ("import sys; print('ERROR: first'); print('and then'); sys.exit(1)", "ERROR: first"),
        ("import sys; sys.exit(3)", "it ended with status 3 and said nothing"),
        ("import sys; sys.exit('OSError: [Errno 28] No space left on device')", "the disk is full"),
        ("import sys; sys.exit('x: Connection refused')", "the package index can't be reached"),
        ("import os; os.abort()", "it ended with status -6"),
    ],
)
def test_a_failure_is_one_line_with_the_reason_and_the_log(
    tmp_path: Path, code: str, reason: str
) -> None:
    log = tmp_path / "log"
    with pytest.raises(SetupError) as caught:
        _python(code, log)
    message = str(caught.value)
    assert message.startswith(f"trying failed: {reason}")
    assert message.endswith(f"full log: {log}")
    assert "\n" not in message


def test_only_the_failed_commands_own_output_is_its_reason(tmp_path: Path) -> None:
    log = tmp_path / "log"
    _python("print('Connection refused')", log)
    with pytest.raises(SetupError, match="no luck"):
        _python("import sys; sys.exit('no luck')", log)


def test_a_command_that_can_not_be_started(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"trying failed: .*nothing can't be started"):
        run_logged([tmp_path / "nothing"], what="trying", log=tmp_path / "log", cwd=tmp_path)


def test_an_interruption_ends_the_command_with_all_it_started(tmp_path: Path) -> None:
    code = (
        "import subprocess, sys, time;"
        "p = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']);"
        "print(p.pid, flush=True); time.sleep(60)"
    )
    started = list[int]()

    def interrupt(line: str) -> None:
        started.append(int(line))
        raise KeyboardInterrupt

    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        _python(code, tmp_path / "log", on_line=interrupt)
    assert time.monotonic() - begun < 30
    _, alive = psutil.wait_procs(
        [psutil.Process(pid) for pid in started if psutil.pid_exists(pid)], timeout=5
    )
    assert [process for process in alive if process.status() != psutil.STATUS_ZOMBIE] == []
