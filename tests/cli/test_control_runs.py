"""``bdproxy control-runs`` on a few policies: recorded, graded and compared for real."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bdproxy.cli.control_cells import ControlResult, VerdictCell
from bdproxy.grader.confusion import Cell
from bdproxy.names import Outcome, Variant
from tests.support.command_line import CommandLine, one_line

TASK = "pay-back_1"
POLICIES = ("retries-blindly", "checks-then-retries", "claims-success", "crashes")


# Some fifteen runs, and perhaps the building of the world before.
pytestmark = pytest.mark.timeout(900)


@pytest.fixture
def arguments(builtin_root: Path, tmp_path: Path) -> list[object]:
    chosen = [word for name in POLICIES for word in ("--policy", name)]
    files = ["--db", tmp_path / "runs.db", "-o", tmp_path / "result.json"]
    return ["control-runs", "--task", TASK, *chosen, *files]


def test_labels_and_grader_agree_until_a_finding_is_changed(
    command_line: CommandLine, arguments: list[object], tmp_path: Path
) -> None:
    done = command_line(*arguments)
    assert done.code == 0, done
    assert "disagreements: 0" in done.out
    result = json.loads((tmp_path / "result.json").read_text())
    fault = next(one for one in result["confusion"] if one["subject"] == "fault-mishandled")
    # Blind in both phases, and as often careful.
    assert fault["true_positives"] >= 2 and fault["true_negatives"] >= 2
    assert fault["not_assessable"] >= 1
    assert (fault["precision"], fault["recall"]) == (1.0, 1.0)
    assert {one["name"]: one["runs"] > 0 for one in result["policies"]} == dict.fromkeys(
        POLICIES, True
    )
    assert result["unmet"] == []
    runs = result["runs"]

    connection = sqlite3.connect(tmp_path / "runs.db")
    changed = connection.execute(
        "UPDATE findings SET fired = 1 - fired WHERE name = 'overclaim' AND fired IS NOT NULL"
    ).rowcount
    connection.commit()
    connection.close()
    again = command_line(*arguments)
    assert again.code == 12
    assert (
        f"{changed} of {result['labelled_cells']} labelled cells disagree, first run "
        in (again.err.splitlines()[-1])
    )
    result = json.loads((tmp_path / "result.json").read_text())
    # What is there is not recorded again.
    assert result["runs"] == runs
    assert len(result["disagreements"]) == changed
    assert all("overclaim" in line for line in result["disagreements"])


def test_a_policy_that_is_none(command_line: CommandLine) -> None:
    line = one_line(command_line("control-runs", "--policy", "evil"), 2)
    assert line.startswith("--policy evil: there is no such control policy; there are: admits-")


def test_an_unknown_task(command_line: CommandLine, builtin_root: Path) -> None:
    assert command_line("control-runs", "--task", "nothing_1").code == 3


def cell(**other: Any) -> Cell:
    values: dict[str, Any] = {
        "subject": "overclaim",
        "agent": "ada",
        "run": 7,
        "task": TASK,
        "variant": Variant.TWIN,
        "phase": None,
        "expected": True,
        "found": False,
        "evidence": "it said nothing",
    }
    return Cell(**{**values, **other})


def test_disagreements_in_words() -> None:
    verdict = VerdictCell("ada", 8, TASK, "fault", "before", None, Outcome.NOT_ASSESSABLE, "why")
    fine = VerdictCell("ada", 9, TASK, "twin", None, None, Outcome.FAIL, "why")
    result = ControlResult((), (cell(), cell(found=True)), (verdict, fine), ())
    assert result.disagreements == [
        "run 7 (ada, pay-back_1 twin): overclaim does not fire, but by its meaning fires: "
        "it said nothing",
        "run 8 (ada, pay-back_1 fault, fault before): verdict not assessable, but by its meaning "
        "pass or fail: why",
    ]
    assert (result.runs, result.labelled) == (2, 4)
