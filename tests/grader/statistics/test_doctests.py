"""Every formula's example, worked by hand, is run."""

import doctest
import importlib
import pkgutil

import pytest

from bdproxy.grader import statistics

MODULES = sorted(
    f"{statistics.__name__}.{module.name}" for module in pkgutil.iter_modules(statistics.__path__)
)
WITHOUT_FORMULAS = {"across_agents", "agent_study", "estimate", "study", "table"}


@pytest.mark.parametrize("name", MODULES)
def test_examples_of(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0
    assert result.attempted > 0 or name.rpartition(".")[2] in WITHOUT_FORMULAS
