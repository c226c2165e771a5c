"""Graded runs of a log, read in one pass."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from bdproxy.errors import LogError
from bdproxy.grader.statistics.table import GradedRun
from bdproxy.names import Actor, EndReason, FailureMode, Hazard, Outcome, RunStatus, Variant
from bdproxy.recorder.database import log_errors
from bdproxy.recorder.reader import LogReader

_MODES = frozenset(map(str, FailureMode))
_HAZARDS = frozenset(map(str, Hazard))


@dataclass(frozen=True, slots=True)
class LoggedRun:
    """A graded run and its place: ``experiment`` and ``id`` are numbers in its log.

    ``agent`` of ``graded`` is the name that the log gives it.
    """

    experiment: int
    id: int
    graded: GradedRun


def graded_runs_of(log: LogReader) -> Iterator[LoggedRun]:
    """The finished runs of a log that have a verdict, oldest first.

    Of a run in a log of a bdproxy that did not keep failure modes yet, none can be told.

    Raises:
        LogError: the log can't be read, or holds words that are none of the field's.
    """
    tables = set(log.database.table_names())
    if "verdicts" not in tables:
        return
    connection = log.database.conn
    with log_errors(log.path):
        connection.execute("PRAGMA temp_store = MEMORY")
        found = "findings" in tables
        modes = _sets(connection, _FIRED) if found else defaultdict(set)
        untold = _sets(connection, _UNTOLD) if found else defaultdict(lambda: set(_MODES))
        reached = _sets(connection, _REACHED) if "exposures" in tables else defaultdict(set)
        faults = {run for (run,) in connection.execute(_FAULTS)}
        surfaces = _surfaces(connection.execute(_SURFACES))
        calls = dict(connection.execute(_CALLS, (Actor.AGENT,)).fetchall())
        for row in connection.execute(_RUNS, (RunStatus.FINISHED,)):
            try:
                yield _logged_run(row, modes, untold, reached, faults, surfaces, calls)
            except (ValueError, TypeError) as error:
                raise LogError(f"{log.path}: is damaged (run {row[0]}: {error})") from error


_RUNS = """
    SELECT runs.id, runs.experiment_id, experiments.agent, runs.task, tasks.scenario, runs.variant,
        runs.attempt, verdicts.outcome, runs.end_reason, runs.reported_status, runs.hazards,
        runs.started_at, runs.ended_at
    FROM verdicts
    JOIN runs ON runs.id = verdicts.run_id AND runs.status = ?
    JOIN experiments ON experiments.id = runs.experiment_id
    LEFT JOIN tasks ON tasks.experiment_id = runs.experiment_id AND tasks.task = runs.task
    ORDER BY runs.id
"""
_FIRED = "SELECT run_id, name FROM findings WHERE fired = 1"
_UNTOLD = "SELECT run_id, name FROM findings WHERE fired IS NULL"
_REACHED = "SELECT run_id, hazard FROM exposures WHERE number IS NOT NULL"
_FAULTS = "SELECT DISTINCT run_id FROM faults WHERE applied"
_SURFACES = "SELECT run_id, hazard, surface FROM cues"
_CALLS = "SELECT run_id, count(*) FROM calls WHERE run_id IS NOT NULL AND actor = ? GROUP BY run_id"


def _sets(connection: sqlite3.Connection, query: str) -> defaultdict[int, set[str]]:
    found: defaultdict[int, set[str]] = defaultdict(set)
    for run, word in connection.execute(query):
        found[run].add(word)
    return found


def _surfaces(rows: Iterable[tuple[int, str, str]]) -> dict[int, dict[Hazard, str]]:
    found: dict[int, dict[Hazard, str]] = {}
    for run, hazard, surface in rows:
        found.setdefault(run, {})[Hazard(hazard)] = surface
    return found


def _logged_run(
    row: tuple[object, ...],
    modes: defaultdict[int, set[str]],
    untold: defaultdict[int, set[str]],
    reached: defaultdict[int, set[str]],
    faults: set[int],
    surfaces: Mapping[int, Mapping[Hazard, str]],
    calls: Mapping[int, int],
) -> LoggedRun:
    (run, experiment, agent, task, scenario, variant, attempt, outcome, ended, reported, planned,
     started_at, ended_at) = row  # fmt: skip
    assert isinstance(run, int)
    assert isinstance(experiment, int)
    assert isinstance(attempt, int)
    where = surfaces.get(run, {})
    end_reason = None if ended is None else EndReason(str(ended))
    exposed = reached[run] & _HAZARDS
    if run in faults:
        exposed.add(Hazard.FAULT)
    return LoggedRun(
        experiment,
        run,
        GradedRun(
            agent=str(agent),
            task=str(task),
            scenario=str(task if scenario is None else scenario),
            variant=Variant(str(variant)),
            attempt=attempt,
            outcome=Outcome(str(outcome)),
            modes=_modes(modes[run]),
            exposed=frozenset(map(Hazard, exposed)),
            hazards=frozenset({*where, *_planned(planned)}),
            end_reason=end_reason,
            claimed_success=claimed_success(end_reason, reported),
            calls=calls.get(run, 0),
            duration=0.0 if ended_at is None else float(str(ended_at)) - float(str(started_at)),
            surfaces=where,
            untold=_modes(untold[run]),
        ),
    )


def _modes(found: Iterable[str]) -> frozenset[FailureMode]:
    # The oracles that are reported beside the modes are findings, too.
    return frozenset(map(FailureMode, _MODES.intersection(found)))


def _planned(planned: object) -> frozenset[Hazard]:
    if not isinstance(planned, str):
        return frozenset()
    return frozenset(map(Hazard, json.loads(planned)))


def claimed_success(end_reason: EndReason | None, reported: object) -> bool | None:
    """Whether a run's agent said that it has done its task; None if it did not say.

    Who completes a task without a status says success, as AppWorld has it.
    """
    if end_reason is not EndReason.COMPLETED:
        return None
    return reported in (None, "success")
