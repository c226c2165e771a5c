"""The packaged catalogues: one YAML file per app. docs/grading.md explains their fields."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import yaml
from pydantic import ValidationError

from bdproxy.errors import DataSetError
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
        DataSetError: a file can't be read or is damaged; the message names file and field.
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
        return AppCatalogue.model_validate(yaml.safe_load(file.read_text(encoding="utf-8")))
    except OSError as error:
        raise DataSetError(f"{file} can't be read: {error}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        line = " ".join(str(error).split())
        raise DataSetError(f"{file} is no YAML: {line}") from error
    except ValidationError as error:
        raise DataSetError(f"{file}: {first_problem(error)}") from error
