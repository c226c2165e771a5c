"""A whole recording: the plan, the lanes that work it off, and a clean stop."""

import asyncio
import contextlib
import json
import shutil
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import asdict

from bdproxy import __version__
from bdproxy.addons.chain import Chain
from bdproxy.addons.lane import Lanes
from bdproxy.addons.recorder import Recorder
from bdproxy.apis import ApiCatalogue
from bdproxy.errors import AgentCommandError, BdproxyError, InterruptedRecordingError, first_of
from bdproxy.names import Management
from bdproxy.proxy.client_managed import record_client_managed, record_with_client
from bdproxy.proxy.context import Listener, RecordingContext
from bdproxy.proxy.managed_run import record_managed
from bdproxy.proxy.master import Proxy
from bdproxy.proxy.settings import PlannedRun, Settings
from bdproxy.recorder.rows import ExperimentRow, TaskRow
from bdproxy.recorder.writer import LogWriter
from bdproxy.scenarios.files import family_text
from bdproxy.worlds.control_plane import ControlPlane
from bdproxy.worlds.protocol import Worlds


def check_command(command: Sequence[str]) -> None:
    """See that the agent's command exists before anything is set up for it.

    Raises:
        AgentCommandError: it does not, or it can't be executed.
    """
    if shutil.which(command[0]) is None:
        raise AgentCommandError(
            f"the agent's command can't be started: {command[0]}: not found or not executable; "
            "give a program on your PATH, or its path, after --"
        )


class Recording:
    """Records the planned runs that the log does not have yet.

    ``skipped`` is the number of planned runs that were finished before.
    """

    def __init__(
        self,
        settings: Settings,
        planned: Iterable[PlannedRun],
        log: LogWriter,
        control_plane: ControlPlane,
        listener: Listener,
        *,
        retry_not_assessable: bool = False,
    ) -> None:
        self._settings = settings
        self._log = log
        self._control_plane = control_plane
        self._listener = listener
        self._fatal: BdproxyError | None = None
        self._main: asyncio.Task[None] | None = None
        planned = list(planned)
        self.experiment = log.experiment(_experiment_row(settings))
        log.interrupt_stale_runs()
        self._keep_tasks(planned)
        if retry_not_assessable:
            log.reopen_not_assessable(self.experiment)
        done = log.finished(self.experiment)
        self.to_do = [run for run in planned if run.key not in done]
        self.skipped = len(planned) - len(self.to_do)

    async def run(self, worlds: Worlds) -> None:
        """Record everything in these worlds; what is finished stays, whatever happens.

        Raises:
            InterruptedRecordingError: Ctrl-C or SIGTERM.
            BdproxyError: the recording can't go on; its subclass says why.
        """
        self._main = asyncio.create_task(self._record(worlds))
        with _signals(self._main) as interrupted:
            try:
                await self._main
            except asyncio.CancelledError:
                if self._fatal is not None:
                    raise self._fatal from None
                if interrupted:
                    raise InterruptedRecordingError(
                        "stopped; what was finished is kept, the same command goes on from there"
                    ) from None
                raise

    def _stop(self, error: BdproxyError) -> None:
        if self._fatal is None and self._main is not None:
            self._fatal = error
            self._main.cancel()

    async def _record(self, worlds: Worlds) -> None:
        async with self._context(worlds) as context:
            if context.settings.management is Management.MANAGED:
                await _work_off(context, self.to_do, record_managed)
            elif context.settings.command is None:
                await record_with_client(context, self.to_do)
            else:
                await _work_off(context, self.to_do, record_client_managed)

    @contextlib.asynccontextmanager
    async def _context(self, worlds: Worlds) -> AsyncIterator[RecordingContext]:
        lanes = Lanes()
        recorder = Recorder(self._log, ApiCatalogue(worlds.apis), self._control_plane)
        chain = Chain(lanes, recorder, self._control_plane, self._stop)
        async with Proxy(chain, lanes) as proxy:
            yield RecordingContext(
                settings=self._settings,
                experiment=self.experiment,
                log=self._log,
                proxy=proxy,
                worlds=worlds,
                listener=self._listener,
            )

    def _keep_tasks(self, planned: Iterable[PlannedRun]) -> None:
        for task, family in {run.task.id: (run.task, run.family) for run in planned}.values():
            self._log.task(
                self.experiment,
                TaskRow(
                    task=task.id,
                    scenario=task.scenario,
                    instruction=task.instruction,
                    supervisor=json.dumps(asdict(task.supervisor)),
                    datetime=task.datetime,
                    digest=task.digest,
                    family=None if family is None else family_text(family),
                ),
            )


async def _work_off(
    context: RecordingContext,
    planned: Sequence[PlannedRun],
    record: Callable[[RecordingContext, PlannedRun], Awaitable[None]],
) -> None:
    waiting = iter(planned)

    async def lane() -> None:
        # mitmproxy 12 makes tasks start at once. One that failed while its group is still being
        # filled would leave a cancellation behind (Python before 3.13).
        await asyncio.sleep(0)
        for run in waiting:
            await record(context, run)

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(context.settings.parallel, len(planned))):
                group.create_task(lane())
    except* BdproxyError as errors:
        # The first failure ended the other lanes.
        raise first_of(errors) from None


@contextlib.contextmanager
def _signals(main: asyncio.Task[None]) -> Iterator[list[int]]:
    """Turn Ctrl-C and SIGTERM into one orderly stop; the list fills with the signals that came."""
    loop = asyncio.get_running_loop()
    came: list[int] = []

    def stop(number: int) -> None:
        came.append(number)
        if len(came) == 1:
            main.cancel()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop, number)
    try:
        yield came
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)
            if came:
                # The worlds and the log are still to be closed; who is impatient must not cut
                # that short. All that is left for this process is to end.
                signal.signal(number, signal.SIG_IGN)


def _experiment_row(settings: Settings) -> ExperimentRow:
    return ExperimentRow(
        config_hash=settings.config_hash,
        agent=settings.agent,
        command=json.dumps(settings.command),
        management=settings.management,
        dataset=settings.dataset,
        world_root=settings.world_root,
        seed=settings.seed,
        max_calls=settings.max_calls,
        timeout=settings.timeout,
        bdproxy_version=__version__,
        world_version=settings.world_version,
        fault_form=settings.fault_form,
        fault_phase=settings.fault_phase,
        plant=settings.plant,
    )
