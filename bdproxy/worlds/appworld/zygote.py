"""bdproxy's side of the zygote: the process that imports AppWorld once and forks from then on."""

import asyncio
import itertools
import json
import os
import signal
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from bdproxy.errors import WorldError
from bdproxy.worlds.appworld.environment import Environment
from bdproxy.worlds.appworld.zygote_events import BakingResult, EvaluationResult, Event
from bdproxy.worlds.protocol import Evaluation, RecordChange, Requirement

INSIDE = Path(__file__).parent / "inside"
READY_SECONDS = 120.0
"""Importing AppWorld takes seconds; from a cold disk, beside other work, it may take many."""
START_SECONDS = 30.0
BAKING_SECONDS = 120.0
LONGEST_EVENT_BYTES = 64 * 1024 * 1024
KEY_HEADER = "bdproxy-world-key"
STDERR_LINES = 40
STDERR_LINE_BYTES = 2000


class ForkedWorld:
    """A world's process, listening on ``port`` of the loopback interface."""

    def __init__(self, child_id: str, pid: int, port: int, ended: asyncio.Future[Event]) -> None:
        self.id = child_id
        self.pid = pid
        self.port = port
        self._ended = ended

    @property
    def ended(self) -> str | None:
        """How the process ended (``was killed by signal 9 (SIGKILL)``), or None while it runs."""
        return self._ended.result().reason if self._ended.done() else None

    async def wait_ended(self) -> str:
        """Wait until the process has ended, and say how."""
        return (await asyncio.shield(self._ended)).reason


