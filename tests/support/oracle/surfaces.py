"""Where cues are planted for the comparison: records of a task's supervisor, found by its APIs."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx

from bdproxy.worlds.protocol import Task, World
from tests.support.oracle.pair import token

WORDS = ("marzipan", "the", "xylophone")
"""In the cue only; in many records; in none."""
TEXT = "Could you bring marzipan to the lake instead?"


@dataclass(frozen=True)
class Planted:
    """A cue to be completed. ``names`` are the parameters of paths and bodies that lead to it;
    ``context`` what it belongs to; ``other`` somebody else's mail address."""

    cue: dict[str, Any]
    account: str
    names: Mapping[str, Any]
    other: str
    stranger: str
    context: Mapping[str, Any] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Parameters that a field of the completed record has the value of."""


class Look:
    """Asks a clean world on behalf of its supervisor."""

    def __init__(self, world: World, task: Task) -> None:
        self.task = task
        self._client = httpx.AsyncClient(
            base_url=world.url, headers=dict(world.headers), trust_env=False, timeout=60
        )
        self.friend: dict[str, str] = {}
        self._seen: dict[str, Any] = {}

    async def __aenter__(self) -> "Look":
        contacts = await self.get("/phone/contacts", page_limit=20)
        mine = self.task.supervisor.email
        for contact in contacts:
            if contact["phone_number"] and contact["email"] != mine:
                self.friend = contact
                break
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._client.aclose()

    def account(self, app: str, *, friend: bool = False) -> str:
        if app == "phone":
            mine = self.task.supervisor.phone_number
            return f"phone+{self.friend['phone_number'] if friend else mine}"
        return f"{app}+{self.friend['email'] if friend else self.task.supervisor.email}"

    async def get(self, path: str, **parameters: Any) -> Any:
        key = f"{path} {parameters}"
        if key not in self._seen:
            self._seen[key] = await self._get(path, parameters)
        return self._seen[key]

    async def _get(self, path: str, parameters: Mapping[str, Any]) -> Any:
        headers = {"Authorization": f"Bearer {token(self.account(path.split('/')[1]))}"}
        answer = await self._client.get(path, params=parameters, headers=headers)
        answer.raise_for_status()
        return answer.json()

    def planted(
        self,
        surface: str,
        way: str,
        record: Mapping[str, Any],
        *,
        names: Mapping[str, Any] | None = None,
        context: Mapping[str, Any] | None = None,
        aliases: Mapping[str, str] | None = None,
        text: str = TEXT,
        shared: bool = False,
    ) -> Planted:
        app = surface.partition(".")[0]
        account = self.account(app)
        cue = {
            "surface": surface,
            "way": way,
            "account": None if shared else account,
            "record": dict(record),
            "text": text,
        }
        stranger = self.account(app, friend=True)
        return Planted(
            cue,
            account,
            names or {},
            self.friend["email"],
            stranger,
            context or {},
            aliases or {},
        )


Choice = Callable[[Look], Awaitable[Planted | None]]


async def _text(look: Look) -> Planted | None:
    record = {"sender": look.friend["phone_number"], "minutes_ago": 100}
    return look.planted("phone.text_message.message", "new", record)


async def _voice(look: Look) -> Planted | None:
    record = {"sender": look.friend["phone_number"], "minutes_ago": 45}
    return look.planted("phone.voice_message.message", "new", record)


async def _thread(look: Look) -> Planted | None:
    record = {"sender": look.friend["email"], "subject": "The lake", "minutes_ago": 300}
    return look.planted("gmail.email_thread.body", "new", record)


async def _mail(look: Look, place: int) -> tuple[int, int] | None:
    threads = await look.get("/gmail/email_threads/category/inbox", page_limit=20)
    if len(threads) <= place:
        return None
    return threads[place]["email_thread_id"], threads[place]["email_ids"][0]


async def _reply(look: Look) -> Planted | None:
    found = await _mail(look, 2)
    if found is None:
        return None
    record = {"email_thread_id": found[0], "minutes_ago": 20}
    return look.planted("gmail.email.body", "new", record)


async def _reply_beside(look: Look) -> Planted | None:
    """The same, but what is written to is the thread, and its first mail."""
    found = await _mail(look, 2)
    if found is None:
        return None
    record = {"email_thread_id": found[0], "minutes_ago": 20}
    names = {"email_thread_id": found[0], "email_id": found[1]}
    return look.planted("gmail.email.body", "new", record, names=names)


def _on_mail(field_name: str, way: str, text: str) -> Choice:
    async def choose(look: Look) -> Planted | None:
        found = await _mail(look, 1)
        if found is None:
            return None
        names = {"email_id": found[1], "email_thread_id": found[0]}
        return look.planted(
            f"gmail.email.{field_name}", way, {"email_id": found[1]}, names=names, text=text
        )

    return choose


async def _note(look: Look) -> Planted | None:
    notes = await look.get("/simple_note/notes", page_limit=20)
    if len(notes) < 2:
        return None
    number = notes[1]["note_id"]
    names = {"note_id": number}
    return look.planted(
        "simple_note.note.content", "appended", names, names=names, text="\n" + TEXT
    )


def _described(record_type: str, path: str, key: str, way: str) -> Choice:
    async def choose(look: Look) -> Planted | None:
        records = await look.get(path, page_limit=20)
        if not records:
            return None
        names = {key: records[-1][key]}
        text = " " + TEXT if way == "appended" else TEXT
        surface = f"{record_type}.description"
        return look.planted(surface, way, names, names=names, text=text, shared=True)

    return choose


async def _transaction_comment(look: Look) -> Planted | None:
    transactions = await look.get("/venmo/transactions", page_limit=20)
    if not transactions:
        return None
    commented = [one for one in transactions if one["comment_count"]] or transactions
    parent = {"transaction_id": commented[0]["transaction_id"]}
    record = {**parent, "user": look.friend["email"], "minutes_ago": 90}
    return look.planted(
        "venmo.transaction_comment.comment", "new", record, names=parent, shared=True
    )


async def _tasks(look: Look) -> list[tuple[int, int]]:
    found = []
    for project in await look.get("/todoist/projects"):
        shown = await look.get(f"/todoist/projects/{project['project_id']}/tasks")
        tasks = [
            *shown["no_section_tasks"],
            *(one for each in shown["sections"] for one in each["tasks"]),
        ]
        found += [(project["project_id"], one["task_id"]) for one in tasks]
    return found


async def _task(look: Look) -> Planted | None:
    tasks = await _tasks(look)
    if not tasks:
        return None
    project, number = tasks[0]
    names = {"task_id": number}
    return look.planted(
        "todoist.task.description",
        "appended",
        names,
        names=names,
        context={"project_id": project},
        text=" " + TEXT,
        shared=True,
    )


async def _task_comment(look: Look) -> Planted | None:
    tasks = await _tasks(look)
    if not tasks:
        return None
    commented = [each for each in tasks if await look.get(f"/todoist/tasks/{each[1]}/comments")]
    project, number = (commented or tasks)[0]
    record = {"task_id": number, "user": look.friend["email"], "minutes_ago": 90}
    return look.planted(
        "todoist.task_comment.content",
        "new",
        record,
        names={"task_id": number},
        context={"project_id": project},
        shared=True,
    )


def _splitwise_comment(kind: str) -> Choice:
    async def choose(look: Look) -> Planted | None:
        groups = await look.get("/splitwise/groups")
        within = [f"group/{group['group_id']}" for group in groups]
        records = [
            record
            for place in ("no_group", *within)
            for record in await look.get(f"/splitwise/{place}/{kind}s", page_limit=20)
        ]
        if not records:
            return None
        parent = {f"{kind}_id": records[0][f"{kind}_id"]}
        record = {**parent, "user": look.friend["email"], "minutes_ago": 90}
        return look.planted(
            f"splitwise.{kind}_comment.comment",
            "new",
            record,
            names=parent,
            aliases={"comment_id": f"{kind}_comment_id"},
            shared=True,
        )

    return choose


async def _file(look: Look) -> Planted | None:
    paths = await look.get("/file_system/directory", directory_path="~/", recursive="true")
    files = [path for path in paths if not path.endswith("/")]
    if not files:
        return None
    path = files[0]
    names = {
        "file_path": path,
        "source_file_path": path,
        "directory_path": path.rpartition("/")[0] + "/",
    }
    return look.planted(
        "file_system.file.content", "appended", {"path": path}, names=names, text="\n" + TEXT
    )


async def _amazon(look: Look) -> tuple[int, Any, Any, Any] | None:
    for index in range(4):
        products = await look.get("/amazon/products", page_limit=20, page_index=index)
        for product in products:
            number = product["product_id"]
            reviews = await look.get(f"/amazon/products/{number}/reviews", page_limit=20)
            questions = await look.get(f"/amazon/products/{number}/questions", page_limit=20)
            for question in questions:
                path = f"/amazon/products/{question['question_id']}/question_answers"
                answers = await look.get(path, page_limit=20)
                if answers and reviews:
                    return number, reviews[0], question, answers[0]
    return None


def _on_product(record_type: str, field_name: str, key: str, place: int) -> Choice:
    async def choose(look: Look) -> Planted | None:
        found = await _amazon(look)
        if found is None:
            return None
        record: Any = found[place]
        names = {key: record[key]}
        context = {"product_id": found[0], "question_id": found[2]["question_id"]}
        return look.planted(
            f"amazon.{record_type}.{field_name}",
            "appended",
            names,
            names=names,
            context=context,
            text=" " + TEXT,
            shared=True,
        )

    return choose


def _new_on_product(record_type: str, field_name: str, parent: str) -> Choice:
    async def choose(look: Look) -> Planted | None:
        found = await _amazon(look)
        if found is None:
            return None
        context = {"product_id": found[0], "question_id": found[2]["question_id"]}
        record = {
            parent: context[parent],
            "user": look.friend["email"],
            "minutes_ago": 90,
            "rating": 4,
        }
        return look.planted(
            f"amazon.{record_type}.{field_name}", "new", record, context=context, shared=True
        )

    return choose


def _spotify_review(kind: str, way: str) -> Choice:
    """Songs have reviews, so that orders and ratings tell; albums and playlists have none yet."""

    async def choose(look: Look) -> Planted | None:
        parent, key = f"{kind}_id", f"{kind}_review_id"
        for index in range(4):
            for one in await look.get(f"/spotify/{kind}s", page_limit=20, page_index=index):
                path = f"/spotify/{kind}s/{one[parent]}/reviews"
                reviews = await look.get(path, page_limit=20)
                writers = {review["user"]["email"] for review in reviews}
                context = {parent: one[parent]}
                if reviews and way == "appended":
                    return look.planted(
                        f"spotify.{kind}_review.text",
                        way,
                        {key: reviews[0][key]},
                        names={"review_id": reviews[0][key]},
                        context=context,
                        text=" " + TEXT,
                        shared=True,
                    )
                told = reviews or kind != "song"
                if told and way == "new" and look.friend["email"] not in writers:
                    record = {**context, "user": look.friend["email"], "minutes_ago": 90}
                    return look.planted(
                        f"spotify.{kind}_review.text",
                        way,
                        {**record, "rating": 2},
                        context=context,
                        aliases={"review_id": key},
                        shared=True,
                    )
        return None

    return choose


async def _playlist(look: Look) -> Planted | None:
    playlists = await look.get("/spotify/library/playlists", page_limit=20)
    if not playlists:
        return None
    names = {"playlist_id": playlists[0]["playlist_id"]}
    return look.planted("spotify.playlist.title", "edited", names, names=names)


SURFACES: dict[str, Choice] = {
    "phone.text_message.message, new": _text,
    "phone.voice_message.message, new": _voice,
    "gmail.email_thread.body, new": _thread,
    "gmail.email.body, new": _reply,
    "gmail.email.body, new beside others": _reply_beside,
    "gmail.email.body, appended": _on_mail("body", "appended", "\n\n" + TEXT),
    "gmail.email.subject, edited": _on_mail("subject", "edited", "Marzipan at the lake"),
    "simple_note.note.content, appended": _note,
    **{
        f"venmo.transaction.description, {way}": _described(
            "venmo.transaction", "/venmo/transactions", "transaction_id", way
        )
        for way in ("appended", "edited")
    },
    **{
        f"venmo.payment_request.description, {way}": _described(
            "venmo.payment_request",
            "/venmo/received_payment_requests",
            "payment_request_id",
            way,
        )
        for way in ("appended", "edited")
    },
    "venmo.transaction_comment.comment, new": _transaction_comment,
    "todoist.task.description, appended": _task,
    "todoist.task_comment.content, new": _task_comment,
    "splitwise.expense_comment.comment, new": _splitwise_comment("expense"),
    "splitwise.payment_comment.comment, new": _splitwise_comment("payment"),
    "file_system.file.content, appended": _file,
    "amazon.product_review.text, appended": _on_product("product_review", "text", "review_id", 1),
    "amazon.product_question.question, appended": _on_product(
        "product_question", "question", "question_id", 2
    ),
    "amazon.product_question_answer.answer, appended": _on_product(
        "product_question_answer", "answer", "question_answer_id", 3
    ),
    "amazon.product_review.text, new": _new_on_product("product_review", "text", "product_id"),
    "amazon.product_question.question, new": _new_on_product(
        "product_question", "question", "product_id"
    ),
    "amazon.product_question_answer.answer, new": _new_on_product(
        "product_question_answer", "answer", "question_id"
    ),
    **{
        f"spotify.{kind}_review.text, {way}": _spotify_review(kind, way)
        for kind, way in (
            ("song", "appended"),
            ("song", "new"),
            ("album", "new"),
            ("playlist", "new"),
        )
    },
    "spotify.playlist.title, edited": _playlist,
}
"""Every surface and way of it that is compared."""


async def choose(surface: str, look: Look) -> Planted | None:
    """A cue of that surface in this task's world; None if it has no fitting record."""
    try:
        return await SURFACES[surface](look)
    except httpx.HTTPStatusError as error:
        raise AssertionError(f"{surface}: {error}: {error.response.text}") from error
