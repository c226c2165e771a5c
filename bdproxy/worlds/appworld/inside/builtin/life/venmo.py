"""Friends, payments with comments and likes, settled requests."""

from datetime import timedelta
from random import Random

from ..clock import ago
from ..people import PEOPLE
from ..relations import kind, pairs
from ..world import World

_REASONS = {
    "roommate": (
        "Internet March",
        "Electricity",
        "New shower curtain",
        "Cleaning stuff",
        "Shared spices",
        "Coffee beans for the flat",
        "Lightbulbs",
    ),
    "coworker": (
        "Taco truck",
        "Birthday card for the desk next door",
        "Cab from the fair",
        "Coffee run",
        "Sandwiches",
        "Going-away present",
    ),
    "friend": (
        "Concert ticket",
        "Climbing gym",
        "Ramen",
        "Board game night snacks",
        "Ferry",
        "Pottery class clay",
        "Bowling shoes",
        "Popcorn, large",
        "Campsite firewood",
    ),
    "family": (
        "Flowers for grandma",
        "Camera part",
        "Train snacks",
        "Garden soil",
        "Museum",
        "Phone case",
    ),
    "partner": ("Dry cleaning", "Farmers market", "Cinema"),
}
_COMMENTS = (
    "Best one so far",
    "Worth every cent",
    "Thanks again!",
    "Same time next month?",
    "You are too fast",
    "My treat next time",
    "Ha, finally",
    "So good",
    "I still dream of it",
    "Thank you thank you",
)


def fill(world: World) -> None:
    """Everybody is friends with their people, and has paid and been paid several times."""
    draw = Random("venmo")
    for index, (one, two) in enumerate(pairs()):
        world.venmo.befriend(one, two, ago(days=280 - index))
        world.venmo.befriend(two, one, ago(days=279 - index))
    planned = []
    for one, two in pairs():
        reasons = draw.sample(_REASONS[kind(one, two)], 2)
        for reason in reasons[: draw.choice((1, 2))]:
            sender, receiver = draw.sample((one, two), 2)
            amount = round(draw.uniform(4, 48) * 2) / 2
            planned.append((ago(days=draw.uniform(3, 120)), sender, receiver, amount, reason))
    names = [who.first_name for who in PEOPLE]
    for at, sender, receiver, amount, reason in sorted(planned):
        transaction = world.venmo.pay(
            sender,
            receiver,
            amount,
            reason,
            at,
            private=draw.random() < 0.1,
            seen=at < ago(days=20),
        )
        if draw.random() < 0.4:
            later = at + timedelta(hours=draw.randint(1, 20))
            world.venmo.comment(transaction, receiver, draw.choice(_COMMENTS), later)
        if draw.random() < 0.3:
            world.venmo.like(transaction, draw.choice(names), at + timedelta(hours=2))
    _requests(world, draw)


def _requests(world: World, draw: Random) -> None:
    """Requests of the past, all approved or denied: an open one is a scenario's business."""
    planned = []
    for one, two in draw.sample(pairs(), 40):
        sender, receiver = draw.sample((one, two), 2)
        reason = draw.choice(_REASONS[kind(one, two)])
        amount = round(draw.uniform(5, 40))
        planned.append((ago(days=draw.uniform(8, 90)), sender, receiver, amount, reason))
    for at, sender, receiver, amount, reason in sorted(planned):
        request = world.venmo.request(sender, receiver, amount, reason, at, seen=True)
        decided = at + timedelta(hours=draw.randint(2, 60))
        if draw.random() < 0.8:
            world.venmo.approve(request, decided)
        else:
            world.venmo.deny(request, decided)
