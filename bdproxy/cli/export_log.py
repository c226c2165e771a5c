"""What ``bdproxy export`` does."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bdproxy.cli.console import diagnostics
from bdproxy.cli.export import ExportFormat
from bdproxy.cli.text import visible
from bdproxy.errors import UsageError
from bdproxy.grader.export.columns import CALLS, FINDINGS, RUNS, Columns
from bdproxy.grader.export.har import archive
from bdproxy.grader.export.messages import Messages
from bdproxy.grader.export.rows import call_rows, chosen_runs, finding_rows, run_rows
from bdproxy.grader.export.tables import write_csv, write_json_lines, write_parquet
from bdproxy.recorder.reader import LogReader

Writer = Callable[[Path, Columns, Iterable[Mapping[str, Any]]], int]

WRITERS: Mapping[ExportFormat, Writer] = {
    ExportFormat.CSV: write_csv,
    ExportFormat.JSONL: write_json_lines,
    ExportFormat.PARQUET: write_parquet,
}


def export_log(
    log: Path,
    folder: Path,
    *,
    format: ExportFormat,
    runs: Sequence[int] = (),
    with_credentials: bool = False,
) -> None:
    """Write a log's runs, calls and findings into ``folder``.

    Raises:
        LogError: the log can't be read.
        UnknownTaskError: there is no run of a given number.
        UsageError: the folder can't be written.
    """
    with LogReader(log) as reader:
        messages = Messages(reader, with_credentials)
        for number in runs:
            reader.run(number)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if format is ExportFormat.HAR:
                written = _write_archives(messages, folder, runs)
            else:
                written = _write_tables(messages, folder, runs, format)
        except OSError as error:
            raise UsageError(f"--output {folder}: can't be written ({error.strerror})") from error
    what = "" if with_credentials else "; credentials are redacted"
    diagnostics().print(
        f"{written} in {visible(str(folder.absolute()))}{what}", markup=False, soft_wrap=True
    )


def _write_tables(
    messages: Messages, folder: Path, runs: Sequence[int], format: ExportFormat
) -> str:
    write = WRITERS[format]
    tables = (
        ("runs", RUNS, run_rows),
        ("calls", CALLS, call_rows),
        ("findings", FINDINGS, finding_rows),
    )
    counts = [
        f"{write(folder / f'{name}.{format}', columns, rows(messages, runs))} {name}"
        for name, columns, rows in tables
    ]
    return ", ".join(counts)


def _write_archives(messages: Messages, folder: Path, runs: Sequence[int]) -> str:
    count = 0
    for run in chosen_runs(messages.log, runs):
        text = json.dumps(archive(messages, run), indent=1)
        (folder / f"run-{run.id}.har").write_text(text + "\n", encoding="utf-8")
        count += 1
    return f"{count} {'archive' if count == 1 else 'archives'}"
