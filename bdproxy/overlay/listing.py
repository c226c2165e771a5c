"""Lists: the agent's page is the page of the merged list."""

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from functools import cmp_to_key, partial
from typing import Any

from bdproxy.overlay.affected import AffectedRecord, affected_records
from bdproxy.overlay.catalogue import Latest, Lists, RecordType, Within
from bdproxy.overlay.context import Context, viewed
from bdproxy.overlay.editing import InPlace, is_of
from bdproxy.overlay.exchange import Answer, LookUp
from bdproxy.overlay.expressions import texts_of
from bdproxy.overlay.order import Order, at_path, merged, window_page
from bdproxy.overlay.paths import fit
from bdproxy.overlay.search import matches
from bdproxy.overlay.values import parsed

Item = dict[str, Any]
Pages = Generator[LookUp, Answer, list[Item]]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """Something to be put into the list: a virtual record, or an item that moves to elsewhere.

    ``shown`` is what the list gets, ``fields`` what orders look at. ``age`` makes equal ones stay
    in the order in which they were made; None for what the upstream has itself.
    """

    fields: Mapping[str, Any]
    shown: Item
    age: int | None
    terms: int = 0


@dataclass(frozen=True, slots=True)
class _Move:
    """An item that may stand elsewhere: which it is, and a text of it before and after."""

    which: Callable[[Item], bool]
    before: str
    after: str
    gone: bool = False
    """Whether it stands nowhere any more, or is a candidate of its own."""

    def moved(self, item: Item) -> Item:
        """The item by which its new place is found."""
        return {name: self.after if one == self.before else one for name, one in item.items()}


