"""Threads between people, and newsletters of the apps."""

from datetime import datetime, timedelta
from random import Random

from ..clock import ago
from ..people import PEOPLE, person
from ..relations import kind, pairs, relations
from ..world import World
from .gmail_threads import LABELS, NEWS, PRIVATE, WORK

_THREADS_EACH = 7
_ATTACHMENT = "Where and when\n- main entrance, not the side door\n- ring twice\n- bring water\n"


def fill(world: World) -> None:
    """Everybody has a mailbox of several pages."""
    draw = Random("gmail")
    planned = _plan(draw)
    for start, me, you, thread in sorted(planned):
        subject, *bodies = thread
        attachments = {"directions.txt": _ATTACHMENT} if subject == "Map of the trail" else None
        names = {"me": me, "you": you}
        replies = []
        at = start
        for turn, body in enumerate(bodies[1:]):
            at += timedelta(hours=draw.randint(1, 30), minutes=draw.randint(0, 59))
            replies.append((you if turn % 2 == 0 else me, body.format(**names), at))
        record = world.gmail.mail(
            me,
            [you],
            subject,
            bodies[0].format(**names),
            start,
            attachments=attachments,
            replies=replies,
        )
        chance = draw.random()
        if chance < 0.25:
            world.gmail.mark(record, you, label=draw.choice(LABELS))
        elif chance < 0.40:
            world.gmail.mark(record, you, starred=True)
        elif chance < 0.48:
            world.gmail.mark(record, you, archived=True)
    _newsletters(world, draw)


def _plan(draw: Random) -> list[tuple[datetime, str, str, tuple[str, ...]]]:
    """Enough threads that everybody has seven, and nobody reads the same thread twice."""
    seen: dict[str, set[str]] = {who.first_name: set() for who in PEOPLE}
    planned: list[tuple[datetime, str, str, tuple[str, ...]]] = []

    def add(one: str, two: str) -> None:
        pool = WORK if kind(one, two) == "coworker" else PRIVATE
        choices = [t for t in pool if t[0] not in seen[one] and t[0] not in seen[two]]
        if not choices:
            return
        thread = draw.choice(choices)
        seen[one].add(thread[0])
        seen[two].add(thread[0])
        me, you = draw.sample((one, two), 2)
        start = ago(days=draw.uniform(4, 110)).replace(hour=draw.randint(7, 21))
        planned.append((start, me, you, thread))

    for one, two in pairs():
        add(one, two)
    for who in PEOPLE:
        others = list(relations(who.first_name))
        for _ in range(3 * _THREADS_EACH):
            if len(seen[who.first_name]) >= _THREADS_EACH:
                break
            add(who.first_name, draw.choice(others))
    return planned


def _newsletters(world: World, draw: Random) -> None:
    """Mails of the apps themselves, sent by AppWorld's notifier accounts."""
    from appworld.apps.api_lib import CompanyNotifier

    models = world.models.gmail
    for who in PEOPLE:
        for app, subject, body in draw.sample(NEWS, 1):
            sender = models.User.find_one_or_raise(email=CompanyNotifier(app).email_address)
            at = ago(days=draw.uniform(3, 80))
            reader = world.user_id("gmail", who.first_name)
            email = models.Email.create_save(
                sender_id=sender.id,
                recipient_ids=[reader],
                subject=subject,
                body=body.format(you=person(who.first_name).first_name),
                created_at=at,
            )
            thread = models.GlobalEmailThread.create_save(
                email_ids=[email.id], created_at=at, updated_at=at
            )
            for owner in (sender.id, reader):
                models.UserEmailThread.create_save(
                    global_email_thread_id=thread.id,
                    user_id=owner,
                    email_ids=[email.id],
                    incoming=owner == reader,
                    outgoing=owner == sender.id,
                    read=draw.random() < 0.6,
                    created_at=at,
                    updated_at=at,
                )
