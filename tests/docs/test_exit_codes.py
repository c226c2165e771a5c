import re

from bdproxy.cli.main import INTERNAL_ERROR, INTERRUPTED
from bdproxy.errors import BdproxyError
from tests.support.processes import REPOSITORY

PAGE = (REPOSITORY / "docs" / "exit-codes.md").read_text(encoding="utf-8")


def _kinds() -> list[type[BdproxyError]]:
    """The product's own: benchmarks derive further ones, if their tests run in this process."""
    return [
        kind for kind in BdproxyError.__subclasses__() if kind.__module__.startswith("bdproxy.")
    ]


def test_the_page_is_complete() -> None:
    rows = re.findall(r"^\| (\d+) \| (?:`(\w+)`)? ?\| .+ \|$", PAGE, re.MULTILINE)
    expected = {(kind.exit_code, kind.__name__) for kind in [BdproxyError, *_kinds()]}
    expected |= {(0, ""), (INTERNAL_ERROR, "")}
    assert {(int(code), name) for code, name in rows} == expected
    assert INTERRUPTED in {int(code) for code, _ in rows}
    codes = [int(code) for code, _ in rows]
    assert codes == sorted(set(codes))


def test_each_kind_says_what_it_means() -> None:
    for kind in _kinds():
        assert kind.__doc__
