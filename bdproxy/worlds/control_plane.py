"""What a proxy must know of an upstream's control plane: which calls are the harness's to make."""

from typing import Protocol


class ControlPlane(Protocol):
    """Tells world control from tool calls by looking at a request only. Pure."""

    def controls(self, path: str) -> bool:
        """Whether the raw request path leads to world control, out of bounds for an agent."""

    def started_task(self, method: str, path: str, body: bytes) -> str | None:
        """The task whose start state the request loads, if that is what it does."""

    def ends_world(self, method: str, path: str, body: bytes, task_id: str) -> bool:
        """Whether the request throws away the world of the task."""

    def completes(self, method: str, path: str) -> bool:
        """Whether the request, if it succeeds, is the agent's word that its task is over."""

    def reported(self, body: bytes) -> tuple[str | None, str | None]:
        """``(status, answer)`` of a completing request, the answer as JSON text."""
