"""Finds the scenario files. Standard library only: both interpreters use it."""

from functools import cache
from importlib import import_module
from pathlib import Path

from .scenario import INSTANCES_EACH, Definition, Scenario

_FOLDER = Path(__file__).parent / "scenarios"
_FUNCTIONS = ("start", "evaluate", "solve")


class ScenarioFileError(Exception):
    """A scenario file lacks a part, or a part makes no sense; the message names file and part."""


def names() -> list[str]:
    """The module names of all scenarios, sorted. Names with a leading underscore don't count."""
    return sorted(path.stem for path in _FOLDER.glob("*.py") if not path.stem.startswith("_"))


@cache
def load(name: str) -> Definition:
    """The scenario of that module name (``split_dinner``), checked; ScenarioFileError otherwise."""
    module = import_module(f".scenarios.{name}", package=__package__)
    file = f"scenarios/{name}.py"
    scenario = getattr(module, "SCENARIO", None)
    if not isinstance(scenario, Scenario):
        raise ScenarioFileError(f"{file}: SCENARIO = Scenario(...) is missing")
    for function in _FUNCTIONS:
        if not callable(getattr(module, function, None)):
            raise ScenarioFileError(f"{file}: the function {function}(...) is missing")
    if scenario.question != callable(getattr(module, "answer", None)):
        raise ScenarioFileError(
            f"{file}: a question needs a function answer(...), and nothing else may have one"
        )
    if scenario.difficulty not in (1, 2, 3):
        raise ScenarioFileError(f"{file}: difficulty is 1, 2 or 3, not {scenario.difficulty}")
    if len(scenario.instances) != INSTANCES_EACH:
        raise ScenarioFileError(
            f"{file}: {INSTANCES_EACH} instances are needed, not {len(scenario.instances)}"
        )
    definition = Definition(name.strip("_").replace("_", "-"), scenario, module)
    for instance in scenario.instances:
        try:
            definition.instruction(instance)
        except (KeyError, IndexError) as error:
            raise ScenarioFileError(
                f"{file}: the instruction needs the value {error}, which {instance} lacks"
            ) from error
    return definition


def all_scenarios() -> list[Definition]:
    """Every scenario, in the order of names."""
    return [load(name) for name in names()]


def of_task(task_id: str) -> Definition:
    """The scenario of a task such as ``split-dinner_2``; KeyError if there is none."""
    scenario_id, _, number = task_id.rpartition("_")
    name = scenario_id.replace("-", "_")
    if name not in names() or not number.isdecimal():
        raise KeyError(f"{task_id} is not a task of the built-in world")
    definition = load(name)
    if task_id not in definition.task_ids():
        raise KeyError(f"{scenario_id} has no instance {number}")
    return definition
