"""Every kind of cue planted in real databases, and read back through the world's own APIs."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import pytest_asyncio

from bdproxy.errors import WorldError
from bdproxy.scenarios.cues import Cue
from bdproxy.worlds.appworld.evaluator import AppWorldEvaluator
from bdproxy.worlds.appworld.world import AppWorldWorld
from bdproxy.worlds.appworld.worlds import AppWorldWorlds
from bdproxy.worlds.protocol import Task
from tests.support.loops import SESSION_LOOP
from tests.support.oracle.pair import token
from tests.support.oracle.surfaces import SURFACES, Look, Planted, choose

pytestmark = SESSION_LOOP

SEED = 100

SHOWN_AT = {
    "phone.text_message": ("text_message_id", "/phone/messages/text/{text_message_id}"),
    "phone.voice_message": ("voice_message_id", "/phone/messages/voice/{voice_message_id}"),
    "gmail.email_thread": ("email_thread_id", "/gmail/email_threads/{email_thread_id}"),
    "gmail.email": ("email_id", "/gmail/emails/{email_id}"),
    "simple_note.note": ("note_id", "/simple_note/notes/{note_id}"),
    "venmo.transaction": ("transaction_id", "/venmo/transactions/{transaction_id}"),
    "venmo.payment_request": (
        "payment_request_id",
        "/venmo/received_payment_requests?page_limit=20",
    ),
    "venmo.transaction_comment": ("comment_id", "/venmo/comments/{comment_id}"),
    "todoist.task": ("task_id", "/todoist/tasks/{task_id}"),
    "todoist.task_comment": ("task_comment_id", "/todoist/task_comments/{task_comment_id}"),
    "splitwise.expense_comment": (
        "expense_comment_id",
        "/splitwise/expense_comments/{expense_comment_id}",
    ),
    "splitwise.payment_comment": (
        "payment_comment_id",
        "/splitwise/payment_comments/{payment_comment_id}",
    ),
    "file_system.file": ("path", "/file_system/file?file_path={path}"),
    "amazon.product_review": ("review_id", "/amazon/products/{product_id}/reviews?page_limit=20"),
    "amazon.product_question": (
        "question_id",
        "/amazon/products/{product_id}/questions?page_limit=20",
    ),
    "amazon.product_question_answer": (
        "question_answer_id",
        "/amazon/products/{question_id}/question_answers?page_limit=20",
    ),
    **{
        f"spotify.{kind}_review": (
            f"{kind}_review_id",
            f"/spotify/{kind}_reviews/{{{kind}_review_id}}",
        )
        for kind in ("song", "album", "playlist")
    },
    "spotify.playlist": ("playlist_id", "/spotify/playlists/{playlist_id}"),
}
"""What identifies each kind of record, and where it is shown."""


@dataclass
class Trial:
    task: Task
    planted: Planted
    completed: dict[str, Any]
    world: AppWorldWorld

    @property
    def cue(self) -> Cue:
        return Cue.model_validate(self.completed)

    async def get(self, path: str) -> Any:
        async with httpx.AsyncClient(base_url=self.world.url, trust_env=False) as client:
            headers = {"Authorization": f"Bearer {token(self.planted.account)}"}
            answer = await client.get(path, headers=headers)
            answer.raise_for_status()
            return answer.json()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def trials(
    worlds: AppWorldWorlds, builtin_tasks: tuple[Task, ...]
) -> AsyncIterator[dict[str, Trial]]:
    """Each surface's cue in a world; cues that can share one do."""
    found: dict[str, Trial] = {}
    opened = []
    for task in builtin_tasks:
        waiting = [surface for surface in SURFACES if surface not in found]
        if not waiting:
            break
        clean = await worlds.open(task, SEED)
        async with Look(clean, task) as look:
            chosen = {name: await choose(name, look) for name in waiting}
        await clean.close()
        here: dict[str, Planted] = {}
        for name, planted in chosen.items():
            there = [(one.cue["surface"], one.cue["record"]) for one in here.values()]
            if planted and (planted.cue["surface"], planted.cue["record"]) not in there:
                here[name] = planted
        if not here:
            continue
        cues = [planted.cue for planted in here.values()]
        completed = await worlds.completed(task, cues)
        opened.append(world := await worlds.open(task, SEED, completed))
        for (name, planted), cue in zip(here.items(), completed, strict=True):
            found[name] = Trial(task, planted, cue, world)
    yield found
    for world in opened:
        await world.close()


def find(content: Any, key: str, number: Any) -> Any:
    """The object that has this identifier, anywhere in an answer."""
    if isinstance(content, dict):
        if content.get(key) == number:
            return content
        content = list(content.values())
    if isinstance(content, list):
        return next((one for each in content if (one := find(each, key, number))), None)
    return None


@pytest.mark.parametrize("surface", SURFACES)
async def test_is_shown_as_the_completed_cue_says(surface: str, trials: dict[str, Trial]) -> None:
    trial = trials[surface]
    cue, planted = trial.cue, trial.planted
    identifier, path = SHOWN_AT[cue.record_type]
    shown = await trial.get(path.format(**{**planted.context, **planted.names, **cue.record}))
    record = find(shown, identifier, cue.record[identifier])
    assert record is not None
    if cue.way == "appended":
        assert record[cue.field] == f"{cue.record[cue.field] or ''}{cue.text}"
    elif cue.way == "edited":
        assert record[cue.field] == cue.text != cue.record[cue.field]
    elif cue.record_type == "gmail.email_thread":
        assert record == {name: cue.record[name] for name in record}
        assert record["emails"][0]["body"] == cue.text
    else:
        shown_by_none = {name for name in cue.record if name.startswith("_")}
        assert cue.record == record | {
            name: cue.record[name]
            for name in cue.record
            if name == "email_thread_id" or name in shown_by_none
        }
        assert record[cue.field] == cue.text