class Zygote:
    """The running zygote: it forks worlds and evaluations, as many at a time as asked for."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._ids = itertools.count(1)
        self._ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._started: dict[str, asyncio.Future[Event]] = {}
        self._ended: dict[str, asyncio.Future[Event]] = {}
        self._stderr: deque[str] = deque(maxlen=STDERR_LINES)
        self._closing = False
        self._readers = [
            asyncio.create_task(self._read_events()),
            asyncio.create_task(self._read_stderr()),
        ]

    @classmethod
    async def start(
        cls, environment: Environment, appworld_root: Path, *, worlds: bool = True
    ) -> "Zygote":
        """Start the process and wait until AppWorld is imported.

        ``appworld_root`` is the folder that holds ``data/``. A zygote that is not for ``worlds`` is
        ready earlier.

        Raises:
            WorldError: it can't be started, or AppWorld can't be imported in time.
        """
        try:
            process = await asyncio.create_subprocess_exec(
                str(environment.python),
                *("-s", "-W", "ignore", str(INSIDE)),
                *(() if worlds else ("evaluations",)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                env=_variables(os.environ, appworld_root),
                cwd=appworld_root,
                limit=LONGEST_EVENT_BYTES,
                # Ctrl-C in the terminal is for bdproxy, which ends its worlds in its own order.
                start_new_session=True,
            )
        except OSError as error:
            raise WorldError(f"AppWorld's interpreter can't be started: {error}") from error
        zygote = cls(process)
        try:
            async with asyncio.timeout(READY_SECONDS):
                await asyncio.shield(zygote._ready)
        except TimeoutError:
            await zygote.close()
            raise WorldError(
                f"AppWorld could not be imported within {READY_SECONDS:.0f} seconds"
            ) from None
        except BaseException:
            await zygote.close()
            raise
        return zygote

    @property
    def alive(self) -> bool:
        """Whether worlds and evaluations can still be forked from it."""
        return (
            not self._closing and self._process.returncode is None and not self._readers[0].done()
        )

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    async def start_world(
        self, key: str = "", baked: Mapping[str, Path] | None = None
    ) -> ForkedWorld:
        """Fork a world without any task in it. Its port listens; it may not answer for a moment.

        With a ``key``, it serves only calls that carry it in the header :data:`KEY_HEADER`.
        ``baked`` has start states, by task, that it loads in place of the data set's.

        Raises:
            WorldError: the zygote is gone, or the system has no process or port left.
        """
        child_id = f"world-{next(self._ids)}"
        ended = self._expect_end(child_id)
        started: asyncio.Future[Event] = asyncio.get_running_loop().create_future()
        self._started[child_id] = started
        folders = {task: str(folder) for task, folder in (baked or {}).items()}
        self._command(do="world", id=child_id, key=key, baked=folders)
        try:
            await asyncio.wait(
                {started, ended}, timeout=START_SECONDS, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            del self._started[child_id]
            if not started.done():
                self.kill(child_id)
        if ended.done():
            raise WorldError(f"a world could not be started: its process {ended.result().reason}")
        if not started.done():
            raise WorldError(f"a world could not be started within {START_SECONDS:.0f} seconds")
        event = started.result()
        return ForkedWorld(child_id, event.pid, event.port, ended)

    async def evaluate(self, task_id: str, folder: Path, time_limit: float) -> Evaluation:
        """Run AppWorld's evaluator on the end state in ``folder``, ``time_limit`` in seconds.

        Whatever keeps the evaluator from a verdict is in the evaluation's ``error``.
        """
        child_id = f"evaluation-{next(self._ids)}"
        ended = self._expect_end(child_id)
        try:
            self._command(do="evaluate", id=child_id, task=task_id, folder=str(folder))
            async with asyncio.timeout(time_limit):
                event = await asyncio.shield(ended)
        except TimeoutError:
            return no_verdict(
                f"the evaluator took more than {time_limit:.0f} seconds", transient=True
            )
        except WorldError as error:
            return no_verdict(str(error), transient=True)
        finally:
            self.kill(child_id)
        if event.result is None:
            return no_verdict(f"the evaluator's process {event.reason}", transient=True)
        result = EvaluationResult.model_validate(event.result)
        if result.error is not None:
            return no_verdict(result.error, transient=result.transient)
        return evaluation_of(result)

    async def bake(
        self, task_id: str, cues: Sequence[Mapping[str, Any]], folder: Path
    ) -> list[dict[str, Any]]:
        """Plant cues in a task's start state, written to ``folder``; the completed cues.

        Raises:
            WorldError: one of them can't be planted, or the process that does it came to an end.
        """
        child_id = f"baking-{next(self._ids)}"
        ended = self._expect_end(child_id)
        try:
            self._command(
                do="bake",
                id=child_id,
                task=task_id,
                cues=[dict(cue) for cue in cues],
                folder=str(folder),
            )
            async with asyncio.timeout(BAKING_SECONDS):
                event = await asyncio.shield(ended)
        except TimeoutError:
            raise WorldError(
                f"planting cues in task {task_id} took more than {BAKING_SECONDS:.0f} seconds"
            ) from None
        finally:
            self.kill(child_id)
        if event.result is None:
            raise WorldError(f"planting cues in task {task_id}: the process {event.reason}")
        result = BakingResult.model_validate(event.result)
        if result.error is not None:
            raise WorldError(f"cues of task {task_id} can't be planted: {result.error}")
        return result.cues

    def kill(self, child_id: str) -> None:
        """End one child at once; harmless when it, or the zygote, is gone."""
        if child_id in self._ended and self.alive:
            self._command(do="kill", id=child_id)

    async def close(self) -> None:
        """End the zygote and with it every world and evaluation."""
        self._closing = True
        if self._process.returncode is None:
            # Not a polite request: its children notice its end by themselves, through their pipe.
            with suppress(ProcessLookupError):
                self._process.kill()
        await self._process.wait()
        await asyncio.gather(*self._readers)
        # Without this the pipe's transport lives until it is garbage, after the loop has closed.
        if self._process.stdin is not None:
            self._process.stdin.close()

    def _expect_end(self, child_id: str) -> asyncio.Future[Event]:
        if not self.alive:
            raise WorldError(self._why_gone())
        ended = self._ended[child_id] = asyncio.get_running_loop().create_future()
        return ended

    def _command(self, **command: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(command).encode() + b"\n")

    async def _read_events(self) -> None:
        assert self._process.stdout is not None
        try:
            async for line in self._process.stdout:
                self._handle(Event.model_validate_json(line))
        except (ValidationError, ValueError) as error:
            self._stderr.append(f"unreadable event: {error}")
            with suppress(ProcessLookupError):
                self._process.kill()
        await self._process.wait()
        await asyncio.wait({self._readers[1]}, timeout=1.0)
        reason = self._why_gone()
        if not self._ready.done():
            self._ready.set_exception(WorldError(reason))
            self._ready.exception()
        for child_id in list(self._ended):
            ended = Event(event="ended", id=child_id, reason=f"ended because {reason}")
            self._handle(ended)

    def _handle(self, event: Event) -> None:
        match event.event:
            case "ready":
                self._ready.set_result(None)
            case "started":
                if (started := self._started.get(event.id)) is not None:
                    started.set_result(event)
            case "ended":
                if (ended := self._ended.pop(event.id, None)) is not None:
                    ended.set_result(event)

    async def _read_stderr(self) -> None:
        assert self._process.stderr is not None
        while chunk := await self._process.stderr.read(65536):
            for line in chunk.decode("utf-8", "replace").splitlines():
                if line.strip():
                    self._stderr.append(line.strip()[:STDERR_LINE_BYTES])

    def _why_gone(self) -> str:
        if self._closing:
            return "AppWorld's process was closed"
        last_words = f": {self._stderr[-1]}" if self._stderr else ""
        return f"AppWorld's process {_how_it_ended(self._process.returncode)}{last_words}"


def _how_it_ended(status: int | None) -> str:
    if status is None or status >= 0:
        return f"exited with status {status}"
    with suppress(ValueError):
        return f"was killed by signal {-status} ({signal.Signals(-status).name})"
    return f"was killed by signal {-status}"


def no_verdict(error: str, *, transient: bool = False) -> Evaluation:
    """What is known of an end state when the evaluator could not run."""
    return Evaluation(success=False, requirements=(), error=error, transient=transient)


def evaluation_of(result: EvaluationResult) -> Evaluation:
    """What the evaluator's process told of a verdict that it did come to."""
    return Evaluation(
        result.success,
        tuple(Requirement(**each.model_dump()) for each in result.requirements),
        changes=None
        if result.changes is None
        else tuple(
            RecordChange(each.model, each.change, each.before, each.after)
            for each in result.changes
        ),
        changes_error=result.changes_error,
    )


def _variables(ours: Mapping[str, str], appworld_root: Path) -> dict[str, str]:
    """The zygote's environment: ours, less what would change how Python or AppWorld start."""
    dropped = ("PYTHON", "APPWORLD_", "LOAD_ON_STARTUP", "VIRTUAL_ENV")
    kept = {name: value for name, value in ours.items() if not name.startswith(dropped)}
    # The order of sets is the same in every world, so that equal runs give equal bytes.
    return kept | {"APPWORLD_ROOT": str(appworld_root), "PYTHONHASHSEED": "0"}
