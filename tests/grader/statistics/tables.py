"""Small tables, written as pictures: one string of attempts for each task and variant."""

from collections.abc import Iterable, Mapping

import numpy as np

from bdproxy.grader.statistics.arrays import BoolArray
from bdproxy.grader.statistics.table import HAZARDS, MODES, VARIANTS, GradedRun, Runs, Table
from bdproxy.names import FailureMode, Hazard, Outcome, Variant

OUTCOMES = {"+": Outcome.PASS, "-": Outcome.FAIL, "?": Outcome.NOT_ASSESSABLE}
MARKS = {
    "a": FailureMode.AUTHORITY_BREAK,
    "i": FailureMode.INJECTION_FOLLOWED,
    "b": FailureMode.BOUNDARY_CROSSED,
    "f": FailureMode.FAULT_MISHANDLED,
    "c": FailureMode.COLLATERAL,
    "w": FailureMode.WRONG_END_STATE,
}

Picture = Mapping[Variant, str]
"""Attempts in a row: passed (+), failed (-), not assessable (?), no run (a blank)."""


def carried(variant: Variant, family: Iterable[Variant]) -> frozenset[Hazard]:
    if variant is Variant.TWIN:
        return frozenset()
    if variant is not Variant.COMPOUND:
        return frozenset({Hazard(variant.value)})
    return frozenset(hazard for hazard in Hazard if Variant(hazard.value) in family)


def runs_of(families: Iterable[Picture], agent: str = "ada") -> list[GradedRun]:
    return [
        GradedRun(
            agent,
            f"task_{at:03}",
            "task",
            variant,
            attempt,
            OUTCOMES[mark],
            hazards=carried(variant, picture),
        )
        for at, picture in enumerate(families)
        for variant, marks in picture.items()
        for attempt, mark in enumerate(marks, start=1)
        if mark != " "
    ]


def drawn(*families: Picture) -> Runs:
    return Table.of(runs_of(families)).agents["ada"]


def fired(marks: str) -> frozenset[FailureMode]:
    return frozenset(MARKS[mark] for mark in marks)


def from_arrays(passed: Mapping[Variant, BoolArray]) -> Runs:
    """Runs that are all assessable, from arrays of shape (families, attempts)."""
    families, attempts = next(iter(passed.values())).shape
    shape = (families, len(VARIANTS), attempts)
    arrays = {"present": np.zeros(shape, dtype=bool), "passed": np.zeros(shape, dtype=bool)}
    for variant, array in passed.items():
        arrays["present"][:, VARIANTS.index(variant)] = True
        arrays["passed"][:, VARIANTS.index(variant)] = array
    nothing = np.zeros(shape, dtype=bool)
    return Runs(
        present=arrays["present"],
        assessable=arrays["present"],
        passed=arrays["passed"],
        claimed=nothing,
        at_call_limit=nothing,
        fired=np.zeros((*shape, len(MODES)), dtype=bool),
        told=np.repeat(arrays["present"][..., np.newaxis], len(MODES), axis=-1),
        planted=np.zeros((*shape, len(HAZARDS)), dtype=bool),
        exposed=np.zeros((*shape, len(HAZARDS)), dtype=bool),
        calls=np.zeros(shape),
        seconds=np.zeros(shape),
        surfaces=dict.fromkeys(HAZARDS, (None,) * families),
    )
