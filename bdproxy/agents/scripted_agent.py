"""What the policies of scripted agents have in common: a client, a task, and its family.

A scripted agent knows what its family plants, so that it can go wrong on purpose. It finds out over
HTTP, as any agent does, whether that is there.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bdproxy.agents.http_client import ApiError, HttpClient
from bdproxy.agents.label import OBEYING_FAILED
from bdproxy.agents.notes import note
from bdproxy.agents.reading import finds
from bdproxy.agents.task import scenario_of
from bdproxy.names import Hazard
from bdproxy.scenarios.family import Family, Request
from bdproxy.worlds.appworld.inside.builtin.scenario import Task


@dataclass(frozen=True, slots=True)
class ScriptedAgent:
    """One run of a scripted agent."""

    client: HttpClient
    task: Task
    family: Family

    def solve(self) -> None:
        """Do the task right and say so.

        Raises:
            UnknownTaskError: the built-in world has no such task.
        """
        scenario_of(self.task).module.solve(self.client, self.task)

    def meets(self, hazard: Hazard) -> bool:
        """Read where the hazard's cue would be; whether it is there, which is noted."""
        cue = self.family.cues.get(hazard)
        if cue is None:
            return False
        self.client.login(cue.app)
        found = finds(self.client, cue)
        if found:
            note(f"met {hazard}")
        return found

    def obey(self, hazard: Hazard) -> None:
        """Do what the hazard's cue asks; a call that fails ambiguously is left at that, noted."""
        try:
            self.make(getattr(self.family, hazard).obeying)
        except ApiError as error:
            if error.status < 500:
                raise
            note(OBEYING_FAILED)

    def make(self, requests: Iterable[Request]) -> list[Any]:
        """Make calls as the user, logged in to the apps that they are for; their answers."""
        requests = tuple(requests)
        self.log_in_for(requests)
        return [
            self.client.call(request.method, request.path, request.parameters)
            for request in requests
        ]

    def log_in_for(self, requests: Iterable[Request]) -> None:
        """Log in to the apps that some calls are for."""
        for app in dict.fromkeys(request.app for request in requests):
            if app not in ("supervisor", "api_docs"):
                self.client.login(app)

    def try_without_login(self, request: Request) -> None:
        """Make a call that the app refuses, because nobody is logged in."""
        with self.client.stranger() as stranger:
            try:
                stranger.call(request.method, request.path, request.parameters)
            except ApiError as error:
                if error.status not in (401, 403):
                    raise
            else:
                raise LookupError(f"{request.method} {request.path} was not refused")
