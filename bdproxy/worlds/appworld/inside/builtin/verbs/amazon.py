"""Amazon: orders, cart, reviews, questions."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from .verb import Verbs

if TYPE_CHECKING:
    from ..world import World

_TAX = 0.10
_DELIVERY_FEE = 5.0


class Amazon(Verbs):
    """What people buy. Products are spoken of by their names."""

    app = "amazon"

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self._product_ids: dict[str, int] = {}

    def product(self, name: str) -> Any:
        """The first product of that name (variations share a name)."""
        return self.models.Product.by_id(self.product_id(name))

    def product_id(self, name: str) -> int:
        """The number of the first product of that name."""
        if name not in self._product_ids:
            self._product_ids[name] = self.models.Product.find_all(name=name)[0].id
        return self._product_ids[name]

    def order(self, owner: str, quantities: Mapping[str, int], at: datetime) -> Any:
        """A past order, paid with the owner's card, sent home, delivered if due by now."""
        user_id = self.user_id(owner)
        address = self.models.Address.find_one_or_raise(user_id=user_id, name="Home")
        card = self.models.PaymentCard.find_one_or_raise(user_id=user_id)
        products = {name: self.product(name) for name in quantities}
        cost = sum(products[name].price * count for name, count in quantities.items())
        order = self.models.Order.create_save(
            user_id=user_id,
            address_id=address.id,
            payment_card_id=card.id,
            address_text=address.text,
            payment_card_digits=card.last_four_digits,
            tax=round(cost * _TAX, 2),
            delivery_fee=_DELIVERY_FEE,
            created_at=at,
        )
        for name, count in quantities.items():
            product = products[name]
            expected = (at + timedelta(days=product.delivery_days)).replace(
                hour=18, minute=0, second=0, microsecond=0
            )
            self.models.OrderItem.create_save(
                order_id=order.id,
                product_id=product.id,
                price=product.price,
                ordered_quantity=count,
                returned_quantity=0,
                gift_wrap_quantity=0,
                expected_delivery_at=expected,
                delivered_at=expected if expected < self.world.now else None,
            )
        return order

    def cart(self, owner: str, name: str, quantity: int = 1) -> Any:
        """``owner`` has so many of a product in the cart."""
        return self.models.CartEntry.create_save(
            user_id=self.user_id(owner), product_id=self.product_id(name), quantity=quantity
        )

    def review(
        self,
        author: str,
        name: str,
        rating: int,
        title: str,
        text: str,
        at: datetime,
        *,
        more_follow: bool = False,
    ) -> Any:
        """``author`` reviews a product with 1 to 5 stars.

        The ratings of product and seller follow, unless ``more_follow``: then the product's next
        review sees to it.
        """
        review = self.models.ProductReview.create(
            product_id=self.product_id(name),
            user_id=self.user_id(author),
            rating=rating,
            title=title,
            text=text,
            is_verified=self._bought(author, name),
            created_at=at,
        )
        review.save(skip_post_change=more_follow)
        return review

    def question(self, author: str, name: str, question: str, at: datetime) -> Any:
        """``author`` asks about a product."""
        return self.models.ProductQuestion.create_save(
            product_id=self.product_id(name),
            user_id=self.user_id(author),
            question=question,
            created_at=at,
        )

    def answer(self, question: Any, author: str, name: str, answer: str, at: datetime) -> Any:
        """``author`` answers a question about the product of that name."""
        return self.models.ProductQuestionAnswer.create_save(
            product_question_id=question.id,
            user_id=self.user_id(author),
            answer=answer,
            is_verified=self._bought(author, name),
            created_at=at,
        )

    def _bought(self, owner: str, name: str) -> bool:
        items = self.models.OrderItem.find_all(product_id=self.product_id(name))
        owner_id = self.user_id(owner)
        return any(self.models.Order.by_id(item.order_id).user_id == owner_id for item in items)
