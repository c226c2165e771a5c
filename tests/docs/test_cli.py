"""Every command and option has help, and docs/cli.md has all of it, word for word."""

from collections.abc import Iterator
from typing import Any

import pytest
import typer

from bdproxy.cli.main import app
from tests.support.processes import REPOSITORY

PAGE = (REPOSITORY / "docs" / "cli.md").read_text(encoding="utf-8")


def commands() -> Iterator[tuple[str, Any]]:
    """The command and its sub-commands by their full names, groups included."""
    waiting: list[tuple[str, Any]] = [("bdproxy", typer.main.get_command(app))]
    while waiting:
        name, command = waiting.pop()
        yield name, command
        waiting += [(f"{name} {sub}", one) for sub, one in getattr(command, "commands", {}).items()]


COMMANDS = dict(commands())


def test_the_commands_are_found() -> None:
    assert {"bdproxy", "bdproxy record", "bdproxy runs", "bdproxy runs show"} <= set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_everything_has_help(name: str) -> None:
    command = COMMANDS[name]
    assert command.help
    for parameter in command.params:
        assert parameter.help, parameter.name
        if not getattr(parameter, "is_flag", False):
            assert parameter.metavar, parameter.name


@pytest.mark.parametrize("name", COMMANDS)
def test_everything_is_in_the_docs(name: str) -> None:
    section = _section(name)
    command = COMMANDS[name]
    for paragraph in command.help.split("\n\n"):
        assert " ".join(paragraph.split()) in section
    rows = [line for line in section.splitlines() if line.startswith("| `")]
    expected = [row_of(parameter) for parameter in command.params if parameter.name != "help"]
    assert rows == expected


def test_nothing_else_is_in_the_docs() -> None:
    headings = [line.removeprefix("## `").removesuffix("`") for line in _headings()]
    assert sorted(headings) == sorted(COMMANDS)


def row_of(parameter: Any) -> str:
    """A parameter's row in the docs' table: how it is written, and its help."""
    if parameter.param_type_name == "argument":
        written = parameter.metavar
    elif getattr(parameter, "is_flag", False):
        written = ", ".join(parameter.opts)
    else:
        written = f"{', '.join(parameter.opts)} {parameter.metavar}"
    notes = "" if parameter.envvar is None else f" Or set `{parameter.envvar}`."
    default = parameter.default
    if default is not None and default is not False and not callable(default):
        notes += f" Default: `{default}`."
    return f"| `{written}` | {parameter.help}{notes} |"


def _headings() -> list[str]:
    return [line for line in PAGE.splitlines() if line.startswith("## `")]


def _section(name: str) -> str:
    heading = f"## `{name}`\n"
    assert heading in PAGE
    return PAGE.partition(heading)[2].partition("\n## ")[0]
