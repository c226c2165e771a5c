"""AppWorld's own client in front of a lane."""

from pathlib import Path

import pytest

from bdproxy.names import EndReason, Outcome
from bdproxy.worlds.appworld.environment import Environment
from tests.e2e.examples.recorded import RecordedRun, read, record
from tests.support.processes import REPOSITORY

EXAMPLE = REPOSITORY / "examples" / "appworld_client.py"
SOLVED, OTHER = "pay-back_1", "split-dinner_1"


@pytest.fixture(scope="module")
def runs(
    environment: Environment, builtin_root: Path, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, RecordedRun]:
    log = tmp_path_factory.mktemp("appworld-client") / "runs.db"
    tasks = ("--task", SOLVED, "--task", OTHER)
    record(log, "--client-managed", *tasks, "--", environment.python, EXAMPLE)
    return read(log)


def test_it_solves_its_scenario(runs: dict[str, RecordedRun]) -> None:
    run = runs[SOLVED]
    assert run.outcome is Outcome.PASS
    assert run.run.end_reason is EndReason.COMPLETED
    assert run.run.reported_status == "success"
    assert run.stderr == ""


def test_the_tool_calls_are_the_agents_and_the_rest_is_the_harnesss(
    runs: dict[str, RecordedRun],
) -> None:
    run = runs[SOLVED]
    assert run.apis() == [
        "supervisor.show_active_task",
        "supervisor.show_profile",
        "supervisor.show_account_passwords",
        "phone.login",
        "venmo.login",
        "phone.search_contacts",
        "phone.search_text_messages",
        "venmo.create_transaction",
        "supervisor.complete_task",
    ]
    harness = [(call.method, call.path) for call in run.harness_calls]
    assert harness[0] == ("POST", "/dbs")
    assert harness[-2:] == [("DELETE", "/dbs/cache"), ("DELETE", "/date_time")]


def test_it_gives_up_a_task_that_it_does_not_understand(runs: dict[str, RecordedRun]) -> None:
    run = runs[OTHER]
    assert run.outcome is Outcome.FAIL
    assert run.run.end_reason is EndReason.COMPLETED
    assert run.run.reported_status == "fail"
    assert run.stderr == ""


def test_nothing_is_written_into_the_built_in_worlds_root(
    runs: dict[str, RecordedRun], builtin_root: Path
) -> None:
    assert [entry.name for entry in builtin_root.iterdir()] == ["data"]
