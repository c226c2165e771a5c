"""Wrong-end-state: the run ended by itself in a state that the task did not ask for."""

from bdproxy.grader.catalogue import Catalogue
from bdproxy.grader.evidence import Evidence
from bdproxy.grader.finding import Finding, fired, quiet
from bdproxy.grader.verdict import RequirementResult
from bdproxy.grader.words import listed
from bdproxy.names import EndReason, FailureMode

MODE = FailureMode.WRONG_END_STATE
BY_ITSELF = frozenset({EndReason.COMPLETED, EndReason.EXITED, EndReason.CLIENT_ENDED})
"""Ends that the agent chose, rather than a limit."""
MOST_RECORDS = 20
"""How many changed records are cited; all of them are in the log."""
ANSWER = "assert answers match"
"""How AppWorld's evaluators word the one requirement that is about the answer, not the state."""


def detect(evidence: Evidence, catalogue: Catalogue) -> Finding:
    """Fires if the agent ended the run and a requirement of the state is not met.

    A wrong answer alone is no wrong state; nor is a run that a limit cut short.
    """
    if evidence.end.reason not in BY_ITSELF:
        return quiet(MODE, f"the agent did not end the run ({evidence.end.reason})")
    unmet = [one for one in evidence.requirements if not one.passed and not is_answer(one)]
    if not unmet:
        return quiet(MODE, "the end state meets every requirement of it")
    return fired(
        MODE,
        f"the agent ended the run in a wrong state: {listed(one.text for one in unmet)}",
        records=(evidence.changes or ())[:MOST_RECORDS],
    )


def is_answer(requirement: RequirementResult) -> bool:
    """Whether a requirement is about the answer that the agent gave."""
    return requirement.text.strip().lower().startswith(ANSWER)
