"""A world under construction: AppWorld's models plus the verbs that add records to them.

Runs in AppWorld's interpreter. Scenarios get a ``World`` in their ``start`` and speak of people by
their first names.
"""

from datetime import datetime
from types import SimpleNamespace
from typing import Any

from .clock import NOW, ago
from .people import Person, person
from .verbs.amazon import Amazon
from .verbs.file_system import FileSystem
from .verbs.gmail import Gmail
from .verbs.phone import Phone
from .verbs.simple_note import SimpleNote
from .verbs.splitwise import Splitwise
from .verbs.spotify import Spotify
from .verbs.todoist import Todoist
from .verbs.venmo import Venmo


class World:
    """The databases that are bound at the moment, and one set of verbs per app.

    ``models.<app>.<Model>`` is AppWorld's own model class, for what no verb covers.
    """

    now: datetime = NOW

    def __init__(self) -> None:
        from appworld.apps import get_all_apps
        from appworld.common.utils import import_models_module

        self.models: Any = SimpleNamespace(
            **{app: import_models_module(app) for app in get_all_apps()}
        )
        self._users: dict[tuple[str, str], Any] = {}
        self.phone = Phone(self)
        self.gmail = Gmail(self)
        self.venmo = Venmo(self)
        self.simple_note = SimpleNote(self)
        self.amazon = Amazon(self)
        self.splitwise = Splitwise(self)
        self.todoist = Todoist(self)
        self.spotify = Spotify(self)
        self.file_system = FileSystem(self)

    def person(self, first_name: str) -> Person:
        """The inhabitant of that first name; KeyError if there is none."""
        return person(first_name)

    def user(self, app: str, first_name: str) -> Any:
        """A person's account in one app, as AppWorld's record."""
        account = getattr(self.models, app).User
        key = (app, first_name)
        if key not in self._users:
            who = person(first_name)
            unique = {"phone_number": who.phone_number} if app == "phone" else {"email": who.email}
            self._users[key] = account.find_one_or_raise(**unique).id
        return account.by_id(self._users[key])

    def user_id(self, app: str, first_name: str) -> int:
        """The number of a person's account in one app."""
        key = (app, first_name)
        if key not in self._users:
            self.user(app, first_name)
        return self._users[key]  # type: ignore[no-any-return]

    def ago(self, *, days: float = 0, hours: float = 0, minutes: float = 0) -> datetime:
        """The moment that lies so long before the task starts."""
        return ago(days=days, hours=hours, minutes=minutes)
