from collections.abc import Iterator
from pathlib import Path

import pytest

from bdproxy.grader.report.material import Material
from bdproxy.grader.report.renderings.html_page import html_page
from bdproxy.recorder.reader import LogReader
from benchmarks.common.synthetic_log import write_synthetic_log
from tests.support.reports import hostile_log, material_of

Made = tuple[Material, list[LogReader]]


@pytest.fixture(scope="session")
def two_agents_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("logs") / "two.db"
    write_synthetic_log(path, families=12, agents=2, attempts=2, seed=1)
    return path


@pytest.fixture(scope="session")
def small_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("logs") / "small.db"
    write_synthetic_log(path, families=4, agents=1, attempts=1, seed=2)
    return path


@pytest.fixture(scope="session")
def two_agents(two_agents_log: Path) -> Iterator[Made]:
    with material_of(two_agents_log) as made:
        yield made


@pytest.fixture(scope="session")
def small(small_log: Path) -> Iterator[Made]:
    with material_of(small_log) as made:
        yield made


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Made]:
    with material_of(hostile_log(tmp_path_factory.mktemp("logs") / "hostile.db")) as made:
        yield made


@pytest.fixture(scope="session")
def page(two_agents: Made) -> str:
    return html_page(*two_agents)


@pytest.fixture(scope="session")
def small_page(small: Made) -> str:
    return html_page(*small)


@pytest.fixture(scope="session")
def hostile_page(hostile: Made) -> str:
    return html_page(*hostile)
