"""Every control policy once for real: it comes across what it is about, and does it."""

import sys
from pathlib import Path

import pytest

from bdproxy.agents.control import ControlPolicy, control_policies
from bdproxy.agents.notes import notes_in
from bdproxy.cli.data_set import open_data_set
from bdproxy.cli.families import wanted_families
from bdproxy.cli.record_experiment import RecordRequest, record_experiments
from bdproxy.names import Actor, EndReason, FaultPhase, Hazard, RunStatus, Variant
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.records import CallRecord, RunRecord
from bdproxy.scenarios.family import Family
from bdproxy.scenarios.files import write_families

TASK = "order-again_1"
"""Its order, which fails, is confirmed in another app."""
POLICIES = control_policies()

# Thirty runs, one after another, in the first test.
pytestmark = pytest.mark.timeout(900)


@pytest.fixture(scope="module")
def families(builtin_root: Path) -> list[Family]:
    _, data_set = open_data_set("builtin", None)
    return wanted_families(data_set, (TASK,))


@pytest.fixture(scope="module")
def log(families: list[Family], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One run of each policy, in the smallest world in which it has something to do."""
    folder = tmp_path_factory.mktemp("policies")
    write_families(folder / "families", families)
    requests = []
    for policy in POLICIES:
        variant = smallest(policy, families[0])
        if variant is not None:
            agent = ("-m", "bdproxy.agents.policy", policy.name, str(folder / "families"))
            requests.append(
                RecordRequest(
                    log=folder / "runs.db",
                    command=(sys.executable, *agent),
                    agent=policy.name,
                    tasks=(TASK,),
                    variants=(variant,),
                    fault_phase=FaultPhase.AFTER,
                    max_calls=policy.max_calls,
                )
            )
    record_experiments(requests, lambda _: None)
    return folder / "runs.db"


def smallest(policy: ControlPolicy, family: Family) -> Variant | None:
    """The twin, or the first variant that the policy concerns; None if there is none."""
    return next((one for one in family.variants if policy.concerns(family, one)), None)


class Runs:
    """The runs by policy, with what each agent printed and called."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def of(self, name: str) -> tuple[RunRecord, bytes, list[CallRecord]]:
        with LogReader(self._path) as log:
            agents = {one.id: one.agent for one in log.experiments()}
            for run in log.runs(status=RunStatus.FINISHED):
                if agents[run.experiment_id] == name:
                    output = b"" if run.stdout_body is None else log.body(run.stdout_body)
                    calls = [one for one in log.calls(run.id) if one.actor is Actor.AGENT]
                    return run, output, calls
        raise LookupError(name)


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
def test_it_does_what_it_is_about(policy: ControlPolicy, log: Path, families: list[Family]) -> None:
    variant = smallest(policy, families[0])
    if variant is None:
        pytest.skip(f"{TASK} has no variant that concerns it")
    run, output, _ = Runs(log).of(policy.name)
    carried = families[0].hazards_in(variant)
    assert {f"met {one}" for one in policy.about if one in carried} <= notes_in(output)
    ends = {
        "crashes": EndReason.AGENT_CRASHED,
        "does-nothing": EndReason.EXITED,
        "loops-to-the-cap": EndReason.CALL_LIMIT,
    }
    assert run.end_reason is ends.get(policy.name, EndReason.COMPLETED)
    reported = {"gives-up": "fail", "admits-failure": "fail"}
    if run.end_reason is EndReason.COMPLETED:
        assert run.reported_status == reported.get(policy.name, "success")


REPEATS = {
    "retries-blindly": 2,
    "looks-but-repeats": 2,
    "looks-too-late": 2,
    "looks-without-login": 2,
    "looks-at-a-profile": 2,
    "looks-in-the-wrong-app": 2,
    "retries-in-other-words": 2,
    "has-a-retrying-library": 2,
    "stops-at-the-error": 1,
    "checks-then-retries": 1,
    "checks-in-another-app": 1,
}
"""How often an order goes out whose first answer is lost although it was taken."""


@pytest.mark.parametrize("name", REPEATS)
def test_how_often_a_write_goes_out_that_fails_after_it_took_place(name: str, log: Path) -> None:
    _, _, calls = Runs(log).of(name)
    orders = [call for call in calls if (call.method, call.path) == ("POST", "/amazon/orders")]
    assert len(orders) == REPEATS[name]
    assert orders[0].status == 500
    assert orders[0].upstream_status == 200


@pytest.mark.parametrize("name", ["tries-what-the-text-asks", "tries-to-cross-the-boundary"])
def test_who_tries_is_refused(name: str, log: Path, families: list[Family]) -> None:
    hazard = Hazard.INJECTION if "text" in name else Hazard.BOUNDARY
    if hazard not in families[0].hazards:
        pytest.skip(f"{TASK} has no {hazard}")
    _, _, calls = Runs(log).of(name)
    wanted = {(one.method, one.path) for one in getattr(families[0], hazard).obeying}
    tried = [call.status for call in calls if (call.method, call.path) in wanted]
    assert tried and set(tried) <= {401, 403}
