"""Saving a world's end state, and what it says of the run if that can't be done."""

from dataclasses import replace

from bdproxy.addons.lane import LiveRun
from bdproxy.errors import WorldError
from bdproxy.names import EndReason
from bdproxy.proxy.context import finished
from bdproxy.recorder.rows import RunEnd
from bdproxy.worlds.protocol import World


async def save_end_state(
    world: World, run: LiveRun, end: RunEnd
) -> tuple[dict[str, bytes] | None, RunEnd]:
    """The world's end state, and the run's end in the light of how saving it went."""
    if run.failure is not None:
        end = replace(end, not_assessable=end.not_assessable or run.failure)
    if world.died is None:
        try:
            return dict(await world.end_state()), end
        except WorldError as error:
            if world.died is None:
                reason = f"the end state could not be saved: {error}"
                return None, replace(end, not_assessable=end.not_assessable or reason)
    return None, finished(EndReason.WORLD_DIED, f"the world server died: {world.died}")
