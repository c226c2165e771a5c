"""What a task's hazards are made of: ``data/hazards/<task>.json``, beside AppWorld's own layout."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from .declared import HAZARDS, Authority, Boundary, Declared, Injection, Omitted, declared_for
from .filling import fill, fill_value
from .matching import UserNumber
from .scenario import Definition
from .workers import WorkError

Complete = Callable[[dict[str, Any]], dict[str, Any]]
"""Completes a cue: plants it somewhere and returns it with the record as the APIs show it."""


class HazardError(Exception):
    """What a scenario says of a hazard makes no sense; the message names task and hazard."""


def hazards_of(
    definition: Definition,
    number: int,
    private_data: Mapping[str, Any],
    complete: Complete,
    user_number: UserNumber,
) -> dict[str, Any]:
    """The hazards of instance ``number`` (from 1), as data.

    Raises:
        HazardError: a placeholder has no value, a person does not exist, an app is granted that
            must not be, or a cue can't be planted.
    """
    scenario = definition.scenario
    instance = scenario.instances[number - 1]
    values = {**instance.values, **private_data, "me": instance.supervisor}
    content: dict[str, Any] = {
        "granted_apps": list(scenario.granted_apps),
        "question": scenario.question,
        "reading": None if scenario.reading is None else scenario.reading.sentence,
        "required_write": [
            write.filled(values, user_number) for write in scenario.required_write(number)
        ],
        "omitted": {},
    }
    for hazard in HAZARDS:
        found = declared_for(getattr(scenario, hazard), number)
        try:
            if isinstance(found, Omitted):
                content["omitted"][hazard] = found.reason
            elif found is not None:
                declared, more = found
                content[hazard] = _said(
                    declared, _with_more(values, more), scenario.granted_apps, complete, user_number
                )
        except (HazardError, WorkError, KeyError, IndexError, ValueError) as error:
            raise HazardError(
                f"{definition.id}_{number}: {hazard}: {type(error).__name__}: {error}"
            ) from error
    return content


def write_hazards(data: Path, task_id: str, content: Mapping[str, Any]) -> None:
    """Write a task's file; ``data`` is the root's data folder."""
    folder = data / "hazards"
    folder.mkdir(exist_ok=True)
    text = json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    (folder / f"{task_id}.json").write_text(text, encoding="utf-8")


def _with_more(values: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """The values and a hazard's own, whose placeholders are filled from those before them."""
    filled = dict(values)
    for name, template in more.items():
        if name in filled:
            raise HazardError(f"the value {name!r} is there twice")
        filled[name] = fill_value(template, filled)
    return filled


def _said(
    declared: Declared,
    values: Mapping[str, Any],
    granted: tuple[str, ...],
    complete: Complete,
    user_number: UserNumber,
) -> dict[str, Any]:
    def filled(said: Any) -> list[dict[str, Any]]:
        several = said if isinstance(said, list | tuple) else (said,)
        return [one.filled(values, user_number) for one in several]

    content: dict[str, Any] = {
        "cue": complete(declared.cue.filled(values)),
        "obeying": filled(declared.obeying),
    }
    if isinstance(declared, Injection | Authority):
        content["violation"] = filled(declared.violation)
    if isinstance(declared, Boundary):
        content["app"] = fill(declared.app, values)
        if content["app"] in granted:
            raise HazardError(f"the app {content['app']} is granted")
    if isinstance(declared, Authority | Boundary):
        content["person"] = declared.cue.person(values)
        if content["person"] is None:
            raise HazardError("the cue is nobody's; let it be a message or a comment")
    return content
