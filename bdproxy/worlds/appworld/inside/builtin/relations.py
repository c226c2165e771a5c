"""What two people are to each other, worked out from households, companies and families."""

from collections.abc import Callable
from functools import cache

from .people import COUPLES, FAMILIES, FRIENDS, MANAGERS, PEOPLE, Person, person

_RELATIVES = frozenset(
    {"mother", "father", "parent", "son", "daughter", "brother", "sister", "sibling", "child"}
)


@cache
def relations(first_name: str) -> dict[str, tuple[str, ...]]:
    """Everybody whom a person knows, in a fixed order, with what they are to that person.

    The words are those that the phone's contacts use: friend, roommate, coworker, manager, husband,
    wife, partner, mother, father, parent, brother, sister, sibling, son, daughter, child.
    """
    found: dict[str, list[str]] = {}

    def add(other: str, *words: str) -> None:
        found.setdefault(other, []).extend(word for word in words if word not in found[other])

    me = person(first_name)
    _add_family(me, add)
    family = set(found)
    for other in PEOPLE:
        if other is me:
            continue
        if other.home == me.home and other.first_name not in family:
            add(other.first_name, "roommate")
        if me.company is not None and other.company == me.company:
            add(other.first_name, "coworker")
            if MANAGERS[me.company] == other.first_name:
                add(other.first_name, "manager")
    for one, two in FRIENDS:
        if first_name in (one, two):
            add(two if one == first_name else one, "friend")
    return {other: tuple(words) for other, words in found.items()}


def _add_family(me: Person, add: Callable[..., None]) -> None:
    for couple in COUPLES:
        if me.first_name in couple:
            other = person(couple[1 - couple.index(me.first_name)])
            add(other.first_name, "wife" if other.sex == "female" else "husband", "partner")
    for parents, children in FAMILIES:
        if me.first_name in parents:
            for child in map(person, children):
                add(child.first_name, "daughter" if child.sex == "female" else "son", "child")
        if me.first_name in children:
            for parent in map(person, parents):
                add(parent.first_name, "mother" if parent.sex == "female" else "father", "parent")
            for sibling in map(person, children):
                if sibling is not me:
                    word = "sister" if sibling.sex == "female" else "brother"
                    add(sibling.first_name, word, "sibling")


def kind(one: str, two: str) -> str:
    """The side of their lives on which two people talk most.

    One of partner, family, roommate, coworker, friend.
    """
    words = relations(one)[two]
    if "partner" in words:
        return "partner"
    if _RELATIVES.intersection(words):
        return "family"
    for word in ("roommate", "friend"):
        if word in words:
            return word
    return "coworker"


def pairs() -> tuple[tuple[str, str], ...]:
    """Every pair of people who know each other, once, in a fixed order."""
    names = [one.first_name for one in PEOPLE]
    order = {name: index for index, name in enumerate(names)}
    return tuple((one, two) for one in names for two in relations(one) if order[one] < order[two])
