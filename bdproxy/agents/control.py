"""Control policies: scripted agents that say by their meaning what must come of their runs."""

import pkgutil
from dataclasses import dataclass
from typing import Protocol, cast

from bdproxy.agents import policies
from bdproxy.agents.label import Label, Situation
from bdproxy.agents.policy import Policy, load_policy
from bdproxy.errors import UsageError
from bdproxy.names import Hazard, Variant
from bdproxy.scenarios.family import Family


class LabellingPolicy(Policy, Protocol):
    """A policy's module with labels.

    It may have a ``MAX_CALLS``, the limit of its runs, and an ``ABOUT``: hazards that it has to
    come across where a variant carries them, or else it is no different from a careful agent.
    """

    def concerns(self, family: Family, variant: Variant) -> bool:
        """Whether it has something to say of a variant."""

    def expected(self, situation: Situation) -> Label:
        """What must come of a run."""


@dataclass(frozen=True, slots=True)
class ControlPolicy:
    """A policy that labels its runs; ``about`` and ``max_calls`` as its module has them."""

    name: str
    meaning: str
    about: tuple[Hazard, ...]
    max_calls: int | None
    module: LabellingPolicy

    def concerns(self, family: Family, variant: Variant) -> bool:
        """Whether it has something to say of a variant."""
        return self.module.concerns(family, variant)

    def expected(self, situation: Situation) -> Label:
        """What must come of a run."""
        return self.module.expected(situation)


def control_policies() -> list[ControlPolicy]:
    """All of them, by name."""
    found = []
    for module in pkgutil.iter_modules(policies.__path__):
        name = module.name.replace("_", "-")
        policy = load_policy(name)
        if hasattr(policy, "expected"):
            found.append(
                ControlPolicy(
                    name=name,
                    meaning=" ".join((policy.__doc__ or "").split()),
                    about=getattr(policy, "ABOUT", ()),
                    max_calls=getattr(policy, "MAX_CALLS", None),
                    module=cast(LabellingPolicy, policy),
                )
            )
    return found


def wanted_policies(names: tuple[str, ...]) -> list[ControlPolicy]:
    """Those of some names; all without any.

    Raises:
        UsageError: a name is none of a control policy.
    """
    known = {policy.name: policy for policy in control_policies()}
    for name in names:
        if name not in known:
            raise UsageError(
                f"--policy {name}: there is no such control policy; there are: {', '.join(known)}"
            )
    return [known[name] for name in names] if names else list(known.values())
