from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[1]
MOST_LINES = 500
FOLDERS = ("bdproxy", "tests", "benchmarks", "examples")
SOURCES = [file for folder in FOLDERS for file in sorted((REPOSITORY / folder).rglob("*.py"))]


def test_there_are_sources() -> None:
    assert len(SOURCES) > 50


@pytest.mark.parametrize(
    "source", SOURCES, ids=lambda source: source.relative_to(REPOSITORY).as_posix()
)
def test_one_idea_one_file(source: Path) -> None:
    lines = source.read_text(encoding="utf-8").count("\n")
    assert lines <= MOST_LINES, f"{lines} lines; split it by idea"
