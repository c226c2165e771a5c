"""Folds the write-ahead log back into the database file, off the hot path."""

import sqlite3
import threading
from pathlib import Path

PERIOD_SECONDS = 2.0
SMALLEST_WAL_BYTES = 4 * 1024 * 1024
"""Below this a checkpoint costs more than it brings."""
LARGEST_WAL_BYTES = 32 * 1024 * 1024
"""Above this the writer is made to wait, for no longer than it has to, so that the file shrinks."""
WAIT_SECONDS = 0.05
"""How long a checkpoint waits for the writer or a reader before it gives up until next time."""


class Checkpointer:
    """A thread with its own connection that checkpoints a growing write-ahead log.

    PASSIVE never waits for a reader or the writer and never makes them wait, so under a steady load
    it never catches up: only when nothing is left to copy does the write-ahead log start anew.
    TRUNCATE, right after it, has little left to copy while the writer waits. sqlite3 releases the
    interpreter lock meanwhile.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._wal = path.with_name(path.name + "-wal")
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="checkpointer", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the thread; the last connection to close does the final checkpoint."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        connection = sqlite3.connect(self._path, timeout=WAIT_SECONDS, isolation_level=None)
        try:
            while not self._stop.wait(PERIOD_SECONDS):
                self._checkpoint(connection)
        finally:
            connection.close()

    def _checkpoint(self, connection: sqlite3.Connection) -> None:
        try:
            if self._wal.stat().st_size >= SMALLEST_WAL_BYTES:
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            if self._wal.stat().st_size >= LARGEST_WAL_BYTES:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except (OSError, sqlite3.Error):
            # Nothing is lost without a checkpoint, and a full disk is the writer's to report:
            # its own next commit says so in time.
            return
