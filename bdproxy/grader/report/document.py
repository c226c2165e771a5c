"""The report as one JSON document: the source of every number that any rendering shows."""

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

from bdproxy import __version__
from bdproxy.grader.report.material import Log, Material
from bdproxy.grader.report.quantities import Path
from bdproxy.grader.statistics.study import Study

FORMAT = 1
"""Raised when a reader of the document would have to change."""

_STUDY: TypeAdapter[Study] = TypeAdapter(Study)
_LOGS: TypeAdapter[tuple[Log, ...]] = TypeAdapter(tuple[Log, ...])


def document(material: Material) -> dict[str, Any]:
    """The whole report: what it is about, and the study with all of its numbers."""
    return {
        "report": FORMAT,
        "bdproxy": __version__,
        "logs": _LOGS.dump_python(material.logs, mode="json"),
        "runs": len(material.runs),
        "study": _STUDY.dump_python(material.study, mode="json"),
    }


def pointer(path: Path) -> str:
    """A path as a JSON pointer (RFC 6901).

    >>> pointer(("study", "agents", "a/b ~", 0))
    '/study/agents/a~1b ~0/0'
    """
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in path)


def value_at(found: Mapping[str, Any], path: str) -> Any:
    """What a JSON pointer points at.

    Raises:
        KeyError: nothing is there.
    """
    value: Any = found
    for step in path.split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value
