"""Each form is opened by a reader that others wrote, and says what the log does."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas
import pytest
from haralyzer import HarEntry, HarParser
from pyarrow import parquet

from bdproxy.cli.export import ExportFormat
from bdproxy.cli.export_log import export_log
from bdproxy.grader.export.columns import CALLS, FINDINGS, RUNS
from bdproxy.names import FaultForm, FaultPhase, Outcome
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.rows import Exchange, Fault
from bdproxy.recorder.writer import LogWriter
from benchmarks.common.synthetic_log import write_synthetic_log
from tests.support.logs import a_call, begin_experiment, write_run
from tests.support.reports import INVALID, hostile_log

SECRETS = ("s3cret-password", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ2ZW5tbyJ9.c2ln", "4111222233334444")


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("log") / "a.db"
    write_synthetic_log(path, families=4, agents=1, attempts=1, seed=1)
    return path


@pytest.fixture(scope="module")
def secret_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every secret in every place where agents and AppWorld put one."""
    password, token, card = SECRETS
    path = tmp_path_factory.mktemp("log") / "secret.db"
    writer = LogWriter(path)
    experiment = begin_experiment(writer)
    run = write_run(writer, experiment, calls=0)
    sent = f"Host: 127.0.0.1:80\r\nAuthorization: Bearer {token}\r\nCookie: s={token}\r\n".encode()
    got = f"content-type: application/json\r\nset-cookie: s={token}\r\n".encode()
    form = sent + b"content-type: application/x-www-form-urlencoded\r\n"
    answers = (
        (form, f"username=a&password={password}", {"access_token": token}),
        (sent, json.dumps({"card_number": card, "cvv_number": 987}), {"card_number": int(card)}),
        (sent, "", [{"account_name": "venmo", "password": password}]),
        (sent, "{}", "=1+1"),
    )
    for number, (headers, request, answer) in enumerate(answers, start=1):
        exchange = Exchange(200, got, json.dumps(answer).encode())
        call = a_call(run, number, request_headers=headers, request_body=request.encode())
        call.query = f"access_token={token}&page_index=0"
        call.upstream = call.seen = exchange
        if number == 4:
            call.seen = Exchange(500, b"content-type: text/plain\r\n", b"Internal Server Error")
            call.fault = Fault(FaultForm.GENUINE_500, FaultPhase.AFTER, "{}", True, True)
        writer.save_call(experiment, call)
    writer.close()
    return path


def exported(log: Path, folder: Path, format: ExportFormat, **options: Any) -> Path:
    export_log(log, folder, format=format, **options)
    return folder


def counts(log: Path) -> dict[str, int]:
    with LogReader(log) as reader:
        connection = reader.database.conn
        return {
            table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("runs", "calls", "findings")
        }


def test_csv(log: Path, tmp_path: Path) -> None:
    folder = exported(log, tmp_path, ExportFormat.CSV)
    for name, columns in (("runs", RUNS), ("calls", CALLS), ("findings", FINDINGS)):
        with (folder / f"{name}.csv").open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        assert tuple(rows[0]) == tuple(columns)
        assert len(rows) == counts(log)[name]
    frame = pandas.read_csv(folder / "runs.csv")
    with LogReader(log) as reader:
        query = "SELECT outcome, count(*) FROM verdicts GROUP BY outcome"
        assert frame["outcome"].value_counts().to_dict() == dict(
            reader.database.conn.execute(query).fetchall()
        )


def test_json_lines_and_parquet_say_the_same(log: Path, tmp_path: Path) -> None:
    lines = exported(log, tmp_path / "lines", ExportFormat.JSONL)
    tables = exported(log, tmp_path / "tables", ExportFormat.PARQUET)
    for name, columns in (("runs", RUNS), ("calls", CALLS), ("findings", FINDINGS)):
        text = (lines / f"{name}.jsonl").read_text(encoding="utf-8")
        rows = [json.loads(line) for line in text.splitlines()]
        table = parquet.read_table(tables / f"{name}.parquet")
        assert table.column_names == list(columns)
        assert table.to_pylist() == rows
        assert len(rows) == counts(log)[name]
        assert len(pandas.read_parquet(tables / f"{name}.parquet")) == len(rows)


