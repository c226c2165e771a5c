"""A model server on loopback that speaks the chat completions API and follows scripts."""

import json
import threading
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Message = dict[str, Any]


@dataclass(frozen=True)
class Refusal:
    """A script's turn in which the server answers with an error."""

    status: int
    message: str


Turn = Message | Refusal
Script = Generator[Turn, list[str], None]
"""The model: it yields its messages and is sent the results of the tools that it called."""


def says(text: str | None, *calls: tuple[str, object]) -> Message:
    """The model's message: text, and the tools that it calls with their arguments.

    Arguments that are a text already are sent as they are.
    """
    return {
        "role": "assistant",
        "content": text,
        "tool_calls": [
            {
                "id": f"call_{number}",
                "type": "function",
                "function": {
                    "name": name,
                    "arguments": arguments if isinstance(arguments, str) else json.dumps(arguments),
                },
            }
            for number, (name, arguments) in enumerate(calls)
        ]
        or None,
    }


def calls(name: str, **arguments: object) -> Message:
    """The model's message: it calls one tool."""
    return says(None, (name, arguments))


@dataclass
class Model:
    """A scripted model and what it has seen."""

    script: Script
    requests: list[dict[str, Any]] = field(default_factory=list)
    problem: str | None = None
    """Why the script broke off, if it did: the tests' own mistake or the agent's."""

    def answer(self, request: dict[str, Any]) -> Turn:
        """The script's next turn."""
        first = not self.requests
        self.requests.append(request)
        try:
            return next(self.script) if first else self.script.send(_results(request))
        except Exception as problem:
            self.problem = f"{type(problem).__name__}: {problem}"
            return Refusal(400, "the script broke off")


@dataclass
class ModelServer:
    """Where the server is; each conversation has a model of its own, found by its task."""

    url: str
    models: dict[str, Model]
    """By a phrase that only the model's own task has."""
    keys: set[str | None] = field(default_factory=set)

    def environment(self) -> dict[str, str]:
        """What an agent needs to know of the server."""
        return {
            "OPENAI_BASE_URL": self.url,
            "OPENAI_API_KEY": "secret",
            "OPENAI_MODEL": "scripted",
        }

    def answer(self, request: dict[str, Any]) -> Turn:
        """The answer of the conversation's own model."""
        task = request["messages"][1]["content"]
        [model] = [model for phrase, model in self.models.items() if phrase in task]
        return model.answer(request)


def _results(request: dict[str, Any]) -> list[str]:
    """The tools' results since the model's last message."""
    results: list[str] = []
    for message in reversed(request["messages"]):
        if message["role"] == "assistant":
            break
        if message["role"] == "tool":
            results.insert(0, message["content"])
    return results


@contextmanager
def model_server(scripts: Mapping[str, Script]) -> Iterator[ModelServer]:
    """Serve models while the block runs: scripts by a phrase of their tasks."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.path != "/v1/chat/completions":
                self._send(404, {"error": {"message": f"no such path: {self.path}"}})
                return
            served.keys.add(self.headers["Authorization"])
            turn = served.answer(json.loads(body))
            if isinstance(turn, Refusal):
                self._send(turn.status, {"error": {"message": turn.message}})
                return
            choice = {"index": 0, "message": turn, "finish_reason": "stop"}
            completion = {"id": "1", "object": "chat.completion", "created": 0, "model": "scripted"}
            self._send(200, completion | {"choices": [choice]})

        def _send(self, status: int, answer: object) -> None:
            content = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *arguments: object) -> None:
            """Keep the tests' output clean."""

    models = {phrase: Model(script) for phrase, script in scripts.items()}
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        served = ModelServer(f"http://127.0.0.1:{server.server_port}/v1", models)
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield served
        finally:
            server.shutdown()
            thread.join()
