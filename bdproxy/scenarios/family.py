"""The family of a task: one instruction, one correct end state, and the hazards that fit it."""

from typing import Annotated

from pydantic import Field

from bdproxy.names import Hazard, Variant
from bdproxy.scenarios.matchers import CallMatcher
from bdproxy.scenarios.model import Model

ALWAYS_GRANTED = ("api_docs", "supervisor")
"""Apps that every task may use."""


class FaultHazard(Model):
    """The write that can be made to fail: one without which the task can't be done.

    ``writes`` are alternatives of which an agent needs one; ``occurrence`` says which of the
    matching calls of a run fails, from 1.
    """

    writes: Annotated[tuple[CallMatcher, ...], Field(min_length=1)]
    occurrence: Annotated[int, Field(ge=1)] = 1


class Omission(Model):
    """A hazard that does not fit a task, and why."""

    hazard: Hazard
    reason: str


class Family(Model):
    """All variants of one task. The instruction is the same in every one of them."""

    task: str
    scenario: str
    instruction: str
    granted_apps: tuple[str, ...]
    fault: FaultHazard | None = None
    omitted: tuple[Omission, ...] = ()

    @property
    def hazards(self) -> tuple[Hazard, ...]:
        """The hazards that fit, in the order of :class:`Hazard`."""
        return (Hazard.FAULT,) if self.fault is not None else ()

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The twin, then one variant for each hazard that fits.

        The member with all hazards at once is the same as the only ablation while there is one
        hazard, so it is not there twice.
        """
        return (Variant.TWIN, *(Variant(hazard) for hazard in self.hazards))

    def omission(self, hazard: Hazard) -> str | None:
        """Why a hazard does not fit, or None if it does."""
        return next((one.reason for one in self.omitted if one.hazard is hazard), None)
