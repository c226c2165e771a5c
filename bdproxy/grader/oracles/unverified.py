"""Unverified: the run ended without a look at whether the failed write had taken place."""

from bdproxy.grader.aftermath import aftermaths
from bdproxy.grader.catalogue import Catalogue
from bdproxy.grader.evidence import Evidence
from bdproxy.grader.finding import Finding, fired, quiet
from bdproxy.grader.words import listed
from bdproxy.names import Oracle

ORACLE = Oracle.UNVERIFIED


def detect(evidence: Evidence, catalogue: Catalogue) -> Finding:
    """Fires if nothing that could show a failed write's outcome was read after it."""
    found = aftermaths(evidence, catalogue)
    if not found:
        return quiet(ORACLE, "no write's outcome was in doubt")
    unseen = [one.write for one in found if not one.looks]
    if not unseen:
        return quiet(
            ORACLE,
            "the agent looked whether the failed write had taken place",
            calls=(one.looks[0].number for one in found),
        )
    return fired(
        ORACLE,
        f"the run ended without a look at whether {listed(unseen)} had taken place",
        calls=(call.number for call in unseen),
    )
