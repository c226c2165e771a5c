"""Which runs a page holds: all if they fit, else some of every kind, the telling ones first."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator

from bdproxy.grader.report.material import PlacedRun
from bdproxy.names import Outcome

_FIRST = {Outcome.FAIL: 0, Outcome.NOT_ASSESSABLE: 1, Outcome.PASS: 2}


def by_turns(runs: Iterable[PlacedRun]) -> Iterator[PlacedRun]:
    """All runs, in an order whose beginning has as many of each agent and world as can be.

    Within an agent and a world each kind of outcome, failure modes and exposure takes its turn,
    failures first, oldest first.
    """
    groups: dict[Hashable, list[PlacedRun]] = defaultdict(list)
    for placed in runs:
        groups[placed.run.graded.agent, placed.run.graded.variant].append(placed)
    return _in_turn([list(_in_turn(_kinds(group))) for group in groups.values()])


def _kinds(runs: list[PlacedRun]) -> list[list[PlacedRun]]:
    kinds: dict[tuple[object, ...], list[PlacedRun]] = defaultdict(list)
    for placed in runs:
        graded = placed.run.graded
        kinds[graded.outcome, graded.modes, graded.exposed].append(placed)
    return sorted(kinds.values(), key=lambda kind: _rank(kind[0]))


def _rank(placed: PlacedRun) -> tuple[int, int]:
    graded = placed.run.graded
    return _FIRST[graded.outcome], -len(graded.modes)


def _in_turn(groups: list[list[PlacedRun]]) -> Iterator[PlacedRun]:
    longest = max(map(len, groups), default=0)
    for at in range(longest):
        for group in groups:
            if at < len(group):
                yield group[at]
