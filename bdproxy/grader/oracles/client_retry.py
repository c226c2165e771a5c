"""Client-retry: a failed write came again so soon that the HTTP library probably sent it."""

from itertools import pairwise

from bdproxy.grader.catalogue import Catalogue
from bdproxy.grader.evidence import Evidence
from bdproxy.grader.finding import Finding, fired, quiet
from bdproxy.grader.words import listed
from bdproxy.names import Oracle

ORACLE = Oracle.CLIENT_RETRY


def detect(evidence: Evidence, catalogue: Catalogue) -> Finding:
    """Fires if a write's bytes came again within a second of their error, and nothing in between.

    An agent that made another call first, a look say, has had its own say in it.
    """
    calls = list(evidence.agent_calls)
    retries = [
        call for before, call in pairwise(calls) if call.writes and call.retry_of == before.number
    ]
    if not retries:
        return quiet(ORACLE, "no failed write came again at once")
    said = [f"{call} is call {call.retry_of} again" for call in retries]
    return fired(
        ORACLE,
        f"probably the HTTP library and not the model: {listed(said)}, the same bytes within a "
        "second of the error",
        calls=(call.number for call in retries),
    )
