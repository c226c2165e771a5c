"""Assessments in the log: changed records, findings and exposures, read beside the verdicts."""

import json
import sqlite3
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from bdproxy.errors import LogError
from bdproxy.grader.assessment import Assessment, Changes
from bdproxy.grader.exposure import Exposure
from bdproxy.grader.finding import Finding, RecordReference
from bdproxy.grader.schema import grader_migrations
from bdproxy.names import FailureMode, Oracle
from bdproxy.recorder.database import check_not_newer, check_not_older, log_errors
from bdproxy.recorder.reader import LogReader
from bdproxy.scenarios.matchers import ChangedRecord
from bdproxy.validation import first_problem

NEVER_COMPARED = "no evaluator compared the end state with the start state"

_Read = TypeVar("_Read")
_RECORDS = TypeAdapter(tuple[ChangedRecord, ...])
_CALLS = TypeAdapter(tuple[int, ...])
_REFERENCES = TypeAdapter(tuple[RecordReference, ...])
_FINDING = TypeAdapter(Finding)
_EXPOSURE = TypeAdapter(Exposure)
_FINDING_COLUMNS = ("name", "fired", "words", "calls", "records", "landed")
_EXPOSURE_COLUMNS = ("hazard", "number", "how")
_ORDER = {str(name): place for place, name in enumerate([*FailureMode, *Oracle])}


class AssessmentReader:
    """Reads assessments through an open log; a log that was never graded simply has none.

    Raises:
        LogError: they are damaged or were written by a newer bdproxy.
    """

    def __init__(self, log: LogReader) -> None:
        self._log = log
        with log_errors(log.path):
            self._assessed = "findings" in log.database.table_names()
            if self._assessed:
                check_not_newer(log.database, grader_migrations, log.path)
                check_not_older(log.database, grader_migrations, log.path)

    def of(self, run: int) -> Assessment | None:
        """A run's assessment, or None if it has none."""
        return self._read(read_assessment, "findings", run)

    def changes(self, run: int) -> Changes | None:
        """A run's changed records, whatever its findings are, or None if it has no assessment."""
        return self._read(_read_changes, "changed records", run)

    def _read(
        self, read: Callable[[sqlite3.Connection, int], _Read | None], what: str, run: int
    ) -> _Read | None:
        if not self._assessed:
            return None
        try:
            with log_errors(self._log.path):
                return read(self._log.database.conn, run)
        except ValidationError as error:
            raise LogError(
                f"{self._log.path}: is damaged (the {what} of run {run}, {first_problem(error)}); "
                f"recompute them with: bdproxy grade --regrade {self._log.path}"
            ) from error

    def findings(self, run: int) -> tuple[Finding, ...]:
        """A run's findings; empty if it has none."""
        assessment = self.of(run)
        return () if assessment is None else assessment.findings

    def fired_modes(self) -> dict[int, tuple[FailureMode, ...]]:
        """The failure modes that fired, by run; runs in which none did are left out."""
        if not self._assessed:
            return {}
        modes = ", ".join(f"'{mode}'" for mode in FailureMode)
        with log_errors(self._log.path):
            rows = self._log.database.conn.execute(
                f"SELECT run_id, name FROM findings WHERE fired AND name IN ({modes}) "
                "ORDER BY run_id"
            ).fetchall()
        return {
            run: tuple(mode for mode in FailureMode if mode in {name for _, name in of_run})
            for run, of_run in ((run, list(group)) for run, group in groupby(rows, lambda r: r[0]))
        }


def read_assessment(connection: sqlite3.Connection, run: int) -> Assessment | None:
    """What is stored of a run's assessment.

    Raises:
        ValidationError: it is damaged.
    """
    changes = _read_changes(connection, run)
    if changes is None:
        return None
    (hash,) = connection.execute(
        "SELECT catalogue_hash FROM verdicts WHERE run_id = ?", (run,)
    ).fetchone()
    findings = (
        _FINDING.validate_python(_parsed(dict(zip(_FINDING_COLUMNS, row, strict=True))))
        for row in connection.execute(
            f"SELECT {', '.join(_FINDING_COLUMNS)} FROM findings WHERE run_id = ?", (run,)
        )
    )
    exposures = (
        _EXPOSURE.validate_python(dict(zip(_EXPOSURE_COLUMNS, row, strict=True)))
        for row in connection.execute(
            f"SELECT {', '.join(_EXPOSURE_COLUMNS)} FROM exposures WHERE run_id = ? "
            "ORDER BY hazard",
            (run,),
        )
    )
    return Assessment(
        changes,
        tuple(sorted(findings, key=lambda finding: _ORDER[finding.name])),
        tuple(exposures),
        hash,
    )


def replace_assessment(connection: sqlite3.Connection, run: int, assessment: Assessment) -> None:
    """Store a run's assessment instead of the one before, within the caller's transaction."""
    for table in ("changed_records", "findings", "exposures"):
        connection.execute(f"DELETE FROM {table} WHERE run_id = ?", (run,))
    changes = assessment.changes
    no_changes = None if changes.records is not None else changes.problem or NEVER_COMPARED
    connection.execute(
        "UPDATE verdicts SET catalogue_hash = ?, no_changes = ? WHERE run_id = ?",
        (assessment.catalogue_hash, no_changes, run),
    )
    connection.executemany(
        "INSERT INTO changed_records (run_id, model, records) VALUES (?, ?, ?)",
        [(run, model, text) for model, text in _by_model(changes.records or ())],
    )
    connection.executemany(
        f"INSERT INTO findings (run_id, {', '.join(_FINDING_COLUMNS)}) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(run, *_finding_row(finding)) for finding in assessment.findings],
    )
    connection.executemany(
        f"INSERT INTO exposures (run_id, {', '.join(_EXPOSURE_COLUMNS)}) VALUES (?, ?, ?, ?)",
        [(run, one.hazard, one.number, one.how) for one in assessment.exposures],
    )


def findings_as_json(findings: Iterable[Finding]) -> str:
    """Findings as one JSON list."""
    return json.dumps([_FINDING.dump_python(one, mode="json") for one in findings])


def _read_changes(connection: sqlite3.Connection, run: int) -> Changes | None:
    head = connection.execute(
        "SELECT no_changes FROM verdicts WHERE run_id = ? AND catalogue_hash IS NOT NULL", (run,)
    ).fetchone()
    if head is None:
        return None
    if head[0] is not None:
        return Changes(None, head[0])
    rows = connection.execute(
        "SELECT records FROM changed_records WHERE run_id = ? ORDER BY model", (run,)
    ).fetchall()
    return Changes(tuple(record for (text,) in rows for record in _RECORDS.validate_json(text)))


def _by_model(records: Iterable[ChangedRecord]) -> Iterable[tuple[str, str]]:
    for model, of_model in groupby(sorted(records, key=_model), key=_model):
        yield model, _RECORDS.dump_json(tuple(of_model)).decode()


def _model(record: ChangedRecord) -> str:
    return record.model


def _finding_row(finding: Finding) -> tuple[object, ...]:
    return (
        finding.name,
        finding.fired,
        finding.words,
        _CALLS.dump_json(finding.calls).decode(),
        _REFERENCES.dump_json(finding.records).decode(),
        finding.landed,
    )


def _parsed(row: dict[str, Any]) -> dict[str, Any]:
    return {
        **row,
        "calls": _CALLS.validate_json(row["calls"]),
        "records": _REFERENCES.validate_json(row["records"]),
    }
