"""The agent as a child process: its environment, its output, its end."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Mapping
from pathlib import Path

from bdproxy.errors import AgentCommandError
from bdproxy.proxy.guard import Guard
from bdproxy.proxy.output import BoundedOutput
from bdproxy.proxy.process_tree import MARK_VARIABLE, kill_group, kill_marked, terminate_group

TERMINATION_SECONDS = 2.0
"""How long an agent may take to end when asked to, before it is killed."""

_CHUNK = 65536


class AgentProcess:
    """One agent process in a session of its own, so that all of it can be ended."""

    def __init__(self, process: asyncio.subprocess.Process, guard: Guard, mark: str) -> None:
        self._process = process
        self._guard = guard
        self._mark = mark
        self.stdout = BoundedOutput()
        self.stderr = BoundedOutput()
        assert process.stdout is not None and process.stderr is not None
        self._readers = [
            asyncio.create_task(_drain(process.stdout, self.stdout)),
            asyncio.create_task(_drain(process.stderr, self.stderr)),
        ]

    @classmethod
    async def start(
        cls, command: tuple[str, ...], environment: Mapping[str, str], guard: Guard, mark: str
    ) -> "AgentProcess":
        """Start ``command`` with ``environment`` added to this process's own.

        Raises:
            AgentCommandError: it can't be started.
        """
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                env={**os.environ, **environment, MARK_VARIABLE: mark},
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise AgentCommandError(
                f"the agent's command can't be started: {command[0]}: "
                f"{error.strerror if isinstance(error, OSError) else error}"
            ) from error
        guard.watch(process.pid)
        return cls(process, guard, mark)

    @property
    def exit_status(self) -> int | None:
        """Exit status, minus the signal's number if one ended it, None while it runs."""
        return self._process.returncode

    async def wait(self) -> int:
        """Wait until the process itself ends; its exit status."""
        return await self._process.wait()

    async def end(self) -> None:
        """End the process and everything that it started, its output read to the end."""
        if self._process.returncode is None:
            terminate_group(self._process.pid)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), TERMINATION_SECONDS)
        # The group may outlive its leader, and the marked ones their group.
        kill_group(self._process.pid)
        await asyncio.to_thread(kill_marked, self._mark)
        await self._process.wait()
        self._guard.forget(self._process.pid)
        _, unfinished = await asyncio.wait(self._readers, timeout=TERMINATION_SECONDS)
        for reader in unfinished:
            reader.cancel()


def agent_environment(
    *, base_url: str, task_id: str, instruction: str, task_file: Path, run_id: int
) -> dict[str, str]:
    """The variables that an agent is started with."""
    loopback = "127.0.0.1,localhost"
    # A lane is on this machine: a proxy server for the outside world must not get in between.
    exempt = ",".join(filter(None, [os.environ.get("NO_PROXY", ""), loopback]))
    return {
        "BDPROXY_BASE_URL": base_url,
        "BDPROXY_TASK_ID": task_id,
        "BDPROXY_INSTRUCTION": instruction,
        "BDPROXY_TASK_FILE": str(task_file),
        "BDPROXY_RUN_ID": str(run_id),
        "NO_PROXY": exempt,
        "no_proxy": exempt,
    }


def describe_exit(status: int) -> str:
    """An exit status in words."""
    if status >= 0:
        return f"with exit status {status}"
    try:
        return f"by signal {signal.Signals(-status).name}"
    except ValueError:
        return f"by signal {-status}"


async def _drain(stream: asyncio.StreamReader, output: BoundedOutput) -> None:
    while data := await stream.read(_CHUNK):
        output.write(data)
