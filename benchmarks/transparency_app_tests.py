"""Transparency, seen by AppWorld's own app tests: do they pass through a lane as without one?"""

import asyncio
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from bdproxy.errors import UsageError
from bdproxy.names import Management
from bdproxy.recorder.reader import LogReader
from bdproxy.worlds.appworld.environment import provide_environment
from benchmarks.common.appworld_tests import (
    Outcomes,
    app_of,
    apps_with_tests,
    run_app_tests,
    tests_folder,
)
from benchmarks.common.command import Output, Quick, finish, run
from benchmarks.common.lane import open_lane
from benchmarks.common.processes import free_port
from benchmarks.common.report import Report

QUICK_APPS = ["supervisor"]


async def measure(apps: list[str] | None) -> tuple[Outcomes, Outcomes, int]:
    """Outcomes direct and through a lane, and how many calls the lane has recorded."""
    environment = provide_environment()
    folder = tests_folder(environment)
    known = apps_with_tests(folder)
    if unknown := set(apps or ()) - set(known):
        raise UsageError(f"--app {unknown.pop()}: there are tests of {', '.join(known)}")
    wanted = apps or known
    port = free_port()
    own = f"http://127.0.0.1:{port}"
    direct = await run_app_tests(environment, folder, wanted, port=port, url=own)
    with tempfile.TemporaryDirectory(prefix="bdproxy-") as name:
        log = Path(name) / "log.db"
        # Client-managed: the tests also call the control plane and the administration app.
        async with open_lane(("127.0.0.1", port), log, management=Management.CLIENT_MANAGED) as url:
            proxied = await run_app_tests(environment, folder, wanted, port=port, url=url)
        with LogReader(log) as reader:
            calls = sum(1 for each in reader.runs() for _ in reader.calls(each.id))
    return direct, proxied, calls


def main(
    quick: Quick = False,
    output: Output = None,
    app: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Only this app's tests; may be given several times."),
    ] = None,
) -> None:
    """AppWorld's own app tests over HTTP: how many pass direct, how many through a lane."""
    if quick and app is None:
        app = QUICK_APPS
    report = Report(benchmark="transparency: AppWorld's app tests", quick=quick)
    direct, proxied, calls = asyncio.run(measure(app))
    different = {test for test in direct | proxied if direct.get(test) != proxied.get(test)}
    for name in sorted({app_of(test) for test in direct}):
        report.rows.append(
            {
                "app": name,
                "tests": sum(app_of(test) == name for test in direct),
                "pass direct": sum(ok for test, ok in direct.items() if app_of(test) == name),
                "pass through a lane": sum(
                    ok for test, ok in proxied.items() if app_of(test) == name
                ),
                "differ": sum(app_of(test) == name for test in different),
            }
        )
    report.summary = {
        "tests": len(direct),
        "pass direct": sum(direct.values()),
        "pass through a lane": sum(proxied.values()),
        "calls recorded": calls,
        "tests that differ": sorted(different),
    }
    report.goal(
        "every test has the same outcome direct and through a lane", not different, binding=True
    )
    finish(report, output)


if __name__ == "__main__":
    run(main)
