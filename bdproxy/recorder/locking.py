"""One recording per log: the lock file beside it."""

from pathlib import Path

from filelock import FileLock, Timeout

from bdproxy.errors import LogError


def lock_log(path: Path) -> FileLock:
    """Take the lock of the log at ``path``; the operating system frees it when its owner dies.

    Raises:
        LogError: another recording holds it, or the folder can't be written.
    """
    lock = FileLock(f"{path}.lock", timeout=0)
    try:
        lock.acquire()
    except Timeout as error:
        raise LogError(
            f"{path}: another bdproxy is recording into it; wait for it or choose another --db"
        ) from error
    except OSError as error:
        raise LogError(f"{path}: can't be opened for writing ({error.strerror})") from error
    return lock
