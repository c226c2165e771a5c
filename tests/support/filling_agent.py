"""An agent that fills the log, and notes each answer that it gets."""

import os
from pathlib import Path

from tests.support.agent import call

ANSWERS = "BDPROXY_TEST_ANSWERS"


def main() -> None:
    with Path(os.environ[ANSWERS]).open("a") as answers:
        for _ in range(2000):
            status, _ = call("POST", "/nowhere", {"noise": os.urandom(8000).hex()})
            answers.write(f"{status}\n")
            answers.flush()


if __name__ == "__main__":
    main()
