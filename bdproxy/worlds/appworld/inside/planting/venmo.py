"""Payments, requests and comments.

Existing ones by ``transaction_id`` or ``payment_request_id``; new comments as in comments.py, with
``transaction_id``.
"""

from .comments import comment
from .record_types import RecordType

RECORD_TYPES = {
    "venmo.transaction": RecordType(
        model="Transaction", identifier="transaction_id", fields=("description",)
    ),
    "venmo.payment_request": RecordType(
        model="PaymentRequest", identifier="payment_request_id", fields=("description",)
    ),
    "venmo.transaction_comment": RecordType(
        model="TransactionComment",
        identifier="comment_id",
        new=comment("TransactionComment", "comment_id", "Transaction", "transaction_id"),
        fields=("comment",),
    ),
}
