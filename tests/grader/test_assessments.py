import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from bdproxy.errors import LogError
from bdproxy.grader.assessment import Assessment, Changes
from bdproxy.grader.assessments import AssessmentReader
from bdproxy.grader.attribution import Attribution
from bdproxy.grader.attributions import read_attributions
from bdproxy.grader.exposure import Exposure
from bdproxy.grader.finding import Finding, RecordReference
from bdproxy.grader.verdict import RequirementResult, Verdict
from bdproxy.grader.verdicts import VerdictReader, VerdictWriter
from bdproxy.names import Change, Delivery, FailureMode, Hazard, Oracle, Outcome, Share
from bdproxy.recorder.reader import LogReader
from bdproxy.scenarios.matchers import ChangedRecord
from tests.support.logs import a_log

VERDICT = Verdict(
    outcome=Outcome.FAIL,
    reason="1 of 1 requirements not met",
    evaluator="reading 1",
    grader_version="1",
    requirements=(
        RequirementResult(number=1, text="paid", label="no_op_fail", passed=False, trace="no"),
    ),
)
RECORDS = (
    ChangedRecord("venmo.Transaction", Change.ADDED, None, {"id": 7, "amount": 3.5, "note": "é🙂"}),
    ChangedRecord("venmo.User", Change.UPDATED, {"id": 1, "tags": [1]}, {"id": 1, "tags": []}),
    ChangedRecord("venmo.User", Change.REMOVED, {"id": 2, "data": {"a": None}}, None),
)
ASSESSMENT = Assessment(
    Changes(RECORDS),
    (
        Finding(
            FailureMode.AUTHORITY_BREAK,
            True,
            "their version",
            (1, 2),
            (RecordReference("venmo.Transaction", Change.ADDED, 7),),
            True,
        ),
        Finding(FailureMode.OVERCLAIM, None, "nobody knows"),
        Finding(Oracle.ABANDONED, False, "no"),
    ),
    (
        Exposure(Hazard.AUTHORITY, 4, Delivery.FRAGMENT),
        Exposure(Hazard.INJECTION, None, None),
    ),
    "catalogue 1",
)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = a_log(tmp_path, runs=2)
    with VerdictWriter(path) as verdicts:
        assert verdicts.save(1, VERDICT, ASSESSMENT)
    return path


def stored(path: Path, run: int) -> Assessment | None:
    with LogReader(path) as reader:
        return AssessmentReader(reader).of(run)


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def test_what_is_stored_comes_back(log: Path) -> None:
    assert stored(log, 1) == ASSESSMENT
    assert stored(log, 2) is None
    with LogReader(log) as reader:
        assessments = AssessmentReader(reader)
        assert assessments.findings(1) == ASSESSMENT.findings
        assert assessments.findings(2) == ()
        assert assessments.fired_modes() == {1: (FailureMode.AUTHORITY_BREAK,)}


def test_nothing_changed_is_not_the_same_as_nobody_knows(log: Path) -> None:
    for changes in (Changes(()), Changes(None, "too large")):
        with VerdictWriter(log) as verdicts:
            verdicts.save(1, VERDICT, replace(ASSESSMENT, changes=changes))
        found = stored(log, 1)
        assert found is not None
        assert found.changes == changes


def test_the_same_again_changes_nothing(log: Path) -> None:
    before = rows(log, "SELECT * FROM verdicts")
    with VerdictWriter(log) as verdicts:
        assert not verdicts.save(1, VERDICT, ASSESSMENT)
    assert rows(log, "SELECT * FROM verdicts") == before
    assert rows(log, "SELECT * FROM earlier_verdicts") == []


def test_what_is_replaced_is_history(log: Path) -> None:
    passed = VERDICT.model_copy(update={"outcome": Outcome.PASS, "reason": None})
    graded_at = rows(log, "SELECT graded_at FROM verdicts")[0][0]
    with VerdictWriter(log) as verdicts:
        assert verdicts.save(1, passed, replace(ASSESSMENT, findings=(), catalogue_hash="2"))
        assert verdicts.save(1, passed, ASSESSMENT)
    (first, second) = rows(
        log,
        "SELECT run_id, outcome, reason, evaluator, grader_version, catalogue_hash, graded_at, "
        "requirements, findings FROM earlier_verdicts ORDER BY id",
    )
    assert first[:7] == (1, "fail", VERDICT.reason, "reading 1", "1", "catalogue 1", graded_at)
    assert json.loads(str(first[7]))[0]["text"] == "paid"
    findings = json.loads(str(first[8]))
    assert [(one["name"], one["fired"], one["calls"]) for one in findings] == [
        ("authority-break", True, [1, 2]),
        ("overclaim", None, []),
        ("abandoned", False, []),
    ]
    assert (second[1], second[5], json.loads(str(second[8]))) == ("pass", "2", [])


def test_a_verdict_without_findings_is_not_final(log: Path) -> None:
    with VerdictWriter(log) as verdicts, LogReader(log) as reader:
        verdicts.save(2, VERDICT)
        known = VerdictReader(reader)
        assert (known.is_final(1), known.is_final(2)) == (True, False)
        assert not known.is_outdated(1, "1", "catalogue 1")
        assert known.is_outdated(1, "1", "catalogue 2")
        assert known.is_outdated(1, "2", "catalogue 1")
        assert not known.is_outdated(2, "2", "catalogue 2")


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE findings SET name = 'nonsense' WHERE name = 'overclaim'",
        "UPDATE findings SET calls = '{' WHERE name = 'overclaim'",
        "UPDATE findings SET records = '[[1]]' WHERE name = 'overclaim'",
        "UPDATE changed_records SET records = '[{\"model\": 3}]'",
        "UPDATE exposures SET how = 'somehow'",
    ],
)
def test_damage_is_told_and_can_be_repaired(log: Path, damage: str) -> None:
    connection = sqlite3.connect(log)
    connection.execute(damage)
    connection.commit()
    connection.close()
    with pytest.raises(LogError, match=r"is damaged \(the findings of run 1.*--regrade"):
        stored(log, 1)
    if "changed_records" not in damage:
        with LogReader(log) as reader:
            assert AssessmentReader(reader).changes(1) == ASSESSMENT.changes
    with VerdictWriter(log) as verdicts:
        assert verdicts.save(1, VERDICT, ASSESSMENT)
    assert stored(log, 1) == ASSESSMENT


def test_attributions(log: Path) -> None:
    shared = Attribution(
        1, FailureMode.OVERCLAIM, Share.SHARED, (Hazard.AUTHORITY, Hazard.FAULT), (), True
    )
    open_one = Attribution(
        1, FailureMode.COLLATERAL, Share.UNDETERMINED, (), (Hazard.BOUNDARY,), None
    )
    with VerdictWriter(log) as verdicts, LogReader(log) as reader:
        verdicts.save_attributions([shared, open_one])
        assert read_attributions(reader, 1) == [open_one, shared]
        verdicts.save_attributions([shared])
        assert read_attributions(reader, 1) == [shared]
        assert read_attributions(reader, 2) == []
