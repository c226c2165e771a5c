"""Tests as a user without special rights: root may read and write everywhere."""

import multiprocessing
import os
import pwd
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that every user may enter."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def as_nobody(task: Callable[[Path], object], path: Path) -> object:
    """Run ``task`` as a user without special rights (root may write everywhere)."""
    fork = multiprocessing.get_context("fork")
    receiver, sender = fork.Pipe(duplex=False)

    def child() -> None:
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.setgroups([])
            os.setgid(nobody.pw_gid)
            os.setuid(nobody.pw_uid)
        sender.send(task(path))

    process = fork.Process(target=child)
    process.start()
    assert receiver.poll(30)
    result = receiver.recv()
    process.join()
    return result
