"""One process that imports AppWorld once and forks a child for each world and each evaluation.

It reads commands from its standard input and writes events to its standard output, both one JSON
object per line:

===================================================  ===============================================
command                                              events
===================================================  ===============================================
(none)                                               ``ready``: AppWorld is imported
``{"do": "world", "id", "key", "baked"}``            ``started`` with ``port``; later ``ended``
``{"do": "evaluate", "id", "task", "folder"}``       ``ended`` with ``result``, or with ``reason``
``{"do": "bake", "id", "task", "cues", "folder"}``   ``ended`` with ``result``, or with ``reason``
``{"do": "kill", "id": ...}``                        ``ended``, unless it had ended before
``{"do": "quit"}``, or the end of standard input     (none): kills every child and exits
===================================================  ===============================================

Every child ends with an ``ended`` event; ``reason`` says how its process ended: what follows after
"its process". A world's ``key``, unless empty, is what every call to it must carry (see guard.py);
it is told through this pipe because command lines and environments can be read. ``baked`` has
folders of start states that it loads in place of the data set's, by task (see start_states.py); to
``bake`` is to plant cues in one (see bake.py). A child can't
outlive the zygote: it watches a pipe that only the zygote holds open. The zygote can't outlive
whoever started it: its standard input ends with them. It never has a second thread, because a fork
copies the locks of other threads but not the threads that would release them.
"""

import importlib.metadata
import json
import os
import selectors
import signal
import socket
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NoReturn

from appworld.apps import build_main_app

from .asgi import Application
from .bake import bake
from .evaluate import evaluate, inherit_documentation
from .serve import serve
from .start_states import StartStates
from .warm_up import import_models, warm_up

LOOPBACK = "127.0.0.1"
PIPE_CHUNK = 65536
CHILD_CRASHED = 70
"""Exit status of a child that an exception ended (EX_SOFTWARE)."""


@dataclass
class Child:
    """A forked process: a world, or work with a pipe for its result."""

    id: str
    pid: int
    result_pipe: int | None = None
    result: bytearray = field(default_factory=bytearray)


