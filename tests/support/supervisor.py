"""What any agent can do in any task's world: be the supervisor, and write a note."""

from typing import Any

import httpx

from bdproxy.worlds.protocol import World


class Supervisor:
    """A client that acts for a world's supervisor and keeps every answer it got, headers too."""

    def __init__(self, world: World) -> None:
        self.client = httpx.AsyncClient(
            base_url=world.url, headers=dict(world.headers), trust_env=False, timeout=60
        )
        self.answers: list[tuple[int, list[tuple[bytes, bytes]], bytes]] = []

    async def __aenter__(self) -> "Supervisor":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.client.aclose()

    async def call(self, method: str, path: str, **parameters: Any) -> Any:
        answer = await self.client.request(method, path, **parameters)
        self.answers.append((answer.status_code, answer.headers.raw, answer.content))
        answer.raise_for_status()
        return answer.json()

    async def login(self, app: str) -> dict[str, str]:
        """The headers that authorise calls of ``app``."""
        profile = await self.call("GET", "/supervisor/profile")
        passwords = {
            account["account_name"]: account["password"]
            for account in await self.call("GET", "/supervisor/account_passwords")
        }
        username = profile["phone_number" if app == "phone" else "email"]
        form = {"username": username, "password": passwords[app]}
        token = (await self.call("POST", f"/{app}/auth/token", data=form))["access_token"]
        return {"Authorization": f"Bearer {token}"}

    async def write_note(self, title: str) -> int:
        headers = await self.login("simple_note")
        note = {"title": title, "content": f"about {title}", "tags": []}
        created = await self.call("POST", "/simple_note/notes", json=note, headers=headers)
        return int(created["note_id"])

    async def complete(self) -> None:
        await self.call("POST", "/supervisor/message", json={})
