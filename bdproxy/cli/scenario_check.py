"""What ``bdproxy scenarios check`` does: runs that find out, and a table."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.table import Table

from bdproxy.cli.check_runs import CheckRuns
from bdproxy.cli.console import output
from bdproxy.cli.data_set import open_data_set
from bdproxy.cli.families import families_of
from bdproxy.cli.text import plain
from bdproxy.errors import CheckFailedError, DataSetError
from bdproxy.grader.family_check import Check, Finding
from bdproxy.names import FaultPhase, Variant
from bdproxy.scenarios.family import Family


def check_scenarios(
    runs: CheckRuns, tasks: tuple[str, ...], folder: Path | None, result: Path
) -> None:
    """Run, grade, judge, print, write. ``folder`` has families instead of the data set's own.

    Raises:
        CheckFailedError: a family does not hold what it promises.
        BdproxyError: something is missing or in the way.
    """
    _, data_set = open_data_set(runs.dataset, runs.appworld_root)
    families = families_of(data_set, tasks, folder)
    findings = runs.check(families)
    _write(result, families, findings)
    _print(families, findings)
    failed = [finding for finding in findings if finding.problem is not None]
    if failed:
        raise CheckFailedError(
            f"{len(failed)} of {len(findings)} checks failed, first {failed[0]}; all of them are "
            f"in {result}"
        )


def _write(path: Path, families: Sequence[Family], findings: Sequence[Finding]) -> None:
    result: dict[str, Any] = {
        "families": [
            {
                "task": family.task,
                "variants": list(family.variants),
                "omitted": [one.model_dump(mode="json") for one in family.omitted],
            }
            for family in families
        ],
        "checks": [asdict(finding) for finding in findings],
    }
    try:
        path.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise DataSetError(f"{path}: the result can't be written ({error})") from error


def _print(families: Sequence[Family], findings: Sequence[Finding]) -> None:
    rows: dict[tuple[str, Variant, FaultPhase | None], dict[Check, str | None]] = {}
    for finding in findings:
        key = (finding.task, finding.variant, finding.phase)
        rows.setdefault(key, {})[finding.check] = finding.problem
    table = Table("task", "variant", "phase", *(str(check) for check in Check), "problem")
    for (task, variant, phase), checks in rows.items():
        problems = [f"{check}: {problem}" for check, problem in checks.items() if problem]
        cells = [_cell(checks, check) for check in Check]
        table.add_row(plain(task), plain(variant), plain(phase), *cells, plain("; ".join(problems)))
    console = output()
    console.print(table)
    counts = Counter(finding.problem is None for finding in findings)
    omitted = sum(len(family.omitted) for family in families)
    console.print(
        f"{len(families)} families · {len(rows)} variants and phases · {counts[True]} checks hold, "
        f"{counts[False]} fail · {omitted} hazards left out",
        markup=False,
    )


def _cell(checks: dict[Check, str | None], check: Check) -> str:
    if check not in checks:
        return ""
    return "yes" if checks[check] is None else "NO"
