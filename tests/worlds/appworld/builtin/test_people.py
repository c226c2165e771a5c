import pytest

from bdproxy.worlds.appworld.inside.builtin.people import (
    COMPANIES,
    HOMES,
    MANAGERS,
    PEOPLE,
    person,
)
from bdproxy.worlds.appworld.inside.builtin.relations import kind, pairs, relations

MIRROR = {
    "friend": {"friend"},
    "roommate": {"roommate"},
    "coworker": {"coworker"},
    "sibling": {"sibling"},
    "partner": {"partner"},
    "parent": {"child"},
    "child": {"parent"},
}


def test_there_are_at_least_24_people_with_accounts_of_their_own() -> None:
    assert len(PEOPLE) >= 24
    for field in ("first_name", "email", "phone_number", "card_number"):
        assert len({getattr(who, field) for who in PEOPLE}) == len(PEOPLE), field
    assert all(len(who.phone_number) == 10 for who in PEOPLE)
    assert all(10**15 <= who.card_number < 10**16 for who in PEOPLE)


def test_homes_and_companies_exist() -> None:
    assert {who.home for who in PEOPLE} == set(HOMES)
    assert {who.company for who in PEOPLE} - {None} == set(COMPANIES)
    for company, manager in MANAGERS.items():
        assert person(manager).company == company


@pytest.mark.parametrize("who", PEOPLE, ids=lambda who: who.first_name)
def test_relations_have_two_ends(who) -> None:
    for other, words in relations(who.first_name).items():
        back = relations(other)[who.first_name]
        for word in words:
            if word in MIRROR:
                assert MIRROR[word] <= set(back), (who.first_name, other)


@pytest.mark.parametrize("who", PEOPLE, ids=lambda who: who.first_name)
def test_everybody_has_more_contacts_than_a_page(who) -> None:
    assert len(relations(who.first_name)) > 5


def test_all_kinds_of_relation_occur() -> None:
    kinds = {kind(one, two) for one, two in pairs()}
    assert kinds == {"partner", "family", "roommate", "coworker", "friend"}
    words = {
        word for who in PEOPLE for other in relations(who.first_name).values() for word in other
    }
    assert {"manager", "mother", "father", "brother", "sister", "husband", "wife"} <= words


def test_nobody_is_called_that() -> None:
    with pytest.raises(KeyError, match="nobody in the built-in world is called 'Ada'"):
        person("Ada")
