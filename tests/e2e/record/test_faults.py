"""Faults on live worlds: what the agent gets, what the log says, what the end state has."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from bdproxy.addons.fault_answers import answer_for
from bdproxy.cli.families import build_families
from bdproxy.names import FaultForm, FaultPhase, Management, Variant
from bdproxy.proxy.recording import Recording
from bdproxy.proxy.settings import PlannedRun, Settings
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.records import CallRecord, FaultRecord
from bdproxy.recorder.rows import RunEnd, RunKey
from bdproxy.recorder.writer import LogWriter
from bdproxy.scenarios.faults import plan_faults
from bdproxy.worlds.appworld.control_plane import AppWorldControlPlane
from bdproxy.worlds.appworld.evaluator import AppWorldEvaluator
from bdproxy.worlds.appworld.tasks import DataSet
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Task
from tests.support.lane_lab import lane_lab
from tests.support.loops import SESSION_LOOP
from tests.support.raw_http import exchange, post

pytestmark = SESSION_LOOP

BOTH_PHASES = ("500", "json-500", "drop", "silence", "503")
SEEN = {
    "500": "500",
    "json-500": "500",
    "503": "503",
    "429": "429",
    "drop": "RemoteProtocolError",
    "silence": "ReadTimeout",
    "latency": "ReadTimeout",
}
"""What an agent sees whose client gives up after a second."""


class Quiet:
    def run_waiting(self, run: PlannedRun, run_id: int, url: str) -> None: ...

    def lane_open(self, url: str) -> None: ...

    def run_ended(self, run: PlannedRun, run_id: int, end: RunEnd) -> None: ...


@dataclass(frozen=True)
class Recorded:
    task: str
    stdout: str
    failure: str | None
    call: CallRecord
    fault: FaultRecord
    end_state: dict[str, bytes]


async def record(
    worlds: AppWorldWorlds,
    root: Path,
    path: Path,
    agent: str,
    tasks: Sequence[str],
    *,
    form: FaultForm = FaultForm.GENUINE_500,
    phase: FaultPhase | None = None,
    parallel: int = 1,
) -> list[Recorded]:
    """One recording of fault variants, and its runs in the order of their tasks."""
    data_set = DataSet.open(root, "builtin")
    plans = plan_faults(build_families(data_set), 100, form, phase)
    settings = Settings(
        agent=agent,
        command=(sys.executable, "-m", "tests.support.fault_agent", agent),
        management=Management.MANAGED,
        dataset="builtin",
        world_root=str(root),
        world_version="test",
        timeout=60,
        parallel=parallel,
        fault_form=form,
        fault_phase=phase,
    )
    planned = [
        PlannedRun(RunKey(task.id, Variant.FAULT, 1), task, plans[task.id])
        for task in data_set.load(tasks)
    ]
    log = LogWriter(path)
    try:
        await Recording(settings, planned, log, AppWorldControlPlane(), Quiet()).run(worlds)
    finally:
        log.close()
    with LogReader(path) as reader:
        return sorted((_read(reader, run.id) for run in reader.runs()), key=lambda one: one.task)


def _read(reader: LogReader, number: int) -> Recorded:
    run = reader.run(number)
    (fault,) = reader.faults(number)
    (call,) = (one for one in reader.calls(number) if one.number == fault.number)
    assert run.stdout_body is not None
    return Recorded(
        run.task,
        reader.body(run.stdout_body).decode().strip(),
        run.not_assessable,
        call,
        fault,
        reader.end_state(number),
    )


@pytest.mark.parametrize(
    ("form", "phase"),
    [
        *((form, phase) for form in BOTH_PHASES for phase in ("before", "after")),
        ("429", "before"),
        ("latency", "after"),
    ],
)
async def test_what_the_agent_gets_the_log_says_and_the_world_has(
    worlds: AppWorldWorlds,
    evaluator: AppWorldEvaluator,
    builtin_root: Path,
    tmp_path: Path,
    form: str,
    phase: str,
) -> None:
    (run,) = await record(
        worlds,
        builtin_root,
        tmp_path / "runs.db",
        "once",
        ["pay-back_1"],
        form=FaultForm(form),
        phase=FaultPhase(phase),
    )
    after = phase == "after"
    assert (run.stdout, run.failure) == (SEEN[form], None)
    assert (run.fault.form, run.fault.phase, run.fault.applied) == (form, phase, True)
    assert (run.fault.forwarded, run.fault.landed) == (after, after)
    assert run.fault.upstream_status == (200 if after else None)
    assert (run.call.forwarded, run.call.upstream_status) == (after, 200 if after else None)
    assert run.call.status == (int(SEEN[form]) if SEEN[form].isdigit() else None)
    assert (run.call.error is None) == SEEN[form].isdigit()
    # Paid once or not at all, and nothing else.
    assert (await evaluator.evaluate(run.task, run.end_state)).success is after


@pytest.mark.parametrize("phase", FaultPhase)
@pytest.mark.parametrize("agent", ["gold", "blind"])
async def test_looking_first_passes_and_repeating_blindly_pays_twice(
    worlds: AppWorldWorlds,
    evaluator: AppWorldEvaluator,
    builtin_root: Path,
    tmp_path: Path,
    agent: str,
    phase: FaultPhase,
) -> None:
    (run,) = await record(
        worlds, builtin_root, tmp_path / "runs.db", agent, ["pay-back_2"], phase=phase
    )
    evaluation = await evaluator.evaluate(run.task, run.end_state)
    twice = agent == "blind" and phase is FaultPhase.AFTER
    assert evaluation.success is not twice
    failed = [one.text for one in evaluation.requirements if not one.passed]
    assert ("assert exactly one venmo payment was made" in failed) is twice


async def test_a_write_whose_client_gave_up_lands_and_is_logged_so(
    worlds: AppWorldWorlds, evaluator: AppWorldEvaluator, builtin_root: Path, tmp_path: Path
) -> None:
    (run,) = await record(
        worlds,
        builtin_root,
        tmp_path / "runs.db",
        "hasty",
        ["pay-back_3"],
        phase=FaultPhase.AFTER,
    )
    assert (run.stdout, run.failure) == ("ReadTimeout", None)
    assert (run.call.upstream_status, run.call.status) == (200, None)
    assert run.call.error == "the agent left before its answer"
    assert (run.fault.forwarded, run.fault.landed) == (True, True)
    assert (await evaluator.evaluate(run.task, run.end_state)).success


async def test_the_same_seed_faults_the_same_calls_whatever_the_concurrency(
    worlds: AppWorldWorlds, builtin_root: Path, tmp_path: Path
) -> None:
    tasks = ["pay-back", "split-dinner"]
    found = []
    for parallel in (1, 4):
        runs = await record(
            worlds, builtin_root, tmp_path / f"{parallel}.db", "gold", tasks, parallel=parallel
        )
        found.append([(run.task, run.fault, run.call.path, run.failure) for run in runs])
    alone, together = (
        [(task, fault.model_dump(exclude={"run_id"}), *more) for task, fault, *more in runs]
        for runs in found
    )
    assert len(alone) == 6
    assert alone == together


async def test_a_genuine_500_is_byte_for_byte_the_world_s(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...], tmp_path: Path
) -> None:
    crashing = post("/dbs", b'{"to_db_home_path": ":memory:x", "from_db_home_path": "/nowhere"}')
    path = tmp_path / "runs.db"
    async with lane_lab(
        worlds, builtin_tasks[0], path, management=Management.CLIENT_MANAGED
    ) as lab:
        genuine = await exchange(lab.lane_url, crashing)
    assert genuine.data.startswith(b"HTTP/1.1 500 ")
    lines = genuine.data.split(b"\r\n")
    date = next(line for line in lines if line.lower().startswith(b"date: "))
    server = ((b"date", date.split(b": ", 1)[1]), (b"server", b"uvicorn"))
    ours = answer_for(FaultForm.GENUINE_500, None, server)
    head = [b"HTTP/1.1 500 Internal Server Error"]
    head += [name + b": " + value for name, value in ours.headers]
    assert b"\r\n".join([*head, b"", ours.body]) == genuine.data
    assert ours.closes is genuine.closed is True
