import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest
import zstandard

from bdproxy.grader.assembly import NO_FAMILY, assemble
from bdproxy.grader.evidence import Evidence
from bdproxy.grader.verdict import Verdict
from bdproxy.names import EndReason, FaultForm, FaultPhase, Hazard, Outcome, Variant
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.rows import Call, CueRow, Exchange, Fault, RunKey, TaskRow
from bdproxy.recorder.writer import LogWriter
from bdproxy.scenarios.faults import FaultPlan
from bdproxy.scenarios.files import family_text
from tests.support.evidence import FAMILY, PAY, TEXT
from tests.support.logs import FINISHED, a_call, begin_experiment

VERDICT = Verdict(outcome=Outcome.PASS, reason=None, evaluator=None, grader_version="1")
CUE = FAMILY.cues[Hazard.AUTHORITY]


def recorded(
    folder: Path, *calls: Call, family: str | None = None, cues: bool = True, hazards: bool = True
) -> Evidence:
    """The evidence of a run with these calls."""
    path = folder / "runs.db"
    writer = LogWriter(path)
    experiment = begin_experiment(writer)
    writer.task(
        experiment,
        TaskRow("pay-back_1", "pay-back", "Pay.", "{}", "2023-05-18", family=family),
    )
    plan = FaultPlan(writes=(PAY,), phase=FaultPhase.AFTER, form=FaultForm.DROP)
    planned = json.dumps({"fault": plan.model_dump(mode="json", exclude_none=True)})
    rows = [
        CueRow(
            Hazard.AUTHORITY, CUE.surface, CUE.way, CUE.account, json.dumps(CUE.record), CUE.text
        )
    ]
    run = writer.begin_run(
        experiment,
        RunKey("pay-back_1", Variant.COMPOUND, 1),
        planned if hazards else None,
        rows if cues else [],
    )
    for one in calls:
        one.run_id = run
        writer.save_call(experiment, one)
    end = replace(FINISHED, reported_answer="4", exit_status=0, stdout=b"done", stdout_size=4)
    writer.end_run(run, end, {})
    writer.close()
    with LogReader(path) as log:
        return assemble(log, log.run(run), VERDICT, (), None)


def test_a_run_as_detectors_see_it(tmp_path: Path) -> None:
    answer = Exchange(200, b"content-type: application/json\r\n", TEXT.encode())
    failed = a_call(
        0,
        1,
        request_headers=b"Content-Type: application/json; charset=utf-8\r\n",
        request_body=b'{"receiver_email": "olivia@mail.com", "amount": 43.5}',
        seen=None,
        error="fault: the connection was dropped",
        fault=Fault(FaultForm.DROP, FaultPhase.AFTER, PAY.model_dump_json(), True, True),
    )
    look = a_call(
        0,
        2,
        method="GET",
        query="direction=sent&page_limit=20",
        request_body=b"",
        api="show_transactions",
        writes=False,
        upstream=answer,
        seen=answer,
    )
    found = recorded(tmp_path, failed, look, family=family_text(FAMILY))
    first, second = found.calls
    assert first.parameters == {"receiver_email": "olivia@mail.com", "amount": 43.5}
    assert (first.status, first.upstream_status, first.landed) == (None, 200, True)
    assert first.is_one_of((PAY,))
    assert second.parameters == {"direction": "sent", "page_limit": "20"}
    assert (second.answered, second.delivered) == (True, TEXT.encode())
    assert first.delivered is None
    (fault,) = found.faults
    assert (fault.number, fault.applied, fault.landed, fault.writes) == (1, True, True, (PAY,))
    assert found.cues == {Hazard.AUTHORITY: CUE}
    assert found.family == FAMILY
    assert found.variant is Variant.COMPOUND
    assert found.end.reason is EndReason.COMPLETED
    assert (found.end.reported_answer, found.end.output) == ("4", "done")


def test_a_log_that_knows_no_family(tmp_path: Path) -> None:
    found = recorded(tmp_path)
    assert (found.family, found.no_family) == (None, NO_FAMILY)


def test_a_family_that_this_bdproxy_cannot_read(tmp_path: Path) -> None:
    found = recorded(tmp_path, family='{"task": 3}')
    assert found.family is None
    assert found.no_family is not None and "can't be read" in found.no_family


def test_bodies_are_read_only_where_a_text_was_planted(tmp_path: Path) -> None:
    assert recorded(tmp_path, a_call(0, 1), cues=False).calls[0].delivered is None


def test_the_plan_falls_back_on_the_faults_own_row(tmp_path: Path) -> None:
    fault = Fault(FaultForm.DROP, FaultPhase.AFTER, PAY.model_dump_json(), True, True)
    found = recorded(tmp_path, a_call(0, 1, fault=fault), hazards=False)
    assert found.faults[0].writes == (PAY,)


@pytest.mark.parametrize(
    ("encoding", "encoded"),
    [
        ("gzip", gzip.compress(TEXT.encode())),
        ("zstd", zstandard.ZstdCompressor().compress(TEXT.encode())),
        ("zstd, gzip", gzip.compress(zstandard.ZstdCompressor().compress(TEXT.encode()))),
        ("identity", TEXT.encode()),
        ("unheard-of", TEXT.encode()),
        ("gzip", TEXT.encode()),
    ],
    # Not by the bytes: gzip's have the time in them.
    ids=["gzip", "zstd", "zstd, gzip", "identity", "unheard-of", "not what it says"],
)
def test_content_encodings(tmp_path: Path, encoding: str, encoded: bytes) -> None:
    answer = Exchange(200, f"content-encoding: {encoding}\r\n".encode(), encoded)
    found = recorded(tmp_path, a_call(0, 1, upstream=answer, seen=answer))
    assert found.calls[0].delivered == TEXT.encode()
