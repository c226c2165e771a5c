"""Reviews of songs, albums and playlists, and playlists' titles.

New reviews: ``record`` has ``song_id`` (or ``album_id``, or ``playlist_id``), ``user``, ``rating``,
``created_at`` or ``minutes_ago``, and perhaps ``title``. One person reviews a thing once. A new
review moves the rating, as AppWorld does it.
Existing ones by ``song_review_id`` (…), playlists by ``playlist_id``; ratings stay.
"""

from collections.abc import Callable
from typing import Any

from .cue import Cue
from .databases import existing, identifier, insert, models, moment, shown
from .people import user
from .record_types import RecordType
from .writers import place


def _review(kind: str) -> Callable[[Cue], Any]:
    def make(cue: Cue) -> dict[str, Any]:
        spotify = models("spotify")
        model, parent = f"{kind.capitalize()}Review", f"{kind}_id"
        reviewed = existing(getattr(spotify, kind.capitalize()), cue, parent, cue.need(parent))
        writer = user(cue, cue.need("user"))
        others = getattr(spotify, model).find_all(**{parent: reviewed.id})
        record = insert(
            getattr(spotify, model),
            cue,
            identifier(getattr(spotify, model), cue, f"{kind}_review_id"),
            **{parent: reviewed.id},
            user_id=writer.id,
            rating=cue.need("rating"),
            created_at=moment(cue, "created_at"),
            **{"title": cue.record.get("title", ""), "text": cue.record.get("text", "")}
            | {cue.field: cue.text},
        )
        return shown(record, f"{model}:default") | place(cue, writer, others)

    return make


RECORD_TYPES = {
    **{
        f"spotify.{kind}_review": RecordType(
            model=f"{kind.capitalize()}Review",
            identifier=f"{kind}_review_id",
            new=_review(kind),
            fields=("text", "title"),
        )
        for kind in ("song", "album", "playlist")
    },
    "spotify.playlist": RecordType(
        model="Playlist", identifier="playlist_id", fields=("title",), private=True
    ),
}
