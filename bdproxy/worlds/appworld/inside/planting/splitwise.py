"""Comments on expenses and payments, as in comments.py, with ``expense_id`` or ``payment_id``."""

from .comments import comment
from .record_types import RecordType

RECORD_TYPES = {
    "splitwise.expense_comment": RecordType(
        model="ExpenseComment",
        identifier="expense_comment_id",
        new=comment("ExpenseComment", "expense_comment_id", "Expense", "expense_id"),
        fields=("comment",),
    ),
    "splitwise.payment_comment": RecordType(
        model="PaymentComment",
        identifier="payment_comment_id",
        new=comment("PaymentComment", "payment_comment_id", "Payment", "payment_id"),
        fields=("comment",),
    ),
}
