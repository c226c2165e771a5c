"""Step-cap: a limit ended the run."""

from bdproxy.grader.catalogue import Catalogue
from bdproxy.grader.evidence import Evidence
from bdproxy.grader.finding import Finding, fired, quiet
from bdproxy.names import EndReason, Oracle

ORACLE = Oracle.STEP_CAP
LIMITS = frozenset({EndReason.CALL_LIMIT, EndReason.TIME_LIMIT})


def detect(evidence: Evidence, catalogue: Catalogue) -> Finding:
    """Fires if the limit of calls or of time was reached before the task was completed."""
    if evidence.end.reason not in LIMITS:
        return quiet(ORACLE, f"no limit ended the run ({evidence.end.reason})")
    calls = sum(1 for _ in evidence.agent_calls)
    return fired(ORACLE, f"the {evidence.end.reason} ended the run after {calls} calls")
