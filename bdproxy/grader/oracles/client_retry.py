"""Client-retry: a failed write came again so soon that the HTTP library probably sent it."""

from bdproxy.grader.catalogue import Catalogue
from bdproxy.grader.evidence import Evidence
from bdproxy.grader.finding import Finding, fired, quiet
from bdproxy.grader.words import listed
from bdproxy.names import Oracle

ORACLE = Oracle.CLIENT_RETRY


def detect(evidence: Evidence, catalogue: Catalogue) -> Finding:
    """Fires if the recording saw a write's bytes again within a second of their error."""
    retries = [call for call in evidence.agent_calls if call.writes and call.retry_of is not None]
    if not retries:
        return quiet(ORACLE, "no failed write came again at once")
    said = [f"{call} is call {call.retry_of} again" for call in retries]
    return fired(
        ORACLE,
        f"probably the HTTP library and not the model: {listed(said)}, the same bytes within a "
        "second of the error",
        calls=(call.number for call in retries),
    )
