"""The guard: a small process that outlives bdproxy just long enough to end its agents.

``python -m bdproxy.proxy.guard MARK`` reads process group numbers from standard input (``+N`` when
one begins, ``-N`` when it is over). When its input ends, bdproxy is gone, by whatever death: the
guard kills the groups that are left and every process that carries the mark.
"""

import subprocess
import sys

from bdproxy.proxy.process_tree import kill_group, kill_marked

ROUNDS = 20
"""How often to look again: a process may fork while the others are being killed."""


class Guard:
    """bdproxy's side of the guard."""

    def __init__(self, mark: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bdproxy.proxy.guard", mark],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
            text=True,
        )

    def watch(self, group: int) -> None:
        """A process group has begun."""
        self._say(f"+{group}")

    def forget(self, group: int) -> None:
        """A process group is over."""
        self._say(f"-{group}")

    def close(self) -> None:
        """Let the guard look once more and end."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()


def _main(mark: str) -> None:
    groups: set[int] = set()
    for line in sys.stdin:
        group = int(line[1:])
        if line[0] == "+":
            groups.add(group)
        else:
            groups.discard(group)
    for group in groups:
        kill_group(group)
    for _ in range(ROUNDS):
        if not kill_marked(mark):
            break


if __name__ == "__main__":
    _main(sys.argv[1])
