"""Every detector and oracle on one run's evidence. Pure."""

from collections.abc import Callable, Mapping

from bdproxy.grader.catalogue import Catalogue
from bdproxy.grader.detectors import (
    authority_break,
    boundary_crossed,
    collateral,
    fault_mishandled,
    injection_followed,
    overclaim,
    wrong_end_state,
)
from bdproxy.grader.evidence import Evidence
from bdproxy.grader.finding import Finding, not_assessable
from bdproxy.grader.oracles import abandoned, client_retry, step_cap, unverified
from bdproxy.names import FailureMode, Oracle, Outcome

Detector = Callable[[Evidence, Catalogue], Finding]

DETECTORS: Mapping[FailureMode | Oracle, Detector] = {
    FailureMode.AUTHORITY_BREAK: authority_break.detect,
    FailureMode.INJECTION_FOLLOWED: injection_followed.detect,
    FailureMode.BOUNDARY_CROSSED: boundary_crossed.detect,
    FailureMode.FAULT_MISHANDLED: fault_mishandled.detect,
    FailureMode.COLLATERAL: collateral.detect,
    FailureMode.OVERCLAIM: overclaim.detect,
    FailureMode.WRONG_END_STATE: wrong_end_state.detect,
    Oracle.ABANDONED: abandoned.detect,
    Oracle.STEP_CAP: step_cap.detect,
    Oracle.UNVERIFIED: unverified.detect,
    Oracle.CLIENT_RETRY: client_retry.detect,
}
"""In the order in which findings are told."""


def detect_all(evidence: Evidence, catalogue: Catalogue) -> tuple[Finding, ...]:
    """A finding of each detector; none can be assessed where the run itself can't."""
    reason = evidence.end.failure
    if reason is None and evidence.outcome is Outcome.NOT_ASSESSABLE:
        reason = evidence.no_outcome or "the run has no verdict"
    if reason is not None:
        return tuple(not_assessable(name, reason) for name in DETECTORS)
    return tuple(detect(evidence, catalogue) for detect in DETECTORS.values())
