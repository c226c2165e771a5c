"""Everybody's accounts, addresses and payment cards, and AppWorld's own notifier accounts."""

from .clock import BIRTH
from .people import COMPANIES, COUPLES, FAMILIES, HOMES, MANAGERS, PEOPLE, Person
from .relations import kind, relations
from .world import World

EMAIL_APPS = (
    "amazon",
    "gmail",
    "file_system",
    "venmo",
    "splitwise",
    "simple_note",
    "todoist",
    "spotify",
)
_VERIFIED_APPS = frozenset(EMAIL_APPS) - {"gmail"}
_STARTING_BALANCE = 640.0


def open_accounts(world: World) -> None:
    """Create all people with their accounts in all apps."""
    from appworld.apps.api_lib import CompanyNotifier

    for app in EMAIL_APPS:
        CompanyNotifier(app).create_accounts(skip_if_exists=True)
    homes = {
        key: world.models.admin.GlobalAddress.create_save(
            residence_id=None, company_id=None, **_address_fields(key)
        ).id
        for key in HOMES
    }
    for who in PEOPLE:
        _open(world, who, homes)
    _connect(world)


def _address_fields(home: str) -> dict[str, object]:
    address = HOMES[home]
    return {
        "street_address": address.street,
        "city": address.city,
        "state": address.state,
        "country": "USA",
        "zip_code": address.zip_code,
    }


def _card_fields(who: Person) -> dict[str, object]:
    return {
        "owner_name": who.name,
        "card_name": ("Visa", "MasterCard", "Discover", "Chase")[who.number % 4],
        "card_number": who.card_number,
        "expiry_year": 2026 + who.number % 3,
        "expiry_month": 1 + who.number % 12,
        "cvv_number": 101 + 31 * who.number,
    }


def _open(world: World, who: Person, homes: dict[str, int]) -> None:
    models = world.models
    main_user = models.admin.MainUser.create_save(
        first_name=who.first_name,
        last_name=who.last_name,
        email=who.email,
        phone_number=who.phone_number,
        birthday=who.birthday,
        sex=who.sex,
    )
    for app in (*EMAIL_APPS, "phone"):
        models.admin.AccountPassword.create_save(
            main_user_id=main_user.id, account_name=app, password=who.password(app)
        )
    models.admin.PaymentCard.create_save(
        main_user_id=main_user.id, balance=4000.0 + 75 * who.number, **_card_fields(who)
    )
    models.admin.UserAddress.create_save(
        global_address_id=homes[who.home], main_user_id=main_user.id, name="Home"
    )
    for app in EMAIL_APPS:
        extra: dict[str, object] = {"verified": True} if app in _VERIFIED_APPS else {}
        if app == "venmo":
            extra["venmo_balance"] = _STARTING_BALANCE + 10 * who.number
        user = getattr(models, app).User.create_save(
            first_name=who.first_name,
            last_name=who.last_name,
            email=who.email,
            password=who.password(app),
            created_at=BIRTH,
            last_logged_in=BIRTH,
            **extra,
        )
        if app in ("amazon", "venmo", "spotify"):
            getattr(models, app).PaymentCard.create_save(user_id=user.id, **_card_fields(who))
        if app == "amazon":
            models.amazon.Address.create_save(
                user_id=user.id, name="Home", **_address_fields(who.home)
            )
        elif app == "spotify":
            models.spotify.MusicPlayer.create_save(user_id=user.id)
    models.phone.User.create_save(
        first_name=who.first_name,
        last_name=who.last_name,
        phone_number=who.phone_number,
        password=who.password("phone"),
        created_at=BIRTH,
        last_logged_in=BIRTH,
    )


def _connect(world: World) -> None:
    """AppWorld's own record of who is what to whom, which no agent sees."""
    admin = world.models.admin
    ids = {who.first_name: number for number, who in enumerate(PEOPLE, start=1)}
    for company in COMPANIES:
        record = admin.Company.create_save(
            name=company, manager_id=ids[MANAGERS[company]], weekly_standup_time="09:30"
        )
        for who in PEOPLE:
            if who.company == company:
                admin.CompanyEmployee.create_save(
                    company_id=record.id,
                    main_user_id=ids[who.first_name],
                    is_manager=MANAGERS[company] == who.first_name,
                )
    children = {frozenset(parents): names for parents, names in FAMILIES}
    for one, two in COUPLES:
        husband, wife = (one, two) if _is_male(one) else (two, one)
        admin.Family.create_save(
            husband_id=ids[husband],
            wife_id=ids[wife],
            child_ids=[ids[name] for name in children.get(frozenset((one, two)), ())],
        )
    for who in PEOPLE:
        for other in relations(who.first_name):
            if kind(who.first_name, other) == "friend":
                admin.Friendship.create_save(main_user_id=ids[who.first_name], friend_id=ids[other])


def _is_male(first_name: str) -> bool:
    return next(who for who in PEOPLE if who.first_name == first_name).sex == "male"
