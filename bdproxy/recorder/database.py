"""Opening a log: what it must be, what it must not be, and how SQLite is set up for it."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlite_utils import Database, Migrations

from bdproxy.errors import LogError
from bdproxy.recorder.locking import lock_log
from bdproxy.recorder.schema import recorder_migrations

MIGRATIONS_TABLE = Migrations.migrations_table
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
    if create:
        check_folder(path)
    else:
        check_exists(path)
    with log_errors(path):
        connection = sqlite3.connect(
            path, timeout=BUSY_TIMEOUT_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            database = Database(connection)
            # The tables of a log come into being together, whenever this process is killed.
            with transaction(connection):
                check_ours(database, path, new=create)
                for migration_set in (recorder_migrations, *migrations):
                    check_not_newer(database, migration_set, path)
                    if migration_set.pending(database):
                        migration_set.apply(database)
            # WAL lets a reader (bdproxy grade, a browser of the log) look on while a run records.
            # NORMAL hands each commit to the operating system: it survives the death of this
            # process at any moment, though not a power cut.
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA foreign_keys = ON")
        except BaseException:
            connection.close()
            raise
    return database


def check_log(path: Path) -> None:
    """See that a recording may write to ``path`` before work is done for it; nothing is changed.

    Raises:
        LogError: the file is no log, damaged, unwritable, in use by another recording, or was
            written by a newer bdproxy; or there is none and its folder is missing or unwritable.
    """
    check_folder(path)
    if not path.exists():
        if not os.access(path.parent, os.W_OK | os.X_OK):
            raise LogError(f"{path}: can't be made ({path.parent} may not be written in)")
        return
    with lock_log(path), log_errors(path):
        connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT_SECONDS, isolation_level=None)
        with closing(connection), transaction(connection):
            database = Database(connection)
            check_ours(database, path, new=True)
            check_not_newer(database, recorder_migrations, path)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of it on disk, or nothing; begun as a writer, so that it waits for its turn.

    A transaction that first reads and then writes fails at once when another process commits in
    between.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # After some errors (a full disk) SQLite has rolled back by itself, and whatever else goes
        # wrong with the file now, the first error is the one to tell.
        if connection.in_transaction:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
        raise


def check_exists(path: Path) -> None:
    """Refuse a log that is not there.

    Raises:
        LogError: there is no file at ``path``.
    """
    if not path.is_file():
        raise LogError(
            f"{path}: no such log; record one first with: bdproxy record --db {path} ..."
        )


def check_folder(path: Path) -> None:
    """Refuse a log whose folder is not there.

    Raises:
        LogError: there is no folder for the file ``path``.
    """
    if not path.parent.is_dir():
        raise LogError(f"{path}: the folder {path.parent} does not exist; make it first")


def check_ours(database: Database, path: Path, *, new: bool) -> None:
    """Refuse a database that is no log; an empty one will do if it may become a ``new`` log.

    Raises:
        LogError: it is something else.
    """
    tables = set(database.table_names())
    # A log whose making was cut short may have the first of its tables, without a row.
    if new and tables <= {MIGRATIONS_TABLE}:
        return
    if MIGRATIONS_TABLE not in tables or "calls" not in tables:
        if new:
            raise LogError(f"{path}: is a database of something else; choose another --db")
        raise LogError(f"{path}: is not a bdproxy log (its tables are missing)")


def check_not_newer(database: Database, migration_set: Migrations, path: Path) -> None:
    """Refuse tables that this bdproxy does not know.

    Raises:
        LogError: they were made by a newer one.
    """
    known = {migration.name for migration in migration_set.pending(database)}
    known |= {migration.name for migration in migration_set._migrations}
    newer = [one.name for one in migration_set.applied(database) if one.name not in known]
    if newer:
        raise LogError(
            f"{path}: was written by a newer bdproxy (schema {newer[-1]}); "
            "upgrade with: pip install --upgrade bdproxy"
        )


def check_not_older(database: Database, migration_set: Migrations, path: Path) -> None:
    """Refuse tables that lack what this bdproxy reads.

    Raises:
        LogError: they were made by an older one.
    """
    pending = migration_set.pending(database)
    if pending:
        raise LogError(
            f"{path}: was written by an older bdproxy (its schema lacks {pending[0].name}); "
            f"bring it up to date with: bdproxy grade {path}"
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
