"""The gold agent: does each task of the built-in world right, over HTTP only.

``bdproxy record --dataset builtin -- python -m bdproxy.agents.gold``
"""

import sys

from bdproxy.agents.http_client import HttpClient
from bdproxy.agents.task import base_url, current_task, scenario_of
from bdproxy.errors import BdproxyError


def main() -> int:
    """Solve the current task; returns the exit status."""
    try:
        task = current_task()
        definition = scenario_of(task)
        with HttpClient(base_url()) as client:
            definition.module.solve(client, task)
    except BdproxyError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
