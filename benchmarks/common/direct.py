"""A run without bdproxy: a fresh world, the agent straight at it, the end state."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bdproxy.proxy.agent_process import agent_environment
from bdproxy.proxy.task_file import task_file
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Task
from benchmarks.common.processes import module_environment
from benchmarks.common.subject import SEED


@dataclass(frozen=True)
class DirectRun:
    """What is left of a run."""

    exit_status: int
    end_state: Mapping[str, bytes]


async def run_direct(worlds: AppWorldWorlds, task: Task, command: Sequence[str]) -> DirectRun:
    """Let an agent work on a task, with the environment that ``bdproxy record`` gives it.

    Raises:
        WorldError: the world could not be started or saved.
    """
    world = await worlds.open(task, SEED)
    try:
        async with task_file(task) as path:
            given = agent_environment(
                base_url=world.url,
                task_id=task.id,
                instruction=task.instruction,
                task_file=path,
                run_id=0,
            )
            process = await asyncio.create_subprocess_exec(
                *command,
                env=module_environment(**given),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
            )
            try:
                status = await process.wait()
            finally:
                if process.returncode is None:
                    process.kill()
        return DirectRun(status, await world.end_state())
    finally:
        await world.close()


async def run_all_direct(
    worlds: AppWorldWorlds, tasks: Sequence[Task], command: Sequence[str], parallel: int
) -> list[DirectRun]:
    """Run every task, ``parallel`` at a time."""
    free = asyncio.Semaphore(parallel)

    async def one(task: Task) -> DirectRun:
        async with free:
            return await run_direct(worlds, task, command)

    return await asyncio.gather(*map(one, tasks))
