"""AppWorld's own app tests, where ``appworld install`` unpacked them, in its own interpreter.

They stay where they are: their licence forbids to hand them on unencrypted.
"""

import asyncio
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from bdproxy.errors import SetupError
from bdproxy.worlds.appworld.environment import Environment
from benchmarks.common.processes import BenchmarkError

PLUGIN = Path(__file__).parents[1] / "inside_appworld" / "over_http.py"
TESTS = Path("tests") / "package" / "apps"

Outcomes = dict[str, bool]
"""Whether each test passed, by ``<class>.<test>``."""


def tests_folder(environment: Environment) -> Path:
    """The folder in which ``appworld install`` unpacked the tests.

    Raises:
        SetupError: they are in none of the places where AppWorld puts them.
    """
    places = [
        Path(os.environ.get("APPWORLD_CACHE") or Path.home() / ".appworld"),
        environment.python.parents[1] / "appworld-cache",
    ]
    for place in places:
        if (place / TESTS).is_dir():
            return place
    raise SetupError(
        f"AppWorld's own tests are neither in {places[0]} nor in {places[1]}; unpack them with: "
        f"{environment.python} -m appworld.cli install"
    )


def apps_with_tests(folder: Path) -> list[str]:
    """The apps that have tests."""
    return sorted(file.stem.removeprefix("test_") for file in (folder / TESTS).glob("test_*.py"))


async def run_app_tests(
    environment: Environment, folder: Path, apps: Sequence[str], *, port: int, url: str
) -> Outcomes:
    """Run the tests of ``apps``; the server listens on ``port``, the requests go to ``url``.

    Raises:
        BenchmarkError: pytest could not run them.
    """
    with tempfile.TemporaryDirectory(prefix="bdproxy-") as name:
        results = Path(name) / "results.xml"
        files = [str(TESTS / f"test_{app}.py") for app in apps]
        quietly = ("-q", "-p", "no:cacheprovider", "-W", "ignore", "--tb=no")
        pytest = ("-m", "pytest", "-p", PLUGIN.stem, *quietly, f"--junitxml={results}", *files)
        process = await asyncio.create_subprocess_exec(
            str(environment.python),
            *pytest,
            cwd=folder,
            env={
                **os.environ,
                "PYTHONPATH": str(PLUGIN.parent),
                "PYTHONDONTWRITEBYTECODE": "1",
                "OVER_HTTP_PORT": str(port),
                "OVER_HTTP_URL": url,
            },
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        try:
            said, _ = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
        if not results.is_file():
            raise BenchmarkError(f"pytest ran no tests: {said.decode(errors='replace')[-500:]}")
        return _outcomes(results)


def app_of(test: str) -> str:
    """The app that a test is of."""
    return test.split(".")[3].removeprefix("test_")


def _outcomes(results: Path) -> Outcomes:
    outcomes: Outcomes = {}
    for case in ElementTree.parse(results).iter("testcase"):
        if case.find("skipped") is None:
            name = f"{case.get('classname')}.{case.get('name')}"
            outcomes[name] = case.find("failure") is None and case.find("error") is None
    return outcomes
