"""What the report rests on: the logs, what is left out, and how intervals were made."""

from bdproxy.grader.report.content import Cell, Grid, Section, Words
from bdproxy.grader.report.material import Material
from bdproxy.grader.report.places import count
from bdproxy.grader.report.quantities import Number, Path, Unit


def about(material: Material) -> Section:
    """The logs by name and count, and the method."""
    rows: list[tuple[Cell, ...]] = []
    for at, log in enumerate(material.logs):
        place: Path = ("logs", at)
        rows.append(
            (
                Words(log.path, code=True),
                count(log.runs, (*place, "runs")),
                count(log.graded, (*place, "graded")),
                count(log.ungraded, (*place, "ungraded")),
                count(log.unfinished, (*place, "unfinished")),
            )
        )
    study = material.study
    ungraded = [log.path for log in material.logs if log.ungraded]
    return Section(
        name="about",
        title="About these numbers",
        question="What do they rest on?",
        sentences=(
            (
                count(len(material.runs), ("runs",)),
                " graded runs of ",
                count(study.families, ("study", "families")),
                " families of tasks, up to ",
                count(study.attempts, ("study", "attempts")),
                " attempts each. Intervals (",
                Number(study.confidence, Unit.SHARE, ("study", "confidence")),
                ") are percentile intervals of ",
                count(study.resamples, ("study", "resamples")),
                " resamples of whole families (seed ",
                Number(study.seed, Unit.AMOUNT, ("study", "seed")),
                "). A run that can't be assessed, because the world, the proxy or the agent's "
                "process crashed, counts neither as a pass nor as a failure; how many there are "
                "stands beside every rate (n.a.), and the rate with them counted in beside that. "
                "Where all families are alike, the interval is the exact one of a binomial share "
                "over families.",
            ),
        ),
        grids=(
            Grid(
                "Logs",
                ("log", "runs", "graded", "finished, not graded", "not finished"),
                tuple(rows),
            ),
        ),
        notes=tuple(
            f"{path} has runs that are not graded; grade them with: bdproxy grade {path}"
            for path in ungraded
        ),
    )
