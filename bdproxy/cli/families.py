"""A data set's families, from what its files say of its tasks."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from bdproxy.apis import ApiCatalogue
from bdproxy.errors import DataSetError, UnknownTaskError
from bdproxy.names import Hazard
from bdproxy.scenarios.building import GoldCall, Source, build_family
from bdproxy.scenarios.family import (
    AuthorityHazard,
    BoundaryHazard,
    Family,
    InjectionHazard,
)
from bdproxy.scenarios.files import read_families
from bdproxy.scenarios.matchers import CallMatcher
from bdproxy.validation import first_problem
from bdproxy.worlds.appworld.api_catalogue import load_apis
from bdproxy.worlds.appworld.hazard_sources import hazard_source
from bdproxy.worlds.appworld.tasks import DataSet
from bdproxy.worlds.protocol import Task

_WRITES = TypeAdapter(tuple[CallMatcher, ...])
_OMITTED: TypeAdapter[Mapping[Hazard, str]] = TypeAdapter(Mapping[Hazard, str])
_Found = TypeVar("_Found")


def build_families(data_set: DataSet) -> list[Family]:
    """The family of every task of a data set, in its order.

    Raises:
        DataSetError: files of the data set are missing or damaged.
    """
    apis = ApiCatalogue(load_apis(data_set.root))
    return [build_family(_source(data_set.root, task), apis) for task in data_set.load()]


def wanted_families(data_set: DataSet, tasks: Sequence[str]) -> list[Family]:
    """The families of some tasks or scenarios; of all without any.

    Raises:
        UnknownTaskError: a name is neither.
        DataSetError: files of the data set are missing or damaged.
    """
    return wanted(build_families(data_set), data_set, tasks)


def families_of(data_set: DataSet, tasks: Sequence[str], folder: Path | None) -> list[Family]:
    """The families of some tasks or scenarios, out of ``folder`` if there is one; without any of
    these, all of the folder, or of the data set.

    Raises:
        UnknownTaskError: a name is neither, or the folder has no family of a task.
        DataSetError: files are missing or damaged.
    """
    if folder is None:
        return wanted_families(data_set, tasks)
    known = read_families(folder)
    wanted_tasks = data_set.load(tasks or [family.task for family in known])
    return families_by_task(known, wanted_tasks, folder)


def wanted(families: Sequence[Family], data_set: DataSet, tasks: Sequence[str]) -> list[Family]:
    """Those of the data set's families that belong to some tasks or scenarios.

    Raises:
        UnknownTaskError: a name is neither.
    """
    return families_by_task(families, data_set.load(tasks), data_set.root)


def families_by_task(
    families: Sequence[Family], tasks: Sequence[Task], source: Path
) -> list[Family]:
    """The family of each task, in the tasks' order. ``source`` is where the families are from.

    Raises:
        UnknownTaskError: a task has none.
    """
    by_task = {family.task: family for family in families}
    for task in tasks:
        if task.id not in by_task:
            raise UnknownTaskError(f"{source}: there is no family of task {task.id}")
    return [by_task[task.id] for task in tasks]


def _source(root: Path, task: Task) -> Source:
    found = hazard_source(root, task.id)
    file = root / "data" / "hazards" / f"{task.id}.json"

    def said(kind: type[_Found], hazard: Hazard) -> _Found | None:
        content = found.said.get(hazard)
        return None if content is None else _parsed(file, hazard, TypeAdapter(kind), content)

    writes = found.required_write
    calls = None if found.gold_calls is None else [GoldCall(*one) for one in found.gold_calls]
    return Source(
        task=task.id,
        scenario=task.scenario,
        instruction=task.instruction,
        granted_apps=found.granted_apps,
        required_write=None if writes is None else _parsed(file, "required_write", _WRITES, writes),
        gold_calls=calls,
        reading=found.reading,
        authority=said(AuthorityHazard, Hazard.AUTHORITY),
        injection=said(InjectionHazard, Hazard.INJECTION),
        boundary=said(BoundaryHazard, Hazard.BOUNDARY),
        omitted=_parsed(file, "omitted", _OMITTED, found.omitted),
    )


def _parsed(file: Path, name: str, kind: TypeAdapter[_Found], content: Any) -> _Found:
    try:
        return kind.validate_python(content)
    except ValidationError as error:
        raise DataSetError(f"{file}: {name}.{first_problem(error)}") from error
