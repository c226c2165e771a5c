"""Reports of synthetic logs, and of one whose every text is hostile."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

from bdproxy.grader.report.material import Material, gather, open_logs
from bdproxy.grader.verdict import RequirementResult, Verdict
from bdproxy.grader.verdicts import VerdictWriter
from bdproxy.names import Outcome, Variant
from bdproxy.recorder.reader import LogReader
from bdproxy.recorder.rows import Exchange, RunEnd, RunKey, TaskRow
from bdproxy.recorder.writer import LogWriter
from tests.support.logs import EXPERIMENT, FINISHED, a_call

BIDI = "\u202e\u2066\u200f"
ATTACK = (
    f"</script><script>window.hit=1</script><img src=x onerror=window.hit=2>{BIDI}'\"&{{{{7*7}}}}"
)
LONG = "A" * 5_000_000
INVALID = b'{"text": "\xff\xfe<script>window.hit=3</script>\x00"}'
PASSWORD = "hunter2-is-secret"


@contextmanager
def material_of(*paths: Path) -> Iterator[tuple[Material, list[LogReader]]]:
    with ExitStack() as stack:
        logs = open_logs(paths, stack)
        yield gather(logs, paths, seed=1), logs


def hostile_log(path: Path) -> Path:
    """Two graded runs of an agent, tasks, calls and bodies that would like to do something."""
    writer = LogWriter(path)
    row = replace(EXPERIMENT, agent=f"evil {ATTACK}", config_hash="hostile")
    experiment = writer.experiment(row)
    task = f"task {ATTACK}_1"
    writer.task(experiment, TaskRow(task, f"scenario {ATTACK}", f"Do {ATTACK}", "{}", "2023"))
    bodies = (ATTACK.encode(), LONG.encode(), INVALID, f'{{"password": "{PASSWORD}"}}'.encode())
    runs = []
    for variant in (Variant.TWIN, Variant.FAULT):
        run = writer.begin_run(experiment, RunKey(task, variant, 1))
        for number, body in enumerate(bodies, start=1):
            answer = Exchange(200, f"x-odd: {BIDI}\r\n".encode(), body)
            call = a_call(run, number, path=f"/a/{ATTACK}", query=f"q={ATTACK}", request_body=body)
            call.api = f"api {ATTACK}"
            call.error = ATTACK
            call.upstream = call.seen = answer
            writer.save_call(experiment, call)
        writer.end_run(run, hostile_end(), {"a.jsonl": b""})
        runs.append(run)
    writer.close()
    with VerdictWriter(path) as verdicts:
        for run in runs:
            requirement = RequirementResult(
                number=1, text=ATTACK, label=None, passed=False, trace=ATTACK
            )
            verdicts.save(
                run,
                Verdict(
                    outcome=Outcome.FAIL,
                    reason=ATTACK,
                    evaluator=ATTACK,
                    grader_version="1",
                    requirements=(requirement,),
                ),
            )
    return path


def hostile_end() -> RunEnd:
    return replace(FINISHED, reported_answer=ATTACK)


class PageNumbers(HTMLParser):
    """Every number of a page: its place in the JSON, its exact value and how it is written."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str, str]] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.loose: list[str] = []
        self._at: str | None = None
        self._open: tuple[str, str] | None = None
        self._cell = ""
        self._in_cell = False
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        self.tags.append((tag, given))
        if tag == "td":
            self._at = given.get("data-at")
            self._in_cell, self._cell = True, ""
        if tag == "data":
            place = given.get("data-path")
            if place is None:
                assert self._at is not None, given
                place = f"{self._at}/{given['data-part']}"
            self._open = (place, given["value"] or "")

    def handle_data(self, data: str) -> None:
        if self._open is not None:
            self.found.append((*self._open, data))
        elif self._in_cell:
            self._cell += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "data":
            self._open = None
        if tag == "td":
            self.loose.append(self._cell)
            self._in_cell = False
