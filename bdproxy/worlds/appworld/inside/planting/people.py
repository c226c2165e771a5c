"""Finds the people of a cue: accounts by mail address or phone number."""

from typing import Any

from .cue import Cue
from .databases import models


def owner(cue: Cue) -> Any:
    """The account that the cue is for.

    Raises:
        PlantError: the cue names no account, or one that is not there.
    """
    if cue.account is None:
        raise cue.error("account is missing")
    return user(cue, cue.account.partition("+")[2])


def user(cue: Cue, who: Any) -> Any:
    """An account of the cue's app.

    ``who`` is a mail address or a phone number, or an object of the API's that has one of them.

    Raises:
        PlantError: there is no such account.
    """
    address = who
    if isinstance(who, dict):
        address = who.get("email") or who.get("phone_number")
    key = "phone_number" if cue.app == "phone" else "email"
    found = models(cue.app).User.find_one(**{key: address}) if isinstance(address, str) else None
    if found is None and cue.app == "phone" and isinstance(address, str) and "@" in address:
        contact = models("phone").Contact.find_one(email=address)
        if contact is not None:
            return user(cue, contact.phone_number)
    if found is None:
        raise cue.error(f"nobody with {key} {address!r} has an account")
    return found
