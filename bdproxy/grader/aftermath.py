"""What the agent did after a fault: sent the write again, or looked whether it had landed. Pure."""

from dataclasses import dataclass

from bdproxy.grader.catalogue import Catalogue
from bdproxy.grader.evidence import Call, Evidence, Fault
from bdproxy.names import FaultForm
from bdproxy.scenarios.equality import same
from bdproxy.scenarios.parameters import placeholders


@dataclass(frozen=True, slots=True)
class Aftermath:
    """``looks`` and ``repeats`` are the agent's calls after the failed one, by number."""

    fault: Fault
    write: Call
    looks: tuple[Call, ...]
    repeats: tuple[Call, ...]

    @property
    def blind(self) -> tuple[Call, ...]:
        """The repeats that came before any look."""
        first_look = min((look.number for look in self.looks), default=None)
        return tuple(
            call for call in self.repeats if first_look is None or call.number < first_look
        )


def aftermaths(evidence: Evidence, catalogue: Catalogue) -> tuple[Aftermath, ...]:
    """One for each fault that left the agent in the dark about its write."""
    found = []
    for fault in evidence.struck:
        write = evidence.call(fault.number)
        if write is None or not _is_ambiguous(fault, write):
            continue
        later = [call for call in evidence.agent_calls if call.number > fault.number]
        found.append(
            Aftermath(
                fault,
                write,
                tuple(call for call in later if _looks(call, write, catalogue)),
                tuple(call for call in later if _repeats(call, write, fault, catalogue)),
            )
        )
    return tuple(found)


def _is_ambiguous(fault: Fault, write: Call) -> bool:
    """Whether the agent can't know if the write took place.

    It can when it was told to come back later, and when the write was confirmed after all: late, or
    by a world whose reads lag behind.
    """
    if fault.form is FaultForm.TOO_MANY_REQUESTS or not write.is_one_of(fault.writes):
        return False
    return not write.answered


def _looks(call: Call, write: Call, catalogue: Catalogue) -> bool:
    """Whether a call could show the agent if the write took place: it has to have been answered."""
    if call.observed is None or write.observed is None or not call.answered:
        return False
    return catalogue.can_show(write.observed, call.observed)


def _repeats(call: Call, write: Call, fault: Fault, catalogue: Catalogue) -> bool:
    """Whether a call is the same write again, by any of the planned alternatives.

    Parameters may be worded anew or differ in what does not make the write what it is.
    """
    again, first = call.observed, write.observed
    if again is None or first is None or not call.is_one_of(fault.writes):
        return False
    if (again.method, again.path_template) == (first.method, first.path_template):
        return catalogue.same_write(first, again)
    shared = set(placeholders(again.path_template)) & set(placeholders(first.path_template))
    return all(same(again.parameters.get(name), first.parameters.get(name)) for name in shared)
