"""An agent that keeps its own account of what it was answered, to hold against the log.

Two connections at a time make ``CALLS`` reads and writes; each call carries a name of its own in
the header ``X-Call``, and each answer that came in whole is one line of JSON in the file
``BENCHMARK_SEEN``: run, call, status and the BLAKE2b hash of the body. Standard library only.
"""

import hashlib
import http.client
import itertools
import json
import os
import threading
import uuid
from urllib.parse import urlencode, urlsplit

CALLS = 40
CONNECTIONS = 2
JSON = {"Content-Type": "application/json"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Agent:
    """One connection; a call that gets no whole answer ends it, as the proxy is dead then."""

    def __init__(self, seen: int) -> None:
        parts = urlsplit(os.environ["BDPROXY_BASE_URL"])
        assert parts.hostname is not None
        self._connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=60)
        self._run = int(os.environ["BDPROXY_RUN_ID"])
        self._seen = seen
        self.token = ""

    def call(self, method: str, path: str, body: str = "", kind: dict[str, str] = JSON) -> bytes:
        """One call, its answer on file when this returns."""
        name = uuid.uuid4().hex
        headers = {"X-Call": name, "Authorization": f"Bearer {self.token}"}
        self._connection.request(method, path, body or None, headers | (kind if body else {}))
        response = self._connection.getresponse()
        answer = response.read()
        line = {
            "run": self._run,
            "call": name,
            "status": response.status,
            "hash": hashlib.blake2b(answer, digest_size=16).hexdigest(),
        }
        # One write to a file opened for appending: whole lines, whichever thread, whenever killed.
        os.write(self._seen, json.dumps(line).encode() + b"\n")
        return answer

    def log_in(self) -> None:
        """Log in to the notes; without success the later calls are refused, which is as good."""
        accounts = json.loads(self.call("GET", "/supervisor/account_passwords"))
        profile = json.loads(self.call("GET", "/supervisor/profile"))
        passwords = {one["account_name"]: one["password"] for one in accounts}
        form = {"username": profile["email"], "password": passwords.get("simple_note", "")}
        answer = self.call("POST", "/simple_note/auth/token", urlencode(form), FORM)
        self.token = json.loads(answer).get("access_token", "")

    def work(self, numbers: "itertools.count[int]") -> None:
        """Write notes and read them until the calls are used up."""
        try:
            self.log_in()
            while (number := next(numbers)) < CALLS:
                if number % 2:
                    note = {"title": f"Note {number}", "content": "Milk, eggs, bread. " * number}
                    self.call("POST", "/simple_note/notes", json.dumps(note))
                else:
                    self.call("GET", f"/simple_note/notes?page_limit=20&query=note+{number}")
        except (OSError, http.client.HTTPException):
            return


def main() -> None:
    """Work on all connections, then say that the task is done."""
    seen = os.open(os.environ["BENCHMARK_SEEN"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    numbers = itertools.count()
    agents = [Agent(seen) for _ in range(CONNECTIONS)]
    threads = [threading.Thread(target=agent.work, args=(numbers,)) for agent in agents]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    agents[0].call("POST", "/supervisor/message", "{}")


if __name__ == "__main__":
    main()
