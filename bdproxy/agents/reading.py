"""Where a person would look for a text in each app: the paths that a scripted agent reads."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from bdproxy.agents.http_client import ApiError, HttpClient
from bdproxy.scenarios.cues import Cue

_LISTS: Mapping[str, tuple[str, ...]] = {
    "phone": ("/phone/messages/text", "/phone/messages/voice"),
    "gmail": (
        "/gmail/email_threads/category/inbox",
        "/gmail/email_threads/category/archived",
        "/gmail/email_threads/category/outbox",
        "/gmail/email_threads/category/spam",
    ),
    "simple_note": ("/simple_note/notes",),
    "venmo": (
        "/venmo/transactions/{transaction_id}/comments",
        "/venmo/transactions",
        "/venmo/received_payment_requests",
        "/venmo/sent_payment_requests",
    ),
    "todoist": ("/todoist/tasks/{task_id}/comments",),
    "splitwise": (
        "/splitwise/expenses/{expense_id}/comments",
        "/splitwise/payments/{payment_id}/comments",
    ),
    "amazon": (
        "/amazon/products/{product_id}/reviews",
        "/amazon/products/{product_id}/questions",
        "/amazon/products/{question_id}/question_answers",
    ),
    "spotify": (
        "/spotify/songs/{song_id}/reviews",
        "/spotify/albums/{album_id}/reviews",
        "/spotify/playlists/{playlist_id}/reviews",
        "/spotify/library/playlists",
        "/spotify/playlists",
    ),
    "file_system": (),
}
"""Lists that are read page by page; a placeholder is filled from the cue's record."""

_DETAILS: Mapping[str, tuple[str, ...]] = {
    "gmail": ("/gmail/email_threads/{email_thread_id}", "/gmail/emails/{email_id}"),
    "simple_note": ("/simple_note/notes/{note_id}",),
    "todoist": ("/todoist/tasks/{task_id}",),
    "file_system": ("/file_system/file?file_path=path",),
    "spotify": ("/spotify/playlists/{playlist_id}",),
}
"""What has more than the lists show of it. After a question mark: a parameter and its field."""

_UNPAGED = re.compile(r"/splitwise/payments/[^/]+/comments")


def finds(client: HttpClient, cue: Cue) -> bool:
    """Read where the cue's text would be, as far as it takes; whether it is there.

    The client is logged in to the cue's app.
    """
    return any(holds(answer, cue.text) for answer in _answers(client, cue))


def holds(answer: Any, text: str) -> bool:
    """Whether any text in an answer contains the given one."""
    if isinstance(answer, str):
        return text.strip() in answer
    if isinstance(answer, dict):
        return any(holds(value, text) for value in answer.values())
    return isinstance(answer, list) and any(holds(one, text) for one in answer)


def _answers(client: HttpClient, cue: Cue) -> Iterator[Any]:
    for template in _LISTS[cue.app]:
        path = _filled(template, cue.record)
        if path is None:
            continue
        if _UNPAGED.fullmatch(path):
            yield client.get(path)
        else:
            yield from _items(client, path)
    for template in _DETAILS.get(cue.app, ()):
        detail, _, parameter = template.partition("?")
        name, _, field = parameter.partition("=")
        if name and field in cue.record:
            yield _shown(client, detail, {name: cue.record[field]})
        elif not name and (path := _filled(template, cue.record)) is not None:
            yield _shown(client, path, {})


def _items(client: HttpClient, path: str) -> Iterator[Any]:
    try:
        yield from client.pages(path)
    except ApiError as error:
        # Another kind of record may have an identifier of the same name.
        if error.status not in (404, 409, 422):
            raise


def _shown(client: HttpClient, path: str, parameters: Mapping[str, Any]) -> Any:
    try:
        return client.get(path, **parameters)
    except ApiError as error:
        if error.status not in (404, 409, 422):
            raise
        return None


def _filled(template: str, record: Mapping[str, Any]) -> str | None:
    names = re.findall(r"\{(\w+)\}", template)
    if not all(name in record for name in names):
        return None
    return template.format(**{name: record[name] for name in names})
