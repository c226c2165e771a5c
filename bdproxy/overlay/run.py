"""One run's overlay: the catalogue, how far the run has got, and who may change it now."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field

from bdproxy.overlay.catalogue import AppCatalogue, Catalogue
from bdproxy.overlay.state import OverlayState, initial_state
from bdproxy.scenarios.cues import Cue


@dataclass(slots=True)
class RunOverlay:
    """What a run that has cues keeps. ``lock`` is held while a call is decided on."""

    catalogue: Catalogue
    state: OverlayState
    apps: tuple[AppCatalogue, ...]
    """The apps that have cues; answers of others are never looked at."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def concerns(self, path: str) -> bool:
        """Whether a path is of an app that has cues."""
        return any(path.startswith(app.under) for app in self.apps)


def overlay_for(catalogue: Catalogue, cues: Iterable[Cue], now: str) -> RunOverlay | None:
    """The overlay of a run that begins; None if nothing is planted in it.

    ``now`` is the world's clock, ISO 8601 without zone.

    Raises:
        CatalogueError: a cue is of a kind that the catalogue does not know.
    """
    planted = list(cues)
    if not planted:
        return None
    state = initial_state(catalogue, planted, now)
    apps = tuple(catalogue.apps[name] for name in sorted({cue.app for cue in planted}))
    return RunOverlay(catalogue, state, apps)
