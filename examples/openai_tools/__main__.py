"""Does the task that ``bdproxy record`` has set, with the model that the environment names."""

import json
import os
import sys
from pathlib import Path

from openai import OpenAI, OpenAIError

from .conversation import Conversation
from .world import World

DEFAULT_MAX_STEPS = "60"


def main() -> None:
    """Read the environment, work, and say how it ended."""
    model = os.environ.get("OPENAI_MODEL")
    if not model:
        sys.exit("OPENAI_MODEL is not set: name the model that is to do the tasks")
    max_steps = os.environ.get("AGENT_MAX_STEPS") or DEFAULT_MAX_STEPS
    if not max_steps.isdecimal():
        sys.exit(f"AGENT_MAX_STEPS is {max_steps!r}, which is no number of steps")
    world = World(os.environ["BDPROXY_BASE_URL"])
    # A model of one's own wants no key, but the client insists on one.
    key = os.environ.get("OPENAI_API_KEY") or "none"
    with OpenAI(api_key=key, max_retries=5) as client:
        try:
            completed = Conversation(client, model, world).work(_task(world), int(max_steps))
        except OpenAIError as error:
            # Not the agent's failure: a process that ends so makes its run not assessable.
            sys.exit(f"the model {model} did not answer: {error}")
    if not completed:
        print(f"not completed in {max_steps} answers of the model")


def _task(world: World) -> str:
    """Everything that the model is told of its task."""
    task = json.loads(Path(os.environ["BDPROXY_TASK_FILE"]).read_text(encoding="utf-8"))
    supervisor = task["supervisor"]
    return (
        f"Your supervisor is {supervisor['first_name']} {supervisor['last_name']}, e-mail address "
        f"{supervisor['email']}, phone number {supervisor['phone_number']}.\n"
        f"It is now {task['datetime']}.\n"
        f"The apps: {world.get('/api_docs/app_descriptions')}\n\n"
        f"The task: {task['instruction']}"
    )


if __name__ == "__main__":
    main()
