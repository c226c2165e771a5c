import base64
import gzip
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bdproxy.grader.report.drill_down.excerpts import LONGEST, excerpt
from bdproxy.grader.report.drill_down.packing import Packed
from bdproxy.grader.report.drill_down.run_lists import run_lists
from bdproxy.grader.report.drill_down.run_pages import Bodies, run_page, run_pages
from bdproxy.grader.report.drill_down.selection import by_turns
from tests.grader.report.conftest import Made
from tests.support.reports import BIDI, INVALID, LONG, PASSWORD


def unpacked(text: str) -> list[Any]:
    lines = gzip.decompress(base64.b64decode(text)).decode().split("\n")
    return [json.loads(line) for line in lines if line]


@given(st.lists(st.text(max_size=200), max_size=30), st.integers(100, 3000))
def test_packing_keeps_to_its_budget(values: list[str], budget: int) -> None:
    packed = Packed(budget)
    taken = [value for value in values if packed.add(value)]
    text = packed.text()
    assert len(text) <= budget
    assert unpacked(text) == taken


def test_all_runs_are_listed_if_there_is_room(two_agents: Made) -> None:
    material, _ = two_agents
    lists = run_lists(material, 400_000)
    assert lists.left_out == 0
    rows = unpacked(lists.rows)
    assert {(row[0], row[1]) for row in rows} == {(one.log, one.run.id) for one in material.runs}
    by_id = {one.run.id: one.run.graded for one in material.runs}
    for row in rows:
        graded = by_id[row[1]]
        assert lists.header["agents"][row[2]] == graded.agent
        assert lists.header["variants"][row[3]] == graded.variant
        assert lists.header["tasks"][row[4]] == graded.task
        assert lists.header["outcomes"][row[6]] == graded.outcome
        modes = {name for at, name in enumerate(lists.header["modes"]) if row[7] >> at & 1}
        assert modes == set(graded.modes)


def test_some_of_every_kind_if_there_is_not(two_agents: Made) -> None:
    material, _ = two_agents
    lists = run_lists(material, 1_500)
    rows = unpacked(lists.rows)
    assert 12 <= len(rows) == len(material.runs) - lists.left_out < len(material.runs)
    assert {(row[2], row[3]) for row in rows} == {(a, v) for a in range(2) for v in range(6)}


def test_every_run_has_its_turn_once(two_agents: Made) -> None:
    runs = two_agents[0].runs
    ordered = list(by_turns(runs))
    assert sorted(one.run.id for one in ordered) == sorted(one.run.id for one in runs)
    assert ordered == list(by_turns(reversed(runs))) or len(ordered) == len(runs)


def test_a_runs_page(two_agents: Made) -> None:
    material, logs = two_agents
    placed = next(one for one in material.runs if one.run.graded.modes)
    page = run_page(Bodies(logs[0]), logs[0], placed.run.id)
    assert {one["name"] for one in page["findings"]} == set(placed.run.graded.modes)
    assert len(page["calls"]) == placed.run.graded.calls
    assert page["calls"][0]["method"] == "GET"
    assert page["calls"][0]["response"]["text"].startswith('[{"message"')


def test_pages_keep_to_their_budget(two_agents: Made) -> None:
    material, logs = two_agents
    pages = run_pages(material, logs, 20_000)
    assert len(pages.lines) <= 20_000
    assert 0 < pages.runs == len(unpacked(pages.lines)) < len(material.runs)


def test_hostile_bodies_are_cut_shown_and_cleared(hostile: Made) -> None:
    _, logs = hostile
    page = run_page(Bodies(logs[0]), logs[0], 1)
    attack, long, invalid, secret = (call["response"] for call in page["calls"])
    assert not set(BIDI) & set(attack["text"])
    assert "<U+202E>" in attack["text"]
    assert long == {"text": "A" * LONGEST, "size": len(LONG), "cut": True}
    assert invalid["size"] == len(INVALID)
    assert "\ufffd" in invalid["text"] and "␀" in invalid["text"]
    assert PASSWORD not in json.dumps(page) and "[redacted]" in secret["text"]


@pytest.mark.parametrize("size", [0, 1, LONGEST, LONGEST + 1, LONGEST * 4 + 1])
def test_excerpts(size: int) -> None:
    found = excerpt(b"a" * size)
    assert found["size"] == size
    assert len(found["text"]) == min(size, LONGEST)
    assert ("cut" in found) == (size > LONGEST)
