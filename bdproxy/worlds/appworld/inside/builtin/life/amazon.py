"""The shop, what people bought there, and what they think of it."""

from random import Random

from ..clock import ago
from ..people import PEOPLE
from ..world import World
from .amazon_products import PRODUCTS, QUESTIONS, REVIEWS, SELLERS

_ORDERS_EACH = 6


def fill(world: World) -> None:
    """Sellers, products, deliverers, and everybody's orders, reviews, carts and wishes."""
    draw = Random("amazon")
    names = _shop(world, draw)
    planned = []
    for who in PEOPLE:
        for _ in range(_ORDERS_EACH):
            count = draw.choice((1, 1, 1, 2))
            basket = {name: draw.choice((1, 1, 1, 2)) for name in draw.sample(names, count)}
            planned.append((ago(days=draw.uniform(10, 240)), who.first_name, basket))
    for at, owner, basket in sorted(planned, key=lambda entry: entry[:2]):
        world.amazon.order(owner, basket, at)
    _opinions(world, draw, names)
    for who in PEOPLE:
        for name in draw.sample(names, 1):
            world.models.amazon.WishListEntry.create_save(
                user_id=world.user_id("amazon", who.first_name),
                product_id=world.amazon.product(name).id,
                quantity=1,
            )


def _shop(world: World, draw: Random) -> list[str]:
    models = world.models.amazon
    sellers = {name: models.Seller.create_save(name=name).id for name in SELLERS}
    for deliverer in ("UPS", "USPS", "FedEx"):
        models.Deliverer.create_save(name=deliverer)
    models.Promo.create_save(type="percent", code="LILAC", min_amount=50.0, discount=10)
    names = []
    for row in PRODUCTS.strip().splitlines():
        kind, name, seller, price, days, colors, description = (
            part.strip() for part in row.split(";", 6)
        )
        names.append(name)
        choices = [None] if colors == "-" else colors.split(",")
        length, width, height = (round(draw.uniform(2, 16), 1) for _ in range(3))
        for color in choices:
            models.Product.create_save(
                product_type=kind,
                name=name,
                description=description,
                seller_id=sellers[seller],
                price=float(price),
                delivery_days=int(days),
                inventory_quantity=draw.randint(25, 90),
                weight=round(draw.uniform(0.1, 3), 2),
                length=length,
                width=width,
                height=height,
                color=color,
                has_variations=len(choices) > 1,
            )
    return names


def _opinions(world: World, draw: Random, names: list[str]) -> None:
    people = [who.first_name for who in PEOPLE]
    popular = draw.sample(names, 3)
    for name in names:
        count = 8 if name in popular else draw.choice((1, 2, 3))
        for number, author in enumerate(draw.sample(people, count), start=1):
            rating, title, text = draw.choice(REVIEWS)
            world.amazon.review(
                author,
                name,
                rating,
                title,
                text,
                ago(days=draw.uniform(5, 150)),
                more_follow=number < count,
            )
    for name in draw.sample(names, 24):
        asker, answerer = draw.sample(people, 2)
        question, answer = draw.choice(QUESTIONS)
        asked = world.amazon.question(asker, name, question, ago(days=draw.uniform(20, 90)))
        world.amazon.answer(asked, answerer, name, answer, ago(days=draw.uniform(2, 19)))
