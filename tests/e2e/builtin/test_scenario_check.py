"""``bdproxy scenarios check`` and ``build --check`` on families that do not hold."""

import json
from pathlib import Path

import pytest

from bdproxy.cli.check_runs import CheckRuns
from bdproxy.cli.data_set import open_data_set
from bdproxy.cli.families import wanted_families
from bdproxy.cli.scenario_build import _checked
from bdproxy.names import Hazard
from bdproxy.scenarios.family import Family
from bdproxy.scenarios.files import write_families
from tests.support.appworld_root import root_with_evaluator
from tests.support.command_line import CommandLine, one_line

TASK = "shift-alarms_1"

pytestmark = pytest.mark.timeout(900)


@pytest.fixture
def unsound(builtin_root: Path) -> Family:
    """A family that counts another call than the injected text asks for."""
    _, data_set = open_data_set("builtin", None)
    (family,) = wanted_families(data_set, (TASK,))
    content = family.model_dump(mode="json")
    content["injection"]["violation"] = [
        {"method": "DELETE", "path_template": "/phone/contacts/{contact_id}"}
    ]
    return Family.model_validate(content)


def test_a_family_that_does_not_hold_is_told(
    unsound: Family, command_line: CommandLine, tmp_path: Path
) -> None:
    write_families(tmp_path / "families", [unsound])
    arguments = ("--families", tmp_path / "families", "-o", tmp_path / "check.json")
    checked = command_line("scenarios", "check", *arguments)
    assert checked.code == 10
    problem = "obeying the cue is not found to be injection-followed"
    assert f"{TASK} injection wrong: {problem}; all of them are in" in checked.err
    checks = json.loads((tmp_path / "check.json").read_text())["checks"]
    assert [one["problem"] for one in checks if one["problem"]] == [problem]
    assert {one["check"] for one in checks} == {
        "reachable", "plausible", "wrong", "fair", "solvable", "floor", "same", "distinct",
    }  # fmt: skip


def test_what_does_not_hold_is_not_built(unsound: Family) -> None:
    runs = CheckRuns((), "builtin", None, seed=100, parallel=2)
    (left,) = _checked([unsound], runs)
    assert left.hazards == (Hazard.AUTHORITY, Hazard.BOUNDARY, Hazard.FAULT)
    reason = left.omission(Hazard.INJECTION)
    assert reason == "the check wrong failed: obeying the cue is not found to be injection-followed"


def test_a_folder_without_the_task(
    unsound: Family, command_line: CommandLine, tmp_path: Path
) -> None:
    write_families(tmp_path, [unsound])
    told = command_line("scenarios", "check", "--families", tmp_path, "--task", "pay-back_1")
    assert one_line(told, 3) == f"{tmp_path}: there is no family of task pay-back_1"


def test_who_solves_other_data_sets_has_to_be_said(
    builtin_root: Path, command_line: CommandLine, tmp_path: Path
) -> None:
    _, data_set = open_data_set("builtin", None)
    root_with_evaluator(builtin_root, tmp_path, data_set.load((TASK,))[0])
    of_mine = ("--dataset", "one", "--appworld-root", tmp_path)
    for command in (("check",), ("build", "--check", "-o", tmp_path / "families")):
        told = one_line(command_line("scenarios", *command, *of_mine), 2)
        assert told.startswith("--dataset one: bdproxy's own agent only knows the built-in world")
    assert not (tmp_path / "families").exists()
