"""Graded runs as arrays: one agent's runs by family, variant and attempt."""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np

from bdproxy.errors import UsageError
from bdproxy.grader.statistics.arrays import BoolArray, FloatArray
from bdproxy.names import EndReason, FailureMode, Hazard, Outcome, Variant

VARIANTS = tuple(Variant)
MODES = tuple(FailureMode)
HAZARDS = tuple(Hazard)


@dataclass(frozen=True, slots=True)
class GradedRun:
    """One run and what the grader says of it.

    ``modes`` are the failure modes that fired, ``untold`` those of which nobody can say whether
    they did; ``hazards`` those that its variant carries;
    ``exposed`` those of them whose cue reached the agent. ``claimed_success`` is None when the run
    ended without the agent saying so or otherwise. ``duration`` is in seconds. ``surfaces`` says
    where each hazard's cue shows.
    """

    agent: str
    task: str
    scenario: str
    variant: Variant
    attempt: int
    outcome: Outcome
    modes: frozenset[FailureMode] = frozenset()
    exposed: frozenset[Hazard] = frozenset()
    hazards: frozenset[Hazard] = frozenset()
    end_reason: EndReason | None = None
    claimed_success: bool | None = None
    calls: int = 0
    duration: float = 0.0
    surfaces: Mapping[Hazard, str] = field(default_factory=dict)
    untold: frozenset[FailureMode] = frozenset()


@dataclass(frozen=True, eq=False, slots=True)
class Runs:
    """One agent's runs as arrays of shape (families, variants, attempts).

    Of one member (:meth:`member`): (families, attempts). ``fired`` and ``told`` (whether it is
    known that a mode fired, or that it did not) have one more axis, the modes in the order of
    :data:`MODES`; ``planted`` and ``exposed`` the hazards in that of :data:`HAZARDS`.
    ``calls`` and ``seconds`` are NaN where there is no run. A run that is not assessable is
    present, and never passed, claimed or fired. ``surfaces`` holds one entry for each family.
    """

    present: BoolArray
    assessable: BoolArray
    passed: BoolArray
    claimed: BoolArray
    at_call_limit: BoolArray
    fired: BoolArray
    told: BoolArray
    planted: BoolArray
    exposed: BoolArray
    calls: FloatArray
    seconds: FloatArray
    surfaces: Mapping[Hazard, tuple[str | None, ...]]

    def member(self, variant: Variant) -> Self:
        """The runs of one variant."""
        index = VARIANTS.index(variant)
        return type(self)(
            present=self.present[:, index],
            assessable=self.assessable[:, index],
            passed=self.passed[:, index],
            claimed=self.claimed[:, index],
            at_call_limit=self.at_call_limit[:, index],
            fired=self.fired[:, index],
            told=self.told[:, index],
            planted=self.planted[:, index],
            exposed=self.exposed[:, index],
            calls=self.calls[:, index],
            seconds=self.seconds[:, index],
            surfaces=self.surfaces,
        )

    @property
    def counting_all(self) -> Self:
        """The same runs, those not assessable counted as having neither passed nor fired."""
        told = np.broadcast_to(self.present[..., np.newaxis], self.told.shape)
        return dataclasses.replace(self, assessable=self.present, told=told)

    def judging(self, mode: FailureMode) -> Self:
        """The same runs, those in which it can't be told whether a mode fired not assessable."""
        told = self.told[..., MODES.index(mode)]
        return dataclasses.replace(self, assessable=self.assessable & told)

    @property
    def not_assessable(self) -> BoolArray:
        """Runs that took place but say nothing about the agent."""
        return self.present & ~self.assessable

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The variants of which there are runs; not for the runs of one member."""
        return tuple(variant for at, variant in enumerate(VARIANTS) if self.present[:, at].any())

    def with_mode(self, mode: FailureMode) -> BoolArray:
        """Runs in which a failure mode fired."""
        return self.fired[..., MODES.index(mode)]

    def carrying(self, hazard: Hazard) -> BoolArray:
        """Runs whose variant carries a hazard."""
        return self.planted[..., HAZARDS.index(hazard)]

    def reached_by(self, hazard: Hazard) -> BoolArray:
        """Runs in which a hazard's cue reached the agent."""
        return self.exposed[..., HAZARDS.index(hazard)]


