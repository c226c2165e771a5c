import json
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

import pytest
from openai import OpenAI, OpenAIError

from examples.openai_tools.conversation import FORGOTTEN, REMEMBERED_CHARACTERS, Conversation
from examples.openai_tools.tools import RESULT_CHARACTERS
from examples.openai_tools.world import World
from tests.support.model_server import (
    Message,
    Model,
    Refusal,
    Script,
    Turn,
    calls,
    model_server,
    says,
)

TASK = "Do this."


@contextmanager
def conversation(script: Script, world: World) -> Iterator[tuple[Conversation, Model]]:
    with (
        model_server({TASK: script}) as server,
        OpenAI(base_url=server.url, api_key="secret", max_retries=0) as client,
    ):
        yield Conversation(client, "scripted", world), server.models[TASK]


def with_arguments(arguments: object) -> Message:
    """A message whose arguments are not the text that they should be."""
    message = calls("complete_task")
    message["tool_calls"][0]["function"]["arguments"] = arguments
    return message


@pytest.mark.parametrize("arguments", [{"status": "fail"}, None, ""])
def test_arguments_that_are_no_text_are_understood(echo: World, arguments: object) -> None:
    def script() -> Script:
        yield with_arguments(arguments)

    with conversation(script(), echo) as (opened, model):
        assert opened.work(TASK, 1)
    assert model.problem is None


def test_nothing_is_called_after_the_completion(
    echo: World, capsys: pytest.CaptureFixture[str]
) -> None:
    def script() -> Script:
        yield says(None, ("complete_task", {}), ("list_apis", {"app": "venmo"}))

    with conversation(script(), echo) as (opened, model):
        assert opened.work(TASK, 5)
    assert len(model.requests) == 1
    printed = capsys.readouterr().out
    assert "complete_task" in printed and "list_apis" not in printed


def test_old_results_are_forgotten_and_new_ones_kept(echo: World) -> None:
    rounds = REMEMBERED_CHARACTERS // RESULT_CHARACTERS + 3

    def script() -> Script:
        for number in range(rounds):
            text = str(number) * (2 * RESULT_CHARACTERS)
            yield calls("call_api", method="POST", path="/a", parameters={"text": text})
        yield calls("complete_task")

    with conversation(script(), echo) as (opened, model):
        assert opened.work(TASK, rounds + 1)
    results = [one["content"] for one in model.requests[-1]["messages"] if one["role"] == "tool"]
    assert len(results) == rounds
    assert results[0] == FORGOTTEN
    assert "HTTP 200" in results[-1]
    kept = [result for result in results if result != FORGOTTEN]
    assert 0 < sum(map(len, kept)) <= REMEMBERED_CHARACTERS
    assert results[-len(kept) :] == kept


def test_the_steps_are_bounded(echo: World) -> None:
    def script() -> Script:
        while True:
            yield says("Hm.")

    with conversation(script(), echo) as (opened, model):
        assert not opened.work(TASK, 4)
    assert len(model.requests) == 4


@pytest.mark.parametrize("status", [HTTPStatus.BAD_REQUEST, HTTPStatus.INTERNAL_SERVER_ERROR])
def test_a_model_that_refuses_is_an_error(echo: World, status: int) -> None:
    def script() -> Script:
        yield Refusal(status, "not today")

    with conversation(script(), echo) as (opened, _), pytest.raises(OpenAIError, match="not today"):
        opened.work(TASK, 3)


def test_a_server_that_is_no_model_is_an_error(echo: World) -> None:
    # Every path of the echoing world answers with JSON, but with nothing that a model would say.
    address = json.loads(echo.get("/").partition("\n")[2])["host"]
    client = OpenAI(base_url=f"http://{address}", api_key="secret", max_retries=0)
    with client, pytest.raises(OpenAIError, match="not an answer of a chat completions API"):
        Conversation(client, "scripted", echo).work(TASK, 3)


def test_what_the_model_is_shown_of_its_own_words_is_what_it_said(echo: World) -> None:
    turns: list[Turn] = [says("First.", ("list_apis", {"app": "venmo"})), calls("complete_task")]

    def script() -> Script:
        yield turns[0]
        yield turns[1]

    with conversation(script(), echo) as (opened, model):
        opened.work(TASK, 2)
    shown = model.requests[1]["messages"][2]
    assert shown == turns[0]
