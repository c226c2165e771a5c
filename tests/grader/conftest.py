from collections.abc import Iterator
from typing import Any

import pytest

from bdproxy.grader.finding import Finding
from bdproxy.names import FailureMode, Oracle


# Not for each test: hypothesis runs one of those many times.
@pytest.fixture(autouse=True, scope="module")
def every_finding_says_what_and_why() -> Iterator[None]:
    """Whatever is found in a test, on whichever way: it has a name and words."""
    make = Finding.__init__

    def checked(self: Finding, *arguments: Any, **named: Any) -> None:
        make(self, *arguments, **named)
        assert isinstance(self.name, FailureMode | Oracle)
        assert isinstance(self.words, str) and self.words
        assert "None" not in self.words

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Finding, "__init__", checked)
        yield
