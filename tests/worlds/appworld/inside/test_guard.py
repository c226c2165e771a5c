"""A world's guard in front of an application of the tests' own."""

from bdproxy.worlds.appworld.inside import asgi, guard
from bdproxy.worlds.appworld.zygote import KEY_HEADER


async def test_the_application_never_sees_the_key() -> None:
    seen: list[list[tuple[bytes, bytes]]] = []

    async def application(scope: asgi.Scope, _: asgi.Receive, send: asgi.Send) -> None:
        seen.append(scope["headers"])

    async def receive() -> asgi.Message:
        return {"type": "http.disconnect"}

    async def send(message: asgi.Message) -> None:
        seen.append([(b"status", str(message.get("status")).encode())])

    guarded = guard.Guard(application, "secret")
    name = guard.KEY_HEADER
    headers = [(b"a", b"1"), (name, b"the agent's own"), (name, b"secret"), (b"a", b"2")]
    await guarded({"type": "http", "headers": headers}, receive, send)
    assert seen == [[(b"a", b"1"), (name, b"the agent's own"), (b"a", b"2")]]


def test_both_sides_mean_the_same_header() -> None:
    assert guard.KEY_HEADER.decode() == KEY_HEADER
