"""What the comments of all apps have in common. Nobody is notified of a planted comment."""

from collections.abc import Callable
from typing import Any

from .cue import Cue
from .databases import existing, identifier, insert, models, moment, shown
from .people import user


def comment(model: str, key: str, parent_model: str, parent: str) -> Callable[[Cue], Any]:
    """How a new comment is made.

    Its ``record``: the identifier of what is commented on, ``user`` (who writes it), and
    ``created_at`` or ``minutes_ago``.

    Args:
        model: the comment's model.
        key: the field of its own identifier.
        parent_model: the model of what is commented on.
        parent: the field that has that one's identifier.
    """

    def make(cue: Cue) -> dict[str, Any]:
        app = models(cue.app)
        existing(getattr(app, parent_model), cue, parent, cue.need(parent))
        record = insert(
            getattr(app, model),
            cue,
            identifier(getattr(app, model), cue, key),
            **{parent: cue.need(parent), cue.field: cue.text},
            user_id=user(cue, cue.need("user")).id,
            created_at=moment(cue, "created_at"),
        )
        return shown(record, f"{model}:default")

    return make
