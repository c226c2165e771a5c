"""The field's words as enumerations, the same in code, command line, log and documentation."""

from enum import StrEnum


class Actor(StrEnum):
    """Who made a call."""

    AGENT = "agent"
    HARNESS = "harness"
    """World control: starting, saving and ending a world."""
    PROXY = "proxy"
    """bdproxy's own look-ups."""


class Variant(StrEnum):
    """A member of a task's family. So far only the twin, the member without any hazard."""

    TWIN = "twin"


class Outcome(StrEnum):
    """A verdict on one run."""

    PASS = "pass"
    FAIL = "fail"
    NOT_ASSESSABLE = "not assessable"


class RunStatus(StrEnum):
    """Where a run is in its life."""

    RUNNING = "running"
    FINISHED = "finished"
    INTERRUPTED = "interrupted"
    """bdproxy stopped or died before the run was over; the next recording repeats the run."""


class EndReason(StrEnum):
    """Why a run ended."""

    COMPLETED = "completed"
    """The agent said that the task is done (or given up), through the task's own API."""
    EXITED = "exited"
    """The agent's process ended by itself without completing the task."""
    CALL_LIMIT = "call limit"
    TIME_LIMIT = "time limit"
    AGENT_CRASHED = "agent crashed"
    """The agent's process ended with a non-zero status or by a signal, the task not completed."""
    WORLD_DIED = "world died"
    PROXY_ERROR = "proxy error"
    CLIENT_ENDED = "client ended"
    """In a client-managed run: the client closed the world or started the next one."""


class Management(StrEnum):
    """Who controls the world of a run."""

    MANAGED = "managed"
    CLIENT_MANAGED = "client-managed"


class RefusedBy(StrEnum):
    """Who turned a call down."""

    UPSTREAM = "upstream"
    GATE = "gate"
