"""Which calls an agent may make: world control is not the agent's, and a run has its limits."""

import json
from dataclasses import dataclass

from bdproxy.addons.lane import Lane
from bdproxy.names import Actor, RefusedBy
from bdproxy.recorder.rows import Call
from bdproxy.worlds.control_plane import ControlPlane


@dataclass(frozen=True, slots=True)
class Refusal:
    """A decision to turn a call down: the answer's status and its JSON message."""

    status: int
    message: str
    call_limit: bool = False

    @property
    def body(self) -> bytes:
        """The answer's body, in the style of the upstream's own errors."""
        return json.dumps({"message": self.message}, separators=(",", ":")).encode()


def decide(call: Call, lane: Lane, control_plane: ControlPlane) -> Refusal | None:
    """Whether to refuse ``call``; no side effects.

    In a client-managed run the control calls are the harness's and pass.
    """
    if call.actor is not Actor.AGENT:
        return None
    if control_plane.controls(call.path):
        return Refusal(403, "You are not allowed to use this API.")
    run = lane.run
    if run is not None and run.over is not None:
        return Refusal(403, run.over)
    if run is not None and run.max_calls is not None and run.agent_calls > run.max_calls:
        return Refusal(429, f"The limit of {run.max_calls} calls is reached.", call_limit=True)
    return None


def note(call: Call, refusal: Refusal) -> None:
    """Write the refusal on the call's record."""
    call.refused_by = RefusedBy.GATE
    call.refused_reason = refusal.message
