"""Splitwise: groups, shared expenses, payments, comments."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from .verb import Verbs


class Splitwise(Verbs):
    """What people share. Amounts are dollars."""

    app = "splitwise"

    def group(self, owner: str, name: str, members: Sequence[str], at: datetime) -> Any:
        """A group of the owner and the members."""
        group = self.models.Group.create_save(
            user_id=self.user_id(owner),
            name=name,
            created_at=at,
            deleted=False,
            invitation_code=f"{self.models.Group.size() * 7919 + 13577:05d}"[-5:],
        )
        for member in dict.fromkeys([owner, *members]):
            self.models.GroupMember.create_save(
                group_id=group.id, user_id=self.user_id(member), joined_at=at
            )
        return group

    def expense(
        self,
        payer: str,
        amount: float,
        description: str,
        debtors: Sequence[str] | Mapping[str, float],
        at: datetime,
        *,
        group: Any = None,
    ) -> Any:
        """``payer`` paid; ``debtors`` owe equal parts, or the parts that a mapping gives.

        A payer who shares the cost is one of the debtors.
        """
        if not isinstance(debtors, Mapping):
            debtors = dict.fromkeys(debtors, amount / len(debtors))
        expense = self.models.Expense.create_save(
            user_id=self.user_id(payer),
            payer_id=self.user_id(payer),
            group_id=group.id if group is not None else None,
            description=description,
            amount=amount,
            created_at=at,
        )
        for number, (debtor, share) in enumerate(debtors.items(), start=1):
            record = self.models.ExpenseShare.create(
                expense_id=expense.id,
                debtor_id=self.user_id(debtor),
                share_amount=share,
                created_at=at,
            )
            # Saving a share makes the expense collect all of its shares: once is enough.
            record.save(skip_post_change=number < len(debtors))
        return self.models.Expense.by_id(expense.id)

    def payment(
        self, payer: str, receiver: str, amount: float, at: datetime, *, group: Any = None
    ) -> Any:
        """``payer`` gave ``receiver`` money back."""
        return self.models.Payment.create_save(
            user_id=self.user_id(payer),
            payer_id=self.user_id(payer),
            receiver_id=self.user_id(receiver),
            group_id=group.id if group is not None else None,
            amount=amount,
            description="Paid back",
            created_at=at,
        )

    def comment(self, expense: Any, author: str, comment: str, at: datetime) -> Any:
        """``author`` comments on an expense."""
        return self.models.ExpenseComment.create_save(
            expense_id=expense.id,
            user_id=self.user_id(author),
            comment=comment,
            created_at=at,
        )
