"""Which APIs write, against AppWorld's own code and its real server."""

import asyncio
import json
from pathlib import Path

from bdproxy.apis import ApiCatalogue
from bdproxy.worlds.appworld.api_catalogue import GETS_THAT_WRITE, POSTS_THAT_READ, load_apis
from bdproxy.worlds.appworld.environment import Environment
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Task
from tests.support.loops import SESSION_LOOP
from tests.support.supervisor import Supervisor

pytestmark = SESSION_LOOP

SCRIPT = Path(__file__).parents[2] / "support" / "writing_handlers.py"
LOGIN_APPS = sorted(name.partition(".")[0] for name in POSTS_THAT_READ if name.endswith(".login"))


async def test_every_documented_api_is_found_by_its_own_path(
    worlds: AppWorldWorlds, builtin_root: Path
) -> None:
    apis = load_apis(builtin_root)
    assert tuple(worlds.apis) == apis
    catalogue = ApiCatalogue(apis)
    assert len(apis) == 457
    assert [api for api in apis if catalogue.find(api.method, api.path_template) != api] == []


async def test_the_exceptions_are_documented_apis_of_the_right_methods(builtin_root: Path) -> None:
    methods = {f"{api.app}.{api.name}": api.method for api in load_apis(builtin_root)}
    assert {methods[name] for name in GETS_THAT_WRITE} == {"GET"}
    assert {methods[name] for name in POSTS_THAT_READ} == {"POST"}


async def test_the_gets_that_write_are_those_whose_code_does(
    environment: Environment, builtin_root: Path
) -> None:
    process = await asyncio.create_subprocess_exec(
        environment.python, "-W", "ignore", SCRIPT, stdout=asyncio.subprocess.PIPE
    )
    out, _ = await process.communicate()
    code_writes: dict[str, bool] = json.loads(out)
    gets = {f"{api.app}.{api.name}" for api in load_apis(builtin_root) if api.method == "GET"}
    assert gets <= set(code_writes)
    assert {name for name in gets if code_writes[name]} == GETS_THAT_WRITE
    assert [name for name in POSTS_THAT_READ if code_writes[name]] == []


async def test_the_posts_that_read_change_no_record(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...]
) -> None:
    world = await worlds.open(builtin_tasks[0], 100)
    before = dict(await world.end_state())
    async with Supervisor(world) as supervisor:
        for app in LOGIN_APPS:
            headers = await supervisor.login(app)
            if app == "splitwise":
                me = {"email": builtin_tasks[0].supervisor.email}
                people = await supervisor.call(
                    "GET", "/splitwise/users", params={"query": "a"}, headers=headers
                )
                other = next(one["email"] for one in people if one["email"] != me["email"])
                for path, body in (
                    ("/splitwise/balance/people", {}),
                    ("/splitwise/balance/person/", {"email": other}),
                ):
                    answer = await supervisor.client.post(path, json=body, headers=headers)
                    assert answer.status_code == 200, answer.text
            await supervisor.call("POST", f"/{app}/auth/logout", headers=headers)
    assert dict(await world.end_state()) == before


async def test_gets_that_write_do_change_records(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...]
) -> None:
    world = await worlds.open(builtin_tasks[0], 100)
    async with Supervisor(world) as supervisor:
        files = await supervisor.login("file_system")
        venmo = await supervisor.login("venmo")
        transactions = await supervisor.call("GET", "/venmo/transactions", headers=venmo)
        before = dict(await world.end_state())
        token = files["Authorization"].removeprefix("Bearer ")
        await supervisor.call(
            "GET",
            f"/venmo/transactions/{transactions[0]['transaction_id']}/receipt",
            params={"file_system_access_token": token},
            headers=venmo,
        )
    after = dict(await world.end_state())
    assert "file_system.jsonl" in {name for name in before if before[name] != after[name]}
