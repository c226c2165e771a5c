"""Abandoned: the agent stopped by itself and never said that the task is done."""

from bdproxy.grader.catalogue import Catalogue
from bdproxy.grader.evidence import Evidence
from bdproxy.grader.finding import Finding, fired, quiet
from bdproxy.names import EndReason, Oracle

ORACLE = Oracle.ABANDONED
STOPPED = frozenset({EndReason.EXITED, EndReason.CLIENT_ENDED})


def detect(evidence: Evidence, catalogue: Catalogue) -> Finding:
    """Fires if the process, or the client, ended the run without completing the task."""
    if evidence.end.reason not in STOPPED:
        return quiet(ORACLE, f"the run ended otherwise ({evidence.end.reason})")
    calls = sum(1 for _ in evidence.agent_calls)
    return fired(ORACLE, f"the agent stopped after {calls} calls and completed nothing")
