"""The built-in agents' client against a real server that serves pages and fails on demand."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from bdproxy.agents.careless import CarelessClient
from bdproxy.agents.http_client import PAGE_LIMIT, ApiError, HttpClient


class Shop(ThreadingHTTPServer):
    """A list of numbers in pages, one write, and an account."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.items = list(range(45))
        self.written: list[Any] = []
        self.seen: list[tuple[str, str, str | None]] = []
        self.fail_before = 0
        self.fail_after = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Shop

    def do_GET(self) -> None:
        path = self._note()
        query = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
        if path == "/supervisor/account_passwords":
            self._answer([{"account_name": "phone", "password": "p"}])
        elif path == "/supervisor/profile":
            self._answer({"email": "a@b.c", "phone_number": "123"})
        elif path == "/phone/list":
            index, limit = int(query.get("page_index", 0)), int(query.get("page_limit", 5))
            self._answer(self.server.items[index * limit : (index + 1) * limit])
        else:
            self._answer({"message": "no such path"}, 404)

    def do_POST(self) -> None:
        path = self._note()
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if path == "/phone/auth/token":
            assert body == "username=123&password=p"
            self._answer({"access_token": "the-token"})
            return
        if self.server.fail_before:
            self.server.fail_before -= 1
            self._answer("Internal Server Error", 500)
            return
        self.server.written.append(json.loads(body))
        if self.server.fail_after:
            self.server.fail_after -= 1
            self._answer("Internal Server Error", 500)
        else:
            self._answer({"message": "done"})

    def log_message(self, *_: object) -> None:
        pass

    def _note(self) -> str:
        path = urlsplit(self.path).path
        self.server.seen.append((self.command, path, self.headers["Authorization"]))
        return path

    def _answer(self, content: object, status: int = 200) -> None:
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def shop() -> Iterator[Shop]:
    server = Shop()
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def client(shop: Shop) -> Iterator[HttpClient]:
    with HttpClient(shop.url) as opened:
        yield opened


@pytest.mark.parametrize("count", [0, 3, PAGE_LIMIT, PAGE_LIMIT + 1, 45])
def test_pages_gives_every_item_once(shop: Shop, client: HttpClient, count: int) -> None:
    shop.items = list(range(count))
    assert list(client.pages("/phone/list")) == shop.items


def test_search_looks_further_than_the_first_hit(client: HttpClient) -> None:
    assert client.search("/phone/list", "x", lambda item: item == 37) == 37
    with pytest.raises(LookupError, match="nothing in /phone/list matches 'x'"):
        client.search("/phone/list", "x", lambda item: item == 99)


def test_after_a_login_the_apps_calls_carry_the_token(shop: Shop, client: HttpClient) -> None:
    assert client.login("phone") == "the-token"
    list(client.pages("/phone/list"))
    client.complete()
    assert ("GET", "/phone/list", "Bearer the-token") in shop.seen
    assert ("POST", "/supervisor/message", None) in shop.seen


def test_a_call_that_is_refused_raises(client: HttpClient) -> None:
    with pytest.raises(ApiError, match=r"GET /nothing/here was answered with 404") as caught:
        client.get("/nothing/here")
    assert caught.value.status == 404


@pytest.mark.parametrize("when", ["fail_before", "fail_after"])
def test_a_checked_write_lands_exactly_once(shop: Shop, client: HttpClient, when: str) -> None:
    setattr(shop, when, 1)
    client.write_checked(lambda: client.post("/phone/write", amount=3), lambda: bool(shop.written))
    assert shop.written == [{"amount": 3}]


def test_a_checked_write_does_not_hide_a_refusal(client: HttpClient) -> None:
    def landed() -> bool:
        raise AssertionError("a refusal needs no look")

    with pytest.raises(ApiError):
        client.write_checked(lambda: client.get("/nothing/here"), landed)


def test_the_careless_client_cuts_corners(shop: Shop) -> None:
    with CarelessClient(shop.url) as client:
        assert list(client.pages("/phone/list")) == [0, 1, 2, 3, 4]
        assert client.search("/phone/list", "x", lambda item: item == 3) == 0
        shop.fail_after = 1
        client.write_checked(lambda: client.post("/phone/write", amount=3), lambda: True)
        assert shop.written == [{"amount": 3}, {"amount": 3}]
        shop.items = []
        with pytest.raises(LookupError):
            client.search("/phone/list", "x", lambda item: True)
