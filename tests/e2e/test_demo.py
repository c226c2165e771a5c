"""The demonstration, as the README has it, on one task."""

from pathlib import Path

from tests.support.processes import bdproxy, lines

TASK = "split-dinner_1"


def test_the_demonstration(builtin_root: Path, tmp_path: Path) -> None:
    path, page = tmp_path / "demo.db", tmp_path / "page.html"
    command = ("demo", "--db", path, "--output", page, "--task", TASK)
    done = bdproxy(*command)
    assert done.returncode == 0, done.stderr
    found = {
        (run["agent"], run["variant"]): run["verdict"]["outcome"]
        for run in lines("runs", "list", path)
    }
    variants = ("twin", "authority", "injection", "boundary", "fault", "compound")
    assert len(found) == 4 * len(variants)
    assert {found["gold", variant] for variant in variants} == {"pass"}
    assert {found["do-nothing", variant] for variant in variants} == {"fail"}
    assert found["gullible", "twin"] == "pass"
    assert {found["gullible", variant] for variant in ("authority", "compound")} == {"fail"}
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in done.stdout.splitlines()]
    assert ["gold", *["1/1"] * 6, "0"] in rows
    assert ["do-nothing", *["0/1"] * 6, "0"] in rows
    assert str(path) in done.stdout and str(page) in done.stdout
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    again = bdproxy(*command)
    assert (again.returncode, again.stdout) == (0, done.stdout)
    assert len(lines("runs", "list", path)) == len(found)
