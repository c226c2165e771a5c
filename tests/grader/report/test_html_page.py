import re

from bdproxy.grader.report.renderings.html_page import LARGEST_PAGE, html_page
from tests.grader.report.conftest import Made
from tests.support.reports import BIDI, PASSWORD, PageNumbers


def test_it_is_small(page: str, hostile_page: str) -> None:
    assert len(page.encode()) < LARGEST_PAGE
    assert len(hostile_page.encode()) < LARGEST_PAGE


def test_it_keeps_to_a_smaller_size_and_says_what_is_left_out(small: Made) -> None:
    largest = 240_000
    page = html_page(*small, largest=largest)
    assert len(page.encode()) <= largest
    assert "This page lists" in page
    assert "bdproxy runs show" in page


def test_it_loads_nothing(page: str) -> None:
    addresses = set(
        re.findall(r"(?:https?:)?//[\w.-]+\.\w+[\w/.]*", re.sub(r"[\w+/=]{500,}", "", page))
    )
    assert addresses == {"http://www.w3.org/2000/svg"}, addresses
    for tag, attributes in PageNumbers(page).tags:
        assert tag not in {"iframe", "object", "embed", "img", "form", "base"}
        assert not [name for name in attributes if name.startswith("on") or name == "style"]
        if tag == "a":
            assert (attributes["href"] or "").startswith("#")


def test_its_policy_allows_its_own_script_and_style_only(page: str) -> None:
    tags = PageNumbers(page).tags
    policy = next(
        attributes["content"]
        for tag, attributes in tags
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy is not None
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy and "http" not in policy


def test_figures_say_in_words_what_they_show(page: str) -> None:
    drawings = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(drawings) == 2 * 8
    for drawing in drawings:
        assert 'role="img"' in drawing
        named = re.search(r'aria-labelledby="(\S+) (\S+)"', drawing)
        assert named is not None
        for id in named.groups():
            assert page.count(f'id="{id}"') == 1
        assert re.search(r"<desc[^>]*>.{20,}</desc>", drawing, re.DOTALL)


def test_hostile_text_is_only_text(hostile_page: str) -> None:
    tags = PageNumbers(hostile_page).tags
    assert sum(tag == "script" for tag, _ in tags) == 4
    assert not any(tag == "img" for tag, _ in tags)
    assert not set(BIDI) & set(hostile_page)
    assert "&lt;script&gt;" in hostile_page
    assert "{{7*7}}" in hostile_page.replace("&#39;", "'") or "{{" in hostile_page
    assert PASSWORD not in hostile_page


def test_the_same_material_gives_the_same_page(hostile: Made, hostile_page: str) -> None:
    assert html_page(*hostile) == hostile_page
