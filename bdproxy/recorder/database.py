"""Opening a log: what it must be, what it must not be, and how SQLite is set up for it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlite_utils import Database, Migrations

from bdproxy.errors import LogError
from bdproxy.recorder.schema import recorder_migrations

BUSY_TIMEOUT_SECONDS = 30.0
"""How long a statement waits for another process's transaction (a grading, say) before it fails."""


@contextmanager
def log_errors(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into one clear line that names the file.

    Raises:
        LogError: instead of any :class:`sqlite3.Error`.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise LogError(_explanation(path, error)) from error


def open_log(
    path: Path, *, create: bool = False, migrations: tuple[Migrations, ...] = ()
) -> Database:
    """Open the log at ``path`` for reading and writing, and bring its tables up to date.

    ``migrations`` are the further sets (the grader's) that the caller's tables need.

    Raises:
        LogError: the file is missing (unless ``create``), no log, damaged, unwritable, or was
            written by a newer bdproxy.
    """
    if not create and not path.is_file():
        raise LogError(
            f"{path}: no such log; record one first with: bdproxy record --db {path} ..."
        )
    if create and not path.parent.is_dir():
        raise LogError(f"{path}: the folder {path.parent} does not exist; make it first")
    with log_errors(path):
        connection = sqlite3.connect(
            path, timeout=BUSY_TIMEOUT_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            database = Database(connection)
            _check_ours(database, path, new=create)
            # WAL lets a reader (bdproxy grade, a browser of the log) look on while a run records.
            # NORMAL hands each commit to the operating system: it survives the death of this
            # process at any moment, though not a power cut.
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA foreign_keys = ON")
            for migration_set in (recorder_migrations, *migrations):
                _check_not_newer(database, migration_set, path)
                if migration_set.pending(database):
                    migration_set.apply(database)
        except BaseException:
            connection.close()
            raise
    return database


def _check_ours(database: Database, path: Path, *, new: bool) -> None:
    tables = set(database.table_names())
    if not tables and new:
        return
    if "_sqlite_migrations" not in tables or "calls" not in tables:
        if new:
            raise LogError(f"{path}: is a database of something else; choose another --db")
        raise LogError(f"{path}: is not a bdproxy log (its tables are missing)")


def _check_not_newer(database: Database, migration_set: Migrations, path: Path) -> None:
    known = {migration.name for migration in migration_set.pending(database)}
    known |= {migration.name for migration in migration_set._migrations}
    newer = [one.name for one in migration_set.applied(database) if one.name not in known]
    if newer:
        raise LogError(
            f"{path}: was written by a newer bdproxy (schema {newer[-1]}); "
            "upgrade with: pip install --upgrade bdproxy"
        )


def _explanation(path: Path, error: sqlite3.Error) -> str:
    text = str(error)
    if "not a database" in text or "malformed" in text:
        return (
            f"{path}: is damaged or no SQLite file ({text}); "
            f"salvage what is left with: sqlite3 {path} .recover"
        )
    if "readonly" in text or "unable to open" in text:
        return f"{path}: can't be opened for writing ({text}); check the file's and folder's rights"
    if "full" in text or "disk I/O" in text:
        return f"{path}: can't be written ({text}); free space on the disk, then run it again"
    if "locked" in text:
        return (
            f"{path}: another process has kept it locked for {BUSY_TIMEOUT_SECONDS:g} seconds; "
            "end that process or wait for it"
        )
    return f"{path}: {text}"
