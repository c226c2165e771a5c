"""Text and voice messages, as the receiver has them.

``record`` of a new message: ``sender``, and ``sent_at`` or ``minutes_ago``. ``account`` is the
receiver's. Only the receiver's copy is made; the sender's telephone knows nothing of it.
"""

from typing import Any

from .cue import Cue
from .databases import identifier, insert, models, moment, shown
from .people import owner, user
from .record_types import RecordType


def _message(cue: Cue, kind: str) -> dict[str, Any]:
    phone = models("phone")
    at = moment(cue, "sent_at")
    receiver, sender = owner(cue), user(cue, cue.need("sender"))
    copies = getattr(phone, f"User{kind}Message")
    number = identifier(copies, cue, f"{kind.lower()}_message_id")
    sent = insert(
        getattr(phone, f"Global{kind}Message"),
        cue,
        None,
        sender_id=sender.id,
        receiver_id=receiver.id,
        message=cue.text,
        created_at=at,
    )
    reference = {f"global_{kind.lower()}_message_id": sent.id}
    copy = insert(copies, cue, number, user_id=receiver.id, created_at=at, **reference)
    return shown(copy, f"User{kind}Message:default")


RECORD_TYPES = {
    "phone.text_message": RecordType(
        model="UserTextMessage",
        identifier="text_message_id",
        new=lambda cue: _message(cue, "Text"),
    ),
    "phone.voice_message": RecordType(
        model="UserVoiceMessage",
        identifier="voice_message_id",
        new=lambda cue: _message(cue, "Voice"),
    ),
}
