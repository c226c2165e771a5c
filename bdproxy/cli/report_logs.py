"""What ``bdproxy report`` does, for ``bdproxy demo`` too."""

import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from bdproxy.cli import console
from bdproxy.cli.report import SEED, Format
from bdproxy.cli.text import visible
from bdproxy.errors import UsageError
from bdproxy.grader.report.material import Material, gather, open_logs
from bdproxy.grader.report.renderings.csv_rows import csv_text
from bdproxy.grader.report.renderings.json_text import json_text
from bdproxy.grader.report.renderings.markdown import markdown
from bdproxy.grader.report.renderings.terminal import terminal
from bdproxy.grader.report.sections.order import sections
from bdproxy.recorder.reader import LogReader

ENDINGS: Final[Mapping[str, Format]] = {
    ".html": Format.HTML,
    ".htm": Format.HTML,
    ".json": Format.JSON,
    ".csv": Format.CSV,
    ".md": Format.MARKDOWN,
}


def report_logs(
    paths: Sequence[Path],
    *,
    output: Path | None = None,
    format: Format | None = None,
    seed: int = SEED,
) -> None:
    """Print the report of some logs, or write it to ``output``.

    Raises:
        LogError: a log can't be read.
        UsageError: there is nothing to report, logs don't fit together, or the output can't be
            written.
    """
    wanted = _format(output, format)
    with ExitStack() as stack:
        logs = open_logs(paths, stack)
        material = gather(logs, paths, seed=seed)
        if output is not None:
            _write(output, _text(wanted, material, logs))
        elif wanted is Format.TABLES:
            for piece in terminal(sections(material)):
                console.output().print(piece)
        else:
            sys.stdout.write(_text(wanted, material, logs))


def report_page(paths: Sequence[Path], page: Path) -> None:
    """Write the page of some graded logs, and say where it is.

    Raises:
        BdproxyError: as :func:`report_logs`.
    """
    report_logs(paths, output=page, format=Format.HTML)


def _format(output: Path | None, format: Format | None) -> Format:
    if format is not None:
        chosen = format
    elif output is not None:
        if output.suffix.lower() not in ENDINGS:
            raise UsageError(
                f"--output {output}: its name does not say the format; end it in "
                f"{', '.join(ENDINGS)} or give --format"
            )
        chosen = ENDINGS[output.suffix.lower()]
    else:
        chosen = Format.TABLES
    if chosen is Format.HTML and output is None:
        raise UsageError("--format html: say where to write the page, such as: -o report.html")
    if chosen is Format.TABLES and output is not None:
        raise UsageError("--format tables: is for a terminal; write a file with --format markdown")
    return chosen


def _text(format: Format, material: Material, logs: Sequence[LogReader]) -> str:
    match format:
        case Format.JSON:
            return json_text(material)
        case Format.CSV:
            return csv_text(sections(material))
        case Format.MARKDOWN:
            return markdown(sections(material))
        case _:
            # Drawing needs a large library, which nobody else should wait for.
            from bdproxy.grader.report.renderings.html_page import html_page

            return html_page(material, logs)


def _write(output: Path, text: str) -> None:
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"--output {output}: can't be written ({error.strerror})") from error
    size = len(text.encode())
    console.diagnostics().print(
        f"the report: {visible(str(output.absolute()))} ({size / 1000:,.0f} kB)",
        markup=False,
        soft_wrap=True,
    )