class Listing:
    """One call of a list endpoint."""

    def __init__(
        self,
        context: Context,
        kind_name: str,
        kind: RecordType,
        entry: Lists,
        path: Mapping[str, str],
        in_place: InPlace,
    ) -> None:
        self._context = context
        self._in_place = in_place
        self._type = kind_name
        self._kind = kind
        self._entry = entry
        self._path = path
        parameters = context.request.parameters
        self._query = (
            str(parameters.get(entry.query.parameter) or "").strip() if entry.query else ""
        )
        self._order, self._in_page = self._orders(parameters)
        self._unshuffled = self._plainly(parameters)

    def _orders(self, parameters: Mapping[str, Any]) -> tuple[Order, list[Order]]:
        entry = self._entry
        order = Order.signed(entry.order)
        for name, choices in entry.orders.items():
            chosen = choices.get(str(parameters.get(name)))
            order = order if chosen is None else Order.signed(chosen)
        in_page = []
        wanted = str(parameters.get(entry.sort.parameter) or "") if entry.sort else ""
        if entry.sort is not None and wanted[:1] in ("+", "-"):
            name = wanted.lstrip("+").lstrip("-")
            asked = Order(entry.sort.fields.get(name, name), wanted.startswith("-"))
            if self._query:
                in_page.append(asked)
            else:
                order = asked
        if self._shuffles:
            in_page += [Order.signed(one) for one in entry.in_page]
        return order, in_page

    @property
    def _shuffles(self) -> bool:
        """Whether the upstream orders a page anew after it was cut, whatever is asked for."""
        entry = self._entry
        if not entry.in_page and entry.first_in_page is None:
            return False
        unless = entry.in_page_unless
        asked = self._context.request.parameters.get(unless) if unless else None
        return not parsed(asked, "boolean")

    def rewritten(self, items: list[Item]) -> Generator[LookUp, Answer, list[Item] | None]:
        """The page that the agent gets instead of ``items``; None if it stays as it is."""
        affected = yield from self._affected()
        virtual = self._virtual(affected)
        moving = [*self._leaving(affected), *self._moving()]
        # What stays where it is may still stand elsewhere within its page.
        if not virtual and not moving and not (affected and self._shuffles):
            return None
        page = self._entry.page
        if page is None:
            return self._whole(virtual, moving, items)
        index = self._asked(page.index, page.first) - page.first
        limit = self._asked(page.limit, page.default)
        first = index * limit
        if self._query or moving or self._latest is not None:
            # Something may move by any distance.
            enough = None if moving or self._latest is not None else first + limit
            real = yield from self._all(enough)
            together = self._whole(virtual, moving, real)[first : first + limit]
            return self._ordered_in_page(together)
        start = max(0, first - len(virtual))
        before = yield from self._before(start, index, limit)
        here = (yield from self._page(index, limit)) if self._unshuffled else self._aligned(items)
        virtual = sorted(virtual, key=cmp_to_key(self._compare))
        chosen = window_page(virtual, [*before, *here], start, first, limit, self._precedes)
        return self._ordered_in_page([_shown(one) for one in chosen])

    def _plainly(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters by which look-ups get pages in the order in which they were cut."""
        result: dict[str, Any] = {}
        unless, sort = self._entry.in_page_unless, self._entry.sort
        if self._shuffles and unless is not None:
            result[unless] = "true"
        if self._query and sort is not None and sort.parameter in parameters:
            result[sort.parameter] = None
        return result

    def _aligned(self, page: list[Item]) -> list[Item]:
        """A page of the upstream's in the order in which it was cut."""
        if not self._in_page or self._unshuffled:
            return page
        return [dict(one) for one in self._order.sorted(page)]

    def _asked(self, name: str, default: int) -> int:
        value = parsed(self._context.request.parameters.get(name), "integer")
        return default if value is None else int(value)

    @property
    def _latest(self) -> Latest | None:
        latest = self._entry.latest
        if latest is None:
            return None
        asked = parsed(self._context.request.parameters.get(latest.parameter), "boolean")
        return latest if asked else None

    def _ordered_in_page(self, page: list[Item]) -> list[Item]:
        seen = [(self._in_place(one), one) for one in page]
        for order in self._in_page:
            seen.sort(key=cmp_to_key(partial(_compare_seen, order)))
        first = self._entry.first_in_page
        if first is not None and self._shuffles:
            names = self._context.names(self._path)
            seen.sort(key=lambda one: not first({**names, "record": one[0]}))
        return [one for _, one in seen]

    # Candidates

    def _affected(self) -> Generator[LookUp, Answer, list[AffectedRecord]]:
        if self._entry.affected is None:
            return []
        names = self._context.names(self._path)
        return (
            yield from affected_records(
                self._entry.affected, names, self._in_place, self._lists, self._stands_elsewhere
            )
        )

    def _stands_elsewhere(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
        return self._order.compare(before, after) != 0

    def _leaving(self, affected: list[AffectedRecord]) -> list[_Move]:
        key = self._kind.identifier
        return [
            _Move(partial(_is, key, one.before[key]), "", "", gone=True)
            for one in affected
            if one.leaves
        ]

    def _virtual(self, affected: list[AffectedRecord]) -> list[_Candidate]:
        """What the upstream does not list: planted records, and its own that those bring in."""
        found = [
            _Candidate(one.after, viewed(one.before, self._entry.view), None)
            for one in affected
            if one.joins
        ]
        found += [
            _Candidate(record.fields, viewed(record.fields, self._entry.view), record.key)
            for record, _ in self._context.records(self._type)
            if self._lists(record.fields)
        ]
        if self._query:
            counts = matches([self._text(one.fields) for one in found], self._query)
            found = [
                _Candidate(one.fields, one.shown, one.age, count)
                for one, count in zip(found, counts, strict=True)
            ]
        return found

    def _lists(self, fields: Mapping[str, Any]) -> bool:
        names = self._context.names(self._path, record=fields)
        if self._entry.where is not None and not self._entry.where(names):
            return False
        parameters = self._context.request.parameters
        for name, one in self._entry.filters.items():
            value = parsed(parameters.get(name), one.type)
            value = one.default if value is None else value
            if value is not None and not one.when({**names, "value": value}):
                return False
        return True

    def _moving(self) -> list[_Move]:
        """Items that may stand elsewhere than the upstream thinks."""
        result: list[_Move] = []
        fields = {one.field for one in (self._order, *self._in_page)}
        for edit, _ in self._context.edits(self._type):
            before, after = edit.before or "", edit.after
            searched = self._entry.query is not None and edit.field in _last_names(
                self._entry.query.text
            )
            if edit.field in fields or (searched and self._finds_more(before, after)):
                result.append(_Move(partial(is_of, edit=edit, kind=self._kind), before, after))
        if not self._query:
            return result
        for kind_name, kind in self._context.app.records.items():
            for within in kind.within:
                if fit(within.path, self._context.request.path) is not None:
                    result += self._searched_within(kind_name, within)
        return result

    def _searched_within(self, kind_name: str, within: Within) -> Iterator[_Move]:
        for record, _ in self._context.records(kind_name):
            text = _text(record.fields, within.text)
            if self._finds_more("", text):
                yield _Move(self._holds(within, record.fields), "", text)
        for edit, _ in self._context.edits(kind_name):
            before, after = edit.before or "", edit.after
            if edit.field in _last_names(within.text) and self._finds_more(before, after):
                yield _Move(self._holds(within, edit.identity), before, after)

    def _finds_more(self, before: str, after: str) -> bool:
        """Whether the query finds one text better or worse than the other."""
        if not self._query:
            return False
        one, other = matches([before, after], self._query)
        return one != other

    def _holds(self, within: Within, fields: Mapping[str, Any]) -> Callable[[Item], bool]:
        return lambda item: bool(within.item(self._context.names(record=fields, object=item)))

    # Orders

    def _text(self, fields: Mapping[str, Any]) -> str:
        assert self._entry.query is not None
        return _text(fields, self._entry.query.text)

    def _precedes(self, one: _Candidate, other: Any) -> bool:
        """Whether a virtual record comes before an item of the upstream's."""
        order = self._order.compare(one.fields, other)
        if order:
            return order < 0
        key = self._kind.identifier
        if one.age is None and isinstance(other.get(key), int) and isinstance(one.fields[key], int):
            return bool(one.fields[key] < other[key])
        if self._entry.after is not None:
            return not self._stands_after(one, other)
        # Equal ones stand by age: what the run itself has made is younger than any virtual record.
        return bool(self._is_new(other))

    def _stands_after(self, one: _Candidate, other: Mapping[str, Any]) -> bool:
        assert self._entry.after is not None
        names = self._context.names(self._path, record=one.fields, object=other)
        return bool(self._entry.after(names))

    def _is_new(self, item: Item) -> bool:
        made = item.get(self._kind.created.rpartition(".")[2])
        return isinstance(made, str) and made >= self._context.state.now

    def _whole(
        self,
        virtual: list[_Candidate],
        moving: list[_Move],
        real: list[Item],
    ) -> list[Item]:
        """The whole merged list."""
        candidates = list(virtual)
        staying = list(real)
        for move in moving:
            at = next((n for n, item in enumerate(staying) if move.which(item)), None)
            if at is None:
                continue
            item = staying.pop(at)
            if move.gone:
                continue
            terms = 0
            if self._query:
                terms = matches([f"{self._text(item)} {move.after}"], self._query)[0]
            candidates.append(_Candidate(move.moved(item), item, None, terms))
        latest = self._latest
        if latest is not None:
            staying, candidates = self._only_latest(latest, staying, candidates)
        if not self._query:
            ordered = sorted(candidates, key=cmp_to_key(self._compare))
            return [_shown(one) for one in merged(ordered, staying, self._precedes)]
        counts = matches([self._text(item) for item in staying], self._query)
        by_terms = sorted(candidates, key=lambda one: -one.terms)
        ranked = list(zip(staying, counts, strict=True))
        together = merged(by_terms, ranked, lambda one, other: other[1] < one.terms)
        return [one.shown if isinstance(one, _Candidate) else one[0] for one in together]

    def _compare(self, one: _Candidate, other: _Candidate) -> int:
        order = self._order.compare(one.fields, other.fields)
        if not order and self._entry.after is not None:
            order = self._stands_after(one, other.fields) - self._stands_after(other, one.fields)
        return order or (one.age or 0) - (other.age or 0)

    def _only_latest(
        self, latest: Latest, real: list[Item], candidates: list[_Candidate]
    ) -> tuple[list[Item], list[_Candidate]]:
        def group(fields: Mapping[str, Any]) -> Any:
            return latest.group(self._context.names(self._path, record=fields))

        newest: dict[Any, _Candidate] = {}
        for one in candidates:
            held = newest.get(group(one.fields))
            if held is None or one.fields[latest.by] > held.fields[latest.by]:
                newest[group(one.fields)] = one
        staying = []
        for item in real:
            rival = newest.get(group(item))
            if rival is None:
                staying.append(item)
            elif item[latest.by] > rival.fields[latest.by] or (
                item[latest.by] == rival.fields[latest.by] and not self._is_new(item)
            ):
                del newest[group(item)]
                staying.append(item)
        return staying, list(newest.values())

    # Look-ups

    def _items(self, answer: Answer) -> list[Item]:
        found = at_path(answer.json, self._entry.items)
        return found if isinstance(found, list) else []

    def _page(self, index: int, limit: int) -> Pages:
        page = self._entry.page
        assert page is not None
        query = {page.index: index + page.first, page.limit: limit, **self._unshuffled}
        answer = yield LookUp(self._context.request.path, query)
        return self._aligned(self._items(answer))

    def _before(self, start: int, index: int, limit: int) -> Pages:
        """The real items from ``start`` up to the page that the agent asked for."""
        found: list[Item] = []
        for earlier in range(start // limit, index):
            found += yield from self._page(earlier, limit)
        return found[start % limit :]

    def _all(self, enough: int | None) -> Pages:
        """The real list from its beginning, at least so many items of it if there are as many."""
        page = self._entry.page
        assert page is not None
        found: list[Item] = []
        index = 0
        while enough is None or len(found) < enough:
            got = yield from self._page(index, page.most)
            found += got
            index += 1
            if len(got) < page.most:
                break
        return found


def _shown(one: Any) -> Item:
    return one.shown if isinstance(one, _Candidate) else one


def _compare_seen(order: Order, one: tuple[Item, Item], other: tuple[Item, Item]) -> int:
    return order.compare(one[0], other[0])


def _is(key: str, number: Any, item: Item) -> bool:
    return bool(item.get(key) == number)


def _last_names(paths: tuple[str, ...]) -> set[str]:
    return {path.rpartition(".")[2] for path in paths}


def _text(fields: Mapping[str, Any], paths: tuple[str, ...]) -> str:
    return " ".join(texts_of(at_path(fields, name)) for name in paths)
