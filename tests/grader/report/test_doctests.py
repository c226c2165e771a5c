import doctest
import importlib
import pkgutil

import pytest

import bdproxy.grader.export as export
import bdproxy.grader.report as report

MODULES = [
    name
    for package in (report, export)
    for _, name, _ in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
] + ["bdproxy.grader.redaction"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples() -> None:
    tried = sum(doctest.testmod(importlib.import_module(name)).attempted for name in MODULES)
    assert tried > 10
