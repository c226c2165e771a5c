import json
from pathlib import Path
from typing import Any

import pytest

from bdproxy.errors import DataSetError, UnknownTaskError
from bdproxy.worlds.appworld.apps import APPS
from bdproxy.worlds.appworld.tasks import GROUND_TRUTH_FILES, DataSet, data_set_names
from bdproxy.worlds.protocol import Supervisor

SUPERVISOR = {
    "first_name": "Ada",
    "last_name": "Moss",
    "email": "ada.moss@mail.com",
    "phone_number": "5550000000",
}
IDS = ("split-dinner_1", "split-dinner_2", "split-dinner_3", "tidy-notes_1")


def _specification(**changes: Any) -> str:
    specification = {
        "instruction": "Split the dinner.",
        "supervisor": SUPERVISOR,
        "datetime": "2023-05-18T12:00:00",
        "db_version": "0.1.0",
    }
    return json.dumps(specification | changes)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    data = tmp_path / "data"
    for folder in ("datasets", "base_dbs", "api_docs/standard"):
        (data / folder).mkdir(parents=True)
    for app in APPS:
        (data / "base_dbs" / f"{app}.db").touch()
    for task_id in IDS:
        folder = data / "tasks" / task_id
        (folder / "dbs").mkdir(parents=True)
        (folder / "ground_truth").mkdir()
        (folder / "specs.json").write_text(_specification(instruction=f"Do {task_id}."))
        for app in APPS:
            (folder / "dbs" / f"{app}.jsonl").touch()
        for file in GROUND_TRUTH_FILES:
            (folder / "ground_truth" / file).touch()
    (data / "datasets" / "builtin.txt").write_text("\n".join(IDS) + "\n")
    (data / "datasets" / "train.txt").write_text("split-dinner_2:tag\n\nsplit-dinner_2\n")
    return tmp_path


def test_the_whole_data_set_in_its_order(root: Path) -> None:
    tasks = DataSet.open(root, "builtin").load()
    assert tuple(task.id for task in tasks) == IDS
    first = tasks[0]
    assert first.scenario == "split-dinner"
    assert first.instruction == "Do split-dinner_1."
    assert first.supervisor == Supervisor(**SUPERVISOR)
    assert first.datetime == "2023-05-18T12:00:00"


def test_tags_and_empty_lines_and_repetitions_are_no_tasks(root: Path) -> None:
    assert DataSet.open(root, "train").task_ids == ("split-dinner_2",)


def test_names_of_data_sets(root: Path, tmp_path: Path) -> None:
    assert data_set_names(root) == ["builtin", "train"]
    assert data_set_names(tmp_path / "nowhere") == []


def test_a_scenario_stands_for_its_tasks_and_none_is_loaded_twice(root: Path) -> None:
    tasks = DataSet.open(root, "builtin").load(["tidy-notes_1", "split-dinner", "split-dinner_2"])
    assert [task.id for task in tasks] == [
        "tidy-notes_1",
        "split-dinner_1",
        "split-dinner_2",
        "split-dinner_3",
    ]


@pytest.mark.parametrize(
    ("wanted", "near"),
    [
        ("split-diner_1", "split-dinner_1"),
        ("tidy-note", "tidy-notes"),
        ("split-dinner_4", "split-dinner_"),
        ("zzz", "there is split-dinner_1, split-dinner_2"),
    ],
)
def test_an_unknown_task_names_near_ones(root: Path, wanted: str, near: str) -> None:
    with pytest.raises(UnknownTaskError, match=f"no task or scenario '{wanted}'.*{near}"):
        DataSet.open(root, "builtin").load([wanted])


def test_an_unknown_data_set_names_near_ones(root: Path) -> None:
    with pytest.raises(UnknownTaskError, match=r"no data set 'built-in'.*mean builtin"):
        DataSet.open(root, "built-in")


@pytest.mark.parametrize(
    "missing",
    [
        "specs.json",
        *(f"dbs/{app}.jsonl" for app in ("admin", "venmo", "todoist")),
        *(f"ground_truth/{file}" for file in GROUND_TRUTH_FILES),
    ],
)
def test_a_missing_file_of_a_task_is_named_with_the_remedy(root: Path, missing: str) -> None:
    file = root / "data" / "tasks" / "split-dinner_2" / missing
    file.unlink()
    data_set = DataSet.open(root, "builtin")
    with pytest.raises(DataSetError, match="appworld download data") as caught:
        data_set.load()
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)
    data_set.load(["split-dinner_1"])


@pytest.mark.parametrize(
    "missing", ["datasets", "tasks", "api_docs/standard", "base_dbs/gmail.db", "base_dbs/admin.db"]
)
def test_a_missing_shared_file_is_named_with_the_remedy(root: Path, missing: str) -> None:
    (root / "data" / missing).rename(root / "elsewhere")
    with pytest.raises(DataSetError, match="appworld download data") as caught:
        DataSet.open(root, "builtin")
    assert str(root / "data" / missing) in str(caught.value)


def test_a_root_without_data_is_a_data_set_error(tmp_path: Path) -> None:
    with pytest.raises(DataSetError, match=r"data/datasets is missing"):
        DataSet.open(tmp_path, "train")


def test_an_empty_data_set_is_an_error(root: Path) -> None:
    (root / "data" / "datasets" / "train.txt").write_text("\n")
    with pytest.raises(DataSetError, match=r"train.txt lists no tasks"):
        DataSet.open(root, "train")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{", "Invalid JSON"),
        (_specification(instruction=None), "instruction: Input should be a valid string"),
        (_specification(supervisor={}), "supervisor.first_name: Field required"),
        (_specification(db_version="0.2.0"), "db_version is '0.2.0'"),
        (b"\xff\xfe".decode("latin-1"), "Invalid JSON"),
    ],
)
def test_a_damaged_specification_names_file_and_field(
    root: Path, content: str, reason: str
) -> None:
    file = root / "data" / "tasks" / "split-dinner_1" / "specs.json"
    file.write_text(content)
    with pytest.raises(DataSetError) as caught:
        DataSet.open(root, "builtin").load()
    message = str(caught.value)
    assert str(file) in message and reason in message and "\n" not in message


def test_the_remedy_for_the_built_in_world_is_its_set_up(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BDPROXY_CACHE", str(root.parent))
    (root / "data" / "tasks" / "split-dinner_1" / "specs.json").unlink()
    with pytest.raises(DataSetError, match="bdproxy setup"):
        DataSet.open(root, "builtin").load()


@pytest.mark.parametrize(
    "file",
    ["specs.json", "dbs/venmo.jsonl", "ground_truth/evaluation.py", "ground_truth/answer.json"],
)
def test_a_task_is_known_by_the_content_of_all_its_files(root: Path, file: str) -> None:
    before = {task.id: task.digest for task in DataSet.open(root, "builtin").load()}
    assert len(set(before.values())) == len(IDS)
    changed = root / "data" / "tasks" / IDS[1] / file
    changed.write_text(changed.read_text() + " ")
    after = {task.id: task.digest for task in DataSet.open(root, "builtin").load()}
    assert {task for task in IDS if before[task] != after[task]} == {IDS[1]}
