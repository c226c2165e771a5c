"""The ``bdproxy`` command: its sub-commands, and how errors become one line and an exit code.

Each command imports what it works with when it is called, so that ``bdproxy --help`` is quick and
reading a log never loads the proxy.
"""

import os
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from bdproxy import __version__
from bdproxy.cli import control_runs, demo, export, grade, record, report, runs, scenarios, setup
from bdproxy.cli.text import visible
from bdproxy.errors import BdproxyError

INTERNAL_ERROR = 70
"""Exit code of a bug of ours (EX_SOFTWARE of sysexits.h)."""
INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it."""

# Newer versions of typer carry click within them, older ones import it. The base class of what
# they raise about a wrong command line is two steps above BadParameter in both.
_CommandLineError: type[Exception] = typer.BadParameter.__mro__[2]


@dataclass(slots=True)
class _Settings:
    debug: bool = False


app = typer.Typer(
    name="bdproxy",
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Record what an agent does to the APIs of its world, and grade it afterwards.",
)
app.command("demo")(demo.demo)
app.command("setup")(setup.setup)
app.command("record")(record.record)
app.command("grade")(grade.grade)
app.command("report")(report.report)
app.command("export")(export.export)
app.command("control-runs")(control_runs.control_runs)
app.add_typer(runs.app, name="runs")
app.add_typer(scenarios.app, name="scenarios")


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"bdproxy {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    context: typer.Context,
    debug: Annotated[
        bool,
        typer.Option(
            "--debug",
            envvar="BDPROXY_DEBUG",
            help="Show where in bdproxy an error came from (a traceback).",
        ),
    ] = False,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_print_version,
            is_eager=True,
            help="Print bdproxy's version and exit.",
        ),
    ] = False,
) -> None:
    context.find_object(_Settings).debug = debug  # type: ignore[union-attr]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line (``sys.argv`` by default) and give back the exit code."""
    settings = _Settings()
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = app(given or ["--help"], prog_name="bdproxy", standalone_mode=False, obj=settings)
        sys.stdout.flush()
    except BdproxyError as error:
        return _fail(str(error), error.exit_code, settings)
    except _CommandLineError as error:
        return _fail(_usage_message(error), 2, settings)
    except (KeyboardInterrupt, typer.Abort):
        return _fail("interrupted; the same command goes on from here", INTERRUPTED, settings)
    except BrokenPipeError:
        # Whoever read our output (head, a pager) has seen enough. Python would complain once more
        # when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:
        return _fail(_report(error), INTERNAL_ERROR, settings)
    if code == INTERRUPTED:
        # typer has turned Ctrl-C into this code without a word.
        return _fail("interrupted; the same command goes on from here", INTERRUPTED, settings)
    return code if isinstance(code, int) else 0


def run() -> None:
    """The console script."""
    sys.exit(main())


def _fail(message: str, code: int, settings: _Settings) -> int:
    if settings.debug and sys.exc_info()[0] is not None:
        traceback.print_exc()
    print(f"bdproxy: {visible(message)}", file=sys.stderr)
    return code


def _usage_message(error: Exception) -> str:
    message: str = error.format_message()  # type: ignore[attr-defined]
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "bdproxy"
    return f"{message.rstrip().rstrip('.')}; see: {path} --help"


def _report(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return (
        f"internal error: {type(error).__name__}: {error}{place}; this is a bug of bdproxy, please "
        "report it with what the same command prints after: bdproxy --debug"
    )


if __name__ == "__main__":
    run()