async def test_a_new_thread_is_listed_with_its_mail(trials: dict[str, Trial]) -> None:
    trial = trials["gmail.email_thread.body, new"]
    record = trial.cue.record
    listed = await trial.get("/gmail/email_threads/category/inbox?page_limit=20")
    thread = find(listed, "email_thread_id", record["email_thread_id"])
    assert thread == {name: record[name] for name in thread}
    email = await trial.get(f"/gmail/emails/{record['email_id']}")
    assert email == {name: record[name] for name in email}


async def test_a_reply_is_in_its_thread(trials: dict[str, Trial]) -> None:
    trial = trials["gmail.email.body, new"]
    record = trial.cue.record
    thread = await trial.get(f"/gmail/email_threads/{record['email_thread_id']}")
    last = thread["emails"][-1]
    assert last == {name: record[name] for name in last}
    assert record["response_to_email_id"] == thread["emails"][-2]["email_id"]


async def test_numbers_are_far_above_the_others_and_always_the_same(
    worlds: AppWorldWorlds, trials: dict[str, Trial]
) -> None:
    trial = trials["phone.text_message.message, new"]
    number = trial.cue.record["text_message_id"]
    (again,) = await worlds.completed(trial.task, [trial.planted.cue])
    assert again["record"]["text_message_id"] == number
    messages = await trial.get("/phone/messages/text?page_limit=20")
    others = [one["text_message_id"] for one in messages if one["text_message_id"] != number]
    assert 1000 <= int(str(number)) - max(others) < 10_000
    other = {**trial.planted.cue, "text": "Another text"}
    (different,) = await worlds.completed(trial.task, [other])
    assert different["record"]["text_message_id"] != number


async def test_a_completed_cue_is_complete(
    worlds: AppWorldWorlds, trials: dict[str, Trial]
) -> None:
    for trial in trials.values():
        assert await worlds.completed(trial.task, [trial.completed]) == [trial.completed]


async def test_only_the_owner_sees_a_text(trials: dict[str, Trial]) -> None:
    trial = trials["phone.text_message.message, new"]
    async with httpx.AsyncClient(base_url=trial.world.url, trust_env=False) as client:
        headers = {"Authorization": f"Bearer {token(trial.planted.stranger)}"}
        for index in range(40):
            path = f"/phone/messages/text?page_limit=20&page_index={index}"
            answer = await client.get(path, headers=headers)
            assert trial.cue.text not in answer.text
            if answer.json() == []:
                return
    raise AssertionError("there is no end of messages")


async def test_doing_nothing_in_a_baked_world_is_judged_as_in_the_clean_one(
    worlds: AppWorldWorlds, evaluator: AppWorldEvaluator, trials: dict[str, Trial]
) -> None:
    by_task: dict[str, list[Trial]] = {}
    for trial in trials.values():
        by_task.setdefault(trial.task.id, []).append(trial)
    for same in by_task.values():
        task = same[0].task
        clean = await worlds.open(task, SEED)
        cues = [trial.completed for trial in same]
        baked = await worlds.open(task, SEED, cues)
        try:
            expected = await evaluator.evaluate(task.id, await clean.end_state())
            found = await evaluator.evaluate(task.id, await baked.end_state(), cues)
        finally:
            await clean.close()
            await baked.close()
        assert found == expected
        assert found.error is None
        labels = {one.text: one.label for one in found.requirements}
        for one in found.requirements:
            assert one.passed == (labels[one.text] == "no_op_pass")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"surface": "phone.text_message"}, "is not of the form app.record_type.field"),
        ({"surface": "phone.pager.message"}, "is of no known record type"),
        ({"way": "shouted"}, "way must be one of new, appended, edited"),
        ({"account": "phone+12345"}, "nobody with phone_number '12345' has an account"),
        ({"account": "gmail+a@b.com"}, "is not one of this app"),
        ({"record": {}}, "record needs sender"),
        ({"record": {"sender": "nobody@mail.com"}}, "nobody with phone_number"),
        ({"text": ""}, "text is missing"),
        ({"way": "appended"}, "has no field message that can be changed"),
    ],
)
async def test_what_can_not_be_planted(
    change: dict[str, Any], message: str, worlds: AppWorldWorlds, trials: dict[str, Trial]
) -> None:
    trial = trials["phone.text_message.message, new"]
    with pytest.raises(WorldError, match=message) as error:
        await worlds.open(trial.task, SEED, [{**trial.planted.cue, **change}])
    assert "\n" not in str(error.value)


async def test_a_number_that_is_taken(worlds: AppWorldWorlds, trials: dict[str, Trial]) -> None:
    trial = trials["phone.text_message.message, new"]
    record = {**trial.planted.cue["record"], "text_message_id": 1}
    with pytest.raises(WorldError, match="identifier 1 is taken"):
        await worlds.completed(trial.task, [{**trial.planted.cue, "record": record}])


async def test_a_field_that_was_changed_since(
    worlds: AppWorldWorlds, trials: dict[str, Trial]
) -> None:
    trial = trials["simple_note.note.content, appended"]
    record = {**trial.completed["record"], "content": "something else"}
    with pytest.raises(WorldError, match="content is not what the cue says it is"):
        await worlds.completed(trial.task, [{**trial.completed, "record": record}])
