"""Where baked start states live, and AppWorld roots that have one."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

DATABASES = "dbs"


@contextmanager
def baked_folder() -> Iterator[Path]:
    """A folder for one baked start state, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="bdproxy-baked-", ignore_cleanup_errors=True) as name:
        yield Path(name) / DATABASES


def link_data(root: Path, folder: Path, task_id: str | None = None) -> None:
    """Make ``folder/data`` the data folder of ``root``, by links.

    With a task, its databases are left out, for baked ones to be put there.
    """
    source, target = root / "data", folder / "data"
    if task_id is None:
        target.symlink_to(source, target_is_directory=True)
        return
    tasks = Path("tasks")
    own = tasks / task_id
    for part, leaving_out in ((Path(), tasks.name), (tasks, task_id), (own, DATABASES)):
        (target / part).mkdir()
        for entry in (source / part).iterdir():
            if entry.name != leaving_out:
                (target / part / entry.name).symlink_to(entry)
