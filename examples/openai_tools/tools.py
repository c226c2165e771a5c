"""The model's tools. Their arguments are checked here, and every mistake is answered in words."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from openai.types.chat import ChatCompletionFunctionToolParam
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from .world import Answer, World

RESULT_CHARACTERS = 20_000
"""The most of one result that the model is shown."""


def _from_json_text(value: object) -> object:
    """Some models write an object as a JSON text within the JSON."""
    try:
        return json.loads(value) if isinstance(value, str) else value
    except RecursionError as error:
        raise ValueError("is nested too deeply") from error


def _local_path(path: str) -> str:
    """A whole URL would lead out of the world."""
    if not path.startswith("/") or path.startswith("//"):
        raise ValueError("must begin with one slash, like /venmo/transactions")
    return path


class Tool(BaseModel, ABC):
    """The arguments of a tool. What a subclass's docstring says, the model is told."""

    model_config = ConfigDict(extra="forbid")

    @abstractmethod
    def run(self, world: World) -> Answer:
        """Do it."""


class ListApis(Tool):
    """List the APIs of an app: their names, and what each of them does."""

    app: str = Field(description="The app's name, such as venmo.")

    def run(self, world: World) -> Answer:
        """Ask the app of API documentation."""
        return world.call("GET", "/api_docs/api_descriptions", {"app_name": self.app})


class ShowApi(Tool):
    """Show the documentation of one API: method, path, parameters, and what it answers."""

    app: str = Field(description="The app's name, such as venmo.")
    api: str = Field(description="The API's name, as list_apis gives it.")

    def run(self, world: World) -> Answer:
        """Ask the app of API documentation."""
        names = {"app_name": self.app, "api_name": self.api}
        return world.call("GET", "/api_docs/api_doc", names)


class CallApi(Tool):
    """Call an API over HTTP. The result is the answer's status and body."""

    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    path: Annotated[str, AfterValidator(_local_path)] = Field(
        description="The path from the documentation, such as /venmo/transactions/{transaction_id}."
    )
    parameters: Annotated[dict[str, Any], BeforeValidator(_from_json_text)] = Field(
        default_factory=dict,
        description="All parameters by name: those in the path's braces, access_token, and the "
        "others, which are put into the query or the body as the API expects them.",
    )

    def run(self, world: World) -> Answer:
        """Make the call."""
        return world.call(self.method, self.path, self.parameters)


class CompleteTask(Tool):
    """Say that you are done with the task. Nothing can be done after that."""

    answer: str | int | float | None = Field(
        default=None, description="The bare answer if the task asks a question, otherwise null."
    )
    status: Literal["success", "fail"] = "success"

    def run(self, world: World) -> Answer:
        """Report to the supervisor."""
        report = {"answer": self.answer, "status": self.status}
        return world.call("POST", "/supervisor/message", report)


TOOLS: dict[str, type[Tool]] = {
    "list_apis": ListApis,
    "show_api": ShowApi,
    "call_api": CallApi,
    "complete_task": CompleteTask,
}


def definitions() -> Iterator[ChatCompletionFunctionToolParam]:
    """The tools as a chat completions request describes them."""
    for name, tool in TOOLS.items():
        schema = tool.model_json_schema()
        description = schema.pop("description")
        yield {
            "type": "function",
            "function": {"name": name, "description": description, "parameters": schema},
        }


def run_tool(world: World, name: str, arguments: str) -> tuple[str, bool]:
    """Run what the model asked for, whatever that is: the result, and whether the task is over."""
    if name not in TOOLS:
        return f"There is no tool {name!r}. The tools are: {', '.join(TOOLS)}.", False
    try:
        tool = TOOLS[name].model_validate_json(arguments)
    except ValidationError as error:
        return f"The arguments of {name} can't be used: {_mistakes(error)}", False
    answer = tool.run(world)
    return _shortened(answer.text), isinstance(tool, CompleteTask) and answer.status == 200


def _mistakes(error: ValidationError) -> str:
    """What is wrong with which argument, in one line."""
    return "; ".join(
        ": ".join(filter(None, [".".join(map(str, mistake["loc"])), mistake["msg"]]))
        for mistake in error.errors(include_url=False)
    )


def _shortened(text: str) -> str:
    left_out = len(text) - RESULT_CHARACTERS
    if left_out <= 0:
        return text
    return f"{text[:RESULT_CHARACTERS]}\n[{left_out} more characters are left out; ask for less.]"
