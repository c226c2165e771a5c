"""Catalogues as YAML files: the packaged ones, and a user's own."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from pydantic import ValidationError
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from bdproxy.errors import CatalogueError
from bdproxy.overlay.catalogue import AppCatalogue, Catalogue
from bdproxy.validation import first_problem

PACKAGED = Path(__file__).parent / "catalogues"


@cache
def packaged_catalogue(upstream: str = "appworld") -> Catalogue:
    """The catalogue that comes with bdproxy for an upstream."""
    return read_catalogue(sorted((PACKAGED / upstream).glob("*.yaml")))


def read_catalogue(files: Iterable[Path]) -> Catalogue:
    """The catalogue of some files, one app each.

    Raises:
        CatalogueError: a file can't be read or says what makes no sense; the message names file
            and field.
    """
    return Catalogue(tuple(_read(file) for file in files))


def _read(file: Path) -> AppCatalogue:
    try:
        content = YAML(typ="safe", pure=True).load(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeError) as error:
        raise CatalogueError(f"{file} can't be read: {error}") from error
    except YAMLError as error:
        place = " ".join(str(error).split())
        raise CatalogueError(f"{file} is no YAML: {place}") from error
    if not isinstance(content, dict):
        raise CatalogueError(f"{file}: must be a mapping with app and records")
    try:
        return AppCatalogue.model_validate(content)
    except ValidationError as error:
        raise CatalogueError(
            f"{file}: {first_problem(error)}; docs/overlay.md explains the fields"
        ) from error
