"""Every random choice about hazards: a hash of the seed and of what the choice is about.

Nothing is drawn from a stream, so a choice depends on neither order, time, process nor what else
was chosen. The number of a choice is the first 8 bytes, big-endian, of the SHA-256 of the JSON list
``[seed, purpose, ...]`` (no spaces, ASCII), divided by 2**64.
"""

import hashlib
import json
from collections.abc import Iterable

from bdproxy.names import FaultPhase


def fraction(seed: int, purpose: str, *about: str | int) -> float:
    """A number from 0 up to but not including 1, the same for the same arguments for ever."""
    text = json.dumps([seed, purpose, *about], separators=(",", ":"))
    digest = hashlib.sha256(text.encode("ascii")).digest()
    # 53 bits are what a float holds exactly; more could round up to 1.
    return (int.from_bytes(digest[:8], "big") >> 11) / 2**53


def between(low: float, high: float, seed: int, purpose: str, *about: str | int) -> float:
    """A number between two others, in steps of a tenth."""
    return round(low + (high - low) * fraction(seed, purpose, *about), 1)


def fault_phases(seed: int, tasks: Iterable[str]) -> dict[str, FaultPhase]:
    """Each task's phase: half of them before, half after; of an odd number one more before.

    Tasks are ranked by ``fraction(seed, "fault phase", task)``, and every other one fails after it
    was committed. So the phase of a task depends on the whole set of tasks (a data set's families),
    never on which of them are recorded, or when.
    """
    ranked = sorted(set(tasks), key=lambda task: (fraction(seed, "fault phase", task), task))
    return {
        task: FaultPhase.AFTER if rank % 2 else FaultPhase.BEFORE
        for rank, task in enumerate(ranked)
    }
