import asyncio
import tempfile
from pathlib import Path

import pytest

from bdproxy.names import Change
from bdproxy.worlds.appworld import evaluator as evaluator_module
from bdproxy.worlds.appworld.environment import Environment
from bdproxy.worlds.appworld.evaluator import AppWorldEvaluator
from bdproxy.worlds.appworld.tasks import DataSet
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Evaluation, Requirement, Task
from tests.support.appworld_root import root_with_evaluator
from tests.support.loops import SESSION_LOOP
from tests.support.supervisor import Supervisor

pytestmark = SESSION_LOOP

PASSED = Evaluation(
    True, (Requirement("assert no records were changed", "no_op_pass", True, ""),), changes=()
)
DIES = """
import os, signal
def evaluate(test, public_data, private_data, main_user, models, ground_truth_answer):
    os.kill(os.getpid(), signal.SIGSEGV)
"""
RAISES = """
def evaluate(test, public_data, private_data, main_user, models, ground_truth_answer):
    raise LookupError("no such ground truth")
"""
FILLS_THE_DISK = """
import errno, os
def evaluate(test, public_data, private_data, main_user, models, ground_truth_answer):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
"""
PRINTS = """
def evaluate(test, public_data, private_data, main_user, models, ground_truth_answer):
    print("{this is no event}" * 10_000)
    with test("assert no records were changed"):
        test.case(models.changed_model_names(), "==", set())
"""
NO_CHANGES = """
def evaluate(test, public_data, private_data, main_user, models, ground_truth_answer):
    with test("assert no records were changed"):
        test.case(models.changed_model_names(), "==", set())
    type(models)._changed_model_names = lambda models, **_: 1 / 0
"""
HANGS = """
def evaluate(test, public_data, private_data, main_user, models, ground_truth_answer):
    while True:
        pass
"""
BIG_TRACE = """
def evaluate(test, public_data, private_data, main_user, models, ground_truth_answer):
    with test("assert no records were changed"):
        test.case("x" * 1_000_000, "==", "y")
"""


async def _end_state(worlds: AppWorldWorlds, task: Task, *, note: bool) -> dict[str, bytes]:
    world = await worlds.open(task, 100)
    async with Supervisor(world) as supervisor:
        if note:
            await supervisor.write_note("groceries")
        await supervisor.complete()
    end_state = dict(await world.end_state())
    await world.close()
    return end_state


async def _evaluate_with(
    evaluation: str,
    environment: Environment,
    builtin_root: Path,
    folder: Path,
    task: Task,
    end_state: dict[str, bytes],
) -> Evaluation:
    root = root_with_evaluator(builtin_root, folder, task, evaluation)
    evaluator = await AppWorldEvaluator.start(environment, root)
    try:
        return await evaluator.evaluate(task.id, end_state)
    finally:
        await evaluator.close()


async def test_two_runs_of_one_task_each_get_their_own_verdict(
    worlds: AppWorldWorlds,
    builtin_tasks: tuple[Task, ...],
    environment: Environment,
    builtin_root: Path,
    tmp_path: Path,
) -> None:
    """AppWorld's evaluator caches end states by task: in one process the second run of a task can
    get the first one's verdict."""
    task = builtin_tasks[0]
    untouched = await _end_state(worlds, task, note=False)
    changed = await _end_state(worlds, task, note=True)
    root = root_with_evaluator(builtin_root, tmp_path, task)
    evaluator = await AppWorldEvaluator.start(environment, root, workers=4)
    try:
        for first, second in ((untouched, changed), (changed, untouched)):
            for end_state in (first, second, first):
                one = await evaluator.evaluate(task.id, end_state)
                assert one.success == (end_state is untouched)
        order = [untouched, changed, changed, untouched, changed, untouched, untouched, changed]
        together = await asyncio.gather(*(evaluator.evaluate(task.id, each) for each in order))
        assert [each.success for each in together] == [each is untouched for each in order]
    finally:
        await evaluator.close()
    assert together[0] == PASSED
    (requirement,) = together[1].requirements
    assert (requirement.passed, requirement.label) == (False, "no_op_pass")
    assert "simple_note.Note" in requirement.trace
    assert together[1].changes is not None
    (note,) = together[1].changes
    assert (note.model, note.change, note.before) == ("simple_note.Note", Change.ADDED, None)
    assert note.after is not None and "groceries" in note.after.values()


async def test_doing_nothing_fails_every_task_of_the_built_in_world(
    worlds: AppWorldWorlds, evaluator: AppWorldEvaluator, builtin_tasks: tuple[Task, ...]
) -> None:
    async def evaluate(task: Task) -> Evaluation:
        return await evaluator.evaluate(task.id, await _end_state(worlds, task, note=False))

    evaluations = [await evaluate(task) for task in builtin_tasks]
    assert [each.error for each in evaluations] == [None] * len(builtin_tasks)
    assert [each.success for each in evaluations] == [False] * len(builtin_tasks)
    for evaluation in evaluations:
        failed = [each for each in evaluation.requirements if not each.passed]
        assert failed and all(each.trace for each in failed)
        assert all((each.label == "no_op_fail") == (each in failed) for each in failed)


