"""Can an agent tell the overlay from a world that has the cue in its database? By surface.

Every documented way to look at a record's app (pages, orders, filters, searches, single records),
and every write against the record with a look after each, in both worlds: one with the cue baked
into its start databases, and a clean one behind a lane with the overlay.
"""

import asyncio
from pathlib import Path
from typing import Annotated, Any

import typer

from bdproxy.cli.console import diagnostics
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from benchmarks.common.command import Output, Quick, finish, run
from benchmarks.common.report import Report
from benchmarks.common.subject import Subject, subject
from tests.support.oracle.fidelity import Depth, compare, find_cue
from tests.support.oracle.pair import Phase, Tally
from tests.support.oracle.surfaces import SURFACES

SHOWN = 3
"""So many differences of a surface are printed."""


async def compare_all(
    what: Subject, surfaces: list[str], depth: Depth, differences: Path | None
) -> list[dict[str, Any]]:
    """One row for each surface."""
    worlds = await AppWorldWorlds.start(what.environment, what.root)
    rows = []
    try:
        for surface in surfaces:
            task, planted = await find_cue(worlds, what.tasks, surface)
            tally = await compare(worlds, what.root, task, planted, depth)
            rows.append(_row(surface, tally))
            diagnostics().print(" · ".join(str(cell) for cell in rows[-1].values()), markup=False)
            _tell(surface, tally, differences)
    finally:
        await worlds.close()
    return rows


def _row(surface: str, tally: Tally) -> dict[str, Any]:
    row: dict[str, Any] = {"surface": surface}
    for phase in Phase:
        row[str(phase)] = f"{tally.equal(phase)} / {tally.compared[phase]}"
    row["compared"] = tally.compared.total()
    row["owner sees a difference"] = len(tally.different(Phase.READING, Phase.WRITING))
    row["others see a difference"] = len(tally.different(Phase.OTHERS))
    return row


def _tell(surface: str, tally: Tally, file: Path | None) -> None:
    lines = [f"{surface} · {one.phase}: {one.call}: {one.what}" for one in tally.differences]
    for line in lines[:SHOWN]:
        diagnostics().print(line, markup=False)
    if file is not None and lines:
        with file.open("a", encoding="utf-8") as out:
            out.writelines(f"{line}\n" for line in lines)


def main(
    quick: Quick = False,
    output: Output = None,
    surface: Annotated[
        list[str] | None,
        typer.Option(metavar="TEXT", help="Only surfaces with this in their names; repeatable."),
    ] = None,
    depth: Annotated[
        Depth,
        typer.Option(metavar="DEPTH", help="How much is looked at first: glance, quick or all."),
    ] = Depth.ALL,
    differences: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write every difference.")
    ] = None,
) -> None:
    """Compare the overlay with baked worlds, surface by surface."""
    chosen = [name for name in SURFACES if any(part in name for part in surface or [""])]
    if quick:
        chosen, depth = chosen[:1], Depth.GLANCE
    if differences is not None:
        differences.write_text("", encoding="utf-8")
    what = subject()
    report = Report(
        benchmark="overlay_fidelity",
        quick=quick,
        settings={"dataset": what.dataset, "depth": depth, "surfaces": len(chosen)},
    )
    report.rows = asyncio.run(compare_all(what, chosen, depth, differences))
    seen = sum(row["owner sees a difference"] for row in report.rows)
    by_others = sum(row["others see a difference"] for row in report.rows)
    compared = sum(row["compared"] for row in report.rows)
    report.summary = {
        "compared": compared,
        "equal": compared - seen - by_others,
        "equal share": (compared - seen - by_others) / compared if compared else None,
    }
    report.goal("the owner of a cue's record sees no difference", seen == 0, binding=True)
    report.goal("nobody else sees a difference", by_others == 0, binding=False)
    finish(report, output)


if __name__ == "__main__":
    run(main)
