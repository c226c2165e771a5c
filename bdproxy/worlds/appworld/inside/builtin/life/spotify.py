"""The music there is, and what people do with it."""

import re
from datetime import datetime
from random import Random

from ..clock import ago
from ..people import PEOPLE
from ..world import World
from .spotify_catalogue import CATALOGUE, PLAYLIST_TITLES, REVIEWS


def fill(world: World) -> None:
    """Artists, albums and songs; everybody's library, likes, playlists and reviews."""
    draw = Random("spotify")
    titles, albums, artists = _music(world, draw)
    models = world.models.spotify
    for who in PEOPLE:
        owner = who.first_name
        library = draw.sample(titles, draw.randint(7, 9))
        for index, title in enumerate(library):
            at = ago(days=200 - 18 * index, hours=who.number % 12)
            world.spotify.keep(owner, title, at)
            if index % 2:
                world.spotify.like(owner, title, at)
        user_id = world.user_id("spotify", owner)
        for album in draw.sample(albums, 6):
            at = ago(days=draw.uniform(10, 180))
            models.UserLibraryAlbum.create_save(user_id=user_id, album_id=album, created_at=at)
        for artist in draw.sample(artists, 2):
            at = ago(days=draw.uniform(10, 180))
            models.UserArtistFollowing.create_save(user_id=user_id, artist_id=artist, created_at=at)
        for title in draw.sample(PLAYLIST_TITLES, 6):
            songs = draw.sample(titles, draw.randint(2, 5))
            at = ago(days=draw.uniform(20, 250))
            world.spotify.playlist(owner, title, songs, at, public=draw.random() < 0.3)
    people = [who.first_name for who in PEOPLE]
    for title in draw.sample(titles, 40):
        for author in draw.sample(people, draw.choice((1, 2, 3))):
            rating, headline, text = draw.choice(REVIEWS)
            at = ago(days=draw.uniform(5, 150))
            world.spotify.review(author, title, rating, headline, text, at)


def _music(world: World, draw: Random) -> tuple[list[str], list[int], list[int]]:
    models = world.models.spotify
    titles: list[str] = []
    albums: list[int] = []
    artists: list[int] = []
    for row in CATALOGUE.strip().splitlines():
        name, genre, works = (part.strip() for part in row.split(";", 2))
        artist = models.Artist.create_save(name=name, genre=genre, created_at=ago(days=340))
        artists.append(artist.id)
        for work in works.split(" / "):
            match = re.fullmatch(r"(.+) \((\d{4})\): (.+)", work)
            if match is None:
                raise ValueError(f"album of {name} is not written as 'title (year): songs': {work}")
            released = datetime(int(match[2]), draw.randint(1, 4), draw.randint(1, 28))
            album = models.Album.create_save(
                title=match[1], artist_ids=[artist.id], release_date=released, genre=genre
            )
            albums.append(album.id)
            for title in match[3].split(", "):
                titles.append(title)
                models.Song.create_save(
                    title=title,
                    artist_ids=[artist.id],
                    album_id=album.id,
                    duration=draw.randint(128, 342),
                    release_date=released,
                    genre=genre,
                    play_count=draw.randint(400, 90_000),
                )
    return titles, albums, artists
