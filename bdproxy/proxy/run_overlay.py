"""The overlay of a planned run, where its cues are planted in answers."""

from bdproxy.names import Plant
from bdproxy.overlay.catalogue_files import packaged_catalogue
from bdproxy.overlay.run import RunOverlay, overlay_for
from bdproxy.proxy.settings import PlannedRun, Settings


def overlay_of(settings: Settings, planned: PlannedRun) -> RunOverlay | None:
    """The run's overlay; None if the run has no cues, or its world has them itself.

    Raises:
        CatalogueError: no catalogue describes the kind of record that a cue is.
    """
    if settings.plant is not Plant.OVERLAY or not planned.cues:
        return None
    return overlay_for(packaged_catalogue(), planned.cues.values(), planned.task.datetime)
