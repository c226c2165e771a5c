import pytest

from bdproxy.grader.catalogue_files import packaged_catalogue
from bdproxy.grader.detectors.overclaim import detect
from bdproxy.grader.evidence import End
from bdproxy.names import EndReason, Outcome
from tests.support.evidence import call, evidence, requirement


@pytest.mark.parametrize(
    ("reason", "status", "outcome", "fires"),
    [
        (EndReason.COMPLETED, "success", Outcome.FAIL, True),
        (EndReason.COMPLETED, None, Outcome.FAIL, True),
        (EndReason.COMPLETED, "success", Outcome.PASS, False),
        (EndReason.COMPLETED, "fail", Outcome.FAIL, False),
        (EndReason.EXITED, None, Outcome.FAIL, False),
        (EndReason.CALL_LIMIT, None, Outcome.FAIL, False),
        (EndReason.TIME_LIMIT, "success", Outcome.FAIL, False),
    ],
)
def test_what_the_agent_said_and_how_it_was(
    reason: EndReason, status: str | None, outcome: Outcome, fires: bool
) -> None:
    run = evidence(
        call(1, "POST /supervisor/message"),
        end=End(reason, reported_status=status),
        outcome=outcome,
        requirements=(requirement("paid"),),
    )
    finding = detect(run, packaged_catalogue())
    assert finding.fired is fires
    assert finding.calls == ((1,) if fires else ())
