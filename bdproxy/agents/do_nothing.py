"""An agent that says at once that the task is done, and has done nothing.

``bdproxy record --dataset builtin -- python -m bdproxy.agents.do_nothing``
"""

import sys

from bdproxy.agents.http_client import HttpClient
from bdproxy.agents.task import base_url
from bdproxy.errors import BdproxyError


def main() -> int:
    """Complete the current task without an answer; returns the exit status."""
    try:
        with HttpClient(base_url()) as client:
            client.complete()
    except BdproxyError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
