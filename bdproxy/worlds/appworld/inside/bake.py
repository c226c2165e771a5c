"""A forked child that plants cues in a task's start state and saves the outcome."""

import json
import os
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from .planting import plant
from .planting.cue import PlantError


def bake(task_id: str, cues: Sequence[Mapping[str, Any]], folder: str) -> dict[str, Any]:
    """Write the start state of ``task_id`` with the cues planted in it to ``folder``.

    The task is one of ``$APPWORLD_ROOT``. Equal cues give equal files.

    Returns ``{"cues": [...]}``, the completed cues, or ``{"error": str}`` when one can't be
    planted.
    """
    from appworld.apps import get_all_apps
    from appworld.collections.models import ModelCollection
    from appworld.common.utils import freeze_time

    task = Path(os.environ["APPWORLD_ROOT"]) / "data" / "tasks" / task_id
    try:
        specs = json.loads((task / "specs.json").read_text(encoding="utf-8"))
        now = datetime.fromisoformat(specs["datetime"])
    except (OSError, ValueError, KeyError) as error:
        return {"error": f"{task / 'specs.json'} can't be read: {error}"}
    apps = list(get_all_apps())
    with freeze_time(now):
        databases = ModelCollection.load(
            to_db_home_path=f":memory:baked-{task_id}",
            from_db_home_path=str(task / "dbs"),
            load_apps=apps,
        )
        try:
            completed = [plant(cue) for cue in cues]
        except PlantError as error:
            return {"error": str(error)}
        databases.save(db_home_path=folder, format="changes", app_names=apps, delete_if_exists=True)
    return {"cues": completed}
