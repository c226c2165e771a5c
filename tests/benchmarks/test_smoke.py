"""The benchmarks still run: the cheapest of them in their smallest form, and all command lines."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.__main__ import BENCHMARKS
from benchmarks.common.upstream import SIZES, body_of
from benchmarks.common.wire import messages

REPOSITORY = Path(__file__).parents[2]


def run(name: str, *arguments: object) -> str:
    done = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{name}", *map(str, arguments)],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_all_benchmarks_are_run_together() -> None:
    files = {file.stem for file in (REPOSITORY / "benchmarks").glob("[a-z]*.py")}
    assert set(BENCHMARKS) == files


@pytest.mark.parametrize("name", BENCHMARKS)
def test_every_benchmark_says_what_it_measures(name: str) -> None:
    said = run(name, "--help")
    assert "--quick" in said
    assert "--output" in said
    assert name in (REPOSITORY / "benchmarks" / "README.md").read_text()


def test_overhead(tmp_path: Path) -> None:
    run("overhead", "--quick", "--output", tmp_path / "result.json")
    result = json.loads((tmp_path / "result.json").read_text())
    assert {row["set-up"] for row in result["rows"]} == {"direct", "mitmdump", "bdproxy"}
    assert {row["load"] for row in result["rows"]} == {"read", "write"}
    assert all(row["requests/s"] > 0 for row in result["rows"])


def test_log_size_and_memory(tmp_path: Path) -> None:
    run("log_size_and_memory", "--quick", "--output", tmp_path / "result.json")
    result = json.loads((tmp_path / "result.json").read_text())
    assert [row["calls"] for row in result["rows"]] == [200, 600]
    size = next(value for name, value in result["summary"].items() if "bytes of log" in name)
    assert size > 100


@pytest.mark.parametrize("size", SIZES)
def test_answers_of_the_upstream_have_their_size(size: int) -> None:
    body = body_of(size)
    assert len(body) == size
    assert json.loads(body)[0]["transaction_id"] == "000000000000"


def test_messages_are_cut_at_their_length_and_no_byte_is_lost() -> None:
    stream = (
        b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        b"POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}"
        b"HTTP/1.1 500 Internal Server Error\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"
    )
    parts = list(messages(stream))
    assert [part[:4] for part in parts] == [b"GET ", b"POST", b"HTTP"]
    assert b"".join(parts) == stream
    assert list(messages(b"HTTP/1.1 200")) == [b"HTTP/1.1 200"]
