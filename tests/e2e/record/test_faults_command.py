"""Faults through the command line: recorded, logged, shown, and never repeated."""

import json
import sys
from pathlib import Path

from bdproxy.recorder.reader import LogReader
from tests.support.processes import bdproxy


def test_through_the_command_line(builtin_root: Path, tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    command = ("--", sys.executable, "-m", "bdproxy.agents.gold")
    arguments = (
        "record",
        "--variant",
        "twin",
        "--variant",
        "fault",
        "--task",
        "pay-back_1",
        "--task",
        "paid-since_1",
    )
    done = bdproxy(*arguments, "--fault-phase", "after", "--db", path, *command)
    assert done.returncode == 0, done.stderr
    assert "1 of 2 tasks have no fault variant" in done.stderr
    assert done.stdout.startswith("3 runs recorded")
    with LogReader(path) as reader:
        runs = [(run.task, run.variant, run.hazards is not None) for run in reader.runs()]
        (experiment,) = reader.experiments()
    assert runs == [
        ("pay-back_1", "twin", False),
        ("pay-back_1", "fault", True),
        ("paid-since_1", "twin", False),
    ]
    assert (experiment.fault_form, experiment.fault_phase) == ("500", "after")
    lines = [
        json.loads(line) for line in bdproxy("runs", "show", path, 2, "--json").stdout.splitlines()
    ]
    assert lines[0]["hazards"]["fault"]["phase"] == "after"
    (faulted,) = (line for line in lines[1:] if line["fault"])
    assert (faulted["status"], faulted["upstream_status"]) == (500, 200)
    assert faulted["fault"]["landed"] is True
    shown = bdproxy("runs", "show", path, 2).stdout
    assert "fault (500, after the write): landed" in shown
    again = bdproxy(*arguments, "--fault-phase", "after", "--db", path, *command)
    assert again.stdout.startswith("0 runs recorded · 3 finished before")
