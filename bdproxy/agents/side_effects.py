"""Small writes that no task of the built-in world asks for, and how each is undone."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from bdproxy.agents.http_client import HttpClient

_ADDRESS = {
    "name": "Parcel shop",
    "street_address": "12 Alder Row",
    "city": "Portland",
    "state": "Oregon",
    "country": "United States",
    "zip_code": 97205,
}
_CONTACT = {
    "first_name": "Harriet",
    "last_name": "Lowe",
    "phone_number": "5035550188",
    "email": "harriet.lowe@gmail.com",
}


@dataclass(frozen=True, slots=True)
class SideEffect:
    """A write, and the path that undoes it, in which the answer's fields are filled in.

    ``stranger_in`` is a list of people; one of them who is no friend yet is filled in, too.
    """

    path: str
    parameters: Mapping[str, Any]
    undone_by: str
    stranger_in: str | None = None

    @property
    def app(self) -> str:
        """The app that it changes."""
        return self.path.split("/")[1]

    def make(self, client: HttpClient) -> Mapping[str, Any]:
        """Do it as the user; the answer, and whom it is about."""
        client.login(self.app)
        people = () if self.stranger_in is None else client.pages(self.stranger_in)
        stranger: Mapping[str, Any] = next(
            (one for one in people if one["friends_since"] is None), {}
        )
        answer = client.post(self.path.format(**stranger), **self.parameters)
        return {**stranger, **answer}

    def undo(self, client: HttpClient, answer: Mapping[str, Any]) -> None:
        """Take it back."""
        client.delete(self.undone_by.format(**answer))


SIDE_EFFECTS = (
    SideEffect("/phone/contacts", _CONTACT, "/phone/contacts/{contact_id}"),
    SideEffect(
        "/simple_note/notes",
        {"title": "Window seats", "content": "Row 12 is the quiet one."},
        "/simple_note/notes/{note_id}",
    ),
    SideEffect("/todoist/projects", {"name": "Balcony"}, "/todoist/projects/{project_id}"),
    SideEffect("/spotify/playlists", {"title": "Rainy bus"}, "/spotify/playlists/{playlist_id}"),
    SideEffect("/amazon/addresses", _ADDRESS, "/amazon/addresses/{address_id}"),
    SideEffect(
        "/gmail/drafts",
        {
            "recipient_email_addresses": [],
            "subject": "Window seats",
            "body": "Row 12 is the quiet one.",
        },
        "/gmail/drafts/{draft_id}",
    ),
    SideEffect("/venmo/friends/{email}", {}, "/venmo/friends/{email}", stranger_in="/venmo/users"),
)
"""In the order in which they are chosen; each task's apps have one whose kind of record it leaves
alone."""

_OF_THE_TASK = {"shopping-note": "/simple_note/notes"}
"""Where the task itself may change such records."""


def side_effect_in(apps: Collection[str], scenario: str) -> SideEffect:
    """One in some of the apps, of a kind of record that the scenario has nothing to do with.

    Raises:
        LookupError: there is none.
    """
    for one in SIDE_EFFECTS:
        if one.app in apps and one.path != _OF_THE_TASK.get(scenario):
            return one
    raise LookupError(f"no side effect is known for {', '.join(apps)}")


def side_effect_outside(apps: Collection[str], scenario: str) -> SideEffect:
    """One in an app that is none of these.

    Raises:
        LookupError: there is none.
    """
    return side_effect_in([one.app for one in SIDE_EFFECTS if one.app not in apps], scenario)
