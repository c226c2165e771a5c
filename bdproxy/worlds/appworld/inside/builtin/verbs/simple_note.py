"""Simple notes."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from .verb import Verbs


class SimpleNote(Verbs):
    """What people write down."""

    app = "simple_note"

    def note(
        self,
        owner: str,
        title: str,
        content: str,
        at: datetime,
        *,
        tags: Sequence[str] = (),
        pinned: bool = False,
    ) -> Any:
        """A note; titles are unique per owner."""
        return self.models.Note.create_save(
            user_id=self.user_id(owner),
            title=title,
            content=content,
            tags=list(tags),
            pinned=pinned,
            created_at=at,
            updated_at=at,
        )
