import pytest
from hypothesis import given
from hypothesis import strategies as some

from bdproxy.recorder.bodies import (
    SMALLEST_COMPRESSED,
    RememberedHashes,
    body_hash,
    pack,
    unpack,
)

bodies = some.one_of(
    some.binary(max_size=5000),
    some.builds(lambda part, times: part * times, some.binary(max_size=50), some.integers(0, 500)),
)


@given(bodies)
def test_unpack_gives_back_what_was_packed(body: bytes) -> None:
    encoding, data = pack(body)
    assert unpack(encoding, data) == body
    assert len(data) <= len(body)


@given(bodies, bodies)
def test_equal_hashes_are_equal_bodies(one: bytes, other: bytes) -> None:
    assert (body_hash(one) == body_hash(other)) == (one == other)
    assert len(body_hash(one)) == 16


def test_compresses_only_what_gets_smaller() -> None:
    assert pack(b"a" * (SMALLEST_COMPRESSED - 1))[0] == "identity"
    assert pack(b"a" * SMALLEST_COMPRESSED)[0] == "zstd"
    assert pack(bytes(range(256)))[0] == "identity"


@given(some.binary(max_size=200))
def test_damage_is_a_value_error(data: bytes) -> None:
    try:
        unpack("zstd", data)
    except ValueError:
        return
    assert data


def test_an_unknown_encoding() -> None:
    with pytest.raises(ValueError, match="unknown body encoding 'rot13'"):
        unpack("rot13", b"")


@given(some.lists(some.integers(0, 9)), some.integers(1, 5))
def test_remembers_the_latest_used(keys: list[int], limit: int) -> None:
    hashes = RememberedHashes(limit)
    for key in keys:
        if bytes([key]) not in hashes:
            hashes.add(bytes([key]))
    latest = list(dict.fromkeys(reversed(keys)))
    for key in range(10):
        assert (bytes([key]) in hashes) == (key in latest[:limit])
    assert len(hashes) == min(limit, len(latest))
