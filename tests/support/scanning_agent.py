"""An agent that looks for its world behind the lane's back, and says what it found.

It calls every loopback port but its lane's that a process of its own recording listens on, and
prints ``[[status, body], ...]`` as JSON.
"""

import http.client
import json
import os
from pathlib import Path

import psutil

from tests.support import client_agent
from tests.support.agent import ADDRESS, call, complete

LISTENING = "0A"


def main() -> None:
    # Our keeper, then the recording; the worlds descend from it, too.
    recording = psutil.Process().parents()[1]
    theirs = {
        connection.laddr.port
        for process in [recording, *recording.children(recursive=True)]
        for connection in process.net_connections(kind="tcp4")
        if connection.status == psutil.CONN_LISTEN
    }
    lane = int(ADDRESS.partition(":")[2])
    assert lane in theirs
    found = []
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _, local, _, state, *_ = line.split()
        port = int(local.partition(":")[2], 16)
        # Other programs of this machine are not to be disturbed by a test.
        if state == LISTENING and port in theirs - {lane}:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            connection.request("GET", "/dbs")
            answer = connection.getresponse()
            found.append((answer.status, answer.read().decode()))
            connection.close()
    print(json.dumps(found))
    if "BDPROXY_RUN_ID" not in os.environ:
        # Client-managed.
        assert client_agent.start()[0] == 200
    assert call("GET", "/supervisor/profile")[0] == 200
    complete()


if __name__ == "__main__":
    main()
