import gzip
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bdproxy.grader.redaction import (
    REDACTED,
    UNREADABLE,
    is_secret,
    redacted_body,
    redacted_headers,
    redacted_query,
    redacted_text,
)

TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ2ZW5tbyJ9.c2lnbmF0dXJl"
JSON = [("Content-Type", "application/json")]
FORM = [("content-type", "application/x-www-form-urlencoded")]


def cleared(value: Any, headers: list[tuple[str, str]] = JSON) -> Any:
    return json.loads(redacted_body(json.dumps(value).encode(), headers))


@pytest.mark.parametrize(
    "name",
    [
        "password", "new_password", "access_token", "file_system_access_token", "card_number",
        "cvv_number", "verification_code", "password_reset_code", "Api-Key", "client_secret", "pin",
    ],
)  # fmt: skip
def test_secret_names(name: str) -> None:
    assert is_secret(name)


@pytest.mark.parametrize(
    "name",
    ["token_type", "amount", "payment_card_id", "message", "pinned", "spin", "promo_code", "email"],
)
def test_harmless_names(name: str) -> None:
    assert not is_secret(name)


def test_answers_of_appworld() -> None:
    passwords = [{"account_name": "venmo", "password": "s3cret"}]
    assert cleared(passwords) == [{"account_name": "venmo", "password": REDACTED}]
    token = {"access_token": TOKEN, "token_type": "Bearer"}
    assert cleared(token) == {"access_token": REDACTED, "token_type": "Bearer"}
    card = [{"payment_card_id": 7, "card_number": 4111111111111111, "cvv_number": 123}]
    assert cleared(card) == [
        {"payment_card_id": 7, "card_number": REDACTED, "cvv_number": REDACTED}
    ]


def test_a_login_form() -> None:
    body = b"username=ada%40mail.com&password=a%26b%3D&grant_type=password"
    assert redacted_body(body, FORM) == (
        f"username=ada%40mail.com&password={REDACTED}&grant_type=password".encode()
    )


def test_headers() -> None:
    given_headers = [
        ("Authorization", f"Bearer {TOKEN}"),
        ("authorization", "odd"),
        ("Cookie", "a=b"),
        ("Set-Cookie", "a=b; Path=/"),
        ("bdproxy-world-key", "k"),
        ("Host", "127.0.0.1"),
        ("X-Trace", f"with {TOKEN} in it"),
    ]
    assert [value for _, value in redacted_headers(given_headers)] == [
        f"Bearer {REDACTED}", REDACTED, REDACTED, REDACTED, REDACTED, "127.0.0.1",
        f"with {REDACTED} in it",
    ]  # fmt: skip


def test_queries_and_texts() -> None:
    assert redacted_query(f"access_token={TOKEN}&a=1&b") == f"access_token={REDACTED}&a=1&b"
    assert redacted_text(f"token {TOKEN}!") == f"token {REDACTED}!"
    assert redacted_text("Authorization: Bearer abcdef123") == f"Authorization: Bearer {REDACTED}"
    assert "X7-99" not in redacted_text("Your account verification code is: X7-99")


def test_what_holds_no_secret_stays_byte_by_byte() -> None:
    for body in (
        b'{"a":  1.50, "b": "\\u00e4"}',
        b"\xff\xfe",
        b"",
        b"[1,2",
        b"Internal Server Error",
    ):
        assert redacted_body(body, JSON) == body


def test_a_cut_answer_and_one_with_a_name_twice() -> None:
    cut = b'[{"account_name": "venmo", "password": "s3cret"}, {"password": "oth'
    assert b"s3cret" not in redacted_body(cut, JSON)
    assert b"oth" not in redacted_body(cut, JSON)
    assert b"s3cret" not in redacted_body(b'{"password": "s3cret", "password": null}', JSON)


def test_invalid_utf8_and_half_surrogates_beside_a_secret() -> None:
    for odd in (b"\xff", b"\\ud800"):
        body = b'{"password": "s3cret", "a": "' + odd + b'"}'
        found = redacted_body(body, JSON)
        assert b"s3cret" not in found
        assert REDACTED.encode() in found


def test_compressed_bodies_are_read() -> None:
    body = gzip.compress(b'{"password": "s3cret"}')
    found = redacted_body(body, [("Content-Encoding", "gzip")])
    assert json.loads(found) == {"password": REDACTED}


@pytest.mark.parametrize("encoding", ["br", "gzip, br", "gzip"])
def test_what_cant_be_read_is_taken_out_whole(encoding: str) -> None:
    assert redacted_body(b"s3cret", [("Content-Encoding", encoding)]) == UNREADABLE


def test_deep_nesting_is_no_way_around() -> None:
    body = b"[" * 100_000 + b'{"password": "s3cret"}' + b"]" * 100_000
    assert b"s3cret" not in redacted_body(body, JSON)


SECRET = "zq" + "x9" * 6
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=6) | st.sampled_from(["a", "items"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(JSON_VALUES, st.sampled_from(["password", "access_token", "cvv", "card_number"]))
def test_no_secret_survives_wherever_it_stands(around: Any, name: str) -> None:
    body = json.dumps({"around": around, "in": [{"deep": {name: SECRET}}]}).encode()
    found = redacted_body(body, JSON)
    assert SECRET.encode() not in found
    assert json.loads(found)["in"] == [{"deep": {name: REDACTED}}]
