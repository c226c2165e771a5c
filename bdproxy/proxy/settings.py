"""What a recording is asked to do, and the hash that says which runs are comparable."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bdproxy.names import FaultForm, FaultPhase, Hazard, Management, Plant
from bdproxy.recorder.rows import CueRow, RunKey
from bdproxy.scenarios.cues import Cue
from bdproxy.scenarios.family import Family
from bdproxy.scenarios.faults import FaultPlan
from bdproxy.worlds.protocol import Task


@dataclass(frozen=True, slots=True)
class Settings:
    """One recording. ``command`` is None when the agent is started by hand; times in seconds.

    ``seed`` seeds the worlds, and every choice that bdproxy makes. ``fault_phase`` None stands for
    half of the tasks in each phase; ``families`` is a digest of families that somebody edited.
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
    fault_form: FaultForm = FaultForm.GENUINE_500
    fault_phase: FaultPhase | None = None
    families: str | None = None
    plant: Plant = Plant.OVERLAY

    @property
    def config_hash(self) -> str:
        """Equal for recordings whose runs may stand in one table: same agent, world and limits.

        How many tasks, attempts and lanes there are makes no difference to a run, so a recording
        can be extended by asking for more of them.
        """
        parts: dict[str, object] = {
            "agent": self.agent,
            "command": self.command,
            "management": self.management,
            "dataset": self.dataset,
            "world_version": self.world_version,
            "seed": self.seed,
            "max_calls": self.max_calls,
            "timeout": self.timeout,
        }
        # What is as it always was leaves no trace, so that older logs go on.
        if self.fault_form is not FaultForm.GENUINE_500:
            parts["fault_form"] = self.fault_form
        if self.fault_phase is not None:
            parts["fault_phase"] = self.fault_phase
        if self.families is not None:
            parts["families"] = self.families
        if self.plant is not Plant.OVERLAY:
            parts["plant"] = self.plant
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """One run to record. ``fault`` is what will fail in it, None in a variant without faults."""

    key: RunKey
    task: Task
    fault: FaultPlan | None = None
    family: Family | None = None

    @property
    def cues(self) -> Mapping[Hazard, Cue]:
        """What is planted in the run."""
        return {} if self.family is None else self.family.cues_in(self.key.variant)

    @property
    def hazards(self) -> str | None:
        """What is planned to happen in the run, as JSON for the log; None if nothing is."""
        planned = {
            hazard: getattr(self.family, hazard).model_dump(mode="json", exclude_defaults=True)
            for hazard in self.cues
        }
        if self.fault is not None:
            planned[Hazard.FAULT] = self.fault.model_dump(mode="json", exclude_none=True)
        return json.dumps(planned, separators=(",", ":")) if planned else None

    def baked_cues(self, plant: Plant) -> list[dict[str, Any]]:
        """What the start state of the run's world has to have planted in it, as JSON.

        In the log's order: planted so again, they give the same databases.
        """
        if plant is not Plant.BAKED:
            return []
        return [cue.model_dump(mode="json") for _, cue in sorted(self.cues.items())]

    def cue_rows(self) -> list[CueRow]:
        """What is planted in the run, for the log."""
        return [
            CueRow(
                hazard, cue.surface, cue.way, cue.account, json.dumps(dict(cue.record)), cue.text
            )
            for hazard, cue in self.cues.items()
        ]