def test_rows_say_what_the_log_does(log: Path, tmp_path: Path) -> None:
    folder = exported(log, tmp_path, ExportFormat.JSONL)
    runs = {row["run"]: row for row in map(json.loads, (folder / "runs.jsonl").open())}
    findings = list(map(json.loads, (folder / "findings.jsonl").open()))
    for run, row in runs.items():
        fired = {one["name"] for one in findings if one["run"] == run and one["fired"]}
        assert set(row["modes"]) == fired
        if row["outcome"] == Outcome.NOT_ASSESSABLE:
            assert not fired
        assert set(row["exposed"]) <= set(row["hazards"])


def test_har(log: Path, tmp_path: Path) -> None:
    folder = exported(log, tmp_path, ExportFormat.HAR, runs=(3,))
    (file,) = folder.iterdir()
    har = HarParser(json.loads(file.read_text(encoding="utf-8")))
    assert har.har_data["version"] == "1.2"
    assert har.creator["name"] == "bdproxy"
    with LogReader(log) as reader:
        calls = list(reader.calls(3))
        first = reader.body(calls[0].response_body or b"").decode()
    entries = har.har_data["entries"]
    assert [one["_bdproxy"]["number"] for one in entries] == [call.number for call in calls]
    assert entries[0]["response"]["content"]["text"] == first
    assert entries[0]["request"]["queryString"] == [{"name": "page_index", "value": "1"}]
    assert har.har_data["_bdproxy"]["run"] == 3
    read = HarEntry(entries[0])
    assert read.status == 200
    assert read.request.method == "GET"
    assert read.startTime.year == 2023


@pytest.mark.parametrize("format", list(ExportFormat))
def test_credentials_are_redacted(secret_log: Path, tmp_path: Path, format: ExportFormat) -> None:
    found = b"".join(everything(exported(secret_log, tmp_path, format)))
    for secret in SECRETS:
        assert secret.encode() not in found
    assert b"[redacted]" in found


@pytest.mark.parametrize("format", list(ExportFormat))
def test_unless_they_are_asked_for(secret_log: Path, tmp_path: Path, format: ExportFormat) -> None:
    found = b"".join(everything(exported(secret_log, tmp_path, format, with_credentials=True)))
    for secret in SECRETS:
        assert secret.encode() in found
    assert b"[redacted]" not in found


def test_a_fault_in_the_archive(secret_log: Path, tmp_path: Path) -> None:
    folder = exported(secret_log, tmp_path, ExportFormat.HAR)
    (file,) = folder.iterdir()
    last = json.loads(file.read_text(encoding="utf-8"))["log"]["entries"][-1]
    assert last["response"]["status"] == 500
    assert last["_bdproxy"]["fault"] == {
        "form": "500", "phase": "after", "applied": True, "landed": True,
    }  # fmt: skip
    assert last["_bdproxy"]["upstream_body"] == '"=1+1"'


def test_hostile_bodies(tmp_path: Path) -> None:
    log = hostile_log(tmp_path / "hostile.db")
    for format in ExportFormat:
        exported(log, tmp_path / format, format)
    rows = [json.loads(line) for line in (tmp_path / "jsonl" / "calls.jsonl").open()]
    odd = rows[2]
    assert odd["base64"] == ["request_body", "response_body"]
    assert odd["response_size"] == len(INVALID)
    assert rows[1]["response_size"] == 5_000_000
    assert parquet.read_table(tmp_path / "parquet" / "calls.parquet").to_pylist() == rows


def test_no_cell_of_a_csv_is_a_formula(tmp_path: Path) -> None:
    log = tmp_path / "a.db"
    writer = LogWriter(log)
    experiment = begin_experiment(writer, agent="=cmd|' /C calc'!A0")
    run = write_run(writer, experiment, calls=0)
    writer.save_call(experiment, a_call(run, 1, body=b"@SUM(1)"))
    writer.close()
    folder = exported(log, tmp_path / "out", ExportFormat.CSV)
    for file in folder.iterdir():
        with file.open(newline="", encoding="utf-8") as opened:
            for row in csv.reader(opened):
                assert not [cell for cell in row if cell.startswith(("=", "@", "+"))]


def everything(folder: Path) -> Iterator[bytes]:
    for file in sorted(folder.iterdir()):
        if file.suffix == ".parquet":
            yield json.dumps(parquet.read_table(file).to_pylist()).encode()
        else:
            yield file.read_bytes()
