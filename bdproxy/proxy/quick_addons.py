"""mitmproxy's addon manager, which looks up once, not for every hook, who has a handler for it."""

import inspect
from collections.abc import Callable
from typing import Any, TypeAlias

from mitmproxy.addonmanager import AddonManager, safecall
from mitmproxy.exceptions import AddonHalt
from mitmproxy.hooks import Hook
from mitmproxy.master import Master

Handlers: TypeAlias = list[Callable[..., Any]]


class QuickAddons(AddonManager):
    """Calls the same handlers in the same order as mitmproxy's own does.

    Handlers are those that the addons have when an event comes for the first time; adding or
    removing an addon looks them up again.
    """

    def __init__(self, master: Master) -> None:
        super().__init__(master)  # type: ignore[no-untyped-call]
        self._handlers: dict[str, list[Handlers]] = {}
        """By the event's name, for each addon: its handlers and those of its own addons."""

    def add(self, *addons: Any) -> None:
        """Add addons to the end of the chain."""
        self._handlers = {}
        super().add(*addons)  # type: ignore[no-untyped-call]

    def remove(self, addon: Any) -> None:
        """Remove an addon."""
        self._handlers = {}
        super().remove(addon)  # type: ignore[no-untyped-call]

    def clear(self) -> None:
        """Remove all addons."""
        self._handlers = {}
        super().clear()  # type: ignore[no-untyped-call]

    async def trigger_event(self, event: Hook) -> None:
        """Call every handler of the event; one that fails is logged, and the next addon's turn."""
        groups = self._handlers.get(event.name)
        if groups is None:
            groups = self._handlers[event.name] = self._find(event)
        for handlers in groups:
            try:
                with safecall():
                    for handler in handlers:
                        result = handler(*event.args())
                        if result is not None and inspect.isawaitable(result):
                            await result
            except AddonHalt:
                return

    def _find(self, event: Hook) -> list[Handlers]:
        groups = ([handler for _, handler in self._iter_hooks(one, event)] for one in self.chain)
        return [handlers for handlers in groups if handlers]
