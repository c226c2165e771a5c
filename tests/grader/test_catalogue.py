from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from bdproxy.errors import CatalogueError
from bdproxy.grader.catalogue import Catalogue
from bdproxy.grader.catalogue_files import APPWORLD, packaged_catalogue, read_catalogue
from bdproxy.scenarios.parameters import ObservedCall

CATALOGUE = packaged_catalogue()
NOTHING = Catalogue((), "")

values = some.one_of(some.integers(), some.text(max_size=5), some.booleans(), some.none())
parameters = some.dictionaries(some.sampled_from(["receiver_email", "amount", "note"]), values)
writes = some.builds(
    ObservedCall,
    some.just("POST"),
    some.sampled_from(["/venmo/transactions", "/elsewhere/things"]),
    parameters,
)


def write(api: str, **given: Any) -> ObservedCall:
    method, _, template = api.partition(" ")
    return ObservedCall(method, template, given)


@given(writes)
def test_a_write_is_the_same_as_itself(one: ObservedCall) -> None:
    assert CATALOGUE.same_write(one, one)


@given(writes, writes)
def test_being_the_same_goes_both_ways(one: ObservedCall, other: ObservedCall) -> None:
    assert CATALOGUE.same_write(one, other) == CATALOGUE.same_write(other, one)


@given(writes, writes, writes)
def test_being_the_same_goes_on(a: ObservedCall, b: ObservedCall, c: ObservedCall) -> None:
    if CATALOGUE.same_write(a, b) and CATALOGUE.same_write(b, c):
        assert CATALOGUE.same_write(a, c)


@given(writes, parameters)
def test_a_write_shows_nothing_of_another(one: ObservedCall, given_too: dict[str, Any]) -> None:
    other = ObservedCall("POST", "/venmo/payment_requests", given_too)
    assert not CATALOGUE.can_show(one, other)


def test_an_identifying_parameter_that_only_one_gives() -> None:
    one = write("POST /venmo/transactions", receiver_email="a@mail.com", amount=1)
    other = write("POST /venmo/transactions", receiver_email="a@mail.com")
    assert not CATALOGUE.same_write(one, other)


def test_lists_in_another_order() -> None:
    one = write("POST /gmail/emails", email_addresses=["a@m.com", "b@m.com"], subject="Hi")
    other = write("POST /gmail/emails", email_addresses=["B@m.com", "a@m.com"], subject="Hi")
    assert CATALOGUE.same_write(one, other)


def test_a_debtors_balance_shows_an_expense() -> None:
    expense = write("POST /splitwise/expenses", paid_amount=9, debtor_emails=["a@m.com", "b@m.com"])
    for email, shows in (("A@m.com", True), ("c@m.com", False)):
        look = write("POST /splitwise/balance/person/", email=email)
        assert CATALOGUE.can_show(expense, look) is shows


def test_what_nobody_knows_is_the_same_if_all_of_it_is() -> None:
    one = write("POST /elsewhere/things", amount=5)
    assert NOTHING.same_write(one, write("POST /elsewhere/things", amount="5.0"))
    assert not NOTHING.same_write(one, write("POST /elsewhere/things", amount=5, note="again"))


@pytest.mark.parametrize(
    ("read", "shows"),
    [
        (write("GET /elsewhere/things"), True),
        (write("GET /elsewhere/things/{thing_id}", thing_id="4"), True),
        (write("GET /elsewhere/things/{thing_id}", thing_id="5"), False),
        (write("GET /elsewhere/people"), False),
        (write("GET /other/things"), False),
    ],
)
def test_what_nobody_knows_is_shown_by_its_own_kind(read: ObservedCall, shows: bool) -> None:
    changed = write("PATCH /elsewhere/things/{thing_id}", thing_id=4)
    assert NOTHING.can_show(changed, read) is shows


def test_the_hash_is_over_what_the_files_say(tmp_path: Path) -> None:
    files = sorted(APPWORLD.glob("*.yaml"))
    assert read_catalogue(files).hash == CATALOGUE.hash
    text = (APPWORLD / "venmo.yaml").read_text()
    (tmp_path / "same.yaml").write_text(f"# A remark.\n{text}")
    (tmp_path / "other.yaml").write_text(text.replace("[receiver_email, amount]", "[amount]", 1))
    same, other = (read_catalogue([tmp_path / f"{name}.yaml"]) for name in ("same", "other"))
    assert same.hash == read_catalogue([APPWORLD / "venmo.yaml"]).hash != other.hash


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("writes: [", "is no YAML"),
        ("writes: 3", "writes: Input should be"),
        ("", "Input should be"),
        ("nonsense: {}", "nonsense: Extra inputs are not permitted"),
        ("writes: [{write: POST /a/b, same: [], shown_by: [b]}]", "is shown by 'b', which is not"),
        ("looks: {a: [{read: /a/b}]}", "looks.a.0.read: String should match pattern"),
    ],
)
def test_a_damaged_file(tmp_path: Path, content: str, problem: str) -> None:
    file = tmp_path / "app.yaml"
    file.write_text(content)
    with pytest.raises(CatalogueError) as raised:
        read_catalogue([file])
    assert str(raised.value).startswith(str(file))
    assert problem in str(raised.value)
