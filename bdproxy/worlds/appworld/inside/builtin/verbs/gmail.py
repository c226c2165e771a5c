"""The mailbox: threads of mails, with labels and attachments."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from .verb import Verbs


class Gmail(Verbs):
    """What people do with their mail."""

    app = "gmail"

    def mail(
        self,
        sender: str,
        recipients: Sequence[str],
        subject: str,
        body: str,
        at: datetime,
        *,
        attachments: Mapping[str, str] | None = None,
        replies: Sequence[tuple[str, str, datetime]] = (),
        read: bool = True,
    ) -> Any:
        """``sender`` starts a thread. Returns the global thread, for ``mark`` and ``thread_id``.

        Args:
            sender: who writes first.
            recipients: who gets the mail.
            subject: of the first mail; replies get "Re: " before it.
            body: of the first mail.
            at: when it was sent.
            attachments: contents by file name, on the first mail.
            replies: writer, body and time of each reply, which goes to all others in the thread.
            read: whether the recipients have read the thread.
        """
        everybody = list(dict.fromkeys([sender, *recipients]))
        emails = [self._email(sender, recipients, subject, body, at, None)]
        for name, content in (attachments or {}).items():
            # Before the threads exist, so that they are created knowing of attachments.
            self.models.Attachment.create_save(
                email_id=emails[0].id, file_name=name, file_content=content, created_at=at
            )
        last = at
        for writer, answer, last in replies:
            others = [name for name in everybody if name != writer]
            emails.append(
                self._email(writer, others, f"Re: {subject}", answer, last, emails[-1].id)
            )
        email_ids = [email.id for email in emails]
        thread = self.models.GlobalEmailThread.create_save(
            email_ids=email_ids, created_at=at, updated_at=last
        )
        for owner in everybody:
            self.models.UserEmailThread.create_save(
                global_email_thread_id=thread.id,
                user_id=self.user_id(owner),
                email_ids=email_ids,
                # Worked out from the mails when the record is saved.
                incoming=False,
                outgoing=False,
                read=read or owner == sender,
                created_at=at,
                updated_at=last,
            )
        return thread

    def mark(self, thread: Any, owner: str, **fields: Any) -> None:
        """Set fields of an owner's view of a thread: label, starred, archived, spam, read."""
        copy = self.models.UserEmailThread.find_one_or_raise(
            global_email_thread_id=thread.id, user_id=self.user_id(owner)
        )
        for name, value in fields.items():
            setattr(copy, name, value)
        copy.updated_at = thread.updated_at
        copy.save()

    def thread_id(self, thread: Any, owner: str) -> int:
        """The number by which an owner's mailbox knows a thread."""
        copy = self.models.UserEmailThread.find_one_or_raise(
            global_email_thread_id=thread.id, user_id=self.user_id(owner)
        )
        return copy.id  # type: ignore[no-any-return]

    def _email(
        self,
        sender: str,
        recipients: Sequence[str],
        subject: str,
        body: str,
        at: datetime,
        response_to: int | None,
    ) -> Any:
        return self.models.Email.create_save(
            sender_id=self.user_id(sender),
            recipient_ids=[self.user_id(name) for name in recipients],
            subject=subject,
            body=body,
            response_to_email_id=response_to,
            created_at=at,
        )
