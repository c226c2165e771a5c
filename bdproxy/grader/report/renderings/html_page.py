"""The report as one page that needs nothing else, of at most two megabytes."""

import base64
import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby
from typing import Final
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from bdproxy import __version__
from bdproxy.grader.report.content import Figure, Grid
from bdproxy.grader.report.document import pointer
from bdproxy.grader.report.drill_down.run_lists import RunLists, run_lists
from bdproxy.grader.report.drill_down.run_pages import RunPages, run_pages
from bdproxy.grader.report.figures.svg import render
from bdproxy.grader.report.material import Material
from bdproxy.grader.report.quantities import Runs
from bdproxy.grader.report.renderings.plain_text import counted
from bdproxy.grader.report.sections.order import sections
from bdproxy.grader.report.words import plural
from bdproxy.grader.statistics.study import AgentStudy
from bdproxy.names import Variant
from bdproxy.recorder.reader import LogReader

LARGEST_PAGE: Final = 2_000_000
"""Bytes."""
LARGEST_LISTS: Final = 450_000
_RESERVE: Final = 20_000
MOST_AGENTS: Final = 20


def html_page(material: Material, logs: Sequence[LogReader], *, largest: int = LARGEST_PAGE) -> str:
    """The page; ``logs`` are the material's, still open.

    What does not fit is left out, and the page says so: first calls of runs, then runs, then the
    tables of agents.

    Raises:
        LogError: a log can't be read.
    """
    drawings = Drawings()
    shown = _with_agents(material, MOST_AGENTS)
    bare = _size(shown, material, drawings)
    while bare > largest - 2 * LARGEST_LISTS and len(shown.agents) > 1:
        shown = _with_agents(material, (len(shown.agents) + 1) // 2)
        drawings = Drawings()
        bare = _size(shown, material, drawings)
    room = max(largest - bare - _RESERVE, 2_000)
    lists = run_lists(material, min(LARGEST_LISTS, room // 2))
    header = len(json.dumps(lists.header, ensure_ascii=False).encode())
    left = max(room - len(lists.rows) - header, 1_000)
    pages = run_pages(material, logs, left)
    return _page(shown, material, lists, pages, drawings)


def _size(shown: Material, material: Material, drawings: "Drawings") -> int:
    """Bytes of the page without anything to drill down to."""
    nothing = RunLists({}, "", len(material.runs)), RunPages("", 0)
    return len(_page(shown, material, *nothing, drawings).encode())


class Drawings:
    """Figures as SVG, each drawn once."""

    def __init__(self) -> None:
        self._drawn: dict[str, Markup] = {}

    def draw(self, figure: Figure, width: str) -> Markup:
        """The figure for a ``wide`` or a ``narrow`` page."""
        name = f"{figure.name}-{width}"
        if name not in self._drawn:
            specification = figure.wide if width == "wide" else figure.narrow
            svg = render(specification, name=name, title=figure.title, words=figure.words)
            self._drawn[name] = Markup(svg)
        return self._drawn[name]


def _with_agents(material: Material, most: int) -> Material:
    """The material with the most capable agents only, in the table's order."""
    agents = material.study.agents
    kept = sorted(agents.values(), key=_capability, reverse=True)[:most]
    names = {agent.agent for agent in kept}
    fewer = {name: agent for name, agent in agents.items() if name in names}
    return replace(material, study=replace(material.study, agents=fewer))


def _capability(agent: AgentStudy) -> float:
    rate = agent.pass_rates.get(Variant.TWIN)
    return -1.0 if rate is None or rate.value is None else rate.value


def _page(
    shown: Material, material: Material, lists: RunLists, pages: RunPages, drawings: Drawings
) -> str:
    environment = _environment()
    loader = environment.loader
    assert loader is not None
    style = loader.get_source(environment, "page.css")[0]
    script = loader.get_source(environment, "page.js")[0]
    missing = len(material.agents) - len(shown.agents)
    return environment.get_template("page.html.j2").render(
        sections=sections(shown),
        several=len(shown.agents) > 1,
        left_out=f"{missing} further {plural(missing, 'agent')} are left out of this page to keep "
        "it small; bdproxy report in a terminal and --format json have all."
        if missing
        else None,
        policy=content_security_policy(style, script),
        style=Markup(style),
        script=Markup(script),
        header=Markup(_script_safe(json.dumps(lists.header, ensure_ascii=False))),
        rows=lists.rows,
        pages=pages.lines,
        held=_held(material, lists, pages),
        version=__version__,
        draw=drawings.draw,
    )


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("bdproxy.grader.report", "page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    environment.filters["groupby_agent"] = _by_agent
    environment.globals.update(pointer=pointer, link=link, counted=counted)
    return environment


def content_security_policy(style: str, script: str) -> str:
    """Nothing may be loaded, sent or framed; only this style and this script count."""

    def source(text: str) -> str:
        return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

    return (
        f"default-src 'none'; style-src {source(style)}; script-src {source(script)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def link(runs: Runs) -> str:
    """Where in the page the runs of a number are."""
    wanted = {
        "agent": runs.agent,
        "variant": runs.variant,
        "which": runs.which,
        "fired": runs.fired,
        "reached": runs.reached,
        "carrying": runs.carrying,
    }
    return f"#runs?{urlencode({name: value for name, value in wanted.items() if value})}"


def _by_agent(grids: Iterable[Grid]) -> Iterator[tuple[str | None, list[Grid]]]:
    """Grids of no single agent first, then those of each agent together."""
    ordered = sorted(grids, key=lambda grid: grid.agent or "")
    for agent, of_agent in groupby(ordered, key=lambda grid: grid.agent):
        yield agent, list(of_agent)


def _script_safe(text: str) -> str:
    """JSON that can't end the element that it stands in."""
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _held(material: Material, lists: RunLists, pages: RunPages) -> str:
    total = len(material.runs)
    listed = total - lists.left_out
    if listed == total == pages.runs:
        return "This page holds all runs and their calls; bodies are cut."
    log = material.logs[0].path
    return (
        f"This page lists {listed:,} of {total:,} runs and holds the calls of {pages.runs:,}, some "
        f"of every kind. All runs: bdproxy runs list {log}. A run's calls: bdproxy runs show {log} "
        "RUN --bodies. Everything, for other programs: bdproxy export."
    )
