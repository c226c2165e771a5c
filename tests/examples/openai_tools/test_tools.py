import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from examples.openai_tools.tools import RESULT_CHARACTERS, TOOLS, definitions, run_tool
from examples.openai_tools.world import World

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda values: st.lists(values, max_size=3) | st.dictionaries(st.text(), values, max_size=3),
    max_leaves=8,
)
ARGUMENTS = st.dictionaries(
    st.sampled_from(["app", "api", "method", "path", "parameters", "answer", "status"])
    | st.text(max_size=5),
    st.sampled_from(["GET", "DELETE", "POST", "success"])
    | st.text().map("/".__add__)
    | JSON_VALUES,
)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.sampled_from(sorted(TOOLS)) | st.text(),
    arguments=ARGUMENTS.map(json.dumps) | JSON_VALUES.map(json.dumps) | st.text(),
)
def test_no_call_of_a_model_breaks_the_agent(echo: World, name: str, arguments: str) -> None:
    result, _ = run_tool(echo, name, arguments)
    assert result


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    method=st.sampled_from(["GET", "POST", "PATCH", "DELETE"]),
    path=st.text().map("/".__add__) | st.just("/a/auth/token") | st.just("/a/{text}"),
    parameters=st.dictionaries(st.sampled_from(["access_token", "text"]) | st.text(), JSON_VALUES),
)
def test_no_api_call_of_a_model_breaks_the_agent(
    echo: World, method: str, path: str, parameters: dict[str, object]
) -> None:
    arguments = json.dumps({"method": method, "path": path, "parameters": parameters})
    result, over = run_tool(echo, "call_api", arguments)
    assert result.startswith(("HTTP ", "No answer: ", "The arguments of call_api"))
    assert not over


@pytest.mark.parametrize(
    "path", ["http://example.com/x", "//example.com/x", "venmo/x", "", "https:/x"]
)
def test_no_path_leads_out_of_the_world(echo: World, path: str) -> None:
    result, _ = run_tool(echo, "call_api", json.dumps({"method": "GET", "path": path}))
    assert result.startswith("The arguments of call_api can't be used: path: ")


def test_parameters_nested_too_deeply_are_refused(echo: World) -> None:
    deep = json.dumps({"method": "POST", "path": "/a", "parameters": '{"a":' * 100_000})
    result, _ = run_tool(echo, "call_api", deep)
    assert result.startswith("The arguments of call_api can't be used: parameters: ")


def test_a_long_result_is_shortened(echo: World) -> None:
    arguments = {"method": "POST", "path": "/a", "parameters": {"text": "x" * 30_000}}
    result, _ = run_tool(echo, "call_api", json.dumps(arguments))
    assert result.endswith(" more characters are left out; ask for less.]")
    assert len(result) < RESULT_CHARACTERS + 100


def test_only_an_accepted_completion_ends_the_task(echo: World) -> None:
    result, over = run_tool(echo, "complete_task", '{"answer": 7}')
    assert over
    assert json.loads(json.loads(result.partition("\n")[2])["body"]) == {
        "answer": 7,
        "status": "success",
    }
    assert not run_tool(World("http://127.0.0.1:1"), "complete_task", "{}")[1]
    assert not run_tool(echo, "complete_task", '{"status": "done"}')[1]


def test_every_tool_and_argument_is_described() -> None:
    for definition in definitions():
        function = definition["function"]
        assert function["description"].endswith(".")
        schema = function["parameters"]
        assert schema["type"] == "object"
        assert schema["additionalProperties"] is False