@pytest.mark.parametrize(
    ("evaluation", "error", "transient"),
    [
        (DIES, "the evaluator's process was killed by signal 11 (SIGSEGV)", True),
        (RAISES, "LookupError: no such ground truth", False),
        (FILLS_THE_DISK, "OSError: [Errno 28] No space left on device", True),
        ("def evaluate(:", "SyntaxError", False),
    ],
)
async def test_an_evaluator_that_can_not_run_is_an_error_and_no_verdict(
    evaluation: str,
    error: str,
    transient: bool,
    worlds: AppWorldWorlds,
    builtin_tasks: tuple[Task, ...],
    environment: Environment,
    builtin_root: Path,
    tmp_path: Path,
) -> None:
    end_state = await _end_state(worlds, builtin_tasks[0], note=False)
    got = await _evaluate_with(
        evaluation, environment, builtin_root, tmp_path, builtin_tasks[0], end_state
    )
    assert got.error is not None and error in got.error
    assert (got.success, got.requirements, got.transient) == (False, (), transient)


async def test_an_evaluator_that_hangs_is_ended_and_no_verdict(
    worlds: AppWorldWorlds,
    builtin_tasks: tuple[Task, ...],
    environment: Environment,
    builtin_root: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(evaluator_module, "EVALUATION_SECONDS", 2.0)
    end_state = await _end_state(worlds, builtin_tasks[0], note=False)
    got = await _evaluate_with(
        HANGS, environment, builtin_root, tmp_path, builtin_tasks[0], end_state
    )
    assert got.error == "the evaluator took more than 2 seconds"
    assert got.transient


async def test_an_end_state_for_which_there_is_no_place(
    worlds: AppWorldWorlds,
    evaluator: AppWorldEvaluator,
    builtin_tasks: tuple[Task, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    end_state = await _end_state(worlds, builtin_tasks[0], note=False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    got = await evaluator.evaluate(builtin_tasks[0].id, end_state)
    assert got.error is not None and "could not be laid out on disk" in got.error
    assert got.transient


async def test_what_an_evaluator_prints_and_long_traces_do_no_harm(
    worlds: AppWorldWorlds,
    builtin_tasks: tuple[Task, ...],
    environment: Environment,
    builtin_root: Path,
    tmp_path: Path,
) -> None:
    task = builtin_tasks[0]
    end_state = await _end_state(worlds, task, note=False)
    printed = await _evaluate_with(
        PRINTS, environment, builtin_root, tmp_path / "prints", task, end_state
    )
    assert printed == PASSED
    big = await _evaluate_with(
        BIG_TRACE, environment, builtin_root, tmp_path / "big", task, end_state
    )
    assert len(big.requirements[0].trace) > 1_000_000


async def test_a_damaged_end_state_is_an_error_and_no_verdict(
    worlds: AppWorldWorlds, evaluator: AppWorldEvaluator, builtin_tasks: tuple[Task, ...]
) -> None:
    task = builtin_tasks[0]
    end_state = await _end_state(worlds, task, note=True)
    cut = end_state["simple_note.jsonl"][:-10]
    got = await evaluator.evaluate(task.id, {**end_state, "simple_note.jsonl": cut})
    assert got.error and not got.success
    for name in ("venmo.jsonl", "model_hashes.json"):
        left = {other: content for other, content in end_state.items() if other != name}
        got = await evaluator.evaluate(task.id, left)
        assert got == Evaluation(False, (), f"the end state is incomplete: it has no {name}")


async def test_evaluating_writes_nothing_into_the_data_set(
    worlds: AppWorldWorlds,
    evaluator: AppWorldEvaluator,
    builtin_tasks: tuple[Task, ...],
    builtin_root: Path,
) -> None:
    def files() -> dict[Path, int]:
        return {file: file.stat().st_mtime_ns for file in builtin_root.rglob("*")}

    before = files()
    task = builtin_tasks[0]
    await evaluator.evaluate(task.id, await _end_state(worlds, task, note=False))
    assert files() == before
    assert DataSet.open(builtin_root, "builtin").load([task.id]) == (task,)


async def test_a_verdict_stands_without_changed_records(
    worlds: AppWorldWorlds,
    builtin_tasks: tuple[Task, ...],
    environment: Environment,
    builtin_root: Path,
    tmp_path: Path,
) -> None:
    task = builtin_tasks[0]
    untouched = await _end_state(worlds, task, note=False)
    evaluation = await _evaluate_with(
        NO_CHANGES, environment, builtin_root, tmp_path, task, untouched
    )
    assert (evaluation.success, evaluation.error, evaluation.changes) == (True, None, None)
    assert evaluation.changes_error is not None
    assert "division by zero" in evaluation.changes_error
