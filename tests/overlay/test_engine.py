"""The laws of the engine on an upstream in plain data; tests/e2e/overlay has real worlds."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bdproxy.names import Way
from bdproxy.overlay.exchange import Answer, Request
from bdproxy.overlay.state import OverlayState, initial_state
from bdproxy.scenarios.cues import Cue
from tests.overlay.upstream import NOW, OWNER, Agent, Post, catalogue, letter

DAYS = st.integers(1, 6)
WEIGHTS = st.integers(1, 5)
WORDS = st.sampled_from(["dear", "dear zebra", "zebra crossing", "nothing"])
LETTERS = st.lists(st.tuples(DAYS, WEIGHTS, WORDS), max_size=14)
QUERIES = st.fixed_dictionaries(
    {},
    optional={
        "sort_by": st.sampled_from(["+created_at", "-created_at", "+weight", "-weight", ""]),
        "heavy": st.sampled_from(["true", "false"]),
        "plain": st.just("true"),
    },
)


def _letters(made: list[tuple[int, int, str]], first: int) -> list[dict[str, Any]]:
    return [letter(first + number, *one) for number, one in enumerate(made)]


def _state(new: list[dict[str, Any]], *edits: Cue) -> OverlayState:
    cues = [
        Cue(surface="post.letter.text", way=Way.NEW, account=OWNER, record=one, text=one["text"])
        for one in new
    ]
    return initial_state(catalogue(), [*cues, *edits], NOW)


def _appended(one: dict[str, Any], text: str) -> Cue:
    record = {"letter_id": one["letter_id"], "text": one["text"]}
    return Cue(
        surface="post.letter.text", way=Way.APPENDED, account=OWNER, record=record, text=text
    )


@settings(deadline=None)
@given(LETTERS, st.lists(st.tuples(DAYS, WEIGHTS, WORDS), max_size=4), QUERIES, st.integers(1, 6))
def test_every_page_is_that_of_an_upstream_with_the_records(
    real: list[Any], new: list[Any], query: dict[str, Any], limit: int
) -> None:
    theirs, ours = _letters(real, 1), _letters(new, 1000)
    agent = Agent(Post(theirs), _state(ours))
    baked = Post([*theirs, *ours])
    for index in range(len(theirs) + len(ours) + 1):
        asked = {**query, "page_index": index, "page_limit": limit}
        got = agent.call("GET", "/post/letters", asked)
        assert got == baked.answer("/post/letters", asked)


@settings(deadline=None)
@given(LETTERS, st.lists(st.tuples(DAYS, WEIGHTS, WORDS), max_size=4), st.integers(1, 6))
def test_a_query_loses_nothing_and_ranks_found_ones_first(
    real: list[Any], new: list[Any], limit: int
) -> None:
    theirs, ours = _letters(real, 1), _letters(new, 1000)
    agent = Agent(Post(theirs), _state(ours))
    got: list[dict[str, Any]] = []
    for index in range(len(theirs) + len(ours) + 1):
        asked = {"query": "zebra", "plain": "true", "page_index": index, "page_limit": limit}
        got += agent.call("GET", "/post/letters", asked).json
    assert sorted(one["letter_id"] for one in got) == [one["letter_id"] for one in [*theirs, *ours]]
    found = ["zebra" in one["text"] for one in got]
    assert found == sorted(found, reverse=True)


@settings(deadline=None)
@given(LETTERS, QUERIES, st.integers(1, 6))
def test_a_removed_record_leaves_no_trace(
    real: list[Any], query: dict[str, Any], limit: int
) -> None:
    theirs = _letters(real, 1)
    agent = Agent(Post(theirs), _state([letter(1000, 3, 4)]))
    assert agent.call("GET", "/post/letters/1000").json == letter(1000, 3, 4)
    gone = Answer(409, {"message": "no such letter"})
    deleted = agent.call("DELETE", "/post/letters/1000", upstream=gone)
    assert deleted == Answer(200, {"message": "Gone."})
    again = agent.call("DELETE", "/post/letters/1000", upstream=gone)
    assert again == gone
    asked = {**query, "page_limit": limit}
    answer = Post(theirs).answer("/post/letters", asked)
    assert agent.call("GET", "/post/letters", asked, upstream=answer) is answer


def test_only_its_owner_sees_a_record() -> None:
    state = _state([letter(1000, 3, 4)])
    for principal in (None, "post+leo@mail.com"):
        agent = Agent(Post([letter(1, 2, 1)]), state, principal)
        assert agent.call("GET", "/post/letters/1000").status == 409
        assert len(agent.call("GET", "/post/letters").json) == 1


def test_a_refused_write_changes_nothing() -> None:
    agent = Agent(Post([]), _state([letter(1000, 3, 4)]))
    before = agent.state
    unknown = Answer(409, {"message": "no such letter"})
    got = agent.call("PATCH", "/post/letters/1000", body={"weight": 0}, upstream=unknown)
    assert got == Answer(422, {"message": "Nothing weighs nothing."})
    assert agent.state == before
    agent.call("PATCH", "/post/letters/1000", body={"weight": 9}, upstream=unknown)
    assert agent.call("GET", "/post/letters/1000").json["weight"] == 9


def test_refusals_of_the_upstream_come_first() -> None:
    agent = Agent(Post([]), _state([letter(1000, 3, 4)]))
    for status in (401, 403, 422, 500):
        turned_down = Answer(status, {"message": "no"})
        assert agent.call("DELETE", "/post/letters/1000", upstream=turned_down) is turned_down
    assert agent.call("GET", "/post/letters/1000").status == 200


def test_an_appended_text_stays_where_it_was_until_the_agent_writes_the_field() -> None:
    post = Post([letter(1, 2, 1, "dear")])
    agent = Agent(post, _state([], _appended(post.letters[0], " zebra")))

    def text() -> str:
        return str(agent.call("GET", "/post/letters/1").json["text"])

    assert text() == "dear zebra"
    post.letters[0]["text"] = "my dear, yours"
    assert text() == "my dear zebra, yours"
    patched = Answer(200, {"message": "ok"})
    agent.call("PATCH", "/post/letters/1", body={"weight": 2}, upstream=patched)
    assert text() == "my dear zebra, yours"
    agent.call("PATCH", "/post/letters/1", body={"text": "dear me"}, upstream=patched)
    post.letters[0]["text"] = "dear me"
    assert text() == "dear me"


def test_an_edit_changes_where_a_query_finds_a_record() -> None:
    post = Post([letter(number, number, 1, "dear") for number in range(1, 8)])
    agent = Agent(post, _state([], _appended(post.letters[2], " zebra")))
    page = agent.call("GET", "/post/letters", {"query": "zebra", "page_limit": 2}).json
    assert page[0] == {**post.letters[2], "text": "dear zebra"}
    assert len(page) == 2


@settings(deadline=None)
@given(LETTERS, QUERIES)
def test_without_cues_nothing_is_touched_or_asked(real: list[Any], query: dict[str, Any]) -> None:
    agent = Agent(Post(_letters(real, 1)), _state([]))
    answer = agent.post.answer("/post/letters", query)
    assert agent.call("GET", "/post/letters", query, upstream=answer) is answer
    assert not agent.look_ups


def test_other_apps_are_not_looked_at() -> None:
    agent = Agent(Post([]), _state([letter(1000, 3, 4)]))
    answer = Answer(409, None)
    assert agent.call("GET", "/bank/letters/1000", upstream=answer) is answer


def test_a_page_further_down_costs_one_look_up() -> None:
    theirs = [letter(number, 1 + number % 27, 1) for number in range(1, 90)]
    agent = Agent(Post(theirs), _state([letter(1000, 3, 1), letter(1001, 9, 1)]))
    query = {"page_index": 7, "page_limit": 10, "plain": "true"}
    agent.call("GET", "/post/letters", query)
    assert len(agent.look_ups) == 1


def test_the_request_may_have_no_principal() -> None:
    assert Request("GET", "/post/letters").principal is None
