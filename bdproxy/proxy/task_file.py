"""The file that tells an agent its task."""

import contextlib
import json
import tempfile
from collections.abc import AsyncIterator
from dataclasses import asdict
from pathlib import Path

from bdproxy.worlds.protocol import Task


@contextlib.asynccontextmanager
async def task_file(task: Task) -> AsyncIterator[Path]:
    """A JSON file with the instruction, the supervisor and the world's time; gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="bdproxy-task-") as folder:
        path = Path(folder) / "task.json"
        path.write_text(
            json.dumps(
                {
                    "instruction": task.instruction,
                    "supervisor": asdict(task.supervisor),
                    "datetime": task.datetime,
                },
                indent=1,
            ),
            encoding="utf-8",
        )
        yield path