class Zygote:
    """The loop: commands in, children forked and reaped, events out."""

    def __init__(self, commands: int, events: int, application: Callable[[], Application]) -> None:
        self._commands = commands
        self._events = events
        self._application = application
        self._unparsed = b""
        self._children: dict[str, Child] = {}
        self._alive_read, self._alive_write = os.pipe()
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_read, False)
        os.set_blocking(self._wake_write, False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(commands, selectors.EVENT_READ, self._read_commands)
        self._selector.register(self._wake_read, selectors.EVENT_READ, self._reap)
        signal.set_wakeup_fd(self._wake_write)
        signal.signal(signal.SIGCHLD, lambda _signal, _frame: None)

    def run(self) -> None:
        """Serve commands until told to quit or until the standard input ends."""
        self._emit({"event": "ready", "appworld": importlib.metadata.version("appworld")})
        try:
            while True:
                for key, _ in self._selector.select():
                    key.data()
        except (_QuitError, BrokenPipeError):
            pass
        finally:
            for child in self._children.values():
                os.kill(child.pid, signal.SIGKILL)

    def _emit(self, event: dict[str, Any]) -> None:
        unwritten = json.dumps(event).encode() + b"\n"
        while unwritten:
            unwritten = unwritten[os.write(self._events, unwritten) :]

    def _emit_not_forked(self, child_id: str, error: OSError) -> None:
        reason = f"could not be forked: {error}"
        self._emit({"event": "ended", "id": child_id, "reason": reason})

    def _read_commands(self) -> None:
        chunk = os.read(self._commands, PIPE_CHUNK)
        if not chunk:
            raise _QuitError
        *lines, self._unparsed = (self._unparsed + chunk).split(b"\n")
        for line in lines:
            self._obey(json.loads(line))

    def _obey(self, command: dict[str, Any]) -> None:
        match command["do"]:
            case "world":
                self._start_world(command["id"], command["key"], command["baked"])
            case "evaluate":
                task, folder = command["task"], command["folder"]
                inherit_documentation()
                self._start_work(command["id"], lambda: evaluate(task, folder))
            case "bake":
                task, cues, folder = command["task"], command["cues"], command["folder"]
                self._start_work(command["id"], lambda: bake(task, cues, folder))
            case "kill":
                child = self._children.get(command["id"])
                if child is not None:
                    os.kill(child.pid, signal.SIGKILL)
            case "quit":
                raise _QuitError

    def _start_world(self, child_id: str, key: str, baked: dict[str, str]) -> None:
        application = self._application()
        if baked:
            application = StartStates(application, baked)
        # Listening before the fork: the port is known, and no call is ever refused.
        try:
            with socket.create_server((LOOPBACK, 0), backlog=256) as listener:
                port = listener.getsockname()[1]
                pid = self._fork(lambda: serve(listener, application, key))
        except OSError as error:
            self._emit_not_forked(child_id, error)
            return
        self._children[child_id] = Child(child_id, pid)
        self._emit({"event": "started", "id": child_id, "port": port, "pid": pid})

    def _start_work(self, child_id: str, function: Callable[[], dict[str, Any]]) -> None:
        try:
            result_read, result_write = os.pipe()
        except OSError as error:
            self._emit_not_forked(child_id, error)
            return

        def work() -> None:
            with os.fdopen(result_write, "w", encoding="utf-8") as out:
                json.dump(function(), out)

        try:
            pid = self._fork(work)
        except OSError as error:
            os.close(result_read)
            self._emit_not_forked(child_id, error)
            return
        finally:
            os.close(result_write)
        child = Child(child_id, pid, result_read)
        self._children[child_id] = child
        self._selector.register(result_read, selectors.EVENT_READ, lambda: self._read_result(child))

    def _read_result(self, child: Child) -> None:
        if child.result_pipe is None:
            return
        chunk = os.read(child.result_pipe, PIPE_CHUNK)
        child.result += chunk
        if not chunk:
            self._selector.unregister(child.result_pipe)
            os.close(child.result_pipe)
            child.result_pipe = None

    def _reap(self) -> None:
        while True:
            try:
                if not os.read(self._wake_read, PIPE_CHUNK):
                    break
            except BlockingIOError:
                break
        for child in list(self._children.values()):
            pid, status = os.waitpid(child.pid, os.WNOHANG)
            if pid == 0:
                continue
            del self._children[child.id]
            # Its end of the pipe is closed by now, so this reads what is left and can't block.
            while child.result_pipe is not None:
                self._read_result(child)
            self._emit(
                {
                    "event": "ended",
                    "id": child.id,
                    "reason": _how_it_ended(status),
                    "result": json.loads(child.result) if status == 0 and child.result else None,
                }
            )

    def _fork(self, work: Callable[[], None]) -> int:
        pid = os.fork()
        if pid != 0:
            return pid
        try:
            self._become_child()
            work()
            os._exit(0)
        except BaseException:
            sys.excepthook(*sys.exc_info())
        finally:
            sys.stderr.flush()
            os._exit(CHILD_CRASHED)

    def _become_child(self) -> None:
        """Let go of all that is the zygote's, and end with it."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        self._selector.close()
        ours = [self._commands, self._events, self._alive_write, self._wake_read, self._wake_write]
        pipes = [child.result_pipe for child in self._children.values()]
        for descriptor in [*ours, *(pipe for pipe in pipes if pipe is not None)]:
            os.close(descriptor)
        threading.Thread(target=_exit_at_end_of, args=(self._alive_read,), daemon=True).start()


class _QuitError(Exception):
    """Not a failure: it is time to go."""


def _exit_at_end_of(pipe: int) -> NoReturn:
    os.read(pipe, 1)
    os._exit(0)


def _how_it_ended(wait_status: int) -> str:
    code = os.waitstatus_to_exitcode(wait_status)
    if code >= 0:
        return f"exited with status {code}"
    try:
        return f"was killed by signal {-code} ({signal.Signals(-code).name})"
    except ValueError:
        return f"was killed by signal {-code}"


def prepare(*, worlds: bool) -> Zygote:
    """Take over the standard streams, warm up, and be ready to run, for ``worlds`` or without.

    Events go to a private copy of the standard output, and what AppWorld prints goes to the
    standard error, so that it can't corrupt them.
    """
    commands, events = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    # A data set is not ours to write in, and evaluation.py is imported from there.
    sys.dont_write_bytecode = True
    application = cache(build_main_app)
    if worlds:
        application()
    else:
        import_models()
    warm_up()
    return Zygote(commands, events, application)
