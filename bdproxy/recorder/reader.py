"""The log's typed reader. It changes nothing: not a row, not a byte, not a file left beside it."""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from pydantic import ValidationError
from sqlite_utils import Database

from bdproxy.errors import LogError, UnknownTaskError
from bdproxy.names import Actor, RunStatus
from bdproxy.recorder.bodies import unpack
from bdproxy.recorder.database import (
    BUSY_TIMEOUT_SECONDS,
    check_exists,
    check_not_newer,
    check_not_older,
    check_ours,
    log_errors,
)
from bdproxy.recorder.records import (
    BodyHash,
    CallRecord,
    CueRecord,
    ExperimentRecord,
    FaultRecord,
    Record,
    RunRecord,
    TaskRecord,
)
from bdproxy.recorder.schema import recorder_migrations
from bdproxy.validation import first_problem

_Record = TypeVar("_Record", bound=Record)


class LogReader:
    """Reads one log, also while a recording goes on; a context manager.

    What it gives back in numbers (runs, calls) is an iterator over the file, and a body is read
    only when asked for. ``database`` is the open file for those who added tables of their own.

    Raises:
        LogError: the log is missing, not a log, damaged, or of another schema than this bdproxy's;
            from the constructor and from any method.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        check_exists(path)
        with ExitStack() as stack:
            with log_errors(path):
                self._connection = _connect(path, stack)
                self.database = Database(self._connection)
                self._check_schema()
            self._resources = stack.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file; harmless when done twice."""
        self._resources.close()

    def experiments(self) -> Iterator[ExperimentRecord]:
        """All experiments, in the order in which they were begun."""
        return self._select(ExperimentRecord, "experiments", "TRUE ORDER BY id")

    def experiment(self, id: int) -> ExperimentRecord:
        """One experiment.

        Raises:
            UnknownTaskError: there is none of that number.
        """
        for record in self._select(ExperimentRecord, "experiments", "id = ?", id):
            return record
        raise UnknownTaskError(f"{self.path}: there is no experiment {id}")

    def task(self, experiment: int, task: str) -> TaskRecord | None:
        """What a task asked for, or None if the recording did not know."""
        where = "experiment_id = ? AND task = ?"
        return next(self._select(TaskRecord, "tasks", where, experiment, task), None)

    def runs(
        self,
        *,
        experiment: int | None = None,
        task: str | None = None,
        agent: str | None = None,
        status: RunStatus | None = None,
    ) -> Iterator[RunRecord]:
        """The runs that meet every given condition, oldest first.

        ``task`` is a task (``split-dinner_2``) or a scenario, which stands for all its tasks.
        """
        conditions: list[tuple[str, tuple[object, ...]]] = [
            ("experiment_id = ?", (experiment,)),
            ("(task = ? OR task IN (SELECT task FROM tasks WHERE scenario = ?))", (task, task)),
            ("experiment_id IN (SELECT id FROM experiments WHERE agent = ?)", (agent,)),
            ("status = ?", (status,)),
        ]
        given = [condition for condition in conditions if condition[1][0] is not None]
        where = " AND ".join(text for text, _ in given) or "TRUE"
        values = [value for _, of_one in given for value in of_one]
        return self._select(RunRecord, "runs", f"{where} ORDER BY id", *values)

    def run(self, id: int) -> RunRecord:
        """One run.

        Raises:
            UnknownTaskError: there is none of that number.
        """
        for record in self._select(RunRecord, "runs", "id = ?", id):
            return record
        raise UnknownTaskError(
            f"{self.path}: there is no run {id}; see them with: bdproxy runs list {self.path}"
        )

    def calls(self, run: int) -> Iterator[CallRecord]:
        """A run's calls by number."""
        return self._select(CallRecord, "calls", "run_id = ? ORDER BY number", run)

    def faults(self, run: int) -> Iterator[FaultRecord]:
        """The calls of a run that were planned to fail, by number."""
        return self._select(FaultRecord, "faults", "run_id = ? ORDER BY number", run)

    def cues(self, run: int) -> Iterator[CueRecord]:
        """The texts that were planted in a run, by hazard."""
        return self._select(CueRecord, "cues", "run_id = ? ORDER BY hazard", run)

    def call_counts(self) -> dict[int, int]:
        """How many calls the agent itself made, by run; runs without a call are left out."""
        with log_errors(self.path):
            return dict(
                self._connection.execute(
                    "SELECT run_id, count(*) FROM calls "
                    "WHERE run_id IS NOT NULL AND actor = ? GROUP BY run_id",
                    (Actor.AGENT,),
                )
            )

    def body(self, hash: BodyHash) -> bytes:
        """The body (or header block) behind a hash, unpacked."""
        with log_errors(self.path):
            row = self._connection.execute(
                "SELECT encoding, data FROM bodies WHERE hash = ?", (hash,)
            ).fetchone()
        if row is None:
            raise LogError(f"{self.path}: is damaged (body {hash.hex()} is missing)")
        try:
            return unpack(*row)
        except ValueError as error:
            raise LogError(f"{self.path}: is damaged (body {hash.hex()}: {error})") from error

    def has_end_state(self, run: int) -> bool:
        """Whether a run's end state was saved."""
        with log_errors(self.path):
            query = "SELECT EXISTS (SELECT 1 FROM end_states WHERE run_id = ?)"
            return bool(self._connection.execute(query, (run,)).fetchone()[0])

    def end_state(self, run: int) -> dict[str, bytes]:
        """The files of a run's end state by name; empty when none was saved."""
        with log_errors(self.path):
            rows = self._connection.execute(
                "SELECT file, body FROM end_states WHERE run_id = ? ORDER BY file", (run,)
            ).fetchall()
        return {file: self.body(hash) for file, hash in rows}

    def _select(
        self, kind: type[_Record], table: str, where: str, *values: object
    ) -> Iterator[_Record]:
        columns = tuple(kind.model_fields)
        query = f"SELECT {', '.join(columns)} FROM {table} WHERE {where}"
        with log_errors(self.path):
            for row in self._connection.execute(query, values):
                try:
                    yield kind.model_validate(dict(zip(columns, row, strict=True)))
                except ValidationError as error:
                    raise LogError(
                        f"{self.path}: is damaged (table {table}, row {row[0]}, column "
                        f"{first_problem(error)})"
                    ) from error

    def _check_schema(self) -> None:
        check_ours(self.database, self.path, new=False)
        check_not_newer(self.database, recorder_migrations, self.path)
        check_not_older(self.database, recorder_migrations, self.path)


