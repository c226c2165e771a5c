"""The ten-line agent, recorded in a real world."""

import ast
import sys
from pathlib import Path

import pytest

from bdproxy.names import EndReason, Outcome
from tests.e2e.examples.recorded import RecordedRun, read, record
from tests.support.processes import REPOSITORY

EXAMPLE = REPOSITORY / "examples" / "ten_lines.py"
TASK = "pay-back_1"


@pytest.fixture(scope="module")
def run(builtin_root: Path, tmp_path_factory: pytest.TempPathFactory) -> RecordedRun:
    log = tmp_path_factory.mktemp("ten-lines") / "runs.db"
    record(log, "--task", TASK, "--", sys.executable, EXAMPLE)
    return read(log)[TASK]


def test_it_has_ten_lines() -> None:
    statements = [
        node
        for node in ast.parse(EXAMPLE.read_text()).body
        if not isinstance(node, ast.Import)
        and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]
    assert len(statements) == 10
    assert all(node.lineno == node.end_lineno for node in statements)


def test_the_readme_quotes_it() -> None:
    source = EXAMPLE.read_text()
    lines = source[source.index("import os") :]
    assert f"```python\n{lines}```\n" in (REPOSITORY / "README.md").read_text()


def test_it_logs_in_reads_the_texts_and_completes_the_task(run: RecordedRun) -> None:
    assert run.apis() == [
        "supervisor.show_profile",
        "supervisor.show_account_passwords",
        "phone.login",
        "phone.search_text_messages",
        "supervisor.complete_task",
    ]
    assert {call.status for call in run.calls} == {200}
    assert run.run.end_reason is EndReason.COMPLETED
    assert run.run.exit_status == 0


def test_it_prints_its_task_and_the_texts(run: RecordedRun) -> None:
    assert run.stdout.startswith("Olivia bought a concert ticket for me")
    assert "came to $43.50 in the end" in run.stdout
    assert run.stderr == ""


def test_it_does_not_claim_what_it_has_not_done(run: RecordedRun) -> None:
    assert run.run.reported_status == "fail"
    assert run.outcome is Outcome.FAIL
