"""AppWorld's documented APIs, and which of them change records."""

from pathlib import Path

from pydantic import BaseModel, TypeAdapter, ValidationError

from bdproxy.apis import READING_METHODS, Api
from bdproxy.errors import DataSetError
from bdproxy.validation import first_problem
from bdproxy.worlds.appworld.remedy import remedy_for

GETS_THAT_WRITE = frozenset(
    {
        # These put a file in the user's file system.
        "amazon.download_order_receipt",
        "amazon.download_prime_subscription_receipt",
        "gmail.download_attachment",
        "splitwise.download_expense_receipt_file",
        "splitwise.download_payment_receipt_file",
        "spotify.download_premium_subscription_receipt",
        "todoist.download_attachment",
        "venmo.download_bank_transfer_receipt",
        "venmo.download_transaction_receipt",
        # These make the user's music player when there is none.
        "spotify.show_current_song",
        "spotify.show_song_queue",
        "spotify.show_volume",
        # These make the user's inbox project when it is asked for (project 0) and there is none.
        "todoist.show_project",
        "todoist.show_sections",
        "todoist.show_tasks",
    }
)
"""Documented as ``app.name``: a GET that may change records."""

POSTS_THAT_READ = frozenset(
    {
        "splitwise.show_people_balance",
        "splitwise.show_person_balance",
        *(
            f"{app}.{name}"
            for app in (
                "amazon",
                "file_system",
                "gmail",
                "phone",
                "simple_note",
                "splitwise",
                "spotify",
                "todoist",
                "venmo",
            )
            # A token is no record; who is logged in is kept outside the database.
            for name in ("login", "logout")
        ),
    }
)
"""Documented as ``app.name``: a POST that changes no record."""


class _DocumentedApi(BaseModel):
    app_name: str
    api_name: str
    method: str
    path: str


_APP_DOCUMENTATION = TypeAdapter(dict[str, _DocumentedApi])


def load_apis(root: Path) -> tuple[Api, ...]:
    """The APIs that ``root``'s data set documents (``data/api_docs/standard/*.json``).

    Raises:
        DataSetError: there is no documentation, or a file of it is damaged.
    """
    folder = root / "data" / "api_docs" / "standard"
    apis: list[Api] = []
    for file in sorted(folder.glob("*.json")):
        try:
            documented = _APP_DOCUMENTATION.validate_json(file.read_bytes())
        except OSError as error:
            raise DataSetError(f"{file} can't be read: {error}; {remedy_for(root)}") from error
        except ValidationError as error:
            raise DataSetError(f"{file}: {first_problem(error)}; {remedy_for(root)}") from error
        apis.extend(_api(each) for each in documented.values())
    if not apis:
        raise DataSetError(f"no API documentation in {folder}; {remedy_for(root)}")
    return tuple(apis)


def _api(documented: _DocumentedApi) -> Api:
    name = f"{documented.app_name}.{documented.api_name}"
    if documented.method in READING_METHODS:
        writes = name in GETS_THAT_WRITE
    else:
        writes = name not in POSTS_THAT_READ
    return Api(documented.app_name, documented.api_name, documented.method, documented.path, writes)