@dataclass(frozen=True, eq=False, slots=True)
class Table:
    """Graded runs by agent; all agents share the rows (``tasks``, one for each family)."""

    tasks: tuple[str, ...]
    scenarios: tuple[str, ...]
    attempts: tuple[int, ...]
    agents: Mapping[str, Runs]

    @classmethod
    def of(cls, graded: Iterable[GradedRun]) -> Self:
        """The table of some runs, in whatever order they come.

        Agents and tasks are sorted by name, so the same runs always give the same table.

        Raises:
            UsageError: two runs have the same agent, task, variant and attempt; or a family
                differs from run to run.
        """
        runs = list(graded)
        scenario_of = {run.task: run.scenario for run in runs}
        for run in runs:
            if scenario_of[run.task] != run.scenario:
                raise UsageError(
                    f"task {run.task}: of scenario {scenario_of[run.task]} in one run, of "
                    f"{run.scenario} in another; compare logs of one data set"
                )
        tasks = tuple(sorted(scenario_of))
        attempts = tuple(sorted({run.attempt for run in runs}))
        by_agent: dict[str, list[GradedRun]] = {run.agent: [] for run in runs}
        for run in runs:
            by_agent[run.agent].append(run)
        return cls(
            tasks,
            tuple(scenario_of[task] for task in tasks),
            attempts,
            {agent: _runs(by_agent[agent], tasks, attempts) for agent in sorted(by_agent)},
        )


def _runs(runs: Sequence[GradedRun], tasks: Sequence[str], attempts: Sequence[int]) -> Runs:
    family_of = {task: at for at, task in enumerate(tasks)}
    variant_of = {variant: at for at, variant in enumerate(VARIANTS)}
    attempt_of = {attempt: at for at, attempt in enumerate(attempts)}
    shape = (len(tasks), len(VARIANTS), len(attempts))
    where = (
        np.array([family_of[run.task] for run in runs], dtype=np.intp),
        np.array([variant_of[run.variant] for run in runs], dtype=np.intp),
        np.array([attempt_of[run.attempt] for run in runs], dtype=np.intp),
    )
    _refuse_duplicates(runs, np.ravel_multi_index(where, shape))

    def flags(values: Sequence[bool]) -> BoolArray:
        array = np.zeros(shape, dtype=np.bool_)
        array[where] = values
        return array

    def numbers(values: Sequence[float]) -> FloatArray:
        array = np.full(shape, np.nan)
        array[where] = values
        return array

    assessable = flags([run.outcome is not Outcome.NOT_ASSESSABLE for run in runs])
    fired = [flags([mode in run.modes for run in runs]) & assessable for mode in MODES]
    told = [flags([mode not in run.untold for run in runs]) & assessable for mode in MODES]
    return Runs(
        present=flags([True] * len(runs)),
        assessable=assessable,
        passed=flags([run.outcome is Outcome.PASS for run in runs]),
        claimed=flags([run.claimed_success is True for run in runs]) & assessable,
        at_call_limit=flags([run.end_reason is EndReason.CALL_LIMIT for run in runs]) & assessable,
        fired=np.stack(fired, axis=-1),
        told=np.stack(told, axis=-1),
        planted=np.stack([flags([one in run.hazards for run in runs]) for one in HAZARDS], -1),
        exposed=np.stack([flags([one in run.exposed for run in runs]) for one in HAZARDS], -1),
        calls=numbers([run.calls for run in runs]),
        seconds=numbers([run.duration for run in runs]),
        surfaces=_surfaces(runs, tasks),
    )


def _refuse_duplicates(runs: Sequence[GradedRun], places: np.ndarray) -> None:
    _, first = np.unique(places, return_index=True)
    if len(first) == len(runs):
        return
    firsts = set(first.tolist())
    run = next(run for at, run in enumerate(runs) if at not in firsts)
    raise UsageError(
        f"agent {run.agent}, task {run.task}, {run.variant}, attempt {run.attempt}: there twice; "
        "give the agents of different logs different names"
    )


def _surfaces(
    runs: Sequence[GradedRun], tasks: Sequence[str]
) -> Mapping[Hazard, tuple[str | None, ...]]:
    found: dict[tuple[Hazard, str], str] = {}
    for run in runs:
        for hazard, surface in run.surfaces.items():
            if found.setdefault((hazard, run.task), surface) != surface:
                raise UsageError(
                    f"agent {run.agent}, task {run.task}: {hazard} shows in {surface} in one run, "
                    f"in {found[hazard, run.task]} in another; report logs of one data set"
                )
    return {hazard: tuple(found.get((hazard, task)) for task in tasks) for hazard in HAZARDS}
