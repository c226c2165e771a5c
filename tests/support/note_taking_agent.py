"""An agent that writes notes and sees whether anybody else's are among them.

Its argument is how many seconds to take over it.
"""

import json
import os
import sys
import time
from urllib.parse import urlencode

from tests.support.agent import call, complete

NOTES = 5


def main(seconds: float) -> None:
    who = json.loads(call("GET", "/supervisor/profile")[1])["email"]
    accounts = json.loads(call("GET", "/supervisor/account_passwords")[1])
    password = next(one["password"] for one in accounts if one["account_name"] == "simple_note")
    form = urlencode({"username": who, "password": password})
    status, body = call(
        "POST",
        "/simple_note/auth/token",
        form.encode(),
        {"Content-Type": "application/x-www-form-urlencoded"},
    )
    assert status == 200, body
    token = {"Authorization": f"Bearer {json.loads(body)['access_token']}"}
    run = os.environ["BDPROXY_RUN_ID"]
    for number in range(NOTES):
        note = {"title": f"lane note {number} of run {run}", "content": "mine", "tags": []}
        status, body = call("POST", "/simple_note/notes", note, token)
        assert status == 200, body
        time.sleep(seconds / NOTES)
    status, body = call("GET", "/simple_note/notes?page_limit=20&query=lane+note", None, token)
    titles = [note["title"] for note in json.loads(body)]
    ours = [title for title in titles if title.startswith("lane note")]
    assert len(ours) == NOTES, ours
    assert all(title.endswith(f"of run {run}") for title in ours), ours
    complete()


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 0.3)
