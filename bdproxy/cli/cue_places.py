"""Where in an app an agent comes across a cue: the endpoints that show what carries it."""

import re
from collections.abc import Iterator, Mapping

from bdproxy.names import Way
from bdproxy.overlay.catalogue_files import packaged_catalogue
from bdproxy.scenarios.cues import Cue

_CHANGED: Mapping[str, tuple[str, ...]] = {
    "amazon.product_review": ("/amazon/products/{product_id}/reviews",),
    "amazon.product_question": ("/amazon/products/{product_id}/questions",),
    "amazon.product_question_answer": ("/amazon/products/{question_id}/question_answers",),
    "file_system.file": ("/file_system/file?file_path={path}",),
    "gmail.email": ("/gmail/email_threads/{email_thread_id}", "/gmail/emails/{email_id}"),
    "simple_note.note": ("/simple_note/notes/{note_id}",),
    "spotify.playlist": ("/spotify/playlists/{playlist_id}", "/spotify/library/playlists"),
    "todoist.task": ("/todoist/tasks/{task_id}", "/todoist/projects/{project_id}/tasks"),
    "venmo.payment_request": ("/venmo/received_payment_requests", "/venmo/sent_payment_requests"),
    "venmo.transaction": (
        "/venmo/transactions/{transaction_id}",
        "/venmo/transactions",
        "/venmo/social_feed",
    ),
}
"""Records that exist: the overlay finds them in any answer, so its catalogue need not say where."""


def places(cue: Cue) -> list[str]:
    """The endpoints, such as ``GET /phone/messages/text``, with the record's own identifiers.

    What is left of placeholders is that of other records. Deeper nesting is not counted up.
    """
    paths = _catalogued(cue) if cue.way is Way.NEW else _CHANGED.get(cue.record_type, ())
    return [f"GET {_filled(path, cue.record)}" for path in paths]


def _catalogued(cue: Cue) -> Iterator[str]:
    app = packaged_catalogue().apps.get(cue.app)
    record_type = None if app is None else app.records.get(cue.record_type)
    if record_type is not None:
        yield from (one.path for one in record_type.shows if one.method == "GET")
        yield from (one.path for one in record_type.lists if one.method == "GET")


def _filled(path: str, record: Mapping[str, object]) -> str:
    return re.sub(r"\{(\w+)\}", lambda found: str(record.get(found[1], found[0])), path)
