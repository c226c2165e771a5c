import json
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bdproxy.scenarios.parameters import observe, path_parameters

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
NAMES = st.from_regex(r"[a-z_]{1,8}", fullmatch=True)


def parameters(
    path: str = "/a", query: str = "", kind: str = JSON, body: bytes = b"", template: str = "/a"
) -> dict[str, Any]:
    return dict(observe("POST", template, path, query, kind, body).parameters)


@given(st.dictionaries(NAMES, st.text(min_size=1, max_size=10), max_size=4))
def test_the_same_parameters_however_they_are_sent(values: dict[str, str]) -> None:
    encoded = urlencode(values)
    assert parameters(query=encoded) == values
    assert parameters(kind=f"{FORM}; charset=utf-8", body=encoded.encode()) == values
    assert parameters(body=json.dumps(values).encode()) == values


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="/"), min_size=1))
def test_path_parameters_are_decoded(value: str) -> None:
    path = f"/phone/messages/text/{quote(value, safe='')}"
    assert path_parameters("/phone/messages/text/{phone_number}", path) == {"phone_number": value}


def test_several_path_parameters() -> None:
    template = "/spotify/playlists/{playlist_id}/songs/{song_id}"
    found = path_parameters(template, "/spotify/playlists/7/songs/30")
    assert found == {"playlist_id": "7", "song_id": "30"}
    assert path_parameters(template, "/spotify/playlists/7") == {}
    assert path_parameters("/venmo/transactions", "/venmo/transactions") == {}


def test_the_path_wins_over_the_body_over_the_query() -> None:
    found = parameters("/a/1", "id=3&x=3", body=b'{"id": 2, "x": 2}', template="/a/{id}")
    assert found == {"id": "1", "x": 2}


def test_repeated_parameters_are_lists() -> None:
    assert parameters(query="tag=a&tag=b&one=") == {"tag": ["a", "b"], "one": ""}


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[1]", b"5", b"\xff\xfe", b"[" * 100_000, b'"text"', b"null"],
    ids=lambda body: repr(body[:8]),
)
def test_a_body_that_is_no_object_has_no_parameters(body: bytes) -> None:
    assert parameters(body=body) == {}


@given(st.binary(max_size=60), st.sampled_from([JSON, FORM, "", "text/plain"]), st.text())
def test_no_request_breaks_it(body: bytes, kind: str, query: str) -> None:
    parameters(query=query, kind=kind, body=body)
