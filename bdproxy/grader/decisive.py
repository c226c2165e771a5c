"""When the world itself failed at a write that decides the run: nobody's failure. Pure."""

from collections.abc import Sequence

from bdproxy.grader.evidence import Call, Evidence
from bdproxy.names import Outcome
from bdproxy.scenarios.matchers import CallMatcher


def natural_failures(evidence: Evidence, writes: Sequence[CallMatcher]) -> list[Call]:
    """The agent's calls of these writes that the world broke on by itself, no fault of ours."""
    faulted = {fault.number for fault in evidence.struck}
    return [
        call
        for call in evidence.agent_calls
        if call.forwarded
        and call.landed is None
        and call.number not in faulted
        and call.is_one_of(writes)
    ]


def undecided(evidence: Evidence) -> str | None:
    """Why a failed run says nothing about the agent, or None if it does.

    A write that the task requires broke in the world, and no such write after it was carried out.
    """
    family = evidence.family
    if evidence.outcome is not Outcome.FAIL or family is None or family.fault is None:
        return None
    required = family.fault.writes
    broken = natural_failures(evidence, required)
    if not broken:
        return None
    last = broken[-1]
    made_up_for = any(
        call.landed and call.number > last.number and call.is_one_of(required)
        for call in evidence.agent_calls
    )
    if made_up_for:
        return None
    status = "without an answer" if last.upstream_status is None else f"with {last.upstream_status}"
    return f"the world itself failed {status} at {last}, a write that the task requires"
