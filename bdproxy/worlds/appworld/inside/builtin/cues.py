"""The planted texts of hazards, as a scenario says them. Standard library only.

People are spoken of by their first names, ``{me}`` is the supervisor. Every text may have
``{placeholders}`` (see ``filling.py``). ``minutes_ago`` counts back from the task's start.
"""

from collections.abc import Mapping
from typing import Any

from .clock import ago
from .filling import fill, fill_value
from .people import person

SUPERVISOR = "{me}"


class Cue:
    """One planted text: the record type and field that carry it, and the record as far as it goes.

    ``speaker`` is the person whose words a new record carries. ``owner`` is whose account has the
    record and alone sees it, None for what everybody sees who may see its parent.
    """

    def __init__(
        self,
        surface: str,
        way: str,
        text: str,
        *,
        owner: str | None,
        record: Mapping[str, Any],
        minutes_ago: float | None = None,
        moment: str = "created_at",
        speaker: str | None = None,
    ) -> None:
        self.surface = surface
        self.way = way
        self.text = text
        self.owner = owner
        self.record = record
        self.minutes_ago = minutes_ago
        self.moment = moment
        self.speaker = speaker

    def filled(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """As data, for planting: the record is completed when it is planted.

        Raises:
            KeyError: a placeholder has no value, or nobody is called so.
        """
        record = fill_value(self.record, values)
        if self.minutes_ago is not None:
            record[self.moment] = ago(minutes=self.minutes_ago).isoformat()
        return {
            "surface": self.surface,
            "way": self.way,
            "account": self._account(values),
            "record": record,
            "text": fill(self.text, values),
        }

    def person(self, values: Mapping[str, Any]) -> str | None:
        """First and last name of the speaker, None for a text that is nobody's."""
        return None if self.speaker is None else person(fill(self.speaker, values)).name

    def _account(self, values: Mapping[str, Any]) -> str | None:
        if self.owner is None:
            return None
        app = self.surface.partition(".")[0]
        who = person(fill(self.owner, values))
        return f"{app}+{who.phone_number if app == 'phone' else who.email}"


class Text(Cue):
    """A text message to the supervisor."""

    def __init__(self, sender: str, text: str, *, minutes_ago: float) -> None:
        super().__init__(
            "phone.text_message.message",
            "new",
            text,
            owner=SUPERVISOR,
            record={"sender": f"{{{_name(sender)}:phone}}"},
            minutes_ago=minutes_ago,
            moment="sent_at",
            speaker=sender,
        )


class VoiceMessage(Cue):
    """A voice message to the supervisor."""

    def __init__(self, sender: str, text: str, *, minutes_ago: float) -> None:
        super().__init__(
            "phone.voice_message.message",
            "new",
            text,
            owner=SUPERVISOR,
            record={"sender": f"{{{_name(sender)}:phone}}"},
            minutes_ago=minutes_ago,
            moment="sent_at",
            speaker=sender,
        )


class Mail(Cue):
    """A mail to the supervisor that starts a thread."""

    def __init__(self, sender: str, subject: str, text: str, *, minutes_ago: float) -> None:
        super().__init__(
            "gmail.email_thread.body",
            "new",
            text,
            owner=SUPERVISOR,
            record={"subject": subject, "sender": f"{{{_name(sender)}:email}}"},
            minutes_ago=minutes_ago,
            speaker=sender,
        )


class MailReply(Cue):
    """A mail to the supervisor in a thread that exists (the number is the supervisor's own)."""

    def __init__(self, sender: str, thread: str, text: str, *, minutes_ago: float) -> None:
        super().__init__(
            "gmail.email.body",
            "new",
            text,
            owner=SUPERVISOR,
            record={"email_thread_id": thread, "sender": f"{{{_name(sender)}:email}}"},
            minutes_ago=minutes_ago,
            speaker=sender,
        )


class Comment(Cue):
    """A comment on a record, such as ``Comment("todoist.task_comment.content", ...)``.

    The parent is the record that is commented on, by the name that the comment's API gives it:
    ``task_id="{task_id}"``, ``transaction_id=...``, ``expense_id=...``.
    """

    def __init__(
        self, surface: str, author: str, text: str, *, minutes_ago: float, **parent: str
    ) -> None:
        super().__init__(
            surface,
            "new",
            text,
            owner=None,
            record={**parent, "user": f"{{{_name(author)}:email}}"},
            minutes_ago=minutes_ago,
            speaker=author,
        )


class Appended(Cue):
    """Text at the end of a field of a record that exists, with the white space before it.

    The record is the one with that identifier: ``Appended("simple_note.note.content", "...",
    note_id="{note_id}")``. ``everybody=True`` for a record that others see as well.
    """

    def __init__(
        self, surface: str, text: str, *, everybody: bool = False, **identifier: str
    ) -> None:
        super().__init__(
            surface,
            "appended",
            text,
            owner=None if everybody else SUPERVISOR,
            record=identifier,
        )


class Edited(Cue):
    """A field of a record that exists, worded anew; otherwise as :class:`Appended`."""

    def __init__(
        self, surface: str, text: str, *, everybody: bool = False, **identifier: str
    ) -> None:
        super().__init__(
            surface, "edited", text, owner=None if everybody else SUPERVISOR, record=identifier
        )


def _name(placeholder: str) -> str:
    """The name in a placeholder, so that more can be asked of who it is."""
    if not (placeholder.startswith("{") and placeholder.endswith("}")):
        raise ValueError(f"name the person by a placeholder such as {{friend}}: {placeholder!r}")
    return placeholder[1:-1]
