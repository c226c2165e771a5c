"""All benchmarks, one after another: ``python -m benchmarks``."""

import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from bdproxy.cli.console import diagnostics
from bdproxy.errors import UsageError
from benchmarks.common.command import Quick, run
from benchmarks.common.processes import REPOSITORY, module_environment

BENCHMARKS = (
    "transparency_gold_runs",
    "transparency_app_tests",
    "overlay_fidelity",
    "fault_truth",
    "overhead",
    "log_size_and_memory",
    "gold_runs",
    "grading",
    "crash",
    "bootstrap",
    "report",
)


def main(
    quick: Quick = False,
    results: Annotated[
        Path, typer.Option(metavar="FOLDER", file_okay=False, help="Where the JSON files go.")
    ] = Path("build") / "benchmarks",
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Only this one; may be given several times."),
    ] = None,
) -> None:
    """Run all benchmarks; one that fails does not keep the others from running."""
    for name in only or ():
        if name not in BENCHMARKS:
            raise UsageError(f"--only {name}: there is {', '.join(BENCHMARKS)}")
    results.mkdir(parents=True, exist_ok=True)
    failed = []
    for name in only or BENCHMARKS:
        output = results.absolute() / f"{name}.json"
        output.unlink(missing_ok=True)
        arguments = ("--output", str(output), *(("--quick",) if quick else ()))
        done = subprocess.run(
            [sys.executable, "-m", f"benchmarks.{name}", *arguments],
            cwd=REPOSITORY,
            env=module_environment(),
            check=False,
        )
        if done.returncode != 0:
            failed.append(name)
        sys.stdout.flush()
        print(flush=True)
    diagnostics().print(f"results: {results}", markup=False)
    if failed:
        diagnostics().print(f"failed: {', '.join(failed)}", markup=False)
        raise typer.Exit(1)


if __name__ == "__main__":
    run(main)
