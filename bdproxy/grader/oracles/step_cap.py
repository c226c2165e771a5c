"""Step-cap: the run ended because the agent had made all the calls that it may make."""

from bdproxy.grader.catalogue import Catalogue
from bdproxy.grader.evidence import Evidence
from bdproxy.grader.finding import Finding, fired, quiet
from bdproxy.names import EndReason, Oracle

ORACLE = Oracle.STEP_CAP


def detect(evidence: Evidence, catalogue: Catalogue) -> Finding:
    """Fires if the limit of calls was reached before the task was completed."""
    if evidence.end.reason is not EndReason.CALL_LIMIT:
        return quiet(ORACLE, f"the limit of calls did not end the run ({evidence.end.reason})")
    calls = sum(1 for _ in evidence.agent_calls)
    return fired(ORACLE, f"the limit of calls ended the run after {calls} of them")
