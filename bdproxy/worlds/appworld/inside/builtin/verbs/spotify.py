"""Spotify: artists, albums, songs, and what people do with them."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from .verb import Verbs

if TYPE_CHECKING:
    from ..world import World


class Spotify(Verbs):
    """What people listen to. Songs are spoken of by their titles, which are unique."""

    app = "spotify"

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self._song_ids: dict[str, int] = {}

    def song(self, title: str) -> Any:
        """The song of that title."""
        return self.models.Song.by_id(self.song_id(title))

    def song_id(self, title: str) -> int:
        """The number of the song of that title."""
        if title not in self._song_ids:
            self._song_ids[title] = self.models.Song.find_one_or_raise(title=title).id
        return self._song_ids[title]

    def playlist(
        self,
        owner: str,
        title: str,
        songs: Sequence[str],
        at: datetime,
        *,
        public: bool = False,
    ) -> Any:
        """A playlist with the songs of those titles."""
        playlist = self.models.Playlist.create_save(
            title=title, user_id=self.user_id(owner), is_public=public, created_at=at
        )
        entries = self.models.PlaylistSong
        entries.save_all(
            [
                entries.create(playlist_id=playlist.id, song_id=self.song_id(song), added_at=at)
                for song in songs
            ]
        )
        return playlist

    def keep(self, owner: str, title: str, at: datetime) -> None:
        """``owner`` puts a song into the library, unless it is there."""
        song_id = self.song_id(title)
        mine = {"user_id": self.user_id(owner), "song_id": song_id}
        if not self.models.UserLibrarySong.exists(**mine):
            self.models.UserLibrarySong.create_save(created_at=at, **mine)

    def like(self, owner: str, title: str, at: datetime) -> None:
        """``owner`` likes a song, unless it is liked already."""
        mine = {"user_id": self.user_id(owner), "song_id": self.song_id(title)}
        if not self.models.SongLike.exists(**mine):
            self.models.SongLike.create_save(liked_at=at, **mine)

    def review(
        self, author: str, title: str, rating: int, headline: str, text: str, at: datetime
    ) -> Any:
        """``author`` reviews a song with 1 to 5 stars."""
        return self.models.SongReview.create_save(
            song_id=self.song_id(title),
            user_id=self.user_id(author),
            rating=rating,
            title=headline,
            text=text,
            created_at=at,
        )
