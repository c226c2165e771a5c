"""Finds the scenario files. Standard library only: both interpreters use it."""

import inspect
from functools import cache
from importlib import import_module
from pathlib import Path
from textwrap import dedent

from .declared import HAZARDS, says_all_instances
from .scenario import INSTANCES_EACH, Definition, Scenario

_FOLDER = Path(__file__).parent / "scenarios"
_FUNCTIONS = ("start", "evaluate", "solve")


class ScenarioFileError(Exception):
    """A scenario file lacks a part, or a part makes no sense; the message names file and part."""


def names() -> list[str]:
    """The module names of all scenarios, sorted. Names with a leading underscore don't count."""
    return [name for name in _files() if not name.startswith("_")]


def _files() -> list[str]:
    return sorted(path.stem for path in _FOLDER.glob("*.py") if path.stem != "__init__")


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
    definition = Definition(
        name.strip("_").replace("_", "-"),
        scenario,
        module,
        dedent(inspect.getsource(module.evaluate)),
        tuple(
            line
            for line in inspect.getsource(module.solve).splitlines()
            if line.strip() and not line.strip().startswith("#")
        ),
    )
    for instance in scenario.instances:
        try:
            definition.instruction(instance)
        except (KeyError, IndexError) as error:
            raise ScenarioFileError(
                f"{file}: the instruction needs the value {error}, which {instance} lacks"
            ) from error
    if scenario.question == bool(scenario.required_writes):
        raise ScenarioFileError(
            f"{file}: everything but a question needs required_writes, and no question may have any"
        )
    for hazard in HAZARDS:
        if not says_all_instances(getattr(scenario, hazard), INSTANCES_EACH):
            raise ScenarioFileError(
                f"{file}: {hazard}: give one for all instances or one for each of the "
                f"{INSTANCES_EACH}; so, too, the values in each=(...)"
            )
    return definition


def all_scenarios() -> list[Definition]:
    """Every scenario, in the order of names."""
    return [load(name) for name in names()]


def of_task(task_id: str) -> Definition:
    """The scenario of a task such as ``split-dinner_2``; KeyError if there is none.

    Drafts, whose file names begin with an underscore, are found too: ``template_1``.
    """
    scenario_id, _, _ = task_id.rpartition("_")
    name = scenario_id.replace("-", "_")
    for candidate in (name, f"_{name}"):
        if candidate in _files() and task_id in load(candidate).task_ids():
            return load(candidate)
    raise KeyError(f"{task_id} is not a task of the built-in world")
