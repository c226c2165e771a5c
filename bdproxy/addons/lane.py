"""A lane: one listening port, one upstream world, one run at a time."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field

from mitmproxy.http import HTTPFlow
from mitmproxy.proxy.mode_specs import ProxyMode

from bdproxy.names import Management
from bdproxy.overlay.run import RunOverlay
from bdproxy.recorder.text import storable
from bdproxy.scenarios.faults import FaultState

Address = tuple[str, int]


@dataclass(slots=True)
class LiveRun:
    """What the addons know and note of the run that is going on in a lane.

    ``failure`` is why the run can't be assessed, the first reason found; the events wake the run's
    life cycle.
    """

    id: int
    task: str
    max_calls: int | None = None
    calls: int = 0
    """Calls numbered so far, the harness's included."""
    agent_calls: int = 0
    reported_status: str | None = None
    reported_answer: str | None = None
    failure: str | None = None
    over: str | None = None
    """Why the agent may make no more calls, once the run has ended."""
    completed: asyncio.Event = field(default_factory=asyncio.Event)
    limit_reached: asyncio.Event = field(default_factory=asyncio.Event)
    failed: asyncio.Event = field(default_factory=asyncio.Event)
    fault: FaultState = field(default_factory=FaultState)
    overlay: RunOverlay | None = None
    """The run's cues in answers; None if it has none, or the world itself has them."""
    errors: dict[bytes, tuple[float, int]] = field(default_factory=dict)
    """Recent failed calls by fingerprint: when they were answered, and their numbers."""

    def next_number(self) -> int:
        """The next call's number; the first call is number 1."""
        self.calls += 1
        return self.calls

    def fail(self, reason: str) -> None:
        """Note that this run can't be assessed."""
        self.failure = self.failure or storable(reason)
        self.failed.set()


@dataclass(slots=True, eq=False)
class Lane:
    """One listening port and what is behind it.

    ``upstream_headers`` go with each call to the world, unseen by the agent and not in the log: the
    key that lets nobody call a world past its lane.

    In a client-managed lane the three callbacks let the life cycle follow its client: the first two
    are awaited before the call is forwarded that sets a task up or throws its world away, the third
    after that call is in the log.
    """

    experiment: int
    management: Management
    upstream: Address
    run: LiveRun | None = None
    closed: bool = False
    in_flight: set[str] = field(default_factory=set)
    """Flows under way, by their identifiers."""
    idle: asyncio.Event = field(default_factory=asyncio.Event)
    upstream_headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    hanging_up: set[str] = field(default_factory=set)
    """Agents' connections, by identifiers, that close after the answer under way."""
    server_headers: tuple[tuple[bytes, bytes], ...] = ()
    """What the world's server puts before every answer, as it last did."""
    on_task_started: Callable[[str], Awaitable[None]] | None = None
    on_world_ending: Callable[[], Awaitable[None]] | None = None
    on_world_ended: Callable[[], Awaitable[None]] | None = None

    def __post_init__(self) -> None:
        self.idle.set()

    def enter(self, flow_id: str) -> None:
        """A call is under way."""
        self.in_flight.add(flow_id)
        self.idle.clear()

    def leave(self, flow_id: str) -> None:
        """A call is over; saying so twice does no harm."""
        self.in_flight.discard(flow_id)
        if not self.in_flight:
            self.idle.set()


class Lanes:
    """The open lanes, found by the listening mode that a flow's client came in through."""

    def __init__(self) -> None:
        self._by_mode: dict[str, Lane] = {}

    def __iter__(self) -> Iterator[Lane]:
        return iter(self._by_mode.values())

    def add(self, mode: ProxyMode, lane: Lane) -> None:
        """Make the lane known before its port opens."""
        self._by_mode[mode.full_spec] = lane

    def remove(self, mode: ProxyMode) -> None:
        """Forget a lane; flows that still come in through it find none and are dropped."""
        del self._by_mode[mode.full_spec]

    def of(self, flow: HTTPFlow) -> Lane | None:
        """The lane of a flow, or None when it is gone."""
        return self.of_mode(flow.client_conn.proxy_mode)

    def of_mode(self, mode: ProxyMode) -> Lane | None:
        """The lane that listens in ``mode``, or None when it is gone."""
        return self._by_mode.get(mode.full_spec)
