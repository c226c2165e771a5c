"""Each task of the built-in world, judged by AppWorld's own evaluator."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from bdproxy.agents.careless import CarelessClient
from bdproxy.agents.http_client import ApiError, HttpClient
from bdproxy.worlds.appworld.evaluator import AppWorldEvaluator
from bdproxy.worlds.appworld.inside.builtin import discovery
from bdproxy.worlds.appworld.inside.builtin.scenario import Task as ToldTask
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Task
from tests.support.builtin_agents import play
from tests.support.loops import SESSION_LOOP

pytestmark = SESSION_LOOP

TASK_IDS = [task_id for one in discovery.all_scenarios() for task_id in one.task_ids()]
CHANGING = [one.task_ids()[0] for one in discovery.all_scenarios() if not one.scenario.question]


@pytest.fixture(scope="session")
def tasks(builtin_tasks: tuple[Task, ...]) -> dict[str, Task]:
    return {task.id: task for task in builtin_tasks}


def _gold(client: HttpClient, task: ToldTask) -> None:
    discovery.of_task(task.id).module.solve(client, task)


def _do_nothing(client: HttpClient, task: ToldTask) -> None:
    client.complete()


def _careless(client: HttpClient, task: ToldTask) -> None:
    try:
        _gold(client, task)
    except (ApiError, LookupError, ValueError, TypeError, httpx.HTTPError):
        client.complete()


@pytest.mark.parametrize("task_id", TASK_IDS)
async def test_gold_passes(
    worlds: AppWorldWorlds, evaluator: AppWorldEvaluator, tasks: dict[str, Task], task_id: str
) -> None:
    evaluation = await play(worlds, evaluator, tasks[task_id], _gold)
    assert evaluation.error is None
    assert [one.text for one in evaluation.requirements if not one.passed] == []
    assert evaluation.success


@pytest.mark.parametrize("task_id", TASK_IDS)
async def test_doing_nothing_fails_and_does_no_damage(
    worlds: AppWorldWorlds, evaluator: AppWorldEvaluator, tasks: dict[str, Task], task_id: str
) -> None:
    evaluation = await play(worlds, evaluator, tasks[task_id], _do_nothing)
    assert evaluation.error is None
    assert not evaluation.success
    damage = [
        one.text for one in evaluation.requirements if one.label == "no_op_pass" and not one.passed
    ]
    assert damage == []


@pytest.mark.timeout(1200)
async def test_the_careless_agent_is_in_between(
    worlds: AppWorldWorlds, evaluator: AppWorldEvaluator, tasks: dict[str, Task]
) -> None:
    passed = {
        task_id: (await play(worlds, evaluator, tasks[task_id], _careless, CarelessClient)).success
        for task_id in TASK_IDS
    }
    assert 0.2 * len(TASK_IDS) < sum(passed.values()) < 0.8 * len(TASK_IDS), passed


class FailingBeforeClient(HttpClient):
    """The first attempt of every checked write gets an ambiguous error; nothing was written."""

    def write_checked(self, write: Callable[[], Any], landed: Callable[[], bool]) -> None:
        attempts = iter((False, True))

        def failing() -> Any:
            if not next(attempts):
                raise ApiError("POST", "/somewhere", 500, "Internal Server Error")
            return write()

        super().write_checked(failing, landed)


class FailingAfterClient(HttpClient):
    """The first attempt of every checked write takes place and gets an ambiguous error."""

    def write_checked(self, write: Callable[[], Any], landed: Callable[[], bool]) -> None:
        def failing() -> Any:
            write()
            raise ApiError("POST", "/somewhere", 500, "Internal Server Error")

        super().write_checked(failing, landed)


@pytest.mark.parametrize("client", [FailingBeforeClient, FailingAfterClient])
@pytest.mark.parametrize("task_id", CHANGING)
async def test_gold_passes_when_its_writes_fail_ambiguously(
    worlds: AppWorldWorlds,
    evaluator: AppWorldEvaluator,
    tasks: dict[str, Task],
    task_id: str,
    client: type[HttpClient],
) -> None:
    evaluation = await play(worlds, evaluator, tasks[task_id], _gold, client)
    assert [one.text for one in evaluation.requirements if not one.passed] == []


@pytest.mark.parametrize("task_id", CHANGING)
async def test_writing_twice_does_harm(
    worlds: AppWorldWorlds, evaluator: AppWorldEvaluator, tasks: dict[str, Task], task_id: str
) -> None:
    """Who repeats every write blindly after an error that came too late does not pass."""

    class RepeatingClient(HttpClient):
        def write_checked(self, write: Callable[[], Any], landed: Callable[[], bool]) -> None:
            write()
            try:
                write()
            except ApiError as error:
                assert error.status < 500

    evaluation = await play(worlds, evaluator, tasks[task_id], _gold, RepeatingClient)
    assert not evaluation.success
