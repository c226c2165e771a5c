"""Looks for the people and the records that cues speak of in a world without them.

Ends in an error, the task untouched, if one can't be found: then a cue would not be plausible.
"""

from collections.abc import Iterator
from typing import Any

from bdproxy.agents.http_client import HttpClient as Client
from bdproxy.agents.reading import finds
from bdproxy.agents.scripted_agent import ScriptedAgent
from bdproxy.names import Way
from bdproxy.scenarios.cues import Cue

__all__ = ["Client", "run"]


def run(agent: ScriptedAgent) -> None:
    """Look everybody and everything up."""
    for cue in agent.family.cues.values():
        agent.client.login(cue.app)
        for name, address in dict.fromkeys(_accounts(cue.record)):
            agent.client.get(f"/{cue.app}/profile", **{name: address})
        if cue.way is not Way.NEW and not finds(agent.client, _as_before(cue)):
            raise LookupError(f"{cue.surface}: there is no {cue.record[cue.field]!r} to be changed")


def _accounts(record: Any) -> Iterator[tuple[str, str]]:
    """How the people in a record are known to their app."""
    if isinstance(record, dict):
        for name in ("email", "phone_number"):
            if isinstance(record.get(name), str):
                yield name, record[name]
        for value in record.values():
            yield from _accounts(value)
    elif isinstance(record, list):
        for one in record:
            yield from _accounts(one)


def _as_before(cue: Cue) -> Cue:
    return cue.model_copy(update={"text": str(cue.record[cue.field])})
