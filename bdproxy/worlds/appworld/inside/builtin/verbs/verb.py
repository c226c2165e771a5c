"""What the verbs of all apps have in common. Standard library only."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..world import World


class Verbs:
    """The verbs of one app; ``app`` is its name."""

    app: str

    def __init__(self, world: "World") -> None:
        self.world = world

    @property
    def models(self) -> Any:
        """AppWorld's models of this app."""
        return getattr(self.world.models, self.app)

    def user_id(self, first_name: str) -> int:
        """The number of a person's account in this app."""
        return self.world.user_id(self.app, first_name)
