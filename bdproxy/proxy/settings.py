"""What a recording is asked to do, and the hash that says which runs are comparable."""

import hashlib
import json
from dataclasses import dataclass

from bdproxy.names import Management
from bdproxy.recorder.rows import RunKey
from bdproxy.worlds.protocol import Task


@dataclass(frozen=True, slots=True)
class Settings:
    """One recording. ``command`` is None when the agent is started by hand; times in seconds.

    ``seed`` seeds the worlds, and every choice that bdproxy makes.
    """

    agent: str
    command: tuple[str, ...] | None
    management: Management
    dataset: str
    world_root: str
    world_version: str
    seed: int = 100
    max_calls: int | None = None
    timeout: float | None = None
    parallel: int = 1
    port: int = 0

    @property
    def config_hash(self) -> str:
        """Equal for recordings whose runs may stand in one table: same agent, world and limits.

        How many tasks, attempts and lanes there are makes no difference to a run, so a recording
        can be extended by asking for more of them.
        """
        parts = {
            "agent": self.agent,
            "command": self.command,
            "management": self.management,
            "dataset": self.dataset,
            "world_version": self.world_version,
            "seed": self.seed,
            "max_calls": self.max_calls,
            "timeout": self.timeout,
        }
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """One run to record."""

    key: RunKey
    task: Task
