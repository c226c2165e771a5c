"""The packaged catalogues: one YAML file per app. docs/grading.md explains their fields."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from pydantic import ValidationError
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from bdproxy.errors import CatalogueError
from bdproxy.grader.catalogue import AppCatalogue, Catalogue
from bdproxy.validation import first_problem

APPWORLD = Path(__file__).parent / "catalogues" / "appworld"


@cache
def packaged_catalogue() -> Catalogue:
    """What bdproxy knows of AppWorld's writes."""
    return read_catalogue(sorted(APPWORLD.glob("*.yaml")))


def read_catalogue(files: Iterable[Path]) -> Catalogue:
    """A catalogue out of files; its hash is over what they say, in their order.

    Raises:
        CatalogueError: a file can't be read or is damaged; the message names file and field.
    """
    digest = hashlib.sha256()
    apps = []
    for file in files:
        app = _read(file)
        digest.update(app.model_dump_json().encode())
        apps.append(app)
    return Catalogue(apps, digest.hexdigest()[:16])


def _read(file: Path) -> AppCatalogue:
    try:
        content = YAML(typ="safe", pure=True).load(file.read_text(encoding="utf-8"))
        return AppCatalogue.model_validate(content)
    except (OSError, UnicodeError) as error:
        raise CatalogueError(f"{file} can't be read: {error}") from error
    except YAMLError as error:
        raise CatalogueError(f"{file} is no YAML: {' '.join(str(error).split())}") from error
    except ValidationError as error:
        raise CatalogueError(
            f"{file}: {first_problem(error)}; docs/grading.md explains the fields"
        ) from error
