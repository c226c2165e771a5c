from typing import Any

import pytest

from bdproxy.worlds.appworld.inside.builtin.cues import (
    Appended,
    Comment,
    Cue,
    Edited,
    Mail,
    MailReply,
    Text,
    VoiceMessage,
)

VALUES = {"me": "Priya", "friend": "Olivia", "note_id": 7, "title": "Codes"}
OLIVIA = "olivia.brooks@gmail.com"

CASES: dict[str, tuple[Cue, dict[str, Any]]] = {
    "text": (
        Text("{friend}", "Hi {me}", minutes_ago=30),
        {
            "surface": "phone.text_message.message",
            "way": "new",
            "account": "phone+5035550137",
            "record": {"sender": "5035553014", "sent_at": "2023-05-18T11:30:00"},
            "text": "Hi Priya",
        },
    ),
    "voice message": (
        VoiceMessage("{friend}", "Hi", minutes_ago=90),
        {
            "surface": "phone.voice_message.message",
            "way": "new",
            "account": "phone+5035550137",
            "record": {"sender": "5035553014", "sent_at": "2023-05-18T10:30:00"},
            "text": "Hi",
        },
    ),
    "mail": (
        Mail("{friend}", "About {title}", "Hi", minutes_ago=30),
        {
            "surface": "gmail.email_thread.body",
            "way": "new",
            "account": "gmail+priya.raman@gmail.com",
            "record": {
                "sender": OLIVIA,
                "subject": "About Codes",
                "created_at": "2023-05-18T11:30:00",
            },
            "text": "Hi",
        },
    ),
    "reply": (
        MailReply("{friend}", "{note_id}", "Hi", minutes_ago=30),
        {
            "surface": "gmail.email.body",
            "way": "new",
            "account": "gmail+priya.raman@gmail.com",
            "record": {
                "sender": OLIVIA,
                "email_thread_id": 7,
                "created_at": "2023-05-18T11:30:00",
            },
            "text": "Hi",
        },
    ),
    "comment": (
        Comment(
            "todoist.task_comment.content", "{friend}", "Hi", minutes_ago=30, task_id="{note_id}"
        ),
        {
            "surface": "todoist.task_comment.content",
            "way": "new",
            "account": None,
            "record": {"user": OLIVIA, "task_id": 7, "created_at": "2023-05-18T11:30:00"},
            "text": "Hi",
        },
    ),
    "appended": (
        Appended("simple_note.note.content", "\n\nPS {title}", note_id="{note_id}"),
        {
            "surface": "simple_note.note.content",
            "way": "appended",
            "account": "simple_note+priya.raman@gmail.com",
            "record": {"note_id": 7},
            "text": "\n\nPS Codes",
        },
    ),
    "edited, for everybody": (
        Edited("spotify.playlist.title", "{title}!", everybody=True, playlist_id="{note_id}"),
        {
            "surface": "spotify.playlist.title",
            "way": "edited",
            "account": None,
            "record": {"playlist_id": 7},
            "text": "Codes!",
        },
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_cue_as_planting_takes_it(name: str) -> None:
    cue, expected = CASES[name]
    assert cue.filled(VALUES) == expected


def test_the_speaker_is_who_sends_or_writes() -> None:
    assert Text("{friend}", "Hi", minutes_ago=1).person(VALUES) == "Olivia Brooks"
    assert CASES["comment"][0].person(VALUES) == "Olivia Brooks"
    assert CASES["appended"][0].person(VALUES) is None


def test_a_person_is_named_by_a_placeholder() -> None:
    with pytest.raises(ValueError, match="name the person by a placeholder"):
        Text("Olivia", "Hi", minutes_ago=1)
