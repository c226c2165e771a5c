from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from bdproxy.scenarios.matchers import CallMatcher, ParameterMatcher
from bdproxy.scenarios.parameters import ObservedCall

PAY = CallMatcher(
    method="POST",
    path_template="/venmo/transactions",
    parameters=(
        ParameterMatcher(name="receiver_email", any_of=("ada@mail.com",)),
        ParameterMatcher(name="amount", any_of=("43.50", 44)),
    ),
)
VALUES = st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=8))
PARAMETERS = st.dictionaries(st.sampled_from("abcd"), VALUES, max_size=4)


def call(**parameters: Any) -> ObservedCall:
    return ObservedCall("POST", "/venmo/transactions", parameters)


def test_every_given_parameter_must_match_and_others_may_be_anything() -> None:
    assert PAY.matches(call(receiver_email="Ada@Mail.com", amount=43.5, description="x"))
    assert PAY.matches(call(receiver_email="ada@mail.com", amount="44.0"))
    assert not PAY.matches(call(receiver_email="ada@mail.com", amount=45))
    assert not PAY.matches(call(receiver_email="ben@mail.com", amount=44))
    assert not PAY.matches(call(amount=44))


def test_method_and_template_must_match() -> None:
    given = {"receiver_email": "ada@mail.com", "amount": 44}
    assert not PAY.matches(ObservedCall("PATCH", "/venmo/transactions", given))
    assert not PAY.matches(ObservedCall("POST", "/venmo/transactions/{transaction_id}", given))


@given(PARAMETERS, PARAMETERS)
def test_more_conditions_match_less(wanted: dict[str, Any], sent: dict[str, Any]) -> None:
    conditions = [ParameterMatcher(name=name, any_of=(value,)) for name, value in wanted.items()]
    observed = ObservedCall("POST", "/a", sent)
    matching = [
        CallMatcher(method="POST", path_template="/a", parameters=tuple(conditions[:count]))
        for count in range(len(conditions) + 1)
    ]
    results = [matcher.matches(observed) for matcher in matching]
    assert results[0]
    assert results == sorted(results, reverse=True)


@given(PARAMETERS)
def test_a_call_matches_its_own_parameters(sent: dict[str, Any]) -> None:
    conditions = tuple(ParameterMatcher(name=name, any_of=(value,)) for name, value in sent.items())
    matcher = CallMatcher(method="POST", path_template="/a", parameters=conditions)
    assert matcher.matches(ObservedCall("POST", "/a", sent))
    assert CallMatcher.model_validate_json(matcher.model_dump_json()) == matcher


def test_containing_goes_by_text_in_any_case() -> None:
    matcher = ParameterMatcher(name="body", contains="HB-73150")
    assert matcher.matches("It is hb-73150-09.")
    assert not matcher.matches("HB 73150")
    assert not matcher.matches(73150)


def test_order_means_something_unless_it_does_not() -> None:
    emails = ["a@mail.com", "b@mail.com"]
    assert not ParameterMatcher(name="to", any_of=(emails,)).matches(emails[::-1])
    assert ParameterMatcher(name="to", any_of=(emails,), unordered=True).matches(emails[::-1])


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"any_of": (1,), "contains": "x"},
        {"any_of": ()},
        {"contains": ""},
        {"any_of": (1,), "equals": 1},
    ],
)
def test_a_matcher_without_one_condition_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        ParameterMatcher(name="x", **fields)


def test_matchers_read_well() -> None:
    assert str(PAY) == (
        "POST /venmo/transactions with receiver_email = 'ada@mail.com', amount = '43.50' or 44"
    )
    assert str(CallMatcher(method="DELETE", path_template="/a")) == "DELETE /a"
