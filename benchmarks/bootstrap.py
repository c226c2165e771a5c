"""How long statistics take at the size of a large study: the table, pass rates, everything."""

import time
from collections.abc import Callable

from bdproxy.grader.statistics.bootstrap import RESAMPLES, Resampling
from bdproxy.grader.statistics.estimate import Estimate
from bdproxy.grader.statistics.rates import pass_rate
from bdproxy.grader.statistics.study import Study
from bdproxy.grader.statistics.summary import SEED, study
from bdproxy.grader.statistics.table import GradedRun, Table
from bdproxy.names import Variant
from benchmarks.common.command import Output, Quick, Seed, finish, run
from benchmarks.common.report import Report
from benchmarks.common.synthetic_runs import synthetic_runs

FAMILIES, AGENTS, ATTEMPTS = 618, 16, 4
GOAL_SECONDS = 60.0


def pass_rates(table: Table, resamples: int) -> dict[tuple[str, Variant], Estimate]:
    """One interval for each agent and variant, resamples drawn anew."""
    resampling = Resampling.draw(len(table.tasks), seed=SEED, resamples=resamples)
    return resampling.estimates(
        {
            (agent, variant): pass_rate(runs.member(variant))
            for agent, runs in table.agents.items()
            for variant in runs.variants
        }
    )


def intervals(found: Study) -> int:
    """How many pass rates of the study have an interval: a sign that it did the work."""
    return sum(
        one.low is not None for agent in found.agents.values() for one in agent.pass_rates.values()
    )


def main(quick: Quick = False, output: Output = None, seed: Seed = 1) -> None:
    """Make a synthetic study and compute its statistics."""
    families, agents = (40, 3) if quick else (FAMILIES, AGENTS)
    resamples = 200 if quick else RESAMPLES
    runs = list(synthetic_runs(families, agents, ATTEMPTS, seed=seed))
    report = Report(
        benchmark="bootstrap",
        quick=quick,
        settings={
            "families": families,
            "variants": len(Variant),
            "attempts": ATTEMPTS,
            "agents": agents,
            "resamples": resamples,
            "seed": seed,
        },
    )
    seconds: list[float] = []

    def timed(step: str, work: Callable[[], int]) -> None:
        begun, begun_to_compute = time.perf_counter(), time.process_time()
        count = work()
        seconds.append(time.perf_counter() - begun)
        report.rows.append(
            {
                "step": step,
                "seconds": seconds[-1],
                "processor s": time.process_time() - begun_to_compute,
                "counted": count,
            }
        )

    table = _table(runs, timed)
    timed("pass rates", lambda: len(pass_rates(table, resamples)))
    timed("the whole study", lambda: intervals(study(table, resamples=resamples)))
    report.summary = {"runs": len(runs), "seconds in all": sum(seconds)}
    report.goal(
        f"the table and the whole study take less than {GOAL_SECONDS:.0f} s",
        sum(seconds) < GOAL_SECONDS,
        binding=False,
    )
    finish(report, output)


def _table(runs: list[GradedRun], timed: Callable[[str, Callable[[], int]], None]) -> Table:
    made: list[Table] = []

    def make() -> int:
        made.append(Table.of(runs))
        return len(runs)

    timed("the table", make)
    return made[0]


if __name__ == "__main__":
    run(main)
