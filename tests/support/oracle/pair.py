"""Two worlds that get the same calls: one with the cue baked in, one behind the overlay."""

import asyncio
import base64
import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Any

import httpx

from tests.support.oracle.answers import (
    Answer,
    Numbers,
    difference,
    difference_of_sets,
    family,
)
from tests.support.oracle.calls import Call, Endpoint, Later
from tests.support.oracle.ranking import Texts, difference_of_ranks, identified, text_of

SECRET = b"SECRET"
"""What every AppWorld signs its tokens with."""


class Phase(StrEnum):
    """What was being done when answers were compared."""

    READING = "reading"
    """Every way to look at the start state, as the owner of the record."""
    WRITING = "writing"
    """Every write against the record, and a look after each."""
    OTHERS = "other accounts"
    """A look as somebody else, before the writes and after them."""


@dataclass(frozen=True)
class Difference:
    phase: Phase
    call: str
    what: str


@dataclass
class Tally:
    """How many answers were compared, and those that were not equal."""

    phase: Phase = Phase.READING
    compared: Counter[Phase] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)

    def equal(self, phase: Phase) -> int:
        return self.compared[phase] - len(self.different(phase))

    def different(self, *phases: Phase) -> list[Difference]:
        return [one for one in self.differences if one.phase in phases]


def token(account: str) -> str:
    """A token for an account, signed as AppWorld's own are, without a log-in."""

    def part(content: Any) -> bytes:
        text = content if isinstance(content, bytes) else json.dumps(content).encode()
        return base64.urlsafe_b64encode(text).rstrip(b"=")

    head = part({"alg": "HS256", "typ": "JWT"}) + b"." + part({"sub": account, "exp": 4102444800})
    return (head + b"." + part(hmac.digest(SECRET, head, hashlib.sha256))).decode()


class Pair:
    """The two worlds and their clients."""

    def __init__(self, baked_url: str, overlay_url: str, numbers: Numbers, tally: Tally) -> None:
        self.numbers = numbers
        self.tally = tally
        self._shown: dict[tuple[int, str], Any] = {}
        """What ranked searches have looked up, by side and call, before anything is written."""
        self._clients = [
            httpx.AsyncClient(base_url=url, trust_env=False, timeout=60)
            for url in (baked_url, overlay_url)
        ]

    async def close(self) -> None:
        await asyncio.gather(*(client.aclose() for client in self._clients))

    async def play(self, call: Call) -> Answer:
        """Make a call in both worlds and compare; the baked world's answer."""
        baked, other = await self._both(call)
        self.numbers.writing = not call.reads
        self._note(call, difference(baked, other, self.numbers))
        self.numbers.writing = False
        return baked

    async def play_pages(self, calls: Sequence[Call], shows: Sequence[Endpoint]) -> list[Answer]:
        """Make the calls for all pages of a ranked search, up to an empty one; compare them.

        ``shows`` are the endpoints that may show what the list leaves out.
        """
        baked, other = [], []
        for call in calls:
            one, two = await self._both(call)
            baked.append(one)
            other.append(two)
            if one.status != 200 or one.body == b"[]":
                break
        what = difference_of_sets(baked, other, self.numbers)
        if what is None and "sort_by" not in calls[0].beside:
            what = await difference_of_ranks(
                baked, other, calls[0].beside["query"], self._texts(calls[0].account, shows)
            )
        self._note(calls[0], what)
        return baked

    def _texts(self, account: str, shows: Sequence[Endpoint]) -> Texts:
        async def text(side: int, item: Any) -> str:
            named = identified(item)
            details = []
            for endpoint in shows:
                if named is not None and endpoint.within == [named[0]] and not endpoint.pages:
                    call = Call(endpoint, account, {named[0]: named[1]})
                    key = (side, str(call))
                    if key not in self._shown:
                        answer = await self._ask(side, call)
                        self._shown[key] = json.loads(answer.body) if answer.status == 200 else None
                    details.append(self._shown[key])
            return text_of(item, details)

        return text

    async def look(self, call: Call) -> Any:
        """The baked world's answer alone, as JSON; None if it is no success."""
        answer = await self._ask(0, call)
        return json.loads(answer.body) if answer.status == 200 else None

    def _note(self, call: Call, what: str | None) -> None:
        phase = self.tally.phase
        self.tally.compared[phase] += 1
        if what is not None:
            self.tally.differences.append(Difference(phase, str(call), what))

    async def _both(self, call: Call) -> tuple[Answer, Answer]:
        one, two = await asyncio.gather(self._ask(0, call), self._ask(1, call))
        return one, two

    async def _ask(self, side: int, call: Call) -> Answer:
        def own(value: Any) -> Any:
            if not isinstance(value, Later):
                return value
            return self.numbers.other(value.family, value.baked) if side else value.baked

        within = {name: own(value) for name, value in call.within.items()}
        beside = {name: own(value) for name, value in call.beside.items()}
        content: dict[str, Any] = {}
        if call.reads:
            content["params"] = beside
        elif beside or call.endpoint.method != "DELETE":
            content["json"] = beside
        asked = partial(
            self._clients[side].request,
            call.endpoint.method,
            call.endpoint.path.format(**within),
            headers={"Authorization": f"Bearer {token(call.account)}"},
            **content,
        )
        try:
            answer = await asked()
        except httpx.RemoteProtocolError:
            # A world closes the connection after an error of its own, perhaps just as it is used
            # again. What a lane does wrong, its run's failure tells.
            if not call.reads:
                raise
            answer = await asked()
        return Answer(answer.status_code, answer.headers.raw, answer.content)

    def made(self, answer: Answer) -> list[Later]:
        """The records that a write's answer says it made."""
        content = json.loads(answer.body) if answer.status == 200 else {}
        return [
            Later(family(name), value)
            for name, value in content.items()
            if name.endswith("_id") and isinstance(value, int)
        ]
