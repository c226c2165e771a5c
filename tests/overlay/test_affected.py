"""Lists treat a record of the upstream's anew that planted records have changed."""

from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from bdproxy.names import Way
from bdproxy.overlay.state import initial_state
from bdproxy.scenarios.cues import Cue
from tests.overlay.test_engine import DAYS, LETTERS, QUERIES, WEIGHTS
from tests.overlay.upstream import CATALOGUE, NOW, OWNER, Agent, Post, catalogue, letter

STAMPS = """
  post.stamp:
    identifier: stamp_id
    lists:
      - path: /post/letters/{letter_id}/stamps
        where: path.letter_id | int == record.letter_id
        after: object.letter_id in record._after
    adjusts:
      - where: object.letter_id == record.letter_id and object.weight is defined
        set: {weight: = value + record.grams}
      - path: /post/letters
        needs:
          stamped:
            each: '[record.letter_id]'
            path: = '/post/letters/' ~ each
            keep: = found.weight
        where: stamped and stamped[0] > 4
        set: {text: = value ~ '!'}
"""
AFFECTED = """
        affected:
          each: virtual['post.stamp'] | map(attribute='letter_id') | unique
          path: = '/post/letters/' ~ each
          record: = found
        first_in_page"""
STAMPED = catalogue(CATALOGUE.replace("\n        first_in_page", AFFECTED) + STAMPS)


def _stamp(number: int, letter_id: int, grams: int) -> Cue:
    numbers = {"stamp_id": number, "letter_id": letter_id, "grams": grams}
    record: dict[str, JsonValue] = {**numbers, "text": "postage"}
    return Cue(surface="post.stamp.text", way=Way.NEW, account=OWNER, record=record, text="postage")


def _agent(letters: list[dict[str, Any]], stamps: list[tuple[int, int]]) -> Agent:
    cues = [_stamp(1000 + number, *one) for number, one in enumerate(stamps)]
    agent = Agent(Post(letters), initial_state(STAMPED, cues, NOW))
    agent.catalogue = STAMPED
    return agent


@settings(deadline=None)
# It stays where it is, but comes first in its page; and before another that came first already.
@example([(1, 1, ""), (1, 1, "")], [(2, 3)], {}, 2)
@example([(1, 4, ""), (1, 1, ""), (2, 1, "")], [(2, 3), (3, 3)], {}, 3)
@given(
    LETTERS,
    st.lists(st.tuples(st.integers(1, 14), st.integers(-2, 3)), max_size=4),
    QUERIES,
    st.integers(1, 6),
)
def test_what_planted_records_change_stands_where_it_belongs(
    real: list[Any], stamps: list[tuple[int, int]], query: dict[str, Any], limit: int
) -> None:
    theirs = [
        letter(1 + number, day, min(weight, 4)) for number, (day, weight, _) in enumerate(real)
    ]
    agent = _agent(theirs, stamps)
    heavier = [
        {
            **one,
            "weight": one["weight"]
            + sum(grams for number, grams in stamps if number == one["letter_id"]),
        }
        for one in theirs
    ]
    baked = Post(heavier)
    for index in range(len(theirs) + 1):
        asked = {**query, "page_index": index, "page_limit": limit}
        assert agent.call("GET", "/post/letters", asked) == baked.answer("/post/letters", asked)


@settings(deadline=None)
@given(DAYS, WEIGHTS)
def test_what_an_adjustment_needs_is_looked_up(day: int, weight: int) -> None:
    agent = _agent([letter(1, day, weight)], [(1, 0)])
    (shown,) = agent.call("GET", "/post/letters", {"plain": "true"}).json
    assert shown["text"] == ("dear!" if weight > 4 else "dear")
    agent.look_ups.clear()
    assert agent.call("GET", "/post/letters/1").json["text"] == "dear"
    assert not agent.look_ups


def test_a_record_that_is_gone_changes_no_list() -> None:
    agent = _agent([letter(1, 2, 3)], [(7, 2)])
    assert agent.call("GET", "/post/letters").json == [letter(1, 2, 3)]
