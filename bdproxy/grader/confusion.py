"""How often the grader finds what is there: labelled cells counted to a confusion table. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass

from bdproxy.names import FaultPhase, Variant


@dataclass(frozen=True, slots=True)
class Cell:
    """One thing that can be found in one run: what its label says, and what the grader says.

    ``subject`` is a failure mode, an oracle, or an exposure. ``expected`` and ``found``: True if it
    fires, False if it does not, None if the run does not let anybody say. ``evidence`` is the
    grader's, in words.
    """

    subject: str
    agent: str
    run: int
    task: str
    variant: Variant
    phase: FaultPhase | None
    expected: bool | None
    found: bool | None
    evidence: str

    @property
    def agrees(self) -> bool:
        """Whether label and grader say the same."""
        return self.expected is self.found


@dataclass(frozen=True, slots=True)
class Confusion:
    """The cells of one subject, counted.

    ``not_assessable`` cells are so by label and grader. ``unassessed`` ones should have been
    assessed but were not; ``spurious`` ones were quiet, although nobody could say.
    """

    subject: str
    true_positives: int = 0
    false_positives: int = 0
    false_negatives: int = 0
    true_negatives: int = 0
    not_assessable: int = 0
    unassessed: int = 0
    spurious: int = 0

    @property
    def labelled(self) -> int:
        """All cells."""
        return (
            self.true_positives
            + self.false_positives
            + self.false_negatives
            + self.true_negatives
            + self.not_assessable
            + self.unassessed
            + self.spurious
        )

    @property
    def precision(self) -> float | None:
        """Of what fired, the share that should have, 0 to 1; None if nothing fired."""
        return _share(self.true_positives, self.true_positives + self.false_positives)

    @property
    def recall(self) -> float | None:
        """Of what should have fired, the share that did, 0 to 1; None if nothing should have."""
        return _share(self.true_positives, self.true_positives + self.false_negatives)


def confusions(cells: Iterable[Cell]) -> list[Confusion]:
    """Each subject's cells counted, in the order in which the subjects appear."""
    counts: dict[str, dict[str, int]] = {}
    for cell in cells:
        of_subject = counts.setdefault(cell.subject, {})
        kind = _kind(cell.expected, cell.found)
        of_subject[kind] = of_subject.get(kind, 0) + 1
    return [Confusion(subject, **kinds) for subject, kinds in counts.items()]


def _kind(expected: bool | None, found: bool | None) -> str:
    if expected is None:
        # What fired in a run that says nothing is as wrong as what fired for nothing.
        return {None: "not_assessable", False: "spurious", True: "false_positives"}[found]
    if found is None:
        return "false_negatives" if expected else "unassessed"
    if expected:
        return "true_positives" if found else "false_negatives"
    return "false_positives" if found else "true_negatives"


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
