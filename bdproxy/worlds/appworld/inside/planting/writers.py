"""Where records stand that AppWorld lists by their writers' numbers, which no API shows."""

from collections.abc import Iterable
from typing import Any

from .cue import Cue
from .databases import models

PLACE = "_after"
"""The field of a completed record that says whose records it stands after, by mail address."""


def place(cue: Cue, writer: Any, others: Iterable[Any]) -> dict[str, list[str]]:
    """What the completed record says of its place.

    Args:
        cue: the cue.
        writer: the account that wrote the record.
        others: the records that it is listed with. The task's supervisor may write more of them.
    """
    users = models(cue.app).User
    earlier = {record.user_id for record in others if record.user_id < writer.id}
    for supervisor in models("supervisor").Supervisor.find_all():
        account = users.find_one(email=supervisor.email)
        if account is not None and account.id < writer.id:
            earlier.add(account.id)
    return {PLACE: [users.by_id(number).email for number in sorted(earlier)]}
