"""One recording from its request to its log, for ``bdproxy record`` and ``bdproxy demo``."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

from bdproxy.cli.console import diagnostics, output, print_json, print_next
from bdproxy.cli.data_set import open_data_set
from bdproxy.cli.plan import plan_runs
from bdproxy.cli.progress import counting
from bdproxy.cli.text import visible
from bdproxy.errors import UsageError
from bdproxy.names import FaultForm, FaultPhase, Management, Plant, Variant
from bdproxy.proxy.recording import Recording, check_command
from bdproxy.proxy.settings import PlannedRun, Settings
from bdproxy.recorder.database import check_log
from bdproxy.recorder.rows import RunEnd
from bdproxy.recorder.writer import LogWriter
from bdproxy.scenarios.faults import check_form_and_phase
from bdproxy.worlds.appworld import builtin_world
from bdproxy.worlds.appworld.control_plane import AppWorldControlPlane
from bdproxy.worlds.appworld.environment import Environment
from bdproxy.worlds.appworld.tasks import DataSet
from bdproxy.worlds.appworld.worlds import AppWorldWorlds


@dataclass(frozen=True, slots=True)
class RecordRequest:
    """What ``bdproxy record`` was asked for."""

    log: Path
    command: tuple[str, ...] | None
    dataset: str = builtin_world.DATA_SET
    tasks: tuple[str, ...] = ()
    appworld_root: Path | None = None
    variants: tuple[Variant, ...] | None = (Variant.TWIN,)
    """None: every variant that a task has."""
    fault_form: FaultForm = FaultForm.GENUINE_500
    fault_phase: FaultPhase | None = None
    families: Path | None = None
    plant: Plant = Plant.OVERLAY
    attempts: int = 1
    parallel: int = 1
    seed: int = 100
    max_calls: int | None = None
    timeout: float | None = None
    agent: str | None = None
    management: Management = Management.MANAGED
    port: int = 0
    retry_not_assessable: bool = False
    chosen: Callable[[PlannedRun], bool] | None = None
    """Which of the planned runs to record; None: all."""


@dataclass(slots=True)
class RecordResult:
    """What a recording did: runs by how they ended, and how many were there before.

    ``experiment`` is its number in the log.
    """

    recorded: Counter[str] = field(default_factory=Counter)
    not_assessable: int = 0
    skipped: int = 0
    experiment: int | None = None


def record_experiment(request: RecordRequest, *, as_json: bool = False) -> RecordResult:
    """Record what the request asks for, with progress on standard error.

    Raises:
        BdproxyError: the subclass says what is wrong with what; finished runs are kept.
    """
    return _record_all([request], lambda _: None, as_json=as_json)[0]


def record_experiments(
    requests: Sequence[RecordRequest], on_start: Callable[[RecordRequest], None]
) -> list[RecordResult]:
    """Record several experiments one after another, in worlds of one data set.

    ``on_start`` hears of each one before it starts. All requests name the same data set.

    Raises:
        BdproxyError: as :func:`record_experiment`.
    """
    return _record_all(requests, on_start, as_json=False)


@dataclass(frozen=True, slots=True)
class _Experiment:
    request: RecordRequest
    settings: Settings
    planned: list[PlannedRun]


def _record_all(
    requests: Sequence[RecordRequest],
    on_start: Callable[[RecordRequest], None],
    *,
    as_json: bool,
) -> list[RecordResult]:
    for request in requests:
        _check(request)
    if not requests:
        return []
    environment, data_set = open_data_set(requests[0].dataset, requests[0].appworld_root)
    experiments = [_plan(request, environment, data_set) for request in requests]

    async def record() -> list[RecordResult]:
        results = []
        async with AsyncExitStack() as stack:
            worlds = _Worlds(environment, data_set.root, stack)
            for one in experiments:
                on_start(one.request)
                results.append(await _record(one, worlds, as_json=as_json))
        return results

    return asyncio.run(record())


def _plan(request: RecordRequest, environment: Environment, data_set: DataSet) -> _Experiment:
    planned, digest = plan_runs(
        data_set,
        data_set.load(request.tasks),
        request.variants,
        attempts=request.attempts,
        seed=request.seed,
        fault_form=request.fault_form,
        fault_phase=request.fault_phase,
        families=request.families,
    )
    if request.chosen is not None:
        planned = list(filter(request.chosen, planned))
    return _Experiment(request, _settings(request, environment, data_set.root, digest), planned)


class _Worlds:
    """The worlds of a data set, started when the first run needs them."""

    def __init__(self, environment: Environment, root: Path, stack: AsyncExitStack) -> None:
        self._environment = environment
        self._root = root
        self._stack = stack
        self._worlds: AppWorldWorlds | None = None

    async def get(self) -> AppWorldWorlds:
        if self._worlds is None:
            self._worlds = await AppWorldWorlds.start(self._environment, self._root, guarded=True)
            self._stack.push_async_callback(self._worlds.close)
        return self._worlds


def print_recording(request: RecordRequest, result: RecordResult, *, as_json: bool) -> None:
    """Say what was recorded and what to type next."""
    if as_json:
        return
    total = result.recorded.total()
    parts = [f"{total} run{'' if total == 1 else 's'} recorded"]
    parts += [f"{count} {visible(reason)}" for reason, count in result.recorded.most_common()]
    if result.not_assessable:
        parts.append(f"{result.not_assessable} not assessable")
    if result.skipped:
        parts.append(f"{result.skipped} finished before")
    output().print(" · ".join(parts), markup=False)
    grade: list[object] = ["bdproxy", "grade", request.log]
    if request.dataset != builtin_world.DATA_SET and request.appworld_root is not None:
        grade += ["--appworld-root", request.appworld_root]
    print_next(grade)


def _check(request: RecordRequest) -> None:
    check_form_and_phase(request.fault_form, request.fault_phase)
    if request.command is not None:
        check_command(request.command)
    if request.port and request.parallel > 1:
        raise UsageError("--port: only one lane can listen there; leave out --parallel")
    if request.command is None and request.parallel > 1:
        raise UsageError(
            "--parallel: without a command runs go one after another; add one after --"
        )
    check_log(request.log)


def _settings(
    request: RecordRequest, environment: Environment, root: Path, families: str | None
) -> Settings:
    return Settings(
        agent=request.agent or _agent_name(request),
        command=request.command,
        management=request.management,
        dataset=request.dataset,
        world_root=str(root),
        world_version=f"appworld {environment.appworld_version}, {root.name}"
        if request.dataset == builtin_world.DATA_SET
        else f"appworld {environment.appworld_version}",
        seed=request.seed,
        max_calls=request.max_calls,
        timeout=request.timeout,
        parallel=request.parallel,
        port=request.port,
        fault_form=request.fault_form,
        fault_phase=request.fault_phase,
        families=families,
        plant=request.plant,
    )


async def _record(experiment: _Experiment, worlds: _Worlds, *, as_json: bool) -> RecordResult:
    request = experiment.request
    result = RecordResult()
    log = LogWriter(request.log)
    try:
        listener = _Progress(result, as_json=as_json)
        recording = Recording(
            experiment.settings,
            experiment.planned,
            log,
            AppWorldControlPlane(),
            listener,
            retry_not_assessable=request.retry_not_assessable,
        )
        result.skipped, result.experiment = recording.skipped, recording.experiment
        if recording.to_do:
            opened = await worlds.get()
            with counting("recording", len(recording.to_do)) as advance:
                listener.advance = advance
                await recording.run(opened)
    finally:
        log.close()
    return result


def _agent_name(request: RecordRequest) -> str:
    if request.command is None:
        return "by hand"
    scripts = [part for part in request.command[1:] if part.endswith((".py", ".sh", ".js"))]
    return Path(scripts[0] if scripts else request.command[0]).stem


class _Progress:
    """Turns what happens in a recording into a bar, lines for people, or JSON lines."""

    def __init__(self, result: RecordResult, *, as_json: bool) -> None:
        self._result = result
        self._as_json = as_json
        self.advance: Callable[[str], None] = lambda kind: None

    def run_waiting(self, run: PlannedRun, run_id: int, url: str) -> None:
        """Say where the agent of a run without a command is to go."""
        self._say(
            f"run {run_id} of task {run.task.id}: waiting for its agent at {url}",
            {"run": run_id, "task": run.task.id, "attempt": run.key.attempt, "url": url},
        )
        if not self._as_json:
            output().print(visible(run.task.instruction), markup=False)

    def lane_open(self, url: str) -> None:
        """Say where a client that manages its own worlds is to go."""
        self._say(f"waiting for a client at {url}", {"url": url})

    def run_ended(self, run: PlannedRun, run_id: int, end: RunEnd) -> None:
        """Count the run."""
        reason = str(end.reason or end.status)
        self._result.recorded[reason] += 1
        if end.not_assessable is not None:
            self._result.not_assessable += 1
            diagnostics().print(
                f"run {run_id} ({run.task.id}) can't be assessed: {visible(end.not_assessable)}",
                markup=False,
            )
        self.advance(reason)
        if self._as_json:
            print_json(
                {
                    "run": run_id,
                    "task": run.task.id,
                    "variant": run.key.variant,
                    "attempt": run.key.attempt,
                    "end_reason": end.reason,
                    "not_assessable": end.not_assessable,
                }
            )

    def _say(self, line: str, as_json: dict[str, object]) -> None:
        if self._as_json:
            print_json(as_json)
        else:
            output().print(line, markup=False)
