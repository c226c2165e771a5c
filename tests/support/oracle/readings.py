"""Every way to look: pages, orders, filters and searches of each endpoint that reads."""

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.support.oracle.answers import Answer
from tests.support.oracle.calls import Call, Endpoint, Later, Parameter
from tests.support.oracle.pair import Pair
from tests.support.oracle.seen import Seen

PAGING = ("page_index", "page_limit")
MOST_PAGES = 12
ALL = 20
"""The most that AppWorld puts on a page."""


@dataclass
class Reader:
    """Looks at an app as one account.

    ``subject`` are the values of parameters that lead to the cue; ``words`` those to search for,
    the first in the cue only; ``quick`` looks at less.
    """

    pair: Pair
    endpoints: list[Endpoint]
    account: str
    seen: Seen
    subject: Mapping[str, Any]
    words: tuple[str, ...]
    days: tuple[str, ...]
    quick: bool = False
    orders: dict[str, list[str]] = field(default_factory=dict)

    @property
    def reading(self) -> list[Endpoint]:
        return [one for one in self.endpoints if one.method == "GET"]

    async def look_around(self) -> None:
        """Learn what there is, from the baked world alone."""
        for _ in range(2):
            for endpoint in self.reading:
                for within in self._paths(endpoint, 2):
                    for beside in self._required(endpoint, 1):
                        wide = {"page_limit": ALL} if endpoint.pages else {}
                        call = Call(endpoint, self.account, within, {**beside, **wide})
                        self.seen.add(await self.pair.look(call))

    async def everything(self) -> None:
        """All pages, orders, filters and searches of all endpoints."""
        for endpoint in self.reading:
            for within in self._paths(endpoint, 2 if self.quick else 3):
                for required in self._required(endpoint, 2):
                    await self._of(endpoint, within, required)

    async def glance(self, made: Sequence[Later] = ()) -> None:
        """The first pages and single records, those of ``made`` too: what a write may change."""
        for endpoint in self.reading:
            for within in self._paths(endpoint, 1):
                for required in self._required(endpoint, 1):
                    wide = {"page_limit": ALL} if endpoint.pages else {}
                    await self.pair.play(Call(endpoint, self.account, within, {**required, **wide}))
            for later in made:
                if endpoint.within == [later.family]:
                    await self.pair.play(Call(endpoint, self.account, {later.family: later}))

    def _paths(self, endpoint: Endpoint, most: int) -> Iterator[dict[str, Any]]:
        """Values for the path: the cue's, and some others."""
        choices = []
        for name in endpoint.within:
            found = [self.subject[name]] if name in self.subject else []
            found += [value for value in self.seen.of(name, most) if value not in found]
            choices.append(found[:most])
        yield from (dict(zip(endpoint.within, one, strict=True)) for one in _product(choices, most))

    def _required(self, endpoint: Endpoint, most: int) -> Iterator[dict[str, Any]]:
        needed = [one for one in endpoint.beside if one.required]
        choices = [self._values(one)[:most] for one in needed]
        for one in _product(choices, most):
            yield {parameter.name: value for parameter, value in zip(needed, one, strict=True)}

    async def _of(self, endpoint: Endpoint, within: Any, required: Mapping[str, Any]) -> None:
        def call(**beside: Any) -> Call:
            return Call(endpoint, self.account, within, {**required, **beside})

        await self.pair.play(call())
        filters = [
            one
            for one in endpoint.beside
            if not one.required and one.name not in (*PAGING, "sort_by", "query")
        ]
        chosen = [(one.name, value) for one in filters for value in self._values(one)]
        if not endpoint.pages:
            for name, value in chosen:
                await self.pair.play(call(**{name: value}))
            return
        for limit in (3, ALL) if self.quick else (1, 2, 3, 5, 7, ALL):
            await self._pages(call, limit)
        orders = await self._orders(endpoint, call) if endpoint.has("sort_by") else []
        for order in orders:
            for limit in (4,) if self.quick else (2, 5, ALL):
                await self._pages(call, limit, sort_by=order)
        for name, value in chosen:
            for limit in (3,) if self.quick else (2, 5):
                await self._pages(call, limit, **{name: value})
        if not self.quick:
            sorts = [{"sort_by": order} for order in orders] or [{}]
            for (name, value), sort in zip(chosen, itertools.cycle(sorts)):
                await self._pages(call, 3, **{name: value}, **sort)
        if endpoint.has("query"):
            for word in self.words:
                for limit in (5,) if self.quick else (2, 5, ALL):
                    await self._ranked(call, limit, query=word)
                for order in orders[:2]:
                    await self._ranked(call, 5, query=word, sort_by=order)

    async def _pages(self, call: Any, limit: int, **beside: Any) -> None:
        for index in range(4 if self.quick else MOST_PAGES):
            answer: Answer = await self.pair.play(
                call(page_index=index, page_limit=limit, **beside)
            )
            if answer.status != 200 or answer.body == b"[]":
                return

    async def _ranked(self, call: Any, limit: int, **beside: Any) -> None:
        pages = (call(page_index=index, page_limit=limit, **beside) for index in range(60))
        await self.pair.play_pages(list(pages), self.reading)

    async def _orders(self, endpoint: Endpoint, call: Any) -> list[str]:
        """The orders that an endpoint knows, by what it says to one that it does not."""
        if endpoint.name not in self.orders:
            answer = await self.pair.play(call(sort_by="+nonsense"))
            told = re.search(rb"must be one of (.*?) and must be", answer.body)
            names = told[1].decode().split(", ") if told else []
            self.orders[endpoint.name] = [sign + name for name in names for sign in "+-"]
        return self.orders[endpoint.name]

    def _values(self, parameter: Parameter) -> list[Any]:
        """Values to try: some that leave the cue in and some that don't."""
        name = parameter.name
        if parameter.choices:
            return list(parameter.choices)
        if parameter.type == "boolean":
            return ["true", "false"]
        if name.endswith(("created_at", "due_date", "release_date", "downloaded_at")):
            return list(self.days)
        if name.endswith("_datetime"):
            return [f"{day} 11:30:00" for day in self.days]
        if name.startswith(("min_", "max_")):
            bare = name.partition("_")[2]
            return [*self.seen.of(bare, 2), 3]
        if name in ("substring", "label"):
            return [*self.seen.of(name, 2), self.words[0], self.words[1]]
        found = [self.subject[name]] if name in self.subject else []
        return (found + [value for value in self.seen.of(name, 3) if value not in found])[:3]


def _product(choices: list[list[Any]], most: int) -> Iterator[tuple[Any, ...]]:
    """Combinations, one dimension after another away from the first values, not all of them."""
    if any(not values for values in choices):
        return
    first = [values[0] for values in choices]
    yield tuple(first)
    for place, values in enumerate(choices):
        for value in values[1:most]:
            yield (*first[:place], value, *first[place + 1 :])
