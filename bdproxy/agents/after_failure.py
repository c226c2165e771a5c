"""A client that notices an ambiguous failure of a write; what it does then is up to its kind."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import httpx

from bdproxy.agents.http_client import ApiError, HttpClient
from bdproxy.agents.notes import note
from bdproxy.names import Hazard


class AfterFailure(HttpClient, ABC):
    """Calls ``after_failure`` once a write got no answer that says whether it took place."""

    def write_checked(self, write: Callable[[], Any], landed: Callable[[], bool]) -> None:
        """Do ``write``; a refusal is an error, anything ambiguous goes to ``after_failure``."""
        try:
            write()
        except ApiError as error:
            if error.status < 500:
                raise
        except httpx.TransportError:
            pass
        else:
            return
        note(f"met {Hazard.FAULT}")
        self.after_failure(write, landed)

    @abstractmethod
    def after_failure(self, write: Callable[[], Any], landed: Callable[[], bool]) -> None:
        """What this kind of client does when it can't know whether the write took place."""

    def again(self, write: Callable[[], Any]) -> None:
        """Do the write once more; that the app refuses the repetition changes nothing."""
        with suppress(ApiError):
            write()
