"""A list of letters behind pages, in plain data: what an upstream would answer."""

from collections.abc import Generator
from typing import Any

from ruamel.yaml import YAML

from bdproxy.overlay.catalogue import AppCatalogue, Catalogue
from bdproxy.overlay.engine import decide
from bdproxy.overlay.exchange import Answer, LookUp, Request
from bdproxy.overlay.state import OverlayState

CATALOGUE = """
app: post
records:
  post.letter:
    identifier: letter_id
    shows:
      - path: /post/letters/{letter_id}
    lists:
      - path: /post/letters
        order: -created_at
        sort: {fields: {created_at: created_at, weight: weight}}
        query: {text: [text]}
        filters:
          heavy: {type: boolean, when: (record.weight > 2) == value}
        first_in_page: record.weight > 3
        in_page_unless: plain
    writes:
      - method: DELETE
        path: /post/letters/{letter_id}
        removes: true
        answer: {message: Gone.}
      - method: PATCH
        path: /post/letters/{letter_id}
        refuses:
          - {when: parameters.weight == 0, answer: {message: Nothing weighs nothing.}}
        set: {weight: = parameters.weight}
        answer: {message: Weighed.}
    ends:
      - method: PATCH
        path: /post/letters/{letter_id}
        when: path.letter_id | int == record.letter_id and parameters.text is string
"""
NOW = "2024-01-31T12:00:00"
OWNER = "post+ada@mail.com"


def catalogue(text: str = CATALOGUE) -> Catalogue:
    return Catalogue((AppCatalogue.model_validate(YAML(typ="safe").load(text)),))


def letter(number: int, day: int, weight: int, text: str = "dear") -> dict[str, Any]:
    made = f"2024-01-{day:02d}T10:00:00"
    return {"letter_id": number, "text": text, "weight": weight, "created_at": made}


class Post:
    """The upstream. ``letters`` may be changed as a world's database would be."""

    def __init__(self, letters: list[dict[str, Any]]) -> None:
        self.letters = letters

    def answer(self, path: str, query: dict[str, Any]) -> Answer:
        if path != "/post/letters":
            number = int(path.rpartition("/")[2])
            found = [one for one in self.letters if one["letter_id"] == number]
            return Answer(200, found[0]) if found else Answer(409, {"message": "no such letter"})
        letters = sorted(self.letters, key=lambda one: one["letter_id"])
        if query.get("heavy") is not None:
            wanted = str(query["heavy"]).lower() == "true"
            letters = [one for one in letters if (one["weight"] > 2) is wanted]
        words = str(query.get("query") or "").split()
        sort = query.get("sort_by") or ("" if words else "-created_at")
        by = lambda one: one[sort[1:]]  # noqa: E731
        if words:
            letters.sort(key=lambda one: -sum(word in one["text"] for word in words))
        elif sort:
            letters.sort(key=by, reverse=sort.startswith("-"))
        index, limit = int(query.get("page_index", 0)), int(query.get("page_limit", 5))
        page = letters[index * limit : (index + 1) * limit]
        if words and sort:
            page.sort(key=by, reverse=sort.startswith("-"))
        if str(query.get("plain")).lower() != "true":
            page.sort(key=lambda one: not one["weight"] > 3)
        return Answer(200, page)


class Agent:
    """Calls the post through the overlay and keeps the state."""

    def __init__(self, post: Post, state: OverlayState, principal: str | None = OWNER) -> None:
        self.post = post
        self.state = state
        self.principal = principal
        self.catalogue = catalogue()
        self.look_ups: list[LookUp] = []

    def call(
        self,
        method: str,
        path: str,
        query: dict[str, Any] | None = None,
        body: dict[str, Any] | None = None,
        upstream: Answer | None = None,
    ) -> Answer:
        answer = upstream or self.post.answer(path, query or {})
        request = Request(method, path, query or {}, body or {}, self.principal)
        outcome = self._run(decide(self.catalogue, self.state, request, answer), query or {})
        self.state = outcome.state
        return outcome.answer or answer

    def _run(self, decision: Generator[LookUp, Answer, Any], query: dict[str, Any]) -> Any:
        try:
            look_up = next(decision)
            while True:
                self.look_ups.append(look_up)
                asked = {} if look_up.fresh else dict(query)
                asked = {**asked, **look_up.query}
                kept = {name: value for name, value in asked.items() if value is not None}
                look_up = decision.send(self.post.answer(look_up.path, kept))
        except StopIteration as end:
            return end.value
