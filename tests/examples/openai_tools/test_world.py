import json
import socket
from typing import Any

import pytest

from examples.openai_tools.world import World


def sent(world: World, method: str, path: str, **parameters: Any) -> dict[str, Any]:
    answer = world.call(method, path, parameters)
    assert answer.status == 200 and answer.text.startswith("HTTP 200\n")
    seen: dict[str, Any] = json.loads(answer.text.partition("\n")[2])
    return seen


def test_get_puts_parameters_into_the_query(echo: World) -> None:
    seen = sent(echo, "GET", "/a/b?first=1", query="x y", pinned=True, tags=["m", "n"], sort=None)
    assert seen["path"] == "/a/b?first=1&query=x+y&pinned=true&tags=m&tags=n"
    assert seen["body"] == ""


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH"])
def test_other_methods_put_them_into_a_json_body(echo: World, method: str) -> None:
    seen = sent(echo, method, "/a/b", amount=2.5, note=None)
    assert (seen["method"], seen["path"], seen["type"]) == (method, "/a/b", "application/json")
    assert json.loads(seen["body"]) == {"amount": 2.5, "note": None}


def test_delete_puts_them_into_both(echo: World) -> None:
    seen = sent(echo, "DELETE", "/a/file", file_path="/x.txt")
    assert seen["path"] == "/a/file?file_path=%2Fx.txt"
    assert json.loads(seen["body"]) == {"file_path": "/x.txt"}


def test_delete_without_parameters_has_no_body(echo: World) -> None:
    seen = sent(echo, "DELETE", "/a/{note_id}", note_id=3, access_token="t")
    assert (seen["path"], seen["body"], seen["type"]) == ("/a/3", "", None)


def test_login_is_a_form(echo: World) -> None:
    seen = sent(echo, "POST", "/a/auth/token", username="m@x.com", password="p w")
    assert seen["type"] == "application/x-www-form-urlencoded"
    assert seen["body"] == "username=m%40x.com&password=p+w"


def test_the_token_goes_into_the_header_alone(echo: World) -> None:
    seen = sent(echo, "GET", "/a", access_token="secret")
    assert (seen["token"], seen["path"]) == ("Bearer secret", "/a")
    assert sent(echo, "GET", "/a")["token"] is None


def test_placeholders_are_filled_from_the_parameters(echo: World) -> None:
    seen = sent(echo, "GET", "/a/{item_id}/{other}", item_id="x/y", page_index=0)
    assert seen["path"] == "/a/x%2Fy/%7Bother%7D?page_index=0"


def test_no_answer_is_told_in_words() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        world = World(f"http://127.0.0.1:{closed.getsockname()[1]}")
        answer = world.call("GET", "/a", {})
    assert answer.status is None
    assert answer.text.startswith("No answer: ConnectError: ")
