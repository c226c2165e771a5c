"""Mails.

``gmail.email_thread.body``, new: a mail that starts a thread. ``record``: ``sender``, ``subject``,
``created_at`` or ``minutes_ago``; ``recipients`` unless the account alone gets it; ``read``,
``label``, ``starred``, ``archived`` and ``spam`` unless it is an unread mail in the inbox.
The completed record has the fields of the thread, as shown and as listed, and those of its mail.

``gmail.email.body``, new: a reply in a thread that exists. ``record``: ``email_thread_id``,
``created_at`` or ``minutes_ago``; ``sender`` unless it is whoever wrote the account the last mail
of the thread; ``subject`` unless it is that of the mail before, with "Re: " before it;
``response_to_email_id`` unless it is the last. As with AppWorld's own replies, the thread's time
of change stays, and whether it is read. The completed record has the mail's fields and
``email_thread_id``.

``gmail.email.body`` and ``gmail.email.subject``, appended or edited: ``record`` is ``email_id``.

A new mail is in the account's mailbox only; nobody else has a thread with it.
"""

from typing import Any

from .cue import Cue
from .databases import existing, identifier, insert, models, moment, shown
from .people import owner, user
from .record_types import RecordType

_FLAGS = ("read", "starred", "archived", "spam")


def _thread(cue: Cue) -> dict[str, Any]:
    gmail = models("gmail")
    account = owner(cue)
    thread_number = identifier(gmail.UserEmailThread, cue, "email_thread_id")
    email = _email(cue, cue.need("subject"), user(cue, cue.need("sender")), None)
    times = {"created_at": email.created_at, "updated_at": email.created_at}
    everybody = insert(gmail.GlobalEmailThread, cue, None, email_ids=[email.id], **times)
    thread = insert(
        gmail.UserEmailThread,
        cue,
        thread_number,
        global_email_thread_id=everybody.id,
        user_id=account.id,
        email_ids=[email.id],
        incoming=True,
        outgoing=False,
        label=cue.record.get("label"),
        **{flag: cue.record.get(flag, False) for flag in _FLAGS},
        **times,
    )
    return {
        **shown(thread, "UserEmailThread:default"),
        **shown(thread, "UserEmailThread:shortened"),
        **shown(email, "Email:default"),
    }


def _reply(cue: Cue) -> dict[str, Any]:
    gmail = models("gmail")
    account = owner(cue)
    number = cue.need("email_thread_id")
    thread = existing(gmail.UserEmailThread, cue, "email_thread_id", number)
    if thread.user_id != account.id:
        raise cue.error(f"the thread does not belong to {cue.account}")
    emails = thread.emails
    if not emails:
        raise cue.error(f"the thread {number} is empty")
    before = emails[-1]
    if cue.record.get("response_to_email_id") is not None:
        wanted = cue.record["response_to_email_id"]
        found = [email for email in emails if email.id == wanted]
        if not found:
            raise cue.error(f"the thread {number} has no mail with email_id {wanted}")
        before = found[0]
    if "sender" in cue.record:
        sender = user(cue, cue.record["sender"])
    else:
        incoming = [email.sender for email in emails if email.sender_id != account.id]
        if not incoming:
            raise cue.error("record needs sender, as the thread has no mail of anybody else")
        sender = incoming[-1]
    subject = cue.record.get("subject", f"Re: {before.subject.removeprefix('Re: ')}")
    email = _email(cue, subject, sender, before.id)
    for mailbox in (thread, thread.global_email_thread):
        # A new list, because a record that is saved is compared with what it was.
        mailbox.email_ids = [*mailbox.email_ids, email.id]
        mailbox.save()
    return {"email_thread_id": number, **shown(email, "Email:default")}


def _email(cue: Cue, subject: str, sender: Any, response_to: int | None) -> Any:
    gmail = models("gmail")
    recipients = [user(cue, each) for each in cue.record.get("recipients", [])] or [owner(cue)]
    return insert(
        gmail.Email,
        cue,
        identifier(gmail.Email, cue, "email_id"),
        sender_id=sender.id,
        recipient_ids=[recipient.id for recipient in recipients],
        subject=subject,
        body=cue.text,
        response_to_email_id=response_to,
        created_at=moment(cue, "created_at"),
    )


RECORD_TYPES = {
    "gmail.email_thread": RecordType(
        model="UserEmailThread", identifier="email_thread_id", new=_thread
    ),
    "gmail.email": RecordType(
        model="Email",
        identifier="email_id",
        new=_reply,
        fields=("body", "subject"),
        # The threads that a mail is in are searched by its words.
        follow_ups=True,
    ),
}
