"""Whatever addons do, they are called as mitmproxy's own manager calls them."""

import logging
from collections.abc import Callable
from typing import Any

import pytest
from mitmproxy.addonmanager import AddonManager
from mitmproxy.exceptions import AddonHalt
from mitmproxy.hooks import Hook
from mitmproxy.master import Master
from mitmproxy.options import Options
from mitmproxy.proxy.layers.http._hooks import HttpRequestHook, HttpResponseHook
from mitmproxy.test import tflow

from bdproxy.proxy.quick_addons import QuickAddons

Manager = Callable[[Master], AddonManager]


class Addon:
    """Notes that it is called, and then fails with ``error``, if any."""

    def __init__(
        self, name: str, heard: list[str], error: Exception | None = None, *addons: Any
    ) -> None:
        self.name, self.heard, self.error, self.addons = name, heard, error, addons

    def request(self, flow: object) -> None:
        self.heard.append(f"{self.name} request")
        if self.error is not None:
            raise self.error


class Waiting(Addon):
    async def request(self, flow: object) -> None:  # type: ignore[override]
        super().request(flow)

    def response(self, flow: object) -> None:
        self.heard.append(f"{self.name} response")


async def _managed(manager: Manager, *events: type[Hook], chain: list[Any]) -> list[str]:
    master = Master(Options())
    master.addons = manager(master)
    master.addons.add(*chain)
    heard: list[str] = chain[0].heard
    for event in events:
        await master.addons.trigger_event(event(tflow.tflow()))
    master.addons.remove(chain[0])
    master.addons.add(Addon("late", heard))
    for event in events:
        await master.addons.trigger_event(event(tflow.tflow()))
    master.addons.clear()
    await master.addons.trigger_event(events[0](tflow.tflow()))
    return heard


def _chain(error: Exception | None) -> list[Any]:
    heard: list[str] = []
    return [
        Addon("a", heard),
        Waiting("b", heard, error, Addon("b1", heard), Waiting("b2", heard, error)),
        Waiting("c", heard, None, Addon("c1", heard, error), Addon("c2", heard)),
        object(),
        Addon("d", heard),
    ]


@pytest.mark.parametrize("error", [None, ValueError("no idea"), AddonHalt()], ids=repr)
async def test_handlers_are_called_as_by_the_original(
    error: Exception | None, caplog: pytest.LogCaptureFixture
) -> None:
    events = (HttpRequestHook, HttpResponseHook, HttpRequestHook)
    heard, said = [], []
    for manager in (AddonManager, QuickAddons):
        caplog.clear()
        with caplog.at_level(logging.ERROR):
            heard.append(await _managed(manager, *events, chain=_chain(error)))
        said.append([record.getMessage().splitlines()[0] for record in caplog.records])
    assert heard[0] == heard[1]
    assert said[0] == said[1]
    assert heard[0][:2] == ["a request", "b request"]
    assert ("d request" in heard[1]) == (not isinstance(error, AddonHalt))
    assert bool(said[1]) == isinstance(error, ValueError)
    assert "late request" in heard[1] or isinstance(error, AddonHalt)


async def test_a_look_up_happens_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up: list[str] = []
    original = AddonManager._iter_hooks

    def counted(self: AddonManager, addon: Any, event: Hook) -> Any:
        looked_up.append(event.name)
        return original(self, addon, event)

    master = Master(Options())
    master.addons = QuickAddons(master)
    heard: list[str] = []
    master.addons.add(Addon("a", heard))
    monkeypatch.setattr(AddonManager, "_iter_hooks", counted)
    for _ in range(3):
        await master.addons.trigger_event(HttpRequestHook(tflow.tflow()))
    assert heard == ["a request"] * 3
    assert looked_up == ["request"]
