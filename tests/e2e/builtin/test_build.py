"""Building the world: accepted by AppWorld itself, refused where it must be."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from bdproxy.worlds.appworld.builtin_world import BUILDER, INSIDE
from bdproxy.worlds.appworld.environment import Environment
from bdproxy.worlds.appworld.evaluator import AppWorldEvaluator
from bdproxy.worlds.appworld.inside.builtin import discovery
from bdproxy.worlds.appworld.tasks import DataSet
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from tests.support.builtin_agents import play

SCENARIO_BUILDER = INSIDE / "build_scenario.py"


def _run(
    environment: Environment, script: Path, *arguments: object
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [environment.python, "-s", script, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=300,
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
    )


def test_a_folder_with_data_is_left_alone(environment: Environment, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    refused = _run(environment, BUILDER, tmp_path)
    assert refused.returncode == 1
    assert refused.stderr == f"{tmp_path / 'data'} exists already; give an empty folder\n"


def test_appworlds_own_client_loads_every_scenario(
    environment: Environment, builtin_root: Path, tmp_path: Path
) -> None:
    """Unchanged AppWorld, no server: its own environment class opens the tasks."""
    (tmp_path / "data").symlink_to(builtin_root / "data")
    task_ids = [definition.task_ids()[0] for definition in discovery.all_scenarios()]
    script = tmp_path / "load.py"
    script.write_text(
        "import json, sys\n"
        "from appworld import AppWorld, load_task_ids\n"
        "assert set(sys.argv[1:]) <= set(load_task_ids('builtin'))\n"
        "for task_id in sys.argv[1:]:\n"
        "    with AppWorld(task_id=task_id, experiment_name='load') as world:\n"
        "        said = world.execute(\"print(apis.supervisor.show_profile()['first_name'])\")\n"
        "        print(json.dumps([world.task.instruction, said.strip()]))\n"
    )
    loaded = subprocess.run(
        [environment.python, "-s", "-W", "ignore", script, *task_ids],
        capture_output=True,
        text=True,
        timeout=300,
        env={"APPWORLD_ROOT": str(tmp_path), "PATH": "/usr/bin:/bin", "HOME": str(Path.home())},
    )
    assert loaded.returncode == 0, loaded.stderr
    printed = [json.loads(line) for line in loaded.stdout.splitlines() if line.startswith("[")]
    expected = [
        [definition.instruction(instance), instance.supervisor]
        for definition in discovery.all_scenarios()
        for instance in definition.scenario.instances[:1]
    ]
    assert printed == expected


@pytest.fixture(scope="module")
def template_root(
    environment: Environment, builtin_root: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A root whose tasks are the template's."""
    root = tmp_path_factory.mktemp("template") / "root"
    built = _run(environment, SCENARIO_BUILDER, builtin_root, root, "_template")
    assert built.returncode == 0, built.stderr
    return root


async def test_the_template_builds_and_its_solution_passes(
    environment: Environment, template_root: Path
) -> None:
    tasks = DataSet.open(template_root, "draft").load()
    assert [task.id for task in tasks] == ["template_1", "template_2", "template_3"]
    worlds = await AppWorldWorlds.start(environment, template_root)
    evaluator = await AppWorldEvaluator.start(environment, template_root, workers=1)
    try:
        for task in tasks:
            solve = discovery.of_task(task.id).module.solve
            assert (await play(worlds, evaluator, task, solve)).success
            nothing = await play(worlds, evaluator, task, lambda client, _: client.complete())
            assert not nothing.success
    finally:
        await evaluator.close()
        await worlds.close()


BAD_EVALUATORS = {
    "doing nothing passes": (
        'test("assert nothing changed"):\n        test.case(True)',
        "evaluate() passes although nothing was done",
    ),
    "no guard": (
        'test("assert a text was sent"):\n        test.case(False)',
        "no requirement of evaluate() holds when nothing was done",
    ),
    "twice": (
        'test("assert a"):\n        test.case(False)\n    with test("assert a"):\n'
        "        test.case(True)",
        "two requirements of evaluate() have the same text",
    ),
}


@pytest.mark.parametrize("why", BAD_EVALUATORS)
def test_a_scenario_that_judges_badly_is_refused(
    environment: Environment, builtin_root: Path, tmp_path: Path, why: str
) -> None:
    body, message = BAD_EVALUATORS[why]
    # The package is copied, so that the scenario can be where scenarios are.
    inside = tmp_path / "inside"
    packages = (INSIDE / "builtin", INSIDE / "planting")
    for source in [SCENARIO_BUILDER, *(file for one in packages for file in one.rglob("*.py"))]:
        copied = inside / source.relative_to(INSIDE)
        copied.parent.mkdir(parents=True, exist_ok=True)
        copied.write_bytes(source.read_bytes())
    template = (inside / "builtin" / "scenarios" / "_template.py").read_text()
    head, rest = template.split("    import json\n\n    allowed", 1)
    tail = rest[rest.index("def solve(") :]
    (inside / "builtin" / "scenarios" / "_bad.py").write_text(f"{head}    with {body}\n\n\n{tail}")
    refused = _run(
        environment, inside / SCENARIO_BUILDER.name, builtin_root, tmp_path / "root", "_bad"
    )
    assert refused.returncode == 1
    last = refused.stderr.splitlines()[-1]
    assert last.startswith("the scenario could not be built: bad_")
    assert message in last
