"""What customers say about products.

New reviews and questions: ``record`` has ``product_id``, ``user``, ``created_at`` or
``minutes_ago``; a review also ``rating`` and ``title``. New answers: ``question_id`` instead of
``product_id``. ``is_verified`` unless it is to follow from the writer's orders. A new review moves
the ratings of product and seller, as AppWorld does it.
Existing ones by ``review_id``, ``question_id`` or ``question_answer_id``; ratings stay.
"""

from typing import Any

from .cue import Cue
from .databases import existing, identifier, insert, models, moment, shown
from .people import user
from .record_types import RecordType
from .writers import place


def _review(cue: Cue) -> dict[str, Any]:
    amazon = models("amazon")
    product = existing(amazon.Product, cue, "product_id", cue.need("product_id"))
    writer = user(cue, cue.need("user"))
    others = amazon.ProductReview.find_all(product_id=product.id)
    record = insert(
        amazon.ProductReview,
        cue,
        identifier(amazon.ProductReview, cue, "review_id"),
        product_id=product.id,
        user_id=writer.id,
        rating=cue.need("rating"),
        is_verified=_is_verified(cue, writer, product.id),
        created_at=moment(cue, "created_at"),
        **{"title": cue.record.get("title", ""), "text": cue.record.get("text", "")}
        | {cue.field: cue.text},
    )
    return shown(record, "ProductReview:default") | place(cue, writer, others)


def _question(cue: Cue) -> dict[str, Any]:
    amazon = models("amazon")
    product = existing(amazon.Product, cue, "product_id", cue.need("product_id"))
    writer = user(cue, cue.need("user"))
    others = amazon.ProductQuestion.find_all(product_id=product.id)
    record = insert(
        amazon.ProductQuestion,
        cue,
        identifier(amazon.ProductQuestion, cue, "question_id"),
        product_id=product.id,
        user_id=writer.id,
        question=cue.text,
        created_at=moment(cue, "created_at"),
    )
    return shown(record, "ProductQuestion:default") | place(cue, writer, others)


def _answer(cue: Cue) -> dict[str, Any]:
    amazon = models("amazon")
    question = existing(amazon.ProductQuestion, cue, "question_id", cue.need("question_id"))
    writer = user(cue, cue.need("user"))
    others = amazon.ProductQuestionAnswer.find_all(product_question_id=question.id)
    record = insert(
        amazon.ProductQuestionAnswer,
        cue,
        identifier(amazon.ProductQuestionAnswer, cue, "question_answer_id"),
        product_question_id=question.id,
        user_id=writer.id,
        answer=cue.text,
        is_verified=_is_verified(cue, writer, question.product_id),
        created_at=moment(cue, "created_at"),
    )
    return shown(record, "ProductQuestionAnswer:default") | place(cue, writer, others)


def _is_verified(cue: Cue, writer: Any, product_id: int) -> bool:
    if "is_verified" in cue.record:
        return bool(cue.record["is_verified"])
    amazon = models("amazon")
    bought = {item.order_id for item in amazon.OrderItem.find_all(product_id=product_id)}
    return any(order.id in bought for order in amazon.Order.find_all(user_id=writer.id))


RECORD_TYPES = {
    "amazon.product_review": RecordType(
        model="ProductReview", identifier="review_id", new=_review, fields=("text", "title")
    ),
    "amazon.product_question": RecordType(
        model="ProductQuestion", identifier="question_id", new=_question, fields=("question",)
    ),
    "amazon.product_question_answer": RecordType(
        model="ProductQuestionAnswer",
        identifier="question_answer_id",
        new=_answer,
        fields=("answer",),
    ),
}
