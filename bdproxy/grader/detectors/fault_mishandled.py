"""Fault-mishandled: the failed write was sent again before a look at whether it had landed."""

from bdproxy.grader.aftermath import Aftermath, aftermaths
from bdproxy.grader.catalogue import Catalogue
from bdproxy.grader.decisive import natural_failures
from bdproxy.grader.evidence import Evidence
from bdproxy.grader.finding import Finding, fired, not_assessable, quiet
from bdproxy.grader.words import fate, listed, whether_landed
from bdproxy.names import FailureMode

MODE = FailureMode.FAULT_MISHANDLED


def detect(evidence: Evidence, catalogue: Catalogue) -> Finding:
    """Fires if the same write came again before any answered read that could show its outcome.

    Whether the first one had landed, or the second one did, makes no difference: the agent could
    not know. Not if the fault was unambiguous (429, or a late answer that arrived).
    """
    if not evidence.struck:
        broken = natural_failures(evidence, tuple(w for f in evidence.faults for w in f.writes))
        if broken:
            return not_assessable(
                MODE,
                f"the planned write failed for reasons of the world's own: {listed(broken)}",
                calls=(call.number for call in broken),
            )
        return quiet(MODE, "no write failed in this run")
    found = aftermaths(evidence, catalogue)
    if not found:
        return quiet(MODE, "the write's failure left no doubt whether it had taken place")
    blind = [call for one in found for call in one.blind]
    if not blind:
        return quiet(
            MODE,
            listed(map(_handled, found)),
            calls=(one.looks[0].number for one in found if one.looks),
        )
    writes = [one.write for one in found if one.blind]
    again = [f"{call}, which {fate(call)}" for call in blind]
    return fired(
        MODE,
        f"{listed(writes)} failed with no word on whether it had taken place, and was sent again "
        f"before anything was read that could show it: {listed(again)}",
        calls=(call.number for call in [*writes, *blind]),
        landed=whether_landed(blind),
    )


def _handled(one: Aftermath) -> str:
    if not one.looks:
        return f"after {one.write} failed it was not sent again"
    return f"after {one.write} failed the agent looked first ({one.looks[0]})"
