"""A process that opens two worlds and starts an evaluation that never ends, and prints their ids.

Arguments: AppWorld's interpreter, an AppWorld root whose data set is ``one``.
"""

import asyncio
import json
import sys
from pathlib import Path

import psutil

from bdproxy.worlds.appworld.environment import APPWORLD_VERSION, Environment
from bdproxy.worlds.appworld.evaluator import AppWorldEvaluator
from bdproxy.worlds.appworld.tasks import DataSet
from bdproxy.worlds.appworld.worlds import AppWorldWorlds


async def main() -> None:
    environment = Environment(Path(sys.argv[1]), APPWORLD_VERSION)
    root = Path(sys.argv[2])
    (task,) = DataSet.open(root, "one").load()
    worlds = await AppWorldWorlds.start(environment, root)
    evaluator = await AppWorldEvaluator.start(environment, root, workers=1)
    opened = [await worlds.open(task, 100) for _ in range(2)]
    try:
        evaluation = asyncio.create_task(evaluator.evaluate(task.id, await opened[0].end_state()))
        # A process has no event for being forked.
        while len(children := psutil.Process().children(recursive=True)) < 5:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        print(json.dumps([child.pid for child in children]), flush=True)
        await evaluation
    finally:
        await worlds.close()
        await evaluator.close()


asyncio.run(main())
