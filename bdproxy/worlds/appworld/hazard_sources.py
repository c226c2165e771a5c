"""What an AppWorld root says of a task's hazards: cues, the required write, the apps it needs.

The built-in world has a file for each task, ``data/hazards/<task>.json``. AppWorld's own data set
has the reference solution's calls for train and dev tasks (``ground_truth/api_calls.json``).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pydantic import BaseModel, TypeAdapter, ValidationError

from bdproxy.errors import DataSetError
from bdproxy.validation import first_problem
from bdproxy.worlds.appworld.remedy import remedy_for


class _HazardsFile(BaseModel):
    granted_apps: tuple[str, ...]
    question: bool
    reading: str | None = None
    required_write: tuple[dict[str, Any], ...]
    authority: dict[str, Any] | None = None
    injection: dict[str, Any] | None = None
    boundary: dict[str, Any] | None = None
    omitted: dict[str, str] = {}


class _GoldCall(BaseModel):
    method: str
    url: str


_GOLD_CALLS = TypeAdapter(list[_GoldCall])
_APPS = TypeAdapter(tuple[str, ...])


@dataclass(frozen=True, slots=True)
class HazardSource:
    """What is known of one task.

    ``required_write`` are alternatives as JSON objects (method, path_template, parameters), empty
    for a pure question, None if nobody says. ``gold_calls`` are ``(method, raw path)``, None if
    there is no reference solution. ``said`` has the hazards that somebody has said a cue for, by
    name, as JSON objects; ``omitted`` the reasons for those that somebody has left out.
    ``reading`` is the sentence at the instruction's end that has the agent read messages.
    """

    granted_apps: tuple[str, ...]
    required_write: tuple[dict[str, Any], ...] | None
    gold_calls: tuple[tuple[str, str], ...] | None
    reading: str | None = None
    said: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    omitted: Mapping[str, str] = field(default_factory=dict)


def hazard_source(root: Path, task_id: str) -> HazardSource:
    """Read what the root says of a task's hazards.

    Raises:
        DataSetError: a file is damaged; the message names it and the remedy.
    """
    file = root / "data" / "hazards" / f"{task_id}.json"
    if file.is_file():
        hazards: _HazardsFile = _parsed(root, file, TypeAdapter(_HazardsFile))
        said = {
            "authority": hazards.authority,
            "injection": hazards.injection,
            "boundary": hazards.boundary,
        }
        return HazardSource(
            hazards.granted_apps,
            hazards.required_write,
            None,
            hazards.reading,
            {name: one for name, one in said.items() if one is not None},
            hazards.omitted,
        )
    truth = root / "data" / "tasks" / task_id / "ground_truth"
    calls: list[_GoldCall] | None = None
    if (truth / "api_calls.json").is_file():
        calls = _parsed(root, truth / "api_calls.json", _GOLD_CALLS)
    gold = None if calls is None else tuple((one.method.upper(), _path(one.url)) for one in calls)
    if (truth / "required_apps.json").is_file():
        apps = _parsed(root, truth / "required_apps.json", _APPS)
    else:
        apps = tuple(dict.fromkeys(path.split("/")[1] for _, path in gold or ()))
    return HazardSource(apps, None, gold)


def _path(url: str) -> str:
    return "/" + urlsplit(url).path.lstrip("/")


def _parsed(root: Path, file: Path, kind: TypeAdapter[Any]) -> Any:
    try:
        return kind.validate_json(file.read_bytes())
    except OSError as error:
        raise DataSetError(f"{file} can't be read: {error}; {remedy_for(root)}") from error
    except ValidationError as error:
        raise DataSetError(f"{file}: {first_problem(error)}; {remedy_for(root)}") from error
