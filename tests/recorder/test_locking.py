from pathlib import Path

import pytest

from bdproxy.errors import LogError
from bdproxy.recorder.locking import lock_log
from bdproxy.recorder.writer import LogWriter
from tests.support.logs import a_log
from tests.support.processes import endless_recording


def test_a_log_has_one_recorder_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    lock = lock_log(path)
    with pytest.raises(LogError, match=f"{path}: another bdproxy is recording into it"):
        lock_log(path)
    lock.release()
    lock_log(path).release()


def test_another_process_s_recording_is_respected(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    with endless_recording(path) as process:
        with pytest.raises(LogError, match="another bdproxy is recording into it"):
            LogWriter(path)
        process.kill()
        process.wait()
        # The operating system has freed the lock.
        LogWriter(path).close()


def test_a_writer_that_could_not_open_lets_go_of_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    path.write_bytes(b"no database" * 1000)
    with pytest.raises(LogError):
        LogWriter(path)
    lock_log(path).release()


def test_a_folder_that_is_missing_is_no_reason_for_a_traceback(tmp_path: Path) -> None:
    with pytest.raises(LogError):
        LogWriter(tmp_path / "none" / "runs.db")


def test_logs_do_not_lock_each_other(tmp_path: Path) -> None:
    first = LogWriter(a_log(tmp_path))
    second = LogWriter(tmp_path / "others.db")
    second.close()
    first.close()
