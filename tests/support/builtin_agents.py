"""Built-in scenarios' solutions played in this process against one fresh world each."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from bdproxy.agents.http_client import HttpClient
from bdproxy.worlds.appworld.evaluator import AppWorldEvaluator
from bdproxy.worlds.appworld.inside.builtin.scenario import Task as ToldTask
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Evaluation, Task

SEED = 100

Play = Callable[[HttpClient, ToldTask], None]
"""Does something in a world, as an agent would."""


async def play(
    worlds: AppWorldWorlds,
    evaluator: AppWorldEvaluator,
    task: Task,
    agent: Play,
    client: type[HttpClient] = HttpClient,
) -> Evaluation:
    """What AppWorld's evaluator says of the end state after ``agent`` has worked on ``task``."""
    world = await worlds.open(task, SEED)
    try:
        await asyncio.to_thread(_work, world.url, task, agent, client)
        end_state = await world.end_state()
    finally:
        await world.close()
    return await evaluator.evaluate(task.id, end_state)


def _work(url: str, task: Task, agent: Play, client: type[HttpClient]) -> None:
    supervisor = {
        name: getattr(task.supervisor, name)
        for name in ("first_name", "last_name", "email", "phone_number")
    }
    with client(url) as opened:
        agent(opened, ToldTask(task.id, task.instruction, supervisor, task.datetime))


def task_ids(root: Path) -> list[str]:
    """The tasks of the data set in a built world, in its order."""
    return (root / "data" / "datasets" / "builtin.txt").read_text().split()
