"""The built-in world as its supervisors see it: ordinary life of more than one page everywhere."""

import pytest

from bdproxy.agents.http_client import HttpClient
from bdproxy.worlds.appworld.inside.builtin import discovery
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Task
from tests.support.builtin_agents import SEED
from tests.support.loops import SESSION_LOOP

pytestmark = SESSION_LOOP

DEFAULT_PAGE = 5
LISTS = {
    "contacts": "/phone/contacts",
    "texts": "/phone/messages/text",
    "alarms": "/phone/alarms",
    "inbox": "/gmail/email_threads/category/inbox",
    "payments": "/venmo/transactions",
    "friends": "/venmo/friends",
    "notes": "/simple_note/notes",
    "orders": "/amazon/orders",
    "products": "/amazon/products",
    "activity": "/splitwise/account/activity",
    "library": "/spotify/library/songs",
    "playlists": "/spotify/library/playlists",
    "songs": "/spotify/songs",
}


def _supervisors() -> dict[str, str]:
    """One task of each supervisor, by first name."""
    return {
        instance.supervisor: task_id
        for definition in discovery.all_scenarios()
        for task_id, instance in zip(
            definition.task_ids(), definition.scenario.instances, strict=True
        )
    }


@pytest.mark.parametrize("task_id", _supervisors().values(), ids=_supervisors().keys())
async def test_a_supervisors_lists_have_more_than_one_page(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], task_id: str
) -> None:
    [task] = [one for one in builtin_tasks if one.id == task_id]
    world = await worlds.open(task, SEED)
    with HttpClient(world.url) as client:
        for app in sorted({path.split("/")[1] for path in LISTS.values()} | {"todoist"}):
            client.login(app)
        client.login("file_system")
        lengths = {name: len(list(client.pages(path))) for name, path in LISTS.items()}
        projects = client.get("/todoist/projects")
        lengths["tasks"] = sum(
            len(client.get(f"/todoist/projects/{project['project_id']}/tasks"))
            for project in projects
        )
        lengths["files"] = len(client.get("/file_system/directory", entry_type="files"))
    await world.close()
    short = {name: length for name, length in lengths.items() if length <= DEFAULT_PAGE}
    assert short == {}
