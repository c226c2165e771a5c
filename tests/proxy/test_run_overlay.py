from dataclasses import replace

import pytest

from bdproxy.names import Plant, Variant
from bdproxy.proxy.run_overlay import overlay_of
from bdproxy.proxy.settings import PlannedRun
from bdproxy.recorder.rows import RunKey
from bdproxy.worlds.protocol import Supervisor, Task
from tests.proxy.test_settings import SETTINGS
from tests.support.families import four_hazards

ADA = Supervisor("Ada", "Roy", "ada@mail.com", "5550000000")
TASK = Task("pay-back_1", "pay-back", "Pay Ben.", ADA, "2023-05-18T12:00:00")


def _planned(variant: Variant) -> PlannedRun:
    return PlannedRun(RunKey(TASK.id, variant, 1), TASK, family=four_hazards())


@pytest.mark.parametrize("variant", [Variant.TWIN, Variant.FAULT])
def test_a_run_without_cues_has_none(variant: Variant) -> None:
    assert overlay_of(SETTINGS, _planned(variant)) is None


def test_a_baked_world_needs_none() -> None:
    settings = replace(SETTINGS, plant=Plant.BAKED)
    assert overlay_of(settings, _planned(Variant.COMPOUND)) is None


def test_the_overlay_has_the_variant_s_cues_and_the_world_s_clock() -> None:
    planned = _planned(Variant.COMPOUND)
    overlay = overlay_of(SETTINGS, planned)
    assert overlay is not None
    state = overlay.state
    assert state.now == TASK.datetime
    assert len(state.records) + len(state.edits) == len(planned.cues) > 1
    assert overlay.concerns("/phone/messages/text")
    assert not overlay.concerns("/spotify/songs")
