"""Venmo: friends, payments, requests, comments."""

from datetime import datetime
from typing import Any

from .verb import Verbs


class Venmo(Verbs):
    """What people do with each other's money. Amounts are dollars."""

    app = "venmo"

    def befriend(self, owner: str, other: str, at: datetime) -> Any:
        """``owner`` adds ``other`` as a friend (one direction, as the app has it)."""
        return self.models.Friendship.create_save(
            user_id=self.user_id(owner), friend_id=self.user_id(other), created_at=at
        )

    def pay(
        self,
        sender: str,
        receiver: str,
        amount: float,
        description: str,
        at: datetime,
        *,
        private: bool = False,
        seen: bool = True,
    ) -> Any:
        """A payment that happened in the past: no balance moves, the receiver was notified."""
        transaction = self.models.Transaction.create_save(
            sender_id=self.user_id(sender),
            receiver_id=self.user_id(receiver),
            amount=amount,
            description=description,
            private=private,
            created_at=at,
            updated_at=at,
        )
        self._notify(receiver, sender, "received_money", at, seen, transaction=transaction)
        return transaction

    def request(
        self,
        sender: str,
        receiver: str,
        amount: float,
        description: str,
        at: datetime,
        *,
        seen: bool = False,
    ) -> Any:
        """``sender`` asks ``receiver`` for money; the request is still open."""
        request = self.models.PaymentRequest.create_save(
            sender_id=self.user_id(sender),
            receiver_id=self.user_id(receiver),
            amount=amount,
            description=description,
            created_at=at,
            updated_at=at,
        )
        self._notify(receiver, sender, "payment_request_received", at, seen, request=request)
        return request

    def approve(self, request: Any, at: datetime) -> Any:
        """An earlier request was approved and paid; no balance moves."""
        request.approved_at = at
        request.updated_at = at
        request.save()
        return self.models.Transaction.create_save(
            sender_id=request.receiver_id,
            receiver_id=request.sender_id,
            amount=request.amount,
            description=request.description,
            created_at=at,
            updated_at=at,
        )

    def deny(self, request: Any, at: datetime) -> None:
        """An earlier request was denied."""
        request.denied_at = at
        request.updated_at = at
        request.save()

    def comment(self, transaction: Any, author: str, comment: str, at: datetime) -> Any:
        """``author`` comments on a payment."""
        return self.models.TransactionComment.create_save(
            transaction_id=transaction.id,
            user_id=self.user_id(author),
            comment=comment,
            created_at=at,
        )

    def like(self, transaction: Any, author: str, at: datetime) -> None:
        """``author`` likes a payment."""
        self.models.TransactionLike.create_save(
            transaction_id=transaction.id, user_id=self.user_id(author), created_at=at
        )

    def set_balance(self, owner: str, amount: float) -> None:
        """Set the money on ``owner``'s Venmo balance."""
        user = self.world.user(self.app, owner)
        user.venmo_balance = amount
        user.save()

    def _notify(
        self,
        receiver: str,
        sender: str,
        kind: str,
        at: datetime,
        seen: bool,
        *,
        transaction: Any = None,
        request: Any = None,
    ) -> None:
        notification = self.models.Notification
        action_by = self.world.user(self.app, sender)
        if transaction is not None:
            fields = getattr(notification, kind)(transaction=transaction, action_by=action_by)
        else:
            fields = getattr(notification, kind)(payment_request=request, action_by=action_by)
        notification.create_save(user_id=self.user_id(receiver), read=seen, created_at=at, **fields)
