"""Runs a scripted agent: ``python -m bdproxy.agents.policy NAME FAMILIES``.

``NAME`` is a policy in :mod:`bdproxy.agents.policies`, ``FAMILIES`` a folder of families as
``bdproxy scenarios build`` writes them. Started by ``bdproxy record`` like any agent.
"""

import sys
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from bdproxy.agents.http_client import HttpClient
from bdproxy.agents.scripted_agent import ScriptedAgent
from bdproxy.agents.task import base_url, current_task
from bdproxy.errors import BdproxyError, UsageError
from bdproxy.scenarios.files import read_family


class Policy(Protocol):
    """A module in :mod:`bdproxy.agents.policies`: its docstring says what the agent is like."""

    Client: type[HttpClient]

    def run(self, agent: ScriptedAgent) -> None:
        """Work on the task."""


def load_policy(name: str) -> Policy:
    """The policy of that name, with hyphens for underscores.

    Raises:
        UsageError: there is none.
    """
    module = f"bdproxy.agents.policies.{name.replace('-', '_')}"
    try:
        return cast(Policy, import_module(module))
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        raise UsageError(f"{name}: there is no such policy in bdproxy.agents.policies") from error


def main(arguments: list[str]) -> int:
    """Run the named policy on the current task; returns the exit status."""
    try:
        if len(arguments) != 2:
            raise UsageError("usage: python -m bdproxy.agents.policy NAME FAMILIES")
        policy, task = load_policy(arguments[0]), current_task()
        family = read_family(Path(arguments[1]) / f"{task.id}.json")
        with policy.Client(base_url()) as client:
            policy.run(ScriptedAgent(client, task, family))
    except BdproxyError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
