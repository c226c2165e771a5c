import asyncio
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import psutil
import pytest

from bdproxy.errors import AgentCommandError
from bdproxy.proxy import agent_keeper
from bdproxy.proxy.agent_process import AgentProcess, agent_environment, describe_exit


async def _run(code: str, environment: Mapping[str, str] | None = None) -> AgentProcess:
    agent = await AgentProcess.start((sys.executable, "-c", code), environment or {})
    await asyncio.wait_for(agent.wait(), 30)
    await agent.end()
    return agent


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("", 0),
        ("import sys; sys.exit(7)", 7),
        ("import os; os.kill(os.getpid(), 9)", -9),
        ("import os; os.kill(os.getpid(), 15)", -15),
        ("import os; os.abort()", -6),
    ],
)
async def test_an_agent_ends_as_it_ended(code: str, status: int) -> None:
    assert (await _run(code)).exit_status == status


async def test_an_agent_gets_its_environment_and_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/somewhere")
    agent = await _run("import os; print(os.environ['A'], os.environ['PYTHONPATH'])", {"A": "é"})
    assert agent.stdout.value().decode() == "é /somewhere\n"


async def test_an_agent_has_no_input_and_two_outputs() -> None:
    agent = await _run("import sys; print(sys.stdin.read() or 'none'); sys.stderr.write('oh')")
    assert (agent.stdout.value(), agent.stderr.value()) == (b"none\n", b"oh")


async def test_an_agent_inherits_no_descriptor_but_its_streams() -> None:
    agent = await _run("import os; print(sorted(os.listdir('/proc/self/fd'), key=int))")
    # The fourth is the listing's own.
    assert agent.stdout.value() == b"['0', '1', '2', '3']\n"


@pytest.mark.parametrize(
    ("content", "reason"),
    [("no program", "Exec format error"), ("#!/no/such/interpreter\n", "No such file")],
)
async def test_a_command_that_can_t_be_started(tmp_path: Path, content: str, reason: str) -> None:
    command = tmp_path / "agent"
    command.write_text(content)
    command.chmod(0o755)
    with pytest.raises(AgentCommandError, match=f"can't be started: {command}: {reason}"):
        await AgentProcess.start((str(command),), {})


async def test_a_command_with_a_nul_byte() -> None:
    with pytest.raises(AgentCommandError, match="null byte"):
        await AgentProcess.start((sys.executable, "\0"), {})


async def test_ending_asks_first_and_kills_then(monkeypatch: pytest.MonkeyPatch) -> None:
    polite = "import signal, sys; signal.signal(15, lambda *_: sys.exit(3)); print('.', flush=True)"
    deaf = "import signal; signal.signal(15, signal.SIG_IGN); print('.', flush=True)"
    for code, status in ((polite, 3), (deaf, -9)):
        waiting = f"{code}\nimport time\ntime.sleep(1000)"
        agent = await AgentProcess.start((sys.executable, "-c", waiting), {})
        async with asyncio.timeout(20):
            while not agent.stdout.size:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        began = time.monotonic()
        await agent.end()
        assert agent.exit_status == status
        assert time.monotonic() - began < agent_keeper.TERMINATION_SECONDS + 5


async def test_ending_twice_does_no_harm() -> None:
    agent = await _run("")
    await agent.end()


async def test_descendants_are_found_by_their_mark_where_orphans_can_t_be_adopted(
    tmp_path: Path,
) -> None:
    code = (
        "import sys; from bdproxy.proxy import agent_keeper; "
        "agent_keeper._adopt_orphans = lambda: False; "
        f"agent_keeper.main(1, {str(tmp_path)!r}, [sys.executable, '-c', sys.argv[1]])"
    )
    agent = (
        "import subprocess; "
        f"child = subprocess.Popen(['sleep', '987'], start_new_session=True); "
        f"open({str(tmp_path / 'child')!r}, 'w').write(str(child.pid))"
    )
    keeper = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", code, agent),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert keeper.stdout is not None
    # Not communicate(), which closes the keeper's input: to the keeper that is our end.
    out = await asyncio.wait_for(keeper.stdout.read(), 30)
    assert (await keeper.wait(), out) == (0, agent_keeper.STARTED)
    child = int((tmp_path / "child").read_text())
    async with asyncio.timeout(10):
        while psutil.pid_exists(child):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("new_session", [False, True])
async def test_an_agent_that_kills_its_keeper_ends_with_it(
    tmp_path: Path, new_session: bool
) -> None:
    code = (
        "import os, subprocess, sys, time; "
        f"child = subprocess.Popen(['sleep', '987'], start_new_session={new_session}); "
        f"open({str(tmp_path / 'pids')!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}'); "
        "os.kill(os.getppid(), 9); time.sleep(1000)"
    )
    agent = await AgentProcess.start((sys.executable, "-c", code), {})
    assert await asyncio.wait_for(agent.wait(), 30) == -9
    await agent.end()
    pids = [int(pid) for pid in (tmp_path / "pids").read_text().split()]
    async with asyncio.timeout(10):
        while any(psutil.pid_exists(pid) for pid in pids):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_an_agent_does_not_outlive_whoever_started_it(tmp_path: Path) -> None:
    starting = (
        "import asyncio, os, sys; from bdproxy.proxy.agent_process import AgentProcess\n"
        "async def main():\n"
        "    code = f'import os, time; print(os.getpid(), flush=True); time.sleep(1000)'\n"
        "    agent = await AgentProcess.start((sys.executable, '-c', code), {})\n"
        "    while not agent.stdout.size: await asyncio.sleep(0.01)\n"
        "    print(agent.stdout.value().decode(), flush=True)\n"
        "    os.kill(os.getpid(), 9)\n"
        "asyncio.run(main())\n"
    )
    starter = await asyncio.create_subprocess_exec(
        sys.executable, "-c", starting, stdout=asyncio.subprocess.PIPE
    )
    out, _ = await asyncio.wait_for(starter.communicate(), 30)
    assert starter.returncode == -9
    agent = int(out)
    async with asyncio.timeout(10):
        while psutil.pid_exists(agent):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


def test_the_environment_keeps_proxy_servers_out_of_the_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_PROXY", "intranet, localhost")
    monkeypatch.setenv("no_proxy", "intranet,.example.com")
    variables = agent_environment(
        base_url="http://127.0.0.1:1",
        task_id="a_1",
        instruction="Do it.",
        task_file=Path("/tmp/task.json"),
        run_id=7,
    )
    assert variables == {
        "BDPROXY_BASE_URL": "http://127.0.0.1:1",
        "BDPROXY_TASK_ID": "a_1",
        "BDPROXY_INSTRUCTION": "Do it.",
        "BDPROXY_TASK_FILE": "/tmp/task.json",
        "BDPROXY_RUN_ID": "7",
        "NO_PROXY": "intranet,localhost,.example.com,127.0.0.1",
        "no_proxy": "intranet,localhost,.example.com,127.0.0.1",
    }


def test_the_environment_names_no_run_that_is_not_open() -> None:
    variables = agent_environment(
        base_url="", task_id="a_1", instruction="", task_file=Path("/tmp/task.json")
    )
    assert "BDPROXY_RUN_ID" not in variables


@pytest.mark.parametrize(
    ("status", "words"),
    [(0, "with exit status 0"), (3, "with exit status 3"), (-9, "by signal SIGKILL")],
)
def test_an_exit_in_words(status: int, words: str) -> None:
    assert describe_exit(status) == words
    assert describe_exit(-200) == "by signal 200"
