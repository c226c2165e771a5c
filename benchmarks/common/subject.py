"""What is recorded in the benchmarks on real worlds: which tasks, and by which agent."""

import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from bdproxy.errors import UsageError
from bdproxy.worlds.appworld.builtin_world import DATA_SET, provide_builtin_world
from bdproxy.worlds.appworld.environment import Environment, provide_environment
from bdproxy.worlds.appworld.tasks import DataSet
from bdproxy.worlds.protocol import Task

SEED = 100
"""The worlds' seed, AppWorld's own default."""
GOLD = (sys.executable, "-m", "bdproxy.agents.gold")

DataSetName = Annotated[str, typer.Option("--dataset", metavar="NAME", help="The data set.")]
AppWorldRoot = Annotated[
    Path | None,
    typer.Option(
        metavar="PATH", help="The folder with AppWorld's data folder; not needed for builtin."
    ),
]
AgentCommand = Annotated[
    str | None,
    typer.Option("--agent", metavar="COMMAND", help="The agent, instead of the gold agent."),
]


@dataclass(frozen=True)
class Subject:
    """A data set's tasks and the command of an agent that works on them."""

    environment: Environment
    dataset: str
    root: Path
    tasks: tuple[Task, ...]
    agent: tuple[str, ...]

    @property
    def record_options(self) -> tuple[str, ...]:
        """The options of ``bdproxy record`` that choose the data set."""
        if self.dataset == DATA_SET:
            return ("--dataset", self.dataset)
        return ("--dataset", self.dataset, "--appworld-root", str(self.root))


def subject(
    dataset: str = DATA_SET,
    root: Path | None = None,
    agent: str | None = None,
    *,
    first: int | None = None,
) -> Subject:
    """What to record, set up first if need be; only the ``first`` tasks if a number is given.

    Raises:
        BdproxyError: it can't be had.
    """
    environment = provide_environment()
    if dataset == DATA_SET:
        root = provide_builtin_world(environment)
    elif root is None:
        raise UsageError(f"--dataset {dataset}: say where its data is with --appworld-root PATH")
    tasks = DataSet.open(root, dataset).load()[:first]
    command = tuple(shlex.split(agent)) if agent else GOLD
    return Subject(environment, dataset, root.absolute(), tasks, command)
