"""The phone: contacts, text and voice messages, alarms."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from ..people import COMPANIES, HOMES, person
from .verb import Verbs


class Phone(Verbs):
    """What people do with their phones."""

    app = "phone"

    def contact(self, owner: str, other: str, relationships: Sequence[str], at: datetime) -> Any:
        """``owner`` saves ``other`` in the contact book, with everything there is to know."""
        who = person(other)
        return self.models.Contact.create_save(
            user_id=self.user_id(owner),
            first_name=who.first_name,
            last_name=who.last_name,
            email=who.email,
            phone_number=who.phone_number,
            relationships=list(relationships),
            birthday=who.birthday,
            home_address=HOMES[who.home].text,
            work_address=COMPANIES[who.company].text if who.company else None,
            created_at=at,
        )

    def text(self, sender: str, receiver: str, message: str, at: datetime) -> Any:
        """``sender`` texts ``receiver``. Returns the message as the receiver has it."""
        return self._message("Text", sender, receiver, message, at)

    def voice(self, sender: str, receiver: str, message: str, at: datetime) -> Any:
        """``sender`` leaves ``receiver`` a voice message. Returns it as the receiver has it."""
        return self._message("Voice", sender, receiver, message, at)

    def conversation(self, one: str, two: str, lines: Sequence[str], start: datetime) -> None:
        """``one`` and ``two`` text by turns, a few minutes apart, ``one`` first."""
        at = start
        for turn, line in enumerate(lines):
            sender, receiver = (one, two) if turn % 2 == 0 else (two, one)
            self.text(sender, receiver, line, at)
            at += timedelta(minutes=2 + len(line) % 17, seconds=len(line) % 53)

    def alarm(
        self,
        owner: str,
        time: str,
        label: str,
        at: datetime,
        *,
        days: Sequence[str] | None = None,
        enabled: bool = True,
        snooze_minutes: int = 10,
    ) -> Any:
        """An alarm at ``time`` (HH:MM), once or on the given days (lower-case English names)."""
        return self.models.Alarm.create_save(
            user_id=self.user_id(owner),
            time=time,
            repeat_days=list(days) if days is not None else None,
            label=label,
            enabled=enabled,
            snooze_minutes=snooze_minutes,
            vibration=True,
            created_at=at,
        )

    def _message(self, kind: str, sender: str, receiver: str, message: str, at: datetime) -> Any:
        sent = getattr(self.models, f"Global{kind}Message").create_save(
            sender_id=self.user_id(sender),
            receiver_id=self.user_id(receiver),
            message=message,
            created_at=at,
        )
        copy = getattr(self.models, f"User{kind}Message")
        reference = {f"global_{kind.lower()}_message_id": sent.id, "created_at": at}
        copy.create_save(user_id=self.user_id(sender), **reference)
        return copy.create_save(user_id=self.user_id(receiver), **reference)