def _connect(path: Path, stack: ExitStack) -> sqlite3.Connection:
    """Open ``path`` in the way that leaves it, and the folder around it, as they were.

    SQLite's read-only mode leaves an empty write-ahead log behind when there was none, and can't
    open a log on a read-only disk at all. So it depends on what is there:

    - a write-ahead log (a recording goes on, or was killed): read-only mode. If that fails because
      nothing may be written beside the file, a private copy of both files is read;
    - none, and all is writable: an ordinary connection that refuses to write; it cleans up;
    - none, and a read-only place: the file can't change, so SQLite may skip all locking.
    """
    # Asked, not tried: closing a handle of our own would drop the locks that SQLite holds on the
    # file for this process's other connections, and with them the write-ahead log.
    if not os.access(path, os.R_OK):
        raise LogError(f"{path}: can't be read (permission denied); check its rights")
    write_ahead = path.with_name(path.name + "-wal")
    if write_ahead.exists():
        try:
            return _open(path, "mode=ro", stack)
        except sqlite3.OperationalError:
            if os.access(path.parent, os.W_OK):
                raise
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bdproxy-")))
            for file in (path, write_ahead):
                shutil.copyfile(file, folder / file.name)
            return _open(folder / path.name, "mode=rw", stack)
    if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
        return _open(path, "mode=rw", stack)
    return _open(path, "immutable=1", stack)


def _open(path: Path, mode: str, stack: ExitStack) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{mode}",
        uri=True,
        timeout=BUSY_TIMEOUT_SECONDS,
        isolation_level=None,
    )
    try:
        connection.execute("PRAGMA query_only = ON")
        # Opening is lazy; this first reading is what fails when the place does not fit the mode.
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except BaseException:
        connection.close()
        raise
    stack.callback(connection.close)
    return connection
