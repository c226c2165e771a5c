"""Verdicts in the log: written one run at a time, read beside the runs."""

import json
import sqlite3
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from pydantic import ValidationError

from bdproxy.errors import LogError
from bdproxy.grader.assessment import Assessment
from bdproxy.grader.assessments import findings_as_json, read_assessment, replace_assessment
from bdproxy.grader.attribution import Attribution
from bdproxy.grader.attributions import replace_attributions
from bdproxy.grader.schema import grader_migrations
from bdproxy.grader.verdict import RequirementResult, Verdict
from bdproxy.recorder.database import (
    check_not_newer,
    check_not_older,
    log_errors,
    open_log,
    transaction,
)
from bdproxy.recorder.reader import LogReader
from bdproxy.validation import first_problem

_VERDICT_COLUMNS = ("outcome", "reason", "evaluator", "grader_version", "provisional")
_REQUIREMENT_COLUMNS = ("number", "text", "label", "passed", "trace")


class VerdictWriter:
    """Writes verdicts into the log at ``path``, beside a recording if one goes on.

    Raises:
        LogError: the log can't be opened or written; from the constructor and :meth:`save`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        database = open_log(path, migrations=(grader_migrations,))
        self._connection: sqlite3.Connection = database.conn

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with log_errors(self.path):
            self._connection.close()

    def save(self, run: int, verdict: Verdict, assessment: Assessment | None = None) -> bool:
        """Put the run's verdict on disk, in one transaction; whether that changed anything.

        The same verdict and assessment again leave the stored ones, their time included, untouched.
        Others replace them, and what was there is kept in ``earlier_verdicts``. Without an
        assessment the run is one that the next grading has to assess.
        """
        with log_errors(self.path), transaction(self._connection):
            changed = self._stored(run) != (verdict, assessment)
            if changed:
                self._keep(run)
                self._replace(run, verdict, assessment)
        return changed

    def save_attributions(self, found: list[Attribution]) -> None:
        """Put the attributions on disk instead of all earlier ones, in one transaction."""
        with log_errors(self.path), transaction(self._connection):
            replace_attributions(self._connection, found)

    def _stored(self, run: int) -> tuple[Verdict | None, Assessment | None] | None:
        try:
            return _read(self._connection, run), read_assessment(self._connection, run)
        except (ValidationError, ValueError):
            # A damaged verdict is as good as none; this is how --regrade repairs it.
            return None

    def _keep(self, run: int) -> None:
        """Move what there is of a run's grading into its history."""
        copied = "run_id, outcome, reason, evaluator, grader_version, catalogue_hash, graded_at"
        try:
            assessment = read_assessment(self._connection, run)
            findings = None if assessment is None else findings_as_json(assessment.findings)
        except (ValidationError, ValueError):
            findings = None
        requirements = [
            dict(zip(_REQUIREMENT_COLUMNS, row, strict=True))
            for row in self._connection.execute(
                f"SELECT {', '.join(_REQUIREMENT_COLUMNS)} FROM requirements "
                "WHERE run_id = ? ORDER BY number",
                (run,),
            )
        ]
        self._connection.execute(
            f"INSERT INTO earlier_verdicts ({copied}, replaced_at, requirements, findings) "
            f"SELECT {copied}, ?, ?, ? FROM verdicts WHERE run_id = ?",
            (time.time(), json.dumps(requirements), findings, run),
        )

    def _replace(self, run: int, verdict: Verdict, assessment: Assessment | None) -> None:
        self._connection.execute("DELETE FROM requirements WHERE run_id = ?", (run,))
        self._connection.execute(
            f"INSERT OR REPLACE INTO verdicts (run_id, {', '.join(_VERDICT_COLUMNS)}, graded_at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (run, *(getattr(verdict, column) for column in _VERDICT_COLUMNS), time.time()),
        )
        self._connection.executemany(
            f"INSERT INTO requirements (run_id, {', '.join(_REQUIREMENT_COLUMNS)}) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            [
                (run, *(getattr(requirement, column) for column in _REQUIREMENT_COLUMNS))
                for requirement in verdict.requirements
            ],
        )
        if assessment is not None:
            replace_assessment(self._connection, run, assessment)


class VerdictReader:
    """Reads verdicts through an open log; a log that was never graded simply has none.

    Raises:
        LogError: the verdicts are damaged or were written by a newer bdproxy.
    """

    def __init__(self, log: LogReader) -> None:
        self._log = log
        with log_errors(log.path):
            self._graded = "verdicts" in log.database.table_names()
            if self._graded:
                check_not_newer(log.database, grader_migrations, log.path)
                check_not_older(log.database, grader_migrations, log.path)

    def is_final(self, run: int) -> bool:
        """Whether the run has a verdict that is not provisional, and an assessment."""
        if not self._graded:
            return False
        with log_errors(self._log.path):
            query = (
                "SELECT EXISTS (SELECT 1 FROM verdicts WHERE run_id = ? AND NOT provisional "
                "AND catalogue_hash IS NOT NULL)"
            )
            return bool(self._log.database.conn.execute(query, (run,)).fetchone()[0])

    def is_outdated(self, run: int, grader_version: str, catalogue_hash: str) -> bool:
        """Whether the run was graded by another grader, or with another catalogue, than these."""
        if not self._graded:
            return False
        with log_errors(self._log.path):
            query = (
                "SELECT EXISTS (SELECT 1 FROM verdicts WHERE run_id = ? AND catalogue_hash IS NOT "
                "NULL AND (grader_version <> ? OR catalogue_hash <> ?))"
            )
            values = (run, grader_version, catalogue_hash)
            return bool(self._log.database.conn.execute(query, values).fetchone()[0])

    def of(self, run: int) -> Verdict | None:
        """The run's verdict, or None if it was not graded."""
        if not self._graded:
            return None
        try:
            with log_errors(self._log.path):
                return _read(self._log.database.conn, run)
        except ValidationError as error:
            raise LogError(
                f"{self._log.path}: is damaged (the verdict of run {run}, {first_problem(error)}); "
                f"recompute it with: bdproxy grade --regrade {self._log.path}"
            ) from error


def _read(connection: sqlite3.Connection, run: int) -> Verdict | None:
    head = connection.execute(
        f"SELECT {', '.join(_VERDICT_COLUMNS)} FROM verdicts WHERE run_id = ?", (run,)
    ).fetchone()
    if head is None:
        return None
    requirements = connection.execute(
        f"SELECT {', '.join(_REQUIREMENT_COLUMNS)} FROM requirements "
        "WHERE run_id = ? ORDER BY number",
        (run,),
    ).fetchall()
    return Verdict(
        **dict(zip(_VERDICT_COLUMNS, head, strict=True)),
        requirements=tuple(
            RequirementResult(**dict(zip(_REQUIREMENT_COLUMNS, row, strict=True)))
            for row in requirements
        ),
    )
