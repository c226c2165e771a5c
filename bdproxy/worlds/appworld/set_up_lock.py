"""One set-up at a time: whoever comes second waits, and then finds the work done."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from bdproxy.errors import SetupError
from bdproxy.worlds.appworld.progress import Progress, Step


@contextmanager
def set_up_lock(folder: Path, progress: Progress) -> Iterator[None]:
    """Hold the lock beside ``folder``; the system releases it when the process ends, however.

    Raises:
        SetupError: the folder above can't be made or written in, or the disk is full.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        lock = _lock_of(folder)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            progress(Step("waiting for another set-up to end"))
            lock.acquire()
    except OSError as error:
        raise SetupError(f"{folder.parent} can't be used for set-ups: {error}") from error
    try:
        yield
    except OSError as error:
        raise SetupError(f"setting up {folder} failed: {error}") from error
    finally:
        lock.release()


@contextmanager
def try_set_up_lock(folder: Path) -> Iterator[bool]:
    """Hold the lock if nobody else does; whether it is held. Never waits, never fails."""
    lock = _lock_of(folder)
    try:
        lock.acquire(timeout=0)
    except (Timeout, OSError):
        yield False
        return
    try:
        yield True
    finally:
        lock.release()


def _lock_of(folder: Path) -> FileLock:
    return FileLock(folder.with_name(folder.name + ".lock"))
