import re
import sqlite3
from pathlib import Path

import pytest

from bdproxy.grader.verdicts import VerdictWriter
from bdproxy.names import (
    Actor,
    Change,
    Delivery,
    EndReason,
    FailureMode,
    FaultForm,
    FaultPhase,
    Management,
    Oracle,
    Outcome,
    RefusedBy,
    RunStatus,
    Share,
    Variant,
)
from tests.support.logs import a_log
from tests.support.processes import REPOSITORY

PAGE = (REPOSITORY / "docs" / "log.md").read_text(encoding="utf-8")


@pytest.fixture
def graded_log(tmp_path: Path) -> sqlite3.Connection:
    path = a_log(tmp_path)
    with VerdictWriter(path):
        pass
    return sqlite3.connect(path)


def test_every_table_and_column_is_explained(graded_log: sqlite3.Connection) -> None:
    tables = [
        name
        for (name,) in graded_log.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    ]
    real = {
        table: [row[1] for row in graded_log.execute(f"PRAGMA table_info({table})")]
        for table in tables
    }
    assert _explained() == real


def test_every_word_of_the_field_is_explained() -> None:
    for words in (
        Actor,
        Change,
        Delivery,
        EndReason,
        FailureMode,
        FaultForm,
        FaultPhase,
        Management,
        Oracle,
        Outcome,
        RefusedBy,
        RunStatus,
        Share,
        Variant,
    ):
        for word in words:
            assert f"`{word}`" in PAGE, f"{words.__name__} {word}"


def test_the_questions_can_be_asked(graded_log: sqlite3.Connection) -> None:
    questions = re.findall(r"```sql\n(.*?)```", PAGE, re.DOTALL)
    assert len(questions) >= 3
    for question in questions:
        graded_log.execute(question).fetchall()


def _explained() -> dict[str, list[str]]:
    explained: dict[str, list[str]] = {}
    for line in PAGE.splitlines():
        if heading := re.fullmatch(r"## `(\w+)`", line):
            explained[heading[1]] = []
        elif row := re.match(r"\| `(\w+)` \| (.+) \|$", line):
            assert len(row[2]) > 5
            explained[list(explained)[-1]].append(row[1])
    return explained
