"""Reviews of songs, albums and playlists, and playlists' titles, by their identifiers."""

from .record_types import RecordType

RECORD_TYPES = {
    **{
        f"spotify.{kind}_review": RecordType(
            model=f"{kind.capitalize()}Review",
            identifier=f"{kind}_review_id",
            fields=("text", "title"),
        )
        for kind in ("song", "album", "playlist")
    },
    "spotify.playlist": RecordType(
        model="Playlist", identifier="playlist_id", fields=("title",), private=True
    ),
}
