from dataclasses import replace
from typing import Any

import pytest

from bdproxy.names import Management
from bdproxy.proxy.settings import Settings

SETTINGS = Settings(
    agent="ada",
    command=("python", "ada.py"),
    management=Management.MANAGED,
    dataset="builtin",
    world_root="/somewhere",
    world_version="appworld 0.1.3.post1",
)


@pytest.mark.parametrize(
    "change",
    [
        {"agent": "bob"},
        {"command": ("python", "bob.py")},
        {"command": None},
        {"management": Management.CLIENT_MANAGED},
        {"dataset": "train"},
        {"world_version": "appworld 0.2"},
        {"seed": 7},
        {"max_calls": 10},
        {"timeout": 3.0},
    ],
)
def test_what_changes_a_run_makes_another_experiment(change: dict[str, Any]) -> None:
    assert replace(SETTINGS, **change).config_hash != SETTINGS.config_hash


@pytest.mark.parametrize("change", [{"parallel": 4}, {"port": 8000}, {"world_root": "/elsewhere"}])
def test_what_does_not_change_a_run_goes_on_with_the_same_experiment(
    change: dict[str, Any],
) -> None:
    assert replace(SETTINGS, **change).config_hash == SETTINGS.config_hash
