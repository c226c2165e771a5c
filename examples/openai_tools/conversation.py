"""The conversation with the model, from the task to its completion."""

import json
from dataclasses import dataclass
from pathlib import Path

from openai import OpenAI, OpenAIError
from openai.types.chat import ChatCompletionMessage, ChatCompletionMessageParam

from .tools import definitions, run_tool
from .world import World

REMEMBERED_CHARACTERS = 200_000
"""Results that are further back in the conversation than that are taken out of it."""

PRINTED_CHARACTERS = 300
"""How much of each result is printed, for the log."""

PROMPT = (Path(__file__).parent / "prompt.md").read_text(encoding="utf-8")
NUDGE = "Go on with a tool call. When the task is done, or can't be done, call complete_task."
FORGOTTEN = "[An old result, taken out to save space. Make the call again if you need it.]"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool that the model wants to be called, with what it wrote as the arguments."""

    id: str
    name: str
    arguments: str


class Conversation:
    """One task's conversation with a model."""

    def __init__(self, client: OpenAI, model: str, world: World) -> None:
        self._client = client
        self._model = model
        self._world = world
        self._tools = list(definitions())
        self._messages: list[ChatCompletionMessageParam] = []

    def work(self, task: str, max_steps: int) -> bool:
        """Let the model work on a task; whether it completed it in so many answers.

        Raises:
            OpenAIError: the model does not answer.
        """
        self._messages = [
            {"role": "system", "content": PROMPT},
            {"role": "user", "content": task},
        ]
        return any(self._step() for _ in range(max_steps))

    def _step(self) -> bool:
        """One answer of the model and the calls that it asks for; whether the task is over."""
        self._forget_old_results()
        message = self._ask()
        calls = _tool_calls(message)
        self._remember(message, calls)
        print(f"model: {message.content or ''}", flush=True)
        for call in calls:
            result, over = run_tool(self._world, call.name, call.arguments)
            print(f"{call.name} {call.arguments}\n  {result[:PRINTED_CHARACTERS]}", flush=True)
            if over:
                return True
            self._messages.append({"role": "tool", "tool_call_id": call.id, "content": result})
        if not calls:
            self._messages.append({"role": "user", "content": NUDGE})
        return False

    def _ask(self) -> ChatCompletionMessage:
        answer = self._client.chat.completions.create(
            model=self._model, messages=self._messages, tools=self._tools
        )
        # The client does not check answers: one of a server that speaks another language, or an
        # error with status 200, comes through.
        choices = getattr(answer, "choices", None)
        if not choices:
            raise OpenAIError(f"not an answer of a chat completions API: {str(answer)[:200]}")
        message: ChatCompletionMessage = choices[0].message
        return message

    def _remember(self, message: ChatCompletionMessage, calls: list[ToolCall]) -> None:
        """Keep the message's standard parts; servers refuse others' additions."""
        if not calls:
            self._messages.append({"role": "assistant", "content": message.content or ""})
            return
        self._messages.append(
            {
                "role": "assistant",
                "content": message.content,
                "tool_calls": [
                    {
                        "id": call.id,
                        "type": "function",
                        "function": {"name": call.name, "arguments": _object(call.arguments)},
                    }
                    for call in calls
                ],
            }
        )

    def _forget_old_results(self) -> None:
        """Keep within the context windows of common models."""
        kept = 0
        for message in reversed(self._messages):
            if message["role"] == "tool":
                kept += len(str(message["content"]))
                if kept > REMEMBERED_CHARACTERS:
                    message["content"] = FORGOTTEN


def _tool_calls(message: ChatCompletionMessage) -> list[ToolCall]:
    calls = (call for call in message.tool_calls or () if call.type == "function")
    return [ToolCall(call.id, call.function.name, _text(call.function.arguments)) for call in calls]


def _text(arguments: object) -> str:
    """Arguments as text; some servers send the object itself, or nothing if there are none."""
    return arguments if isinstance(arguments, str) and arguments else json.dumps(arguments or {})


def _object(arguments: str) -> str:
    """Some servers read the arguments again, and refuse the conversation if they are malformed."""
    try:
        return arguments if isinstance(json.loads(arguments), dict) else "{}"
    except (ValueError, RecursionError):
        return "{}"
