"""Data sets and their tasks, read from an AppWorld root's files without AppWorld."""

import difflib
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ValidationError

from bdproxy.errors import DataSetError, UnknownTaskError
from bdproxy.validation import first_problem
from bdproxy.worlds.appworld.apps import APPS
from bdproxy.worlds.appworld.remedy import remedy_for
from bdproxy.worlds.protocol import Supervisor, Task

DATABASE_VERSION = "0.1.0"
"""The only version of databases that AppWorld 0.1.3 loads."""

GROUND_TRUTH_FILES = (
    "answer.json",
    "evaluation.py",
    "metadata.json",
    "private_data.json",
    "public_data.json",
    "test_data.json",
)
"""What AppWorld's evaluator reads of a task."""


class _SupervisorSpecification(BaseModel):
    first_name: str
    last_name: str
    email: str
    phone_number: str


class _TaskSpecification(BaseModel):
    instruction: str
    supervisor: _SupervisorSpecification
    datetime: str
    db_version: str


@dataclass(frozen=True, slots=True)
class DataSet:
    """The tasks that ``<root>/data/datasets/<name>.txt`` lists, in its order."""

    root: Path
    name: str
    task_ids: tuple[str, ...]

    @classmethod
    def open(cls, root: Path, name: str) -> "DataSet":
        """Read the list of tasks; the tasks themselves are read when they are loaded.

        Raises:
            UnknownTaskError: there is no data set of that name; the message names near ones.
            DataSetError: the root has no data, or not all that every task needs.
        """
        _check_shared_files(root)
        names = data_set_names(root)
        if name not in names:
            raise UnknownTaskError(
                f"no data set {name!r} in {root / 'data' / 'datasets'}{_near(name, names)}"
            )
        file = root / "data" / "datasets" / f"{name}.txt"
        # A line is a task id, sometimes followed by a colon and a tag, which is AppWorld's own.
        lines = (line.partition(":")[0].strip() for line in _read_text(root, file).splitlines())
        task_ids = tuple(dict.fromkeys(line for line in lines if line))
        if not task_ids:
            raise DataSetError(f"{file} lists no tasks; {remedy_for(root)}")
        return cls(root, name, task_ids)

    def load(self, wanted: Sequence[str] = ()) -> tuple[Task, ...]:
        """The wanted tasks, each once, in the order asked for; without any wanted, all.

        A name is a task id (``split-dinner_2``) or a scenario's (``split-dinner``), which stands
        for its tasks.

        Raises:
            UnknownTaskError: a name is neither; the message names near ones.
            DataSetError: files of a task are missing or damaged.
        """
        ids = self.task_ids if not wanted else tuple(dict.fromkeys(self._expand(wanted)))
        return tuple(load_task(self.root, task_id) for task_id in ids)

    def _expand(self, wanted: Iterable[str]) -> Iterable[str]:
        for name in wanted:
            if name in self.task_ids:
                yield name
                continue
            of_scenario = [task_id for task_id in self.task_ids if scenario_of(task_id) == name]
            if not of_scenario:
                known = [*self.task_ids, *dict.fromkeys(map(scenario_of, self.task_ids))]
                raise UnknownTaskError(
                    f"no task or scenario {name!r} in data set {self.name!r}{_near(name, known)}"
                )
            yield from of_scenario


def data_set_names(root: Path) -> list[str]:
    """The names of the data sets of an AppWorld root; empty if it has none."""
    return sorted(file.stem for file in (root / "data" / "datasets").glob("*.txt"))


def scenario_of(task_id: str) -> str:
    """The scenario that a task is an instance of: its id up to the underscore."""
    return task_id.partition("_")[0]


def load_task(root: Path, task_id: str) -> Task:
    """One task, after a check that all its files are there; its digest is over all of them.

    Raises:
        DataSetError: one is missing or damaged; the message names it and the remedy.
    """
    folder = root / "data" / "tasks" / task_id
    digest = hashlib.sha256()
    for name in (
        "specs.json",
        *(f"dbs/{app}.jsonl" for app in APPS),
        *(f"ground_truth/{file}" for file in GROUND_TRUTH_FILES),
    ):
        if not (folder / name).is_file():
            raise DataSetError(f"{folder / name} is missing; {remedy_for(root)}")
        content = _read(root, folder / name)
        digest.update(b"%s %d " % (name.encode(), len(content)) + content)
    file = folder / "specs.json"
    try:
        specification = _TaskSpecification.model_validate_json(_read(root, file))
    except ValidationError as error:
        raise DataSetError(f"{file}: {first_problem(error)}; {remedy_for(root)}") from error
    if specification.db_version != DATABASE_VERSION:
        raise DataSetError(
            f"{file}: db_version is {specification.db_version!r}, but AppWorld's databases"
            f" must be of version {DATABASE_VERSION}; {remedy_for(root)}"
        )
    return Task(
        id=task_id,
        scenario=scenario_of(task_id),
        instruction=specification.instruction,
        supervisor=Supervisor(**specification.supervisor.model_dump()),
        datetime=specification.datetime,
        digest=digest.hexdigest()[:32],
    )


def _check_shared_files(root: Path) -> None:
    data = root / "data"
    for name in ("datasets", "tasks", "api_docs/standard", *(f"base_dbs/{app}.db" for app in APPS)):
        if not (data / name).exists():
            raise DataSetError(f"{data / name} is missing; {remedy_for(root)}")


def _read_text(root: Path, file: Path) -> str:
    try:
        return _read(root, file).decode()
    except UnicodeDecodeError as error:
        raise DataSetError(f"{file} can't be read: {error}; {remedy_for(root)}") from error


def _read(root: Path, file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise DataSetError(f"{file} can't be read: {error}; {remedy_for(root)}") from error


def _near(name: str, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
    if near:
        return f"; did you mean {' or '.join(near)}?"
    return f"; there is {', '.join(known[:6])}{', …' if len(known) > 6 else ''}"
