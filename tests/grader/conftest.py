from typing import Any

import pytest

from bdproxy.grader.finding import Finding
from bdproxy.names import FailureMode, Oracle


@pytest.fixture(autouse=True)
def every_finding_says_what_and_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is found in a test, on whichever way: it has a name and words."""
    make = Finding.__init__

    def checked(self: Finding, *arguments: Any, **named: Any) -> None:
        make(self, *arguments, **named)
        assert isinstance(self.name, FailureMode | Oracle)
        assert isinstance(self.words, str) and self.words
        assert "None" not in self.words

    monkeypatch.setattr(Finding, "__init__", checked)
