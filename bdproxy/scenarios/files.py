"""Families as files: one JSON file per family, equal bytes for equal families."""

from collections.abc import Iterable
from pathlib import Path

from pydantic import ValidationError

from bdproxy.errors import DataSetError
from bdproxy.scenarios.family import Family
from bdproxy.validation import first_problem


def family_text(family: Family) -> str:
    """A family's file."""
    return family.model_dump_json(indent=2, exclude_defaults=True) + "\n"


def write_families(folder: Path, families: Iterable[Family]) -> list[Path]:
    """Write each family to ``folder/<task>.json``; the files.

    Raises:
        DataSetError: the folder can't be made or written in.
    """
    written = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for family in families:
            file = folder / f"{family.task}.json"
            file.write_text(family_text(family), encoding="utf-8")
            written.append(file)
    except OSError as error:
        raise DataSetError(f"{folder}: the families can't be written ({error})") from error
    return written


def read_families(folder: Path) -> list[Family]:
    """The families of a folder, by name of their files.

    Raises:
        DataSetError: there is none, or a file is damaged; the message names file and field.
    """
    files = sorted(folder.glob("*.json"))
    if not files:
        raise DataSetError(
            f"{folder}: there are no families; write some with: bdproxy scenarios build -o {folder}"
        )
    return [read_family(file) for file in files]


def read_family(file: Path) -> Family:
    """One family's file.

    Raises:
        DataSetError: it is missing or damaged; the message names file and field.
    """
    try:
        family = Family.model_validate_json(file.read_bytes())
    except OSError as error:
        raise DataSetError(f"{file} can't be read: {error}") from error
    except ValidationError as error:
        raise DataSetError(f"{file}: {first_problem(error)}") from error
    if family.task != file.stem:
        raise DataSetError(f"{file}: task: is {family.task!r}, but the file's name says otherwise")
    return family
