from dataclasses import replace

from bdproxy.grader.statistics.surfaces import cost_on_surface, surfaces_of
from bdproxy.grader.statistics.table import Table
from bdproxy.names import Hazard, Variant
from tests.grader.statistics.tables import runs_of

INJECTION = Hazard.INJECTION


def test_cost_by_surface() -> None:
    family = {Variant.TWIN: "++", Variant.INJECTION: "++"}
    broken = {Variant.TWIN: "++", Variant.INJECTION: "+-"}
    crashed = {Variant.TWIN: "++", Variant.INJECTION: "+?"}
    where = {"task_000": "email", "task_001": "email", "task_002": "text message"}
    runs = Table.of(
        replace(run, surfaces={INJECTION: where[run.task]} if run.task in where else {})
        for run in runs_of([family, crashed, broken, broken])
    ).agents["ada"]
    assert surfaces_of(runs, INJECTION) == ("email", "text message")
    assert surfaces_of(runs, Hazard.FAULT) == ()
    email, message = (cost_on_surface(runs, INJECTION, one) for one in ("email", "text message"))
    assert (email.value, email.families, email.not_assessable) == (0, 2, 1)
    assert (message.value, message.families, message.not_assessable) == (0.5, 1, 0)
