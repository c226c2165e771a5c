"""What a task's hazards are made of: ``data/hazards/<task>.json``, beside AppWorld's own layout."""

import json
from pathlib import Path
from typing import Any

from .scenario import Containing, Definition, Value, Write


def write_hazards(
    data: Path, definition: Definition, number: int, private_data: dict[str, Any]
) -> None:
    """Write the file of instance ``number`` (from 1).

    KeyError or IndexError if a placeholder of a required write has no value.
    """
    scenario = definition.scenario
    values = {**scenario.instances[number - 1].values, **private_data}
    content = {
        "granted_apps": list(scenario.apps),
        "question": scenario.question,
        "required_write": [_filled(write, values) for write in scenario.required_write(number)],
    }
    folder = data / "hazards"
    folder.mkdir(exist_ok=True)
    text = json.dumps(content, indent=1, sort_keys=True) + "\n"
    (folder / f"{definition.id}_{number}.json").write_text(text, encoding="utf-8")


def _filled(write: Write, values: dict[str, Value]) -> dict[str, Any]:
    parameters: list[dict[str, Any]] = []
    for name, template in write.parameters.items():
        if isinstance(template, Containing):
            parameters.append({"name": name, "contains": template.text.format(**values)})
        else:
            parameters.append({"name": name, "any_of": [template.format(**values)]})
    return {"method": write.method, "path_template": write.path, "parameters": parameters}
