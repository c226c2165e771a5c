"""Abandoned: the agent gave up. It reported failure, or left without a word."""

from bdproxy.grader.catalogue import Catalogue
from bdproxy.grader.evidence import Evidence
from bdproxy.grader.finding import Finding, fired, quiet
from bdproxy.names import EndReason, Oracle

ORACLE = Oracle.ABANDONED
LEFT = frozenset({EndReason.EXITED, EndReason.CLIENT_ENDED})


def detect(evidence: Evidence, catalogue: Catalogue) -> Finding:
    """Fires if the agent completed the task as failed, or ended the run without completing it."""
    end, calls = evidence.end, sum(1 for _ in evidence.agent_calls)
    if end.reason in LEFT:
        return fired(ORACLE, f"the agent left after {calls} calls and completed nothing")
    if evidence.reports_failure:
        return fired(ORACLE, f"the agent said itself how it ended: {end.reported_status}")
    return quiet(ORACLE, f"the agent did not give up ({end.reason})")
