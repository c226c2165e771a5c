"""The real AppWorld and the real built-in world, set up once in bdproxy's cache folder.

And the order of files, for several processes that take one file after another.
"""

import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bdproxy.worlds.appworld.builtin_world import DATA_SET, provide_builtin_world
from bdproxy.worlds.appworld.environment import Environment, provide_environment
from bdproxy.worlds.appworld.evaluator import AppWorldEvaluator
from bdproxy.worlds.appworld.tasks import DataSet
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Task

TESTS = Path(__file__).parent
LONG = (
    "e2e/worlds/test_set_up.py",
    "e2e/builtin/test_build.py",
    "e2e/builtin/test_tasks.py",
    "e2e/test_grade.py",
    "e2e/grader/test_findings.py",
    "e2e/test_demo.py",
    "agents/policies/test_policies.py",
    "e2e/overlay/test_fidelity.py",
    "e2e",
    "cli/test_control_runs.py",
)
"""What takes longest, most of it first."""


def pytest_configure() -> None:
    """Ctrl-C reaches what tests start, also if they run in the background, where it is ignored."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long files first, so that no process is left alone with one while the others are done."""
    items.sort(key=_place)


def _place(item: pytest.Item) -> int:
    path = item.path.relative_to(TESTS)
    return next((n for n, one in enumerate(LONG) if path.is_relative_to(one)), len(LONG))


@pytest.fixture(scope="session")
def environment() -> Environment:
    """AppWorld's interpreter (``BDPROXY_APPWORLD_PYTHON`` or bdproxy's own environment)."""
    return provide_environment()


@pytest.fixture(scope="session")
def builtin_root(environment: Environment) -> Path:
    """The root of the built-in world. Nobody may write in it."""
    return provide_builtin_world(environment)


@pytest.fixture(scope="session")
def builtin_tasks(builtin_root: Path) -> tuple[Task, ...]:
    return DataSet.open(builtin_root, DATA_SET).load()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def worlds(environment: Environment, builtin_root: Path) -> AsyncIterator[AppWorldWorlds]:
    """Worlds of the built-in data set; a module that uses them is marked ``SESSION_LOOP``."""
    opened = await AppWorldWorlds.start(environment, builtin_root)
    yield opened
    await opened.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def evaluator(
    environment: Environment, builtin_root: Path
) -> AsyncIterator[AppWorldEvaluator]:
    opened = await AppWorldEvaluator.start(environment, builtin_root, workers=2)
    yield opened
    await opened.close()
