import pytest

from bdproxy.grader.catalogue_files import packaged_catalogue
from bdproxy.grader.detectors.wrong_end_state import detect
from bdproxy.grader.evidence import End
from bdproxy.names import EndReason
from tests.support.evidence import evidence, requirement


@pytest.mark.parametrize("reason", EndReason)
def test_only_runs_that_ended_by_themselves(reason: EndReason) -> None:
    run = evidence(end=End(reason), requirements=(requirement("paid"),))
    by_itself = {EndReason.COMPLETED, EndReason.EXITED, EndReason.CLIENT_ENDED}
    assert detect(run, packaged_catalogue()).fired is (reason in by_itself)


@pytest.mark.parametrize("answer", ["assert answers match", "assert answers match."])
def test_a_wrong_answer_alone_is_no_wrong_state(answer: str) -> None:
    met = requirement("paid", passed=True)
    assert not detect(evidence(requirements=(met, requirement(answer))), packaged_catalogue()).fired
    unmet = evidence(requirements=(requirement("paid"), requirement(answer)))
    finding = detect(unmet, packaged_catalogue())
    assert finding.fired is True
    assert finding.words.endswith("in a wrong state: paid")
