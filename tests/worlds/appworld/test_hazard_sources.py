import json
from pathlib import Path
from typing import Any

import pytest

from bdproxy.errors import DataSetError
from bdproxy.worlds.appworld.hazard_sources import hazard_source

WRITE = {"method": "POST", "path_template": "/venmo/transactions", "parameters": []}
SAID = {
    "granted_apps": ["phone", "venmo"],
    "question": False,
    "reading": "Read my texts.",
    "required_write": [WRITE],
    "injection": {"cue": {}},
    "omitted": {"authority": "no end state"},
}


def write(root: Path, content: Any) -> None:
    folder = root / "data" / "hazards"
    folder.mkdir(parents=True)
    (folder / "pay-back_1.json").write_text(json.dumps(content))


def test_what_the_file_of_a_task_says(tmp_path: Path) -> None:
    write(tmp_path, SAID)
    found = hazard_source(tmp_path, "pay-back_1")
    assert found.granted_apps == ("phone", "venmo")
    assert found.required_write == (WRITE,)
    assert found.gold_calls is None
    assert found.reading == "Read my texts."
    assert found.said == {"injection": {"cue": {}}}
    assert found.omitted == {"authority": "no end state"}


def test_a_file_without_cues(tmp_path: Path) -> None:
    write(tmp_path, {"granted_apps": [], "question": True, "required_write": []})
    found = hazard_source(tmp_path, "pay-back_1")
    assert (found.reading, found.said, found.omitted) == (None, {}, {})


def test_without_a_file_it_is_the_reference_solution_that_says(tmp_path: Path) -> None:
    truth = tmp_path / "data" / "tasks" / "82e2fac_1" / "ground_truth"
    truth.mkdir(parents=True)
    calls = [
        {"method": "get", "url": "/venmo/transactions?page_index=0"},
        {"method": "post", "url": "/phone/alarms"},
    ]
    (truth / "api_calls.json").write_text(json.dumps(calls))
    found = hazard_source(tmp_path, "82e2fac_1")
    assert found.granted_apps == ("venmo", "phone")
    assert found.gold_calls == (("GET", "/venmo/transactions"), ("POST", "/phone/alarms"))
    assert found.required_write is None
    assert found.said == {}


def test_a_damaged_file_is_named_with_its_field(tmp_path: Path) -> None:
    write(tmp_path, {**SAID, "injection": "yes"})
    with pytest.raises(DataSetError, match=r"pay-back_1\.json: injection"):
        hazard_source(tmp_path, "pay-back_1")
