"""What the end of an agent's process says of its run."""

from dataclasses import replace

from bdproxy.addons.lane import LiveRun
from bdproxy.names import EndReason
from bdproxy.proxy.agent_process import AgentProcess, describe_exit
from bdproxy.proxy.context import finished
from bdproxy.recorder.rows import RunEnd

GRACE_SECONDS = 30.0
"""How long an agent whose run is over may go on before its process is ended."""

_AGENT_S_OWN = frozenset(
    {EndReason.EXITED, EndReason.AGENT_CRASHED, EndReason.CALL_LIMIT, EndReason.TIME_LIMIT}
)
"""Ends that mean no more than that the agent did not get to complete its task."""


def end_by_exit(agent: AgentProcess) -> RunEnd:
    """The end of a run whose agent's process ended by itself, its task not completed.

    A crash is never the agent's failure: the run can't be assessed then.
    """
    status = agent.exit_status
    assert status is not None
    if status == 0:
        return finished(EndReason.EXITED)
    return finished(
        EndReason.AGENT_CRASHED,
        f"the agent's process ended {describe_exit(status)} before the task was completed",
    )


def completed_after_all(end: RunEnd, run: LiveRun) -> RunEnd:
    """The end, once every call has got its answer: an agent may send its last one and be gone,
    or meet a limit meanwhile.
    """
    if run.completed.is_set() and end.reason in _AGENT_S_OWN:
        return finished(EndReason.COMPLETED)
    return end


def with_output(end: RunEnd, agent: AgentProcess) -> RunEnd:
    """The end, completed by what the process left: its exit status and what it printed."""
    return replace(
        end,
        exit_status=agent.exit_status,
        stdout=agent.stdout.value(),
        stdout_size=agent.stdout.size,
        stderr=agent.stderr.value(),
        stderr_size=agent.stderr.size,
    )
