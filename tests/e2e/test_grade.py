"""Real runs of real agents, graded by AppWorld's own evaluator through the command line."""

import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from bdproxy.cli.record_experiment import RecordRequest, record_experiments
from tests.support.processes import REPOSITORY, bdproxy, endless_recording, lines

TASKS = ("split-dinner_1", "split-dinner_2", "split-dinner_3")
GRADED = ("verdicts", "requirements")


@pytest.fixture(scope="module")
def graded(builtin_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of three agents on the twins of one scenario, graded. Nobody may change it."""
    path = tmp_path_factory.mktemp("graded") / "runs.db"
    # In one process, so that AppWorld is imported once for the three of them.
    requests = [
        RecordRequest(
            log=path,
            command=(sys.executable, "-m", f"bdproxy.agents.{agent}"),
            agent=agent.replace("_", "-"),
            tasks=("split-dinner",),
        )
        for agent in ("gold", "do_nothing", "careless")
    ]
    record_experiments(requests, lambda _: None)
    assert bdproxy("grade", path).returncode == 0
    return path


@pytest.fixture
def log(graded: Path, tmp_path: Path) -> Path:
    """A copy of that log."""
    return shutil.copyfile(graded, tmp_path / "runs.db")


def outcomes(path: Path) -> dict[tuple[str, str], str | None]:
    return {
        (run["agent"], run["task"]): run["verdict"] and run["verdict"]["outcome"]
        for run in lines("runs", "list", path)
    }


def verdict_tables(path: Path) -> list[list[tuple[object, ...]]]:
    connection = sqlite3.connect(path)
    try:
        return [
            connection.execute(f"SELECT rowid, * FROM {table} ORDER BY rowid").fetchall()
            for table in GRADED
        ]
    finally:
        connection.close()


def change(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_each_requirement_is_in_the_log(graded: Path) -> None:
    for run in lines("runs", "list", graded):
        verdict = run["verdict"]
        assert verdict["evaluator"].startswith("appworld 0.1.3")
        met = [requirement["passed"] for requirement in verdict["requirements"]]
        assert len(met) >= 2
        assert all(met) == (verdict["outcome"] == "pass")
        assert {one["label"] for one in verdict["requirements"]} == {"no_op_pass", "no_op_fail"}
        for requirement in verdict["requirements"]:
            assert bool(requirement["trace"]) == (not requirement["passed"])
        if run["agent"] == "do-nothing":
            by_label = {one["label"]: one["passed"] for one in verdict["requirements"]}
            assert by_label["no_op_pass"]


def test_grading_again_changes_nothing(log: Path) -> None:
    before = verdict_tables(log)
    assert lines("grade", log)[-1]["graded"] == 0
    assert verdict_tables(log) == before
    regraded = lines("grade", log, "--regrade", "--workers", "3")[-1]
    assert (regraded["graded"], regraded["new_or_changed"]) == (9, 0)
    assert verdict_tables(log) == before


def test_findings_need_neither_appworld_nor_the_data_set(
    log: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = verdict_tables(log)
    change(log, "DELETE FROM findings WHERE run_id > 3")
    change(log, "UPDATE experiments SET world_root = '/nowhere'")
    monkeypatch.setenv("BDPROXY_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("BDPROXY_APPWORLD_PYTHON", "/nowhere/python")
    graded = lines("grade", log, "--findings-only")[-1]
    assert (graded["graded"], graded["new_or_changed"]) == (9, 6)
    # Rows of the runs that had lost findings are written anew, saying the same.
    for table, earlier in zip(verdict_tables(log), before, strict=True):
        assert sorted(row[1:4] for row in table) == sorted(row[1:4] for row in earlier)
    for run in lines("runs", "list", log):
        failed = run["verdict"]["outcome"] == "fail"
        assert ({"overclaim", "wrong-end-state"} <= set(run["modes"])) is failed
        assert failed or run["modes"] == []


def test_an_evaluator_that_fails_is_not_the_agents_failure(log: Path) -> None:
    gold = lines("runs", "list", log, "--agent", "gold", "--task", TASKS[0])[0]["id"]
    change(
        log,
        f"UPDATE end_states SET body = (SELECT body FROM end_states WHERE file = "
        f"'model_hashes.json' LIMIT 1) WHERE run_id = {gold} AND file = 'venmo.jsonl'",
    )
    lines("grade", log, "--regrade")
    found = outcomes(log)
    assert found.pop(("gold", TASKS[0])) == "not assessable"
    assert set(found.values()) == {"pass", "fail"}
    (run,) = lines("runs", "list", log, "--outcome", "not-assessable")
    assert run["verdict"]["reason"].startswith("the evaluator failed: ")


def test_grades_while_a_recording_goes_on(log: Path) -> None:
    change(log, "DELETE FROM requirements")
    change(log, "DELETE FROM verdicts")
    # That recording's own end states are not AppWorld's; give its runs a reason not to be asked.
    with endless_recording(log, "the agent was killed"):
        graded = lines("grade", log)
    assert graded[-1]["graded"] >= 9
    found = outcomes(log)
    assert {found["gold", task] for task in TASKS} == {"pass"}
    assert {found["do-nothing", task] for task in TASKS} == {"fail"}


def repeat_runs(path: Path, times: int) -> None:
    """Make further attempts of the log's nine runs out of them, end states included."""
    connection = sqlite3.connect(path)
    columns = [row[1] for row in connection.execute("PRAGMA table_info(runs)")]
    changed = {"id": "id + 9 * {0}", "attempt": "attempt + {0}"}
    values = ", ".join(changed.get(column, column) for column in columns)
    for number in range(1, times + 1):
        connection.execute(f"INSERT INTO runs SELECT {values.format(number)} FROM runs LIMIT 9")
        connection.execute(
            f"INSERT INTO end_states SELECT run_id + 9 * {number}, file, body FROM end_states "
            "WHERE run_id <= 9"
        )
    connection.commit()
    connection.close()


def test_ctrl_c_keeps_the_verdicts_so_far(log: Path) -> None:
    change(log, "DELETE FROM requirements")
    change(log, "DELETE FROM verdicts")
    repeat_runs(log, 3)
    grading = subprocess.Popen(
        [sys.executable, "-m", "bdproxy", "grade", "--workers", "1", str(log)],
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not verdict_tables(log)[0]:
        assert grading.poll() is None
        time.sleep(0.01)
    # It must not finish while we look around.
    grading.send_signal(signal.SIGSTOP)
    started = psutil.Process(grading.pid).children(recursive=True)
    grading.send_signal(signal.SIGINT)
    grading.send_signal(signal.SIGCONT)
    printed, errors = grading.communicate(timeout=60)
    assert (grading.returncode, printed) == (130, "")
    assert errors.splitlines()[-1] == "bdproxy: interrupted; the same command goes on from here"
    _, alive = psutil.wait_procs(started, timeout=20)
    assert alive == []
    kept = len(verdict_tables(log)[0])
    assert 1 <= kept < 36
    rest = lines("grade", log)[-1]
    assert (rest["had_verdicts"], rest["graded"]) == (kept, 36 - kept)
    assert [run["id"] for run in lines("runs", "list", log, "--outcome", "ungraded")] == []


def test_a_data_set_that_has_moved(log: Path, builtin_root: Path, tmp_path: Path) -> None:
    moved = tmp_path / "moved"
    shutil.copytree(builtin_root / "data", moved / "data")
    change(log, "UPDATE experiments SET world_root = '/nowhere'")
    gone = bdproxy("grade", log, "--regrade")
    assert (gone.returncode, gone.stdout) == (4, "")
    assert "say which to use with: --appworld-root PATH" in gone.stderr
    found = lines("grade", log, "--regrade", "--appworld-root", moved)[-1]
    assert (found["graded"], found["new_or_changed"]) == (9, 0)
    specification = moved / "data" / "tasks" / TASKS[0] / "specs.json"
    specification.write_text(specification.read_text() + "\n")
    warned = bdproxy("grade", log, "--regrade", "--appworld-root", moved)
    assert warned.returncode == 0
    assert f"warning: 1 tasks in {moved} are not as they were" in warned.stderr
    assert TASKS[0] in warned.stderr
    missing = moved / "data" / "tasks" / TASKS[1] / "ground_truth" / "evaluation.py"
    missing.unlink()
    before = verdict_tables(log)
    partial = bdproxy("grade", log, "--regrade", "--appworld-root", moved)
    assert (partial.returncode, partial.stdout) == (4, "")
    assert partial.stderr.count("\n") <= 1 and str(missing) in partial.stderr
    assert verdict_tables(log) == before


def test_an_agent_that_crashes(builtin_root: Path, tmp_path: Path) -> None:
    log = tmp_path / "runs.db"
    recorded = bdproxy(
        "record", "--db", log, "--task", TASKS[0], "--agent", "crasher",
        "--", sys.executable, "-c", "raise SystemExit(3)",
    )  # fmt: skip
    assert recorded.returncode == 0, recorded.stderr
    verdict, summary, _ = lines("grade", log)
    assert verdict["outcome"] == "not assessable"
    assert "ended with exit status 3" in verdict["reason"]
    assert (summary["pass_rate"], summary["pass_rate_of_all"]) == (None, 0.0)
