"""The base world: accounts and ordinary life, as ``data/base_dbs`` and ``data/api_docs``."""

import json
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from .accounts import open_accounts
from .clock import BIRTH, DB_VERSION, NOW
from .life import (
    amazon,
    file_system,
    gmail,
    phone,
    simple_note,
    splitwise,
    spotify,
    todoist,
    venmo,
)
from .workers import run_forked
from .world import World

_BASE = ":memory:builtin-base"
# The longest first: two are written at a time.
_LIVES = {
    "gmail": gmail,
    "spotify": spotify,
    "amazon": amazon,
    "splitwise": splitwise,
    "phone": phone,
    "todoist": todoist,
    "venmo": venmo,
    "file_system": file_system,
    "simple_note": simple_note,
}

STEPS = len(_LIVES) + 3
"""How often ``build_base`` reports progress."""


def build_base(data: Path, done: Callable[[str], None]) -> None:
    """Write the base databases and the documentation of the APIs below ``data``.

    ``done`` is called with the name of each piece of work when it has ended.

    Raises:
        WorkError: one app's life could not be written.
    """
    from appworld.apps import get_all_apps
    from appworld.apps.api_lib import set_local_dbs
    from appworld.common.utils import freeze_time

    apps = list(get_all_apps())
    docs = _write_api_docs(data)
    done("API documentation")
    (data / "version.txt").write_text(DB_VERSION, encoding="utf-8")
    set_local_dbs(_BASE, _BASE, apps, create=True)
    with freeze_time(BIRTH):
        world = World()
        _document(world, docs)
        open_accounts(world)
    done("people")
    # Each app has a database of its own, so their lives can be written side by side.
    run_forked([(app, partial(_live, world, app, data)) for app in _LIVES], done)
    _save(data, [app for app in apps if app not in _LIVES])
    _forget()
    done("base databases")


def _live(world: World, app: str, data: Path) -> None:
    from appworld.common.utils import freeze_time

    with freeze_time(NOW):
        _LIVES[app].fill(world)
    _save(data, [app])


def _save(data: Path, apps: list[str]) -> None:
    from appworld.apps.api_lib import save_local_dbs

    # AppWorld empties the folder that it saves to, and several processes save at once.
    with tempfile.TemporaryDirectory(prefix="saving-", dir=data) as scratch:
        save_local_dbs(
            from_db_home_path=_BASE,
            to_db_home_path=scratch,
            format="full",
            app_names=apps,
            delete_if_exists=True,
            skip_mandatory_apps=True,
            vaccum=True,
        )
        target = data / "base_dbs"
        target.mkdir(exist_ok=True)
        for saved in Path(scratch).iterdir():
            saved.replace(target / saved.name)


def _write_api_docs(data: Path) -> dict[str, dict[str, Any]]:
    """Write ``api_docs/standard``, the only form of the documentation that tasks load."""
    from appworld.apps import get_all_apps
    from appworld.collections.api_docs import ApiDocCollection

    docs = ApiDocCollection.build(tuple(get_all_apps(skip_admin=True)))
    folder = data / "api_docs" / "standard"
    folder.mkdir(parents=True, exist_ok=True)
    for app, entries in docs.items():
        # AppWorld's loader takes a "canary_string" off each entry and expects it to be there.
        plain = {name: dict(entry, canary_string="none") for name, entry in entries.items()}
        (folder / f"{app}.json").write_text(json.dumps(plain, indent=1), encoding="utf-8")
    return docs  # type: ignore[no-any-return]


def _document(world: World, docs: dict[str, dict[str, Any]]) -> None:
    """One row per documented API, which the api_docs app answers from."""
    model = world.models.api_docs.ApiDoc
    model.save_all(
        [
            model.create(
                app_name_=entry["app_name"],
                api_name=entry["api_name"],
                path=entry["path"],
                method=entry["method"],
                description=entry["description"],
                parameters=entry["parameters"],
                response_schemas=entry["response_schemas"],
            )
            for entries in docs.values()
            for entry in entries.values()
        ]
    )


def _forget() -> None:
    from appworld.apps.model_lib import CachedDBHandler

    CachedDBHandler.reset(_BASE)
