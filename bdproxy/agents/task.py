"""What ``bdproxy record`` tells an agent through its environment."""

import json
import os
from pathlib import Path

from bdproxy.errors import UnknownTaskError, UsageError
from bdproxy.worlds.appworld.inside.builtin import discovery
from bdproxy.worlds.appworld.inside.builtin.scenario import Definition, Task

_HINT = "the agent is meant to be started by `bdproxy record`"


def base_url() -> str:
    """The address of the apps' APIs; UsageError if nobody set it."""
    return _variable("BDPROXY_BASE_URL")


def current_task() -> Task:
    """The task to work on; UsageError if the environment or the task file doesn't say."""
    file = Path(_variable("BDPROXY_TASK_FILE"))
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        return Task(
            _variable("BDPROXY_TASK_ID"),
            content["instruction"],
            content["supervisor"],
            content["datetime"],
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(f"the task file {file} can't be read: {error}; {_HINT}") from error


def scenario_of(task: Task) -> Definition:
    """The scenario of a task; UnknownTaskError if the built-in world has no such task."""
    try:
        return discovery.of_task(task.id)
    except KeyError as error:
        raise UnknownTaskError(
            f"this agent knows only the tasks of the built-in world: {error.args[0]}"
        ) from error


def _variable(name: str) -> str:
    value = os.environ.get(name)
    if not value:
        raise UsageError(f"{name} is not set; {_HINT}")
    return value
