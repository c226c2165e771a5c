"""AppWorld's control plane, which it serves on the same port as its apps."""

import json
import re
from typing import Any
from urllib.parse import unquote

CONTROL_SEGMENTS = frozenset({"dbs", "date_time", "seed", "show_api_response_schemas", "admin"})
"""First path segments of world control: databases, clock, seed, schemas and the unauthenticated
administration app."""

COMPLETION = ("POST", "/supervisor/message")
"""The documented API ``supervisor.complete_task``."""

_TASK_DATABASES = re.compile(r"(?:^|[\\/])data[\\/]tasks[\\/]([^\\/]+)[\\/]dbs[\\/]?$")
DEFAULT_REPORTED_STATUS = "success"
"""What AppWorld takes the status of a completed task to be when the agent names none."""


class AppWorldControlPlane:
    """AppWorld 0.1.3's control plane, a :class:`bdproxy.worlds.control_plane.ControlPlane`.

    The path is decoded once, as the server does it, and compared without regard to case and doubled
    slashes: rather refuse a path that the server would not know than let a disguised one through.
    """

    def controls(self, path: str) -> bool:
        """Whether the path's first segment belongs to world control."""
        return _first_segment(path) in CONTROL_SEGMENTS

    def started_task(self, method: str, path: str, body: bytes) -> str | None:
        """``POST /dbs`` from a task's own folder; from anywhere else it restores a checkpoint."""
        if method != "POST" or _plain(path) != "/dbs":
            return None
        source = _json_object(body).get("from_db_home_path")
        found = _TASK_DATABASES.search(source) if isinstance(source, str) else None
        return found.group(1) if found else None

    def ends_world(self, method: str, path: str, body: bytes, task_id: str) -> bool:
        """``DELETE /dbs/cache`` for this task, or for all tasks at once."""
        if method != "DELETE" or _plain(path) != "/dbs/cache":
            return False
        return _json_object(body).get("task_id") in (None, task_id)

    def completes(self, method: str, path: str) -> bool:
        """``POST /supervisor/message``."""
        return (method, _plain(path)) == COMPLETION

    def reported(self, body: bytes) -> tuple[str | None, str | None]:
        """What the agent says of its task: ``(status, answer)``."""
        message = _json_object(body)
        status = message.get("status", DEFAULT_REPORTED_STATUS)
        answer = message.get("answer")
        return str(status), None if answer is None else json.dumps(answer)


def _plain(path: str) -> str:
    return "/" + unquote(path).strip("/")


def _first_segment(path: str) -> str:
    return unquote(path).replace("\\", "/").lstrip("/").split("/", 1)[0].strip().lower()


def _json_object(body: bytes) -> dict[str, Any]:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
