"""Every number of every rendering is in the JSON document, and is the same there."""

import csv
import io
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from bdproxy.grader.report.content import Section, Words
from bdproxy.grader.report.document import pointer, value_at
from bdproxy.grader.report.quantities import Measure, Number, Unit, written
from bdproxy.grader.report.renderings.csv_rows import csv_text
from bdproxy.grader.report.renderings.json_text import json_text
from bdproxy.grader.report.sections.order import sections
from tests.grader.report.conftest import Made
from tests.support.reports import PageNumbers


def numbers(section: Section) -> Iterator[Number | Measure]:
    for sentence in section.sentences:
        yield from (part for part in sentence if isinstance(part, Number))
    for grid in section.grids:
        for row in grid.rows:
            yield from (cell for cell in row if not isinstance(cell, Words))


PAGES = [("two_agents", "page"), ("small", "small_page")]


@pytest.fixture
def rendered(request: pytest.FixtureRequest) -> str:
    found: str = request.getfixturevalue(request.param)
    return found


@pytest.fixture(params=["two_agents", "small"])
def made(request: pytest.FixtureRequest) -> Made:
    found: Made = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def found(made: Made) -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(json_text(made[0]))
    return parsed


def test_of_the_sections(made: Made, found: dict[str, Any]) -> None:
    counted = 0
    for section in sections(made[0]):
        for one in numbers(section):
            there = value_at(found, pointer(one.path))
            if isinstance(one, Number):
                assert there == one.value, one
            else:
                assert there["value"] == one.estimate.value, one
                assert there["not_assessable"] == one.estimate.not_assessable
            counted += 1
    assert counted > 200


def test_of_the_csv(made: Made, found: dict[str, Any]) -> None:
    rows = list(csv.DictReader(io.StringIO(csv_text(sections(made[0])))))
    assert len(rows) > 200
    for row in rows:
        there = value_at(found, row["path"])
        value = there["value"] if isinstance(there, dict) else there
        assert row["value"] == ("" if value is None else str(value)), row
        if isinstance(there, dict):
            for name in ("low", "high", "not_assessable", "note"):
                assert row[name] == ("" if there[name] is None else str(there[name])), row


@pytest.mark.parametrize(("made", "rendered"), PAGES, indirect=True)
def test_of_the_page(made: Made, found: dict[str, Any], rendered: str) -> None:
    numbers_of_page = PageNumbers(rendered).found
    assert len(numbers_of_page) > 500
    for place, value, text in numbers_of_page:
        there = value_at(found, place)
        assert there is not None, place
        assert float(value) == float(there), place
        assert text in {written(there, unit) for unit in Unit}, (place, text)


@pytest.mark.parametrize("rendered", ["page", "small_page"], indirect=True)
def test_no_cell_of_the_page_has_a_number_of_its_own(rendered: str) -> None:
    for text in PageNumbers(rendered).loose:
        assert not re.search(r"\d", text.replace("agent 0", "")), text


def test_drawn_numbers_are_those_of_the_tables(made: Made) -> None:
    for section in sections(made[0]):
        shown = {one.text for one in numbers(section) if isinstance(one, Measure | Number)}
        for figure in section.figures:
            for text in re.findall(r": (−?[\d.,]+[%×])", figure.words):
                assert text in shown, (figure.name, text)
