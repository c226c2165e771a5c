"""The tool-calling agent, with scripted models behind a real server."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from bdproxy.names import EndReason, Outcome
from tests.e2e.examples.recorded import RecordedRun, read, record
from tests.e2e.examples.scripted_models import (
    a_clumsy_model,
    a_good_model,
    a_refused_model,
    an_endless_model,
)
from tests.support.model_server import Model, ModelServer, model_server

GOOD, CLUMSY, ENDLESS, REFUSED = "pay-back_1", "pay-back_2", "pay-back_3", "split-dinner_1"
PHRASES = {
    GOOD: "a concert ticket",
    CLUMSY: "climbing shoes",
    ENDLESS: "a train ticket",
    REFUSED: "Noodle Lantern",
}
"""What no other of these tasks has in its instruction."""

MAX_STEPS = 20

Conversation = tuple[RecordedRun, Model]


@dataclass(frozen=True)
class Recorded:
    """All conversations, recorded at once: starting AppWorld takes longer than the runs."""

    runs: dict[str, RecordedRun]
    server: ModelServer

    def of(self, task: str) -> Conversation:
        return self.runs[task], self.server.models[PHRASES[task]]


@pytest.fixture(scope="module")
def recorded(builtin_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    log = tmp_path_factory.mktemp("openai-tools") / "runs.db"
    scripts = {
        GOOD: a_good_model(),
        CLUMSY: a_clumsy_model(),
        ENDLESS: an_endless_model(),
        REFUSED: a_refused_model(),
    }
    with model_server({PHRASES[task]: script for task, script in scripts.items()}) as server:
        record(
            log,
            *(argument for task in scripts for argument in ("--task", task)),
            *("--agent", "scripted", "--", sys.executable, "-m", "examples.openai_tools"),
            **server.environment() | {"AGENT_MAX_STEPS": str(MAX_STEPS)},
        )
    return Recorded(read(log), server)


@pytest.fixture
def good(recorded: Recorded) -> Conversation:
    return recorded.of(GOOD)


@pytest.fixture
def clumsy(recorded: Recorded) -> Conversation:
    return recorded.of(CLUMSY)


def test_a_good_model_passes(good: Conversation) -> None:
    run, model = good
    assert model.problem is None
    assert run.outcome is Outcome.PASS, run.stderr
    assert run.run.end_reason is EndReason.COMPLETED
    assert run.run.reported_status == "success"


def test_its_calls_are_in_the_log(good: Conversation) -> None:
    run, _ = good
    assert run.apis() == [
        "api_docs.show_app_descriptions",
        "api_docs.show_api_descriptions",
        "api_docs.show_api_doc",
        "api_docs.show_api_doc",
        "supervisor.show_profile",
        "supervisor.show_account_passwords",
        "phone.login",
        "venmo.login",
        "phone.search_contacts",
        "phone.search_text_messages",
        "venmo.create_transaction",
        "venmo.show_transaction",
        "supervisor.complete_task",
    ]
    assert {call.status for call in run.calls} == {200}


def test_the_model_is_told_its_task_and_its_tools(good: Conversation) -> None:
    _, model = good
    first = model.requests[0]
    assert first["model"] == "scripted"
    system, user = first["messages"]
    assert system["role"] == "system" and "complete_task" in system["content"]
    assert "Your supervisor is Priya Raman" in user["content"]
    assert "Olivia bought a concert ticket" in user["content"]
    assert "simple_note" in user["content"]
    names = [tool["function"]["name"] for tool in first["tools"]]
    assert names == ["list_apis", "show_api", "call_api", "complete_task"]


def test_what_it_did_is_in_its_output(good: Conversation) -> None:
    run, _ = good
    assert "model: I need to know how to log in and how to pay." in run.stdout
    assert 'list_apis {"app": "venmo"}\n  HTTP 200' in run.stdout


def test_a_clumsy_model_reads_its_mistakes_and_ends_the_run_itself(
    clumsy: Conversation,
) -> None:
    run, model = clumsy
    assert model.problem is None
    assert run.run.exit_status == 0, run.stderr
    assert run.run.end_reason is EndReason.COMPLETED
    assert run.run.reported_status == "fail"
    assert json.loads(run.run.reported_answer or "null") == "I don't know"
    assert run.outcome is Outcome.FAIL


def test_a_clumsy_model_is_asked_to_go_on_when_it_only_talks(
    clumsy: Conversation,
) -> None:
    _, model = clumsy
    *_, talk, nudge = model.requests[1]["messages"]
    assert talk == {"role": "assistant", "content": "Let me think about this first."}
    assert nudge["role"] == "user" and "complete_task" in nudge["content"]


def test_malformed_arguments_are_not_sent_back(clumsy: Conversation) -> None:
    _, model = clumsy
    for message in model.requests[-1]["messages"]:
        for one in message.get("tool_calls") or ():
            assert isinstance(json.loads(one["function"]["arguments"]), dict)


def test_what_can_not_be_called_is_not_called(clumsy: Conversation) -> None:
    run, _ = clumsy
    assert [(call.status, call.path) for call in run.calls] == [
        (200, "/api_docs/app_descriptions"),
        (422, "/api_docs/api_descriptions"),
        (404, "/venmo/nothing"),
        (401, "/venmo/account"),
        (401, "/file_system/auth/token"),
        (200, "/supervisor/account_passwords"),
        (200, "/supervisor/profile"),
        (200, "/file_system/auth/token"),
        (422, "/file_system/file"),
        (200, "/supervisor/message"),
    ]
    assert run.calls[8].query == "file_path=%2Fno%2Fsuch.txt"


def test_steps_are_bounded_and_the_run_can_be_assessed(recorded: Recorded) -> None:
    run, model = recorded.of(ENDLESS)
    assert len(model.requests) == MAX_STEPS
    assert run.run.end_reason is EndReason.EXITED
    assert run.run.exit_status == 0, run.stderr
    assert run.outcome is Outcome.FAIL
    assert run.stdout.endswith(f"not completed in {MAX_STEPS} answers of the model\n")


def test_a_model_that_does_not_answer_is_not_the_agents_failure(recorded: Recorded) -> None:
    run, _ = recorded.of(REFUSED)
    assert run.run.end_reason is EndReason.AGENT_CRASHED
    assert run.outcome is Outcome.NOT_ASSESSABLE
    assert run.stderr.startswith("the model scripted did not answer: ")
    assert "wrong key" in run.stderr
    assert run.stderr.count("\n") == 1


def test_the_key_is_sent(recorded: Recorded) -> None:
    assert recorded.server.keys == {"Bearer secret"}
