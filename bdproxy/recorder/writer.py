"""The log's writer: one connection, one transaction a call, on disk before the caller goes on."""

import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from bdproxy.errors import LogError
from bdproxy.names import RunStatus
from bdproxy.recorder.bodies import RememberedHashes, body_hash, pack
from bdproxy.recorder.checkpointer import Checkpointer
from bdproxy.recorder.database import check_folder, log_errors, open_log, transaction
from bdproxy.recorder.locking import lock_log
from bdproxy.recorder.rows import (
    Call,
    CueRow,
    Exchange,
    ExperimentRow,
    Fault,
    RunEnd,
    RunKey,
    TaskRow,
)
from bdproxy.recorder.text import storable

_CALL_COLUMNS = (
    "experiment_id", "run_id", "number", "actor", "principal", "app", "api", "method", "path",
    "path_template", "query", "http_version", "writes", "request_headers", "request_body",
    "forwarded", "upstream_status", "upstream_headers", "upstream_body", "status",
    "response_headers", "response_body", "refused_by", "refused_reason", "error", "retry_of",
    "connection", "started_at", "forwarded_at", "answered_at", "completed_at",
)  # fmt: skip
_INSERT_CALL = (
    f"INSERT INTO calls ({', '.join(_CALL_COLUMNS)}) VALUES ({', '.join('?' * len(_CALL_COLUMNS))})"
)
_REPLACE_FAULT = (
    "INSERT OR REPLACE INTO faults (run_id, number, form, phase, planned_write, applied, "
    "forwarded, upstream_status, landed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_UPDATE_CALL = f"UPDATE calls SET {', '.join(f'{name} = ?' for name in _CALL_COLUMNS)} WHERE id = ?"


class LogWriter:
    """Writes one log. Only one recording at a time may hold a log (a lock file beside it).

    Not thread-safe: everything happens on the event loop's thread. Plain ``sqlite3`` on the hot
    path, since sqlite-utils' insert is half as fast; sqlite-utils makes and migrates the tables.

    Raises:
        LogError: from any method, when the disk, the file or another writer is in the way.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        check_folder(path)
        self._lock = lock_log(path)
        try:
            self._connection: sqlite3.Connection = open_log(path, create=True).conn
            # A checkpoint on the hot path would make single calls wait for the whole log's sync.
            self._connection.execute("PRAGMA wal_autocheckpoint = 0")
            self._checkpointer = Checkpointer(path)
        except BaseException:
            self._lock.release()
            raise
        self._remembered = RememberedHashes()

    def close(self) -> None:
        """Fold the write-ahead log into the file and let go of it."""
        self._checkpointer.close()
        with log_errors(self.path):
            self._connection.close()
        self._lock.release()

    # Experiments, tasks, runs

    def experiment(self, row: ExperimentRow) -> int:
        """The experiment's id; the same configuration goes on with the same experiment."""
        with self._transaction() as connection:
            connection.execute(
                "INSERT INTO experiments (config_hash, agent, command, management, dataset, "
                "world_root, seed, max_calls, timeout, bdproxy_version, world_version, created_at, "
                "fault_form, fault_phase, plant) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
                "ON CONFLICT (config_hash) DO NOTHING",
                (row.config_hash, row.agent, row.command, row.management, row.dataset,
                 row.world_root, row.seed, row.max_calls, row.timeout, row.bdproxy_version,
                 row.world_version, time.time(), row.fault_form, row.fault_phase,
                 row.plant),
            )  # fmt: skip
            found = connection.execute(
                "SELECT id FROM experiments WHERE config_hash = ?", (row.config_hash,)
            ).fetchone()
        return int(found[0])

    def task(self, experiment: int, task: TaskRow) -> None:
        """Keep what a task asked for, so that the log can be read without its data set.

        Raises:
            LogError: the experiment has runs of a task that had the same name and was another one.
        """
        with self._transaction() as connection:
            other = connection.execute(
                "SELECT 1 FROM tasks JOIN runs USING (experiment_id, task) "
                "WHERE experiment_id = ? AND task = ? AND digest <> ? LIMIT 1",
                (experiment, task.task, task.digest),
            ).fetchone()
            if other is not None:
                raise LogError(
                    f"{self.path}: has runs of {task.task} from before its files in the data set "
                    "were changed, which can't be compared with new ones; choose another --db"
                )
            connection.execute(
                "INSERT OR REPLACE INTO tasks (experiment_id, task, scenario, instruction, "
                "supervisor, datetime, digest, family) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (experiment, task.task, task.scenario, task.instruction, task.supervisor,
                 task.datetime, task.digest, task.family),
            )  # fmt: skip

    def interrupt_stale_runs(self) -> int:
        """Mark the runs that a killed recording left ``running``; the number of them.

        Whoever holds the log's lock is its only recorder, so a run still ``running`` has no owner.
        """
        with self._transaction() as connection:
            return connection.execute(
                "UPDATE runs SET status = ?, ended_at = ?, "
                "not_assessable = 'the recording ended before the run did' WHERE status = ?",
                (RunStatus.INTERRUPTED, time.time(), RunStatus.RUNNING),
            ).rowcount

    def reopen_not_assessable(self, experiment: int) -> int:
        """Let the finished runs that can't be assessed be recorded again; the number of them.

        They stay, with their reasons and calls, as interrupted runs.
        """
        with self._transaction() as connection:
            return connection.execute(
                "UPDATE runs SET status = ? WHERE experiment_id = ? AND status = ? "
                "AND not_assessable IS NOT NULL",
                (RunStatus.INTERRUPTED, experiment, RunStatus.FINISHED),
            ).rowcount

    def finished(self, experiment: int) -> set[RunKey]:
        """The runs of an experiment that need not be recorded again."""
        with log_errors(self.path):
            rows = self._connection.execute(
                "SELECT task, variant, attempt FROM runs WHERE experiment_id = ? AND status = ?",
                (experiment, RunStatus.FINISHED),
            ).fetchall()
        return {RunKey(*row) for row in rows}

    def begin_run(
        self,
        experiment: int,
        key: RunKey,
        hazards: str | None = None,
        cues: Sequence[CueRow] = (),
    ) -> int:
        """Open a run; its id. ``hazards`` is what is planned to happen in it, as JSON."""
        with self._transaction() as connection:
            cursor = connection.execute(
                "INSERT INTO runs (experiment_id, task, variant, attempt, status, started_at, "
                "hazards) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (experiment, key.task, key.variant, key.attempt, RunStatus.RUNNING, time.time(),
                 hazards),
            )  # fmt: skip
            connection.executemany(
                "INSERT INTO cues (run_id, hazard, surface, way, account, record, text) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    (cursor.lastrowid, cue.hazard, cue.surface, cue.way, cue.account, cue.record,
                     cue.text)
                    for cue in cues
                ],
            )  # fmt: skip
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def end_run(self, run: int, end: RunEnd, end_state: Mapping[str, bytes] | None) -> None:
        """Close a run together with its end state, in one transaction: both or neither."""
        with self._transaction() as connection:
            connection.execute(
                "UPDATE runs SET status = ?, end_reason = ?, not_assessable = ?, ended_at = ?, "
                "reported_status = ?, reported_answer = ?, exit_status = ?, stdout_body = ?, "
                "stdout_size = ?, stderr_body = ?, stderr_size = ? WHERE id = ?",
                (end.status, end.reason, end.not_assessable, time.time(),
                 storable(end.reported_status), storable(end.reported_answer), end.exit_status,
                 self._body(connection, end.stdout), end.stdout_size,
                 self._body(connection, end.stderr), end.stderr_size, run),
            )  # fmt: skip
            connection.executemany(
                "INSERT INTO end_states (run_id, file, body) VALUES (?, ?, ?)",
                [
                    (run, name, self._body(connection, data))
                    for name, data in sorted((end_state or {}).items())
                ],
            )

    # Calls

    def save_call(self, experiment: int, call: Call) -> None:
        """Insert the call and its fault, or update them if they are on disk already.

        Durable on return.
        """
        with self._transaction() as connection:
            values = self._call_values(connection, experiment, call)
            row = call.id
            if row is None:
                row = connection.execute(_INSERT_CALL, values).lastrowid
            else:
                connection.execute(_UPDATE_CALL, (*values, row))
            if call.fault is not None:
                connection.execute(_REPLACE_FAULT, _fault_values(call, call.fault))
        # Only now: a row that could not be committed must be inserted again.
        call.id = row

    def _call_values(
        self, connection: sqlite3.Connection, experiment: int, call: Call
    ) -> tuple[object, ...]:
        upstream = self._exchange(connection, call.upstream)
        seen = upstream if call.seen is call.upstream else self._exchange(connection, call.seen)
        return (
            experiment, call.run_id, call.number, call.actor, storable(call.principal), call.app,
            call.api, storable(call.method), storable(call.path), call.path_template,
            storable(call.query), call.http_version, call.writes,
            self._body(connection, call.request_headers),
            self._body(connection, call.request_body), call.forwarded, *upstream, *seen,
            call.refused_by, storable(call.refused_reason), call.error, call.retry_of,
            call.connection, call.started_at, call.forwarded_at, call.answered_at,
            call.completed_at,
        )  # fmt: skip

    def _exchange(
        self, connection: sqlite3.Connection, exchange: Exchange | None
    ) -> tuple[int | None, bytes | None, bytes | None]:
        if exchange is None:
            return None, None, None
        return (
            exchange.status,
            self._body(connection, exchange.headers),
            self._body(connection, exchange.body),
        )

    def _body(self, connection: sqlite3.Connection, body: bytes) -> bytes:
        key = body_hash(body)
        if key not in self._remembered:
            encoding, data = pack(body)
            connection.execute(
                "INSERT OR IGNORE INTO bodies (hash, size, encoding, data) VALUES (?, ?, ?, ?)",
                (key, len(body), encoding, data),
            )
            self._pending.append(key)
        return key

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        self._pending: list[bytes] = []
        with log_errors(self.path), transaction(self._connection):
            yield self._connection
        self._remember(self._pending)

    def _remember(self, keys: Iterable[bytes]) -> None:
        # Only after the commit: a rolled back body must be written again.
        for key in keys:
            self._remembered.add(key)


def _fault_values(call: Call, fault: Fault) -> tuple[object, ...]:
    upstream_status = None if call.upstream is None else call.upstream.status
    return (
        call.run_id, call.number, fault.form, fault.phase, fault.planned_write, fault.applied,
        call.forwarded, upstream_status, fault.landed,
    )  # fmt: skip
