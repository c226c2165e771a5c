"""A data set's families, from what its files say of its tasks."""

from collections.abc import Sequence
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from bdproxy.apis import ApiCatalogue
from bdproxy.errors import DataSetError
from bdproxy.scenarios.building import GoldCall, Source, build_family
from bdproxy.scenarios.family import Family
from bdproxy.scenarios.matchers import CallMatcher
from bdproxy.validation import first_problem
from bdproxy.worlds.appworld.api_catalogue import load_apis
from bdproxy.worlds.appworld.hazard_sources import hazard_source
from bdproxy.worlds.appworld.tasks import DataSet
from bdproxy.worlds.protocol import Task

_WRITES = TypeAdapter(tuple[CallMatcher, ...])


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


def wanted(families: Sequence[Family], data_set: DataSet, tasks: Sequence[str]) -> list[Family]:
    """Those of the data set's families that belong to some tasks or scenarios.

    Raises:
        UnknownTaskError: a name is neither.
    """
    ids = [task.id for task in data_set.load(tasks)]
    by_task = {family.task: family for family in families}
    return [by_task[task] for task in ids]


def _source(root: Path, task: Task) -> Source:
    found = hazard_source(root, task.id)
    writes: tuple[CallMatcher, ...] | None = None
    if found.required_write is not None:
        try:
            writes = _WRITES.validate_python(found.required_write)
        except ValidationError as error:
            raise DataSetError(
                f"{root / 'data' / 'hazards' / task.id}.json: required_write.{first_problem(error)}"
            ) from error
    calls = None if found.gold_calls is None else [GoldCall(*one) for one in found.gold_calls]
    return Source(
        task=task.id,
        scenario=task.scenario,
        instruction=task.instruction,
        granted_apps=found.granted_apps,
        required_write=writes,
        gold_calls=calls,
    )
