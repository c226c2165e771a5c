import sys
from types import ModuleType

import pytest

from bdproxy.worlds.appworld.inside.builtin import discovery
from bdproxy.worlds.appworld.inside.builtin.scenario import Instance, Scenario

APPS = {
    "amazon",
    "file_system",
    "gmail",
    "phone",
    "simple_note",
    "splitwise",
    "spotify",
    "todoist",
    "venmo",
}


def _part() -> None:
    """Stands for a function of a scenario file that is there."""


GOOD = Scenario(
    difficulty=1,
    apps=("phone",),
    instruction="Call {friend}.",
    instances=tuple(Instance("Priya", friend="Mei") for _ in range(3)),
)


def test_the_scenarios_cover_what_they_should() -> None:
    scenarios = [one.scenario for one in discovery.all_scenarios()]
    assert len(scenarios) >= 12
    assert {scenario.difficulty for scenario in scenarios} == {1, 2, 3}
    assert {app for scenario in scenarios for app in scenario.apps} == APPS
    assert sum(scenario.question for scenario in scenarios) == 2


def test_task_names_are_as_appworld_wants_them() -> None:
    for definition in discovery.all_scenarios():
        assert [task_id.count("_") for task_id in definition.task_ids()] == [1, 1, 1]


def test_instances_have_different_supervisors() -> None:
    for definition in discovery.all_scenarios():
        assert len({one.supervisor for one in definition.scenario.instances}) == 3, definition.id


def test_a_task_finds_its_scenario() -> None:
    assert discovery.of_task("split-dinner_2").id == "split-dinner"


def test_a_draft_is_no_part_of_the_world_but_its_tasks_are_found() -> None:
    assert "_template" not in discovery.names()
    assert discovery.of_task("template_1").id == "template"


@pytest.mark.parametrize(
    "task_id", ["split-dinner_4", "split-dinner", "nothing_1", "", "_1", "../people_1"]
)
def test_no_such_task(task_id: str) -> None:
    with pytest.raises(KeyError, match="is not a task of the built-in world"):
        discovery.of_task(task_id)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"SCENARIO": None}, "SCENARIO = Scenario"),
        ({"start": None}, r"the function start\(...\) is missing"),
        ({"solve": None}, r"the function solve\(...\) is missing"),
        ({"answer": _part}, "a question needs a function answer"),
        (
            {"SCENARIO": Scenario(4, ("phone",), "", GOOD.instances)},
            "difficulty is 1, 2 or 3, not 4",
        ),
        (
            {"SCENARIO": Scenario(1, ("phone",), "", GOOD.instances[:2])},
            "3 instances are needed, not 2",
        ),
        (
            {"SCENARIO": Scenario(1, ("phone",), "Call {you}.", GOOD.instances)},
            "the instruction needs the value 'you'",
        ),
    ],
)
def test_a_scenario_file_that_lacks_a_part(
    monkeypatch: pytest.MonkeyPatch, parts: dict[str, object], message: str
) -> None:
    module = ModuleType("half_done")
    complete: dict[str, object] = {
        "SCENARIO": GOOD,
        "start": _part,
        "evaluate": _part,
        "solve": _part,
    }
    for name, part in {**complete, **parts}.items():
        setattr(module, name, part)
    monkeypatch.setitem(sys.modules, f"{discovery.__package__}.scenarios.half_done", module)
    with pytest.raises(discovery.ScenarioFileError, match=message) as caught:
        discovery.load("half_done")
    assert str(caught.value).startswith("scenarios/half_done.py: ")
