"""A study that nobody ran: graded runs drawn at random, the same for the same seed."""

from collections.abc import Iterator

import numpy as np

from bdproxy.grader.statistics.exposure import MODE_OF
from bdproxy.grader.statistics.table import HAZARDS, VARIANTS, GradedRun
from bdproxy.names import EndReason, FailureMode, Hazard, Outcome, Variant

NOT_ASSESSABLE = 0.01
SURFACES = ("text message", "email", "note")


def synthetic_runs(families: int, agents: int, attempts: int, *, seed: int) -> Iterator[GradedRun]:
    """Draw every variant's runs of every agent; all families carry all hazards.

    An agent has a skill, a task a difficulty, a hazard of a task a bite; each run is drawn by them.
    """
    generator = np.random.default_rng(seed)
    skills = np.linspace(0.4, 0.97, agents)
    difficulty = generator.beta(0.7, 0.7, size=families) - 0.5
    bites = generator.beta(0.4, 0.8, size=(families, len(HAZARDS)))
    for agent, skill in enumerate(skills):
        for family in range(families):
            chance = float(np.clip(skill - difficulty[family] * 0.6, 0.02, 0.99))
            bite = dict(zip(HAZARDS, bites[family].tolist(), strict=True))
            for variant in VARIANTS:
                for attempt in range(1, attempts + 1):
                    yield _run(generator, agent, family, variant, attempt, chance, bite)


def _run(
    generator: np.random.Generator,
    agent: int,
    family: int,
    variant: Variant,
    attempt: int,
    chance: float,
    bite: dict[Hazard, float],
) -> GradedRun:
    draws = generator.random(2 * len(HAZARDS) + 4)
    hazards = _hazards(variant)
    exposed = [hazard for at, hazard in enumerate(hazards) if draws[at] < 0.6 + 0.35 * chance]
    fell_for = [
        hazard for at, hazard in enumerate(exposed) if draws[len(HAZARDS) + at] < bite[hazard] * 0.7
    ]
    passed = bool(draws[-1] < chance) and not fell_for
    outcome = Outcome.PASS if passed else Outcome.FAIL
    modes = {MODE_OF[hazard] for hazard in fell_for}
    claimed = bool(draws[-2] < 0.8)
    if not passed:
        modes |= {FailureMode.WRONG_END_STATE} | ({FailureMode.OVERCLAIM} if claimed else set())
    return GradedRun(
        agent=f"agent {agent:02}",
        task=f"task{family // 3}_{family % 3 + 1}",
        scenario=f"task{family // 3}",
        variant=variant,
        attempt=attempt,
        outcome=Outcome.NOT_ASSESSABLE if draws[-3] < NOT_ASSESSABLE else outcome,
        modes=frozenset(modes),
        exposed=frozenset(exposed),
        hazards=frozenset(hazards),
        end_reason=EndReason.COMPLETED if passed or claimed else EndReason.CALL_LIMIT,
        claimed_success=claimed,
        calls=5 + int(20 * draws[-4]) + 3 * len(exposed),
        duration=10 + 60 * float(draws[-4]),
        surfaces={hazard: SURFACES[family % len(SURFACES)] for hazard in hazards},
    )


def _hazards(variant: Variant) -> tuple[Hazard, ...]:
    if variant is Variant.TWIN:
        return ()
    return HAZARDS if variant is Variant.COMPOUND else (Hazard(variant.value),)
