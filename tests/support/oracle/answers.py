"""Whether two answers are the same, but for the numbers of records made after the start.

A baked record has a high number, and the database counts on from there; behind the overlay it
counts on from where it was, and what is made of a record that is only in the overlay has a number
of the overlay's. So a number that the baked world gave *after* the cue's own, or to what a write
made, stands for one number of the other world, the same wherever it is shown. Nothing else may
differ: not a byte of the body's style, not a header, not the order of anything.
(``content-length`` follows the body.)
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Headers = list[tuple[bytes, bytes]]


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Headers
    body: bytes


@dataclass
class Numbers:
    """Which later number of the baked world is which of the other; by kind of record.

    ``own`` are the cue's numbers by the field that has them.
    """

    own: Mapping[str, int]
    writing: bool = False
    """Whether the answers at hand are to a write, which names the records that it made."""
    pairs: dict[tuple[str, int], int] = field(default_factory=dict)
    taken: dict[tuple[str, int], int] = field(default_factory=dict)

    def same(self, key: str, baked: Any, other: Any) -> bool:
        if baked == other and type(baked) is type(other):
            return (family(key), baked) not in self.pairs
        if not (isinstance(baked, int) and isinstance(other, int)):
            return False
        kind = family(key)
        pair, taken = (kind, baked), (kind, other)
        if not (pair in self.pairs or self._is_later(key, kind, baked)) or self._is_own(other):
            return False
        if self.pairs.setdefault(pair, other) != other:
            return False
        return self.taken.setdefault(taken, baked) == baked

    def _is_later(self, key: str, kind: str, baked: int) -> bool:
        """Whether the baked world made the record after the start, as far as is known."""
        if self.writing and key.endswith("_id"):
            return not self._is_own(baked)
        return kind in self.own and baked > self.own[kind]

    def _is_own(self, number: int) -> bool:
        return number in self.own.values()

    def other(self, kind: str, baked: int) -> int:
        return self.pairs.get((kind, baked), baked)


def family(key: str) -> str:
    """The kind of record that a field's number is of: ``sent_email_id`` is an ``email_id``."""
    return key.removeprefix("sent_").removesuffix("s")


def difference(baked: Answer, other: Answer, numbers: Numbers) -> str | None:
    """What is not the same, in one line; None if nothing is."""
    if baked.status != other.status:
        return (
            f"status {baked.status} / {other.status}: {_short(baked.body)} / {_short(other.body)}"
        )
    of_headers = _headers(baked, other)
    if of_headers is not None:
        return of_headers
    if baked.body == other.body and not numbers.pairs:
        return None
    try:
        left, right = json.loads(baked.body), json.loads(other.body)
    except ValueError:
        return None if baked.body == other.body else f"body {baked.body!r} / {other.body!r}"
    found = _walk(left, right, "", "", numbers)
    if found is not None:
        return found
    # The same values: then the bytes are, too, if both are written in the same style.
    if _dumped(left) == baked.body and _dumped(right) != other.body:
        return f"style {_short(other.body)}"
    return None


def difference_of_sets(baked: list[Answer], other: list[Answer], numbers: Numbers) -> str | None:
    """What differs between all pages of a ranked search, in whichever order they are."""
    items: list[list[Any]] = []
    for pages in (baked, other):
        items.append([])
        for page in pages:
            if page.status != 200:
                break
            items[-1] += json.loads(page.body)
    for one, two in zip(baked, other, strict=True):
        if one.status != two.status:
            return f"status {one.status} / {two.status}: {_short(two.body)}"
        if len(json.loads(one.body)) != len(json.loads(two.body)):
            return "pages of different lengths"
        if (found := _headers(one, two)) is not None:
            return found
    left, right = items
    for item in left:
        same = next((two for two in right if _walk(item, two, "", "", numbers) is None), None)
        if same is None:
            return f"only in the baked world: {_short(_dumped(item))}"
        right.remove(same)
    return f"only behind the overlay: {_short(_dumped(right[0]))}" if right else None


def _headers(baked: Answer, other: Answer) -> str | None:
    left, right = (
        [
            (name, b"" if name.lower() == b"content-length" else value)
            for name, value in answer.headers
        ]
        for answer in (baked, other)
    )
    for answer in (baked, other):
        for name, value in answer.headers:
            if name.lower() == b"content-length" and int(value) != len(answer.body):
                return f"content-length {value!r} of {len(answer.body)} bytes"
    return None if left == right else f"headers {left} / {right}"


def _walk(left: Any, right: Any, key: str, path: str, numbers: Numbers) -> str | None:
    if isinstance(left, dict) and isinstance(right, dict):
        if list(left) != list(right):
            return f"{path or '.'}: fields {list(left)} / {list(right)}"
        pairs = ((name, left[name], right[name], f"{path}.{name}") for name in left)
    elif isinstance(left, list) and isinstance(right, list):
        if len(left) != len(right):
            return f"{path or '.'}: {len(left)} / {len(right)} items"
        pairs = (
            (key, one, two, f"{path}[{place}]")
            for place, (one, two) in enumerate(zip(left, right, strict=True))
        )
    else:
        if numbers.same(key, left, right):
            return None
        one, two = _dumped(left), _dumped(right)
        # From shortly before where they part.
        parting = next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), 0)
        start = max(0, parting - 40)
        return f"{path}: {_short(one[start:])} / {_short(two[start:])}"
    return next(
        (found for each in pairs if (found := _walk(each[1], each[2], each[0], each[3], numbers))),
        None,
    )


def _dumped(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _short(text: bytes) -> str:
    return text.decode("utf-8", "replace")[:160]
