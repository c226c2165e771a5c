"""The agent as a child process: its environment, its output, its end."""

import asyncio
import contextlib
import os
import signal
import sys
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from bdproxy.errors import AgentCommandError
from bdproxy.proxy import agent_keeper
from bdproxy.proxy.output import BoundedOutput

ENDING_SECONDS = agent_keeper.TERMINATION_SECONDS + agent_keeper.KILLING_SECONDS + 1.0
"""How long a keeper may take to end its agent."""
READING_SECONDS = 2.0
"""How long to wait for the end of the output of an agent that has ended."""
LOOPBACK = "127.0.0.1,localhost"


class AgentProcess:
    """One agent process and its keeper, which leaves none of the agent's descendants behind."""

    def __init__(
        self, transport: asyncio.SubprocessTransport, streams: "_Streams", mark: str
    ) -> None:
        self._transport = transport
        self._streams = streams
        self._mark = mark
        self.stdout = streams.outputs[1]
        self.stderr = streams.outputs[2]

    @classmethod
    async def start(
        cls, command: tuple[str, ...], environment: Mapping[str, str]
    ) -> "AgentProcess":
        """Start ``command`` with ``environment`` added to this process's own.

        Raises:
            AgentCommandError: it can't be started.
        """
        report_read, report_write = os.pipe()
        try:
            agent = await cls._start(command, environment, report_write)
            try:
                report = await asyncio.to_thread(os.read, report_read, 4096)
            except BaseException:
                await agent.end()
                raise
        finally:
            os.close(report_read)
        if report != agent_keeper.STARTED:
            await agent.end()
            reason = report.decode("utf-8", "replace") or "its keeper ended at once"
            raise AgentCommandError(_cannot_start(command, reason))
        return agent

    @classmethod
    async def _start(
        cls, command: tuple[str, ...], environment: Mapping[str, str], report: int
    ) -> "AgentProcess":
        mark = uuid.uuid4().hex
        keeper = (sys.executable, "-I", agent_keeper.__file__, str(report), mark)
        try:
            transport, streams = await asyncio.get_running_loop().subprocess_exec(
                _Streams,
                *keeper,
                *command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                env={**os.environ, **environment},
                pass_fds=(report,),
                # Ctrl-C in the terminal is for bdproxy, which ends its agents in its own order.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise AgentCommandError(_cannot_start(command, str(error))) from error
        finally:
            os.close(report)
        return cls(transport, streams, mark)

    @property
    def exit_status(self) -> int | None:
        """Exit status, minus the signal's number if one ended it, None while it runs."""
        return self._transport.get_returncode()

    async def wait(self) -> int:
        """Wait until the process, and with it all that it started, has ended; its exit status."""
        await self._streams.exited.wait()
        status = self.exit_status
        assert status is not None
        return status

    async def end(self) -> None:
        """End the process and everything that it started, its output read to the end."""
        if not self._streams.exited.is_set():
            stdin = cast(asyncio.WriteTransport, self._transport.get_pipe_transport(0))
            stdin.write(agent_keeper.END)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._streams.exited.wait(), ENDING_SECONDS)
        if self.exit_status in (None, -signal.SIGKILL):
            # Perhaps it was the keeper that was killed, by its own agent, or it hangs.
            await asyncio.to_thread(agent_keeper.kill_marked, self._mark)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._streams.read.wait(), READING_SECONDS)
        # Kills the keeper, should it still be there, and closes the pipes.
        self._transport.close()
        await self._streams.exited.wait()


class _Streams(asyncio.SubprocessProtocol):
    """Takes what the process writes, as it comes, and notes its end."""

    def __init__(self) -> None:
        self.outputs = {1: BoundedOutput(), 2: BoundedOutput()}
        self.exited = asyncio.Event()
        self.read = asyncio.Event()
        self._open = set(self.outputs)

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        assert isinstance(data, bytes)
        self.outputs[fd].write(data)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        self._open.discard(fd)
        if not self._open:
            self.read.set()

    def process_exited(self) -> None:
        self.exited.set()


def agent_environment(
    *, base_url: str, task_id: str, instruction: str, task_file: Path, run_id: int | None = None
) -> dict[str, str]:
    """The variables that an agent is started with; ``run_id`` is None if no run is open yet."""
    # A lane is on this machine: a proxy server for the outside world must not get in between.
    listed = (os.environ.get("NO_PROXY", ""), os.environ.get("no_proxy", ""), LOOPBACK)
    hosts = [host.strip() for hosts in listed for host in hosts.split(",")]
    exempt = ",".join(dict.fromkeys(filter(None, hosts)))
    variables = {
        "BDPROXY_BASE_URL": base_url,
        "BDPROXY_TASK_ID": task_id,
        "BDPROXY_INSTRUCTION": instruction,
        "BDPROXY_TASK_FILE": str(task_file),
        "NO_PROXY": exempt,
        "no_proxy": exempt,
    }
    return variables if run_id is None else variables | {"BDPROXY_RUN_ID": str(run_id)}


def describe_exit(status: int) -> str:
    """An exit status in words."""
    if status >= 0:
        return f"with exit status {status}"
    try:
        return f"by signal {signal.Signals(-status).name}"
    except ValueError:
        return f"by signal {-status}"


def _cannot_start(command: tuple[str, ...], reason: str) -> str:
    return f"the agent's command can't be started: {command[0]}: {reason}"
