"""How far the overlay's answers are those of a baked world, surface by surface."""

import tempfile
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from bdproxy.scenarios.cues import Cue
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Task
from tests.support.lane_lab import SEED, lane_lab
from tests.support.oracle.answers import Numbers, family
from tests.support.oracle.calls import endpoints
from tests.support.oracle.pair import Difference, Pair, Phase, Tally
from tests.support.oracle.readings import Reader
from tests.support.oracle.seen import Seen
from tests.support.oracle.surfaces import WORDS, Look, Planted, choose
from tests.support.oracle.writings import Writer

FIRST_PLANTED = 1000
"""Planted records have numbers above it, the built-in world's below."""


async def find_cue(
    worlds: AppWorldWorlds, tasks: Sequence[Task], surface: str
) -> tuple[Task, Planted]:
    """A task whose supervisor has a record for a cue of that surface, and the cue."""
    for task in tasks:
        world = await worlds.open(task, SEED)
        try:
            async with Look(world, task) as look:
                planted = await choose(surface, look)
        finally:
            await world.close()
        if planted is not None:
            return task, planted
    raise AssertionError(f"no task has a record for {surface}")


class Depth(StrEnum):
    """How much is looked at, before anything is written."""

    GLANCE = "glance"
    QUICK = "quick"
    ALL = "all"


async def compare(
    worlds: AppWorldWorlds,
    root: Path,
    task: Task,
    planted: Planted,
    look: Depth,
    *,
    overlaid: bool = True,
) -> Tally:
    """Look as the owner and as somebody else, and write all that can be written.

    Without ``overlaid``, the world behind the lane has the cue baked in, too.
    """
    (completed,) = await worlds.completed(task, [planted.cue])
    cue = Cue.model_validate(completed)
    numbers = {
        family(name): value
        for name, value in cue.record.items()
        if name.endswith("_id") and isinstance(value, int) and value > FIRST_PLANTED
    }
    aliases = {name: cue.record[field] for name, field in planted.aliases.items()}
    own = {**numbers, **{name: int(str(value)) for name, value in aliases.items()}}
    names = {**own, **planted.names}
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="bdproxy-") as folder:
        async with lane_lab(
            worlds, task, Path(folder) / "log.db", cues=[cue], overlaid=overlaid
        ) as lab:
            pair = Pair(lab.direct_url, lab.lane_url, Numbers(own), tally)
            seen = Seen()
            seen.add(cue.record)
            everything = endpoints(root, cue.app)
            subject = {**planted.context, **names}
            created = str(cue.record.get("created_at", cue.record.get("sent_at", task.datetime)))
            days = (created[:10], "2023-05-19", "2023-04-01")
            quick = look is not Depth.ALL
            readers = [
                Reader(
                    pair,
                    everything,
                    account,
                    seen,
                    subject,
                    WORDS,
                    days,
                    quick=quick,
                )
                for account in (planted.account, planted.stranger)
            ]
            try:
                await readers[0].look_around()
                if look is Depth.GLANCE:
                    await readers[0].glance()
                else:
                    await readers[0].everything()
                tally.phase = Phase.OTHERS
                await readers[1].glance()
                tally.phase = Phase.WRITING
                await Writer(pair, readers[0], set(names), planted.other).everything()
                tally.phase = Phase.OTHERS
                await readers[1].glance()
            finally:
                await pair.close()
            if lab.run.failure is not None:
                tally.differences.append(Difference(tally.phase, "the run", lab.run.failure))
    return tally
