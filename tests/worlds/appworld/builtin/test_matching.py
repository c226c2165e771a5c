from typing import Any

import pytest

from bdproxy.scenarios.family import Request as FamilyRequest
from bdproxy.scenarios.matchers import CallMatcher, RecordMatcher
from bdproxy.worlds.appworld.inside.builtin.matching import (
    Changed,
    Condition,
    Containing,
    OneOf,
    Request,
    UserId,
    Write,
)

VALUES = {"me": "Priya", "other": "Tomas", "amount": 43.5, "songs": [3, 4], "note_id": 9}


def user_number(app: str, first_name: str) -> int:
    return {("venmo", "Tomas"): 2, ("phone", "Tomas"): 5}[app, first_name]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("{amount}", {"any_of": [43.5]}),
        ("{other:email}", {"any_of": ["tomas.lindqvist@mail.com"]}),
        (True, {"any_of": [True]}),
        (Containing("for {other}"), {"contains": "for Tomas"}),
        (UserId("venmo", "{other}"), {"any_of": [2]}),
        (OneOf("{songs}"), {"any_of": [3, 4]}),
        (OneOf("{other}", "{me}"), {"any_of": ["Tomas", "Priya"]}),
        (OneOf(["{other:email}"]), {"any_of": [["tomas.lindqvist@mail.com"]]}),
    ],
)
def test_conditions_as_data(condition: Condition, expected: dict[str, Any]) -> None:
    said = Changed("venmo.Transaction", "added", amount=condition).filled(VALUES, user_number)
    assert said["fields"] == [{"name": "amount", **expected}]
    RecordMatcher.model_validate(said)


def test_a_write_is_a_call_matcher() -> None:
    write = Write("POST /venmo/transactions", amount="{amount}")
    matcher = CallMatcher.model_validate(write.filled(VALUES, user_number))
    assert str(matcher) == "POST /venmo/transactions with amount = 43.5"


def test_a_request_has_its_path_s_parameters_in_its_path() -> None:
    request = Request("PATCH /simple_note/notes/{note_id}", note_id="{note_id}", title="{other}")
    made = FamilyRequest.model_validate(request.filled(VALUES, user_number))
    assert (made.method, made.path) == ("PATCH", "/simple_note/notes/9")
    assert made.parameters == {"title": "Tomas"}


def test_a_request_without_its_path_s_parameter_is_refused() -> None:
    with pytest.raises(KeyError, match="note_id"):
        Request("DELETE /simple_note/notes/{note_id}").filled(VALUES, user_number)
