"""What ``bdproxy runs show --findings`` prints: what the agent did wrong, and the calls to see."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from bdproxy.cli.text import plain
from bdproxy.grader.assessment import Assessment
from bdproxy.grader.attribution import Attribution
from bdproxy.grader.exposure import Exposure
from bdproxy.grader.finding import Finding
from bdproxy.names import Delivery, FailureMode, Share

SHOWN_RECORDS = 10


def findings_table(assessment: Assessment, attributions: Sequence[Attribution]) -> Table:
    """Each failure mode and oracle: whether it fired, what happened, and the evidence."""
    table = Table("", "fired", "what happened", "calls", title="Findings", title_justify="left")
    sources = {one.mode: one for one in attributions}
    for place, finding in enumerate(assessment.findings):
        if place == len(FailureMode):
            table.add_section()
        words = plain(finding.words, "" if finding.fired else "dim")
        for line in _details(finding, sources):
            words.append("\n")
            words.append_text(plain(line, "dim"))
        table.add_row(plain(finding.name), _fired(finding), words, _numbers(finding.calls))
    return table


def exposures_table(exposures: Sequence[Exposure]) -> Table:
    """Each planted text: the call that it first reached the agent in."""
    table = Table("hazard", "reached the agent", title="Planted texts", title_justify="left")
    for one in exposures:
        table.add_row(plain(one.hazard), plain(_reached(one)))
    return table


def _details(finding: Finding, sources: dict[FailureMode, Attribution]) -> list[str]:
    lines = []
    if finding.records and finding.fired:
        shown = ", ".join(map(str, finding.records[:SHOWN_RECORDS]))
        more = len(finding.records) - SHOWN_RECORDS
        lines.append(f"records: {shown}" + (f" and {more} more" if more > 0 else ""))
    if isinstance(finding.name, FailureMode) and finding.name in sources:
        lines.append(_source(sources[finding.name]))
    return lines


def _source(one: Attribution) -> str:
    hazards = ", ".join(one.hazards)
    match one.share:
        case Share.ONE:
            text = f"comes from {hazards}: its ablation shows it, too"
        case Share.SHARED:
            text = f"several ablations show it, too: {hazards}"
        case Share.INTERACTION:
            text = "no single hazard's ablation shows it: only the combination does"
        case Share.UNDETERMINED:
            text = f"where it comes from is open: no assessable run of {', '.join(one.unknown)}"
    return f"{text}; the twin shows it, too" if one.in_twin else text


def _fired(finding: Finding) -> Text:
    if finding.fired is None:
        return Text("not assessable", style="yellow")
    return Text("yes", style="red") if finding.fired else Text("no", style="green")


def _numbers(calls: Sequence[int]) -> str:
    return ", ".join(map(str, calls))


def _reached(one: Exposure) -> str:
    if one.number is None:
        return "never"
    part = "whole" if one.how is Delivery.WHOLE else "in part"
    return f"in the answer to call {one.number}, {part}"
