"""Counts of outcomes and pass rates, by agent and over all. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass

from bdproxy.names import Outcome


@dataclass(frozen=True, slots=True)
class Tally:
    """How many runs had which outcome."""

    passed: int = 0
    failed: int = 0
    not_assessable: int = 0

    @property
    def total(self) -> int:
        """All graded runs."""
        return self.passed + self.failed + self.not_assessable

    @property
    def assessable(self) -> int:
        """The runs that passed or failed."""
        return self.passed + self.failed

    @property
    def pass_rate(self) -> float | None:
        """Passes over the assessable runs, 0 to 1; None without any."""
        return _share(self.passed, self.assessable)

    @property
    def pass_rate_of_all(self) -> float | None:
        """Passes over all graded runs, those not assessable included, 0 to 1; None without any."""
        return _share(self.passed, self.total)

    def adding(self, outcome: Outcome) -> "Tally":
        """The tally with one more run."""
        return Tally(
            self.passed + (outcome is Outcome.PASS),
            self.failed + (outcome is Outcome.FAIL),
            self.not_assessable + (outcome is Outcome.NOT_ASSESSABLE),
        )


@dataclass(frozen=True, slots=True)
class Summary:
    """Tallies by agent, in the order in which the agents first appeared, and over all."""

    by_agent: dict[str, Tally]
    overall: Tally


def summarise(outcomes: Iterable[tuple[str, Outcome]]) -> Summary:
    """Count ``(agent, outcome)`` pairs, one for each graded run."""
    by_agent: dict[str, Tally] = {}
    overall = Tally()
    for agent, outcome in outcomes:
        by_agent[agent] = by_agent.get(agent, Tally()).adding(outcome)
        overall = overall.adding(outcome)
    return Summary(by_agent, overall)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
