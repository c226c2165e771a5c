"""Shared households, trips and lunches."""

from datetime import timedelta
from random import Random

from ..clock import ago
from ..people import HOMES, PEOPLE, Person
from ..relations import kind, pairs
from ..world import World

_HOUSEHOLD = (
    "Groceries",
    "Internet",
    "Electricity bill",
    "Toilet paper and soap",
    "New kettle",
    "Houseplants",
    "Water filter",
)
_TRIP = (
    "Gas",
    "Campsite",
    "Breakfast at the lodge",
    "Canoe rental",
    "Firewood",
    "Parking",
)
_LUNCH = ("Noodles", "Pizza night", "Tapas", "Brunch", "Ice cream", "Birthday cake")
_COMMENTS = (
    "Looks right to me",
    "Receipt is on the fridge",
    "Thanks for getting this",
    "That was cheaper than I thought",
    "I'll get the next one",
    "Perfect",
    "Was this the big shop?",
)
_GROUP_NAMES = {
    "alder": "Alder Street",
    "division": "Division B",
    "hawthorne": "Hawthorne 9",
    "killingsworth": "Killingsworth",
    "irving": "Irving 12",
    "mississippi": "The Avenue",
    "fremont": "Fremont Court",
    "burnside": "Okafor Household",
    "lombard": "Costa Household",
}
_TRIPS = (
    ("Coast Weekend", ("Priya", "Mei", "Olivia", "Samir", "Hannah")),
    ("Mount Hood Cabin", ("Tomas", "Jonas", "Noah", "Daniel", "Luis")),
    ("Seattle Trip", ("Keisha", "Aisha", "Elena", "Yuki", "Wen")),
    ("Columbia Gorge", ("Chidi", "Patrick", "Rafael", "Ingrid", "Amara")),
    ("Garden Club", ("Carmen", "Sunita", "Ravi", "Gustav", "Birgit")),
    ("Bookfair Bend", ("Miguel", "Linnea", "Arjun", "Olivia", "Elena")),
)


def fill(world: World) -> None:
    """A group per shared home, one per trip, and some expenses outside of groups."""
    draw = Random("splitwise")
    at_home: dict[str, list[Person]] = {
        key: [who for who in PEOPLE if who.home == key] for key in HOMES
    }
    groups = [(_GROUP_NAMES[key], at_home[key]) for key in HOMES if key in _GROUP_NAMES]
    for name, members in groups:
        _group(world, draw, name, [who.first_name for who in members], _HOUSEHOLD)
    for name, travellers in _TRIPS:
        _group(world, draw, name, list(travellers), _TRIP)
    for one, two in draw.sample([pair for pair in pairs() if kind(*pair) == "friend"], 16):
        payer = draw.choice((one, two))
        amount = 2 * round(draw.uniform(6, 30), 2)
        world.splitwise.expense(
            payer, amount, draw.choice(_LUNCH), (one, two), ago(days=draw.uniform(10, 90))
        )


def _group(
    world: World, draw: Random, name: str, members: list[str], reasons: tuple[str, ...]
) -> None:
    group = world.splitwise.group(members[0], name, members[1:], ago(days=draw.uniform(125, 200)))
    times = sorted(ago(days=draw.uniform(8, 120)) for _ in reasons)
    for reason, at in zip(draw.sample(reasons, len(reasons)), times, strict=True):
        payer = draw.choice(members)
        # Whole cents for everybody, so that shares add up without rounding.
        amount = round(draw.randint(400, 2600) * len(members) / 100, 2)
        expense = world.splitwise.expense(payer, amount, reason, members, at, group=group)
        if draw.random() < 0.5:
            author = draw.choice(members)
            later = at + timedelta(hours=draw.randint(1, 40))
            world.splitwise.comment(expense, author, draw.choice(_COMMENTS), later)
    payer, receiver = draw.sample(members, 2)
    amount = float(draw.randint(10, 30))
    world.splitwise.payment(payer, receiver, amount, ago(days=draw.uniform(3, 7)), group=group)
