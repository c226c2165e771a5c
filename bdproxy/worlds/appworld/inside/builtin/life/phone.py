"""Contacts, conversations, voice messages and alarms."""

from datetime import timedelta
from random import Random

from ..clock import ago
from ..people import PEOPLE
from ..relations import kind, pairs, relations
from ..world import World
from .phone_texts import ALARMS, BY_KIND, VOICE


def fill(world: World) -> None:
    """Everybody knows their people, texts with them, and gets up in the morning."""
    draw = Random("phone")
    for who in PEOPLE:
        for index, (other, words) in enumerate(relations(who.first_name).items()):
            world.phone.contact(
                who.first_name, other, words, ago(days=300 - index, minutes=who.number)
            )
    _conversations(world, draw)
    for who in PEOPLE:
        _alarms(world, who.first_name, draw)


def _conversations(world: World, draw: Random) -> None:
    told: dict[str, set[tuple[str, ...]]] = {who.first_name: set() for who in PEOPLE}
    planned = []
    for one, two in pairs():
        choices = [
            lines
            for lines in BY_KIND[kind(one, two)]
            if lines not in told[one] and lines not in told[two]
        ]
        lines = draw.choice(choices or list(BY_KIND[kind(one, two)]))
        told[one].add(lines)
        told[two].add(lines)
        starter, answerer = draw.sample((one, two), 2)
        start = ago(days=draw.uniform(2, 75)).replace(hour=draw.randint(8, 20))
        planned.append((start, starter, answerer, lines))
    # Numbered in the order of time, as if they had been sent one after the other.
    for start, starter, answerer, lines in sorted(planned):
        world.phone.conversation(starter, answerer, lines, start)
    for index, (one, two) in enumerate(draw.sample(pairs(), 24)):
        at = ago(days=draw.uniform(2, 60)) + timedelta(minutes=index)
        world.phone.voice(one, two, VOICE[index % len(VOICE)], at)


def _alarms(world: World, owner: str, draw: Random) -> None:
    for time, label, days in sorted(draw.sample(ALARMS, draw.randint(6, len(ALARMS)))):
        hour, minute = map(int, time.split(":"))
        minute = (minute + draw.choice((0, 0, 5, 10))) % 60
        world.phone.alarm(
            owner,
            f"{hour:02d}:{minute:02d}",
            label,
            ago(days=draw.randint(20, 200)),
            days=days,
            enabled=draw.random() < 0.85,
            snooze_minutes=draw.choice((5, 10, 15)),
        )
