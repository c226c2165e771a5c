"""Every write against the cue's record, or what it belongs to, and a look after each."""

from collections.abc import Iterator, Mapping
from typing import Any

from tests.support.oracle.calls import Call, Endpoint, Parameter
from tests.support.oracle.pair import Pair
from tests.support.oracle.readings import Reader

_NEVER = ("/account", "/auth/", "/send_", "/reset_", "/verify_", "/payment_cards", "/file/move")
_FILES = ("file_path", "file_paths", "file_system_access_token")

FILLED: dict[str, Any] = {
    "added_content": "One more line",
    "amount": 3.5,
    "answer": "Rather light.",
    "body": "Thanks, noted.",
    "comment": "Noted.",
    "content": "Noted.",
    "description": "Noted down",
    "due_date": "2023-05-25",
    "duration": 2,
    "duration_unit": "hours",
    "is_completed": True,
    "is_public": True,
    "label": "later",
    "message": "On my way.",
    "order_index": 0,
    "paid_amount": 12.5,
    "pinned": True,
    "priority": "low",
    "private": True,
    "question": "Is it heavy?",
    "rating": 4,
    "read": True,
    "subject": "About this",
    "tags": ["later"],
    "text": "Fine all in all.",
    "title": "Another title",
}


class Writer:
    """Writes as one account, ``other`` being the mail address of somebody else."""

    def __init__(self, pair: Pair, reader: Reader, identifiers: set[str], other: str) -> None:
        self._pair = pair
        self._reader = reader
        self._identifiers = identifiers
        self._other = other

    async def everything(self) -> None:
        """All writes that name the record or what it belongs to; deletions last."""
        for call in sorted(self._calls(), key=_order):
            answer = await self._pair.play(call)
            made = self._pair.made(answer)
            await self._reader.glance(made)

    def _calls(self) -> Iterator[Call]:
        for endpoint in self._reader.endpoints:
            if endpoint.method == "GET" or any(part in endpoint.path for part in _NEVER):
                continue
            names = {*endpoint.within, *(one.name for one in endpoint.beside if one.required)}
            if not names & self._identifiers:
                continue
            for within in self._within(endpoint):
                for beside in self._beside(endpoint):
                    yield Call(endpoint, self._reader.account, within, beside)

    def _within(self, endpoint: Endpoint) -> Iterator[dict[str, Any]]:
        choices: list[dict[str, Any]] = [{}]
        for name in endpoint.within:
            values = list(self._values(name, endpoint.parameter(name)))[:2]
            choices = [{**one, name: value} for one in choices for value in values]
        yield from choices

    def _values(self, name: str, parameter: Parameter | None) -> Iterator[Any]:
        if name in self._reader.subject:
            yield self._reader.subject[name]
        elif parameter is not None and parameter.choices:
            yield from parameter.choices
        elif name.endswith("email"):
            yield self._other
        else:
            yield from self._reader.seen.of(name, 1)

    def _beside(self, endpoint: Endpoint) -> Iterator[dict[str, Any]]:
        needed: dict[str, Any] = {}
        for one in endpoint.beside:
            if not one.required:
                continue
            value = self._fill(one)
            if value is None:
                return
            needed[one.name] = value
        optional = {
            one.name: value
            for one in endpoint.beside
            if not one.required and (value := self._fill(one)) is not None
        }
        if needed or not optional or endpoint.method != "PATCH":
            yield needed
        for name, value in optional.items():
            yield {**needed, name: value}

    def _fill(self, parameter: Parameter) -> Any:
        name = parameter.name
        if name in self._reader.subject:
            return self._reader.subject[name]
        if name == "destination_file_path":
            return "/home/copied.txt"
        if name.endswith(_FILES):
            return None
        if name in FILLED:
            return FILLED[name]
        if name in ("email_addresses", "recipient_email_addresses", "debtor_emails"):
            return [self._other]
        if name.endswith("email"):
            return self._other
        if parameter.type == "boolean":
            return True
        if parameter.choices:
            return parameter.choices[0]
        found = self._reader.seen.of(name, 1)
        return found[0] if found else None


_LAST: Mapping[str, int] = {"POST": 0, "PATCH": 1, "DELETE": 2}


def _order(call: Call) -> tuple[int, int]:
    """Records are deleted last, and what hangs on them before they are."""
    return _LAST[call.endpoint.method], -call.endpoint.path.count("/")
