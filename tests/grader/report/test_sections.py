import io
import sqlite3
from pathlib import Path

from rich.console import Console

from bdproxy.grader.report.content import Section
from bdproxy.grader.report.renderings.markdown import markdown
from bdproxy.grader.report.renderings.plain_text import sentence_text
from bdproxy.grader.report.renderings.terminal import terminal
from bdproxy.grader.report.sections.headline import costliest_hazard, worst_world
from bdproxy.grader.report.sections.order import sections
from bdproxy.names import Variant
from benchmarks.common.synthetic_log import write_synthetic_log
from tests.grader.report.conftest import Made
from tests.support.reports import material_of

ALL = [
    "headline", "worlds", "hazards", "exposure", "modes", "claims", "bands", "attribution",
    "recovery", "comparison", "about",
]  # fmt: skip


def forget(path: Path, runs: str) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(
            f"DELETE FROM verdicts WHERE run_id IN (SELECT id FROM runs WHERE {runs})"
        )


def by_name(made: Made) -> dict[str, Section]:
    return {section.name: section for section in sections(made[0])}


def said(section: Section) -> str:
    return " ".join(map(sentence_text, section.sentences))


def test_all_sections_in_order(two_agents: Made) -> None:
    assert list(by_name(two_agents)) == ALL


def test_the_headline_says_what_the_world_cost(two_agents: Made) -> None:
    material, _ = two_agents
    agent = material.study.agents["agent 01"]
    words = said(by_name(two_agents)["headline"])
    twin, compound = agent.pass_rates[Variant.TWIN], agent.pass_rates[Variant.COMPOUND]
    assert f"agent 01 passes {twin.value:.1%} of its runs in a clean world" in words
    assert f"{compound.value:.1%} with all hazards at once" in words
    gap = agent.gap[Variant.COMPOUND]
    assert gap.value is not None and gap.low is not None and gap.high is not None
    assert f"costs it {gap.value * 100:.1f} points ({gap.low * 100:.1f} to" in words
    assert f"What costs it most is {costliest_hazard(agent)}" in words


def test_who_passes_nothing_has_nothing_to_lose(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    write_synthetic_log(path, families=4, agents=1, attempts=1, seed=1, calls=False)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE verdicts SET outcome = 'fail'")
    with material_of(path) as made:
        words = said(by_name(made)["headline"])
        assert "it has nothing that the world could take" in words
        assert "costs it" not in words


def test_few_families_are_said_to_be_few(small: Made) -> None:
    words = said(by_name(small)["headline"])
    assert words.startswith("Only 4 families of tasks: too few for intervals.")
    for section in sections(small[0]):
        for grid in section.grids:
            for row in grid.rows:
                assert all(getattr(cell, "interval", None) is None for cell in row)
    assert "comparison" not in by_name(small)
    assert "There is one attempt at each task" in by_name(small)["bands"].notes[1]


def test_only_clean_worlds(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    write_synthetic_log(path, families=4, agents=1, attempts=1, seed=1, calls=False)
    forget(path, "variant <> 'twin'")
    with material_of(path) as made:
        assert worst_world(made[0]) is None
        found = by_name(made)
        assert list(found) == ["headline", "worlds", "modes", "claims", "bands", "about"]
        assert "no runs with hazards to compare with" in said(found["headline"])
        assert "--all-variants" in found["headline"].notes[0]


def test_only_faults(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    write_synthetic_log(path, families=4, agents=1, attempts=1, seed=1, calls=False)
    forget(path, "variant NOT IN ('twin', 'fault')")
    with material_of(path) as made:
        assert worst_world(made[0]) is Variant.FAULT
        found = by_name(made)
        assert " with fault" in said(found["headline"])
        assert "attribution" not in found


def test_without_any_clean_run(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    write_synthetic_log(path, families=4, agents=1, attempts=1, seed=1, calls=False)
    forget(path, "variant = 'twin'")
    with material_of(path) as made:
        assert "has no clean run that can be assessed" in said(by_name(made)["headline"])


def test_counts_of_runs_that_cant_be_assessed_stand_beside_every_rate(two_agents: Made) -> None:
    text = markdown(sections(two_agents[0]))
    for line in text.splitlines():
        for cell in line.split(" | "):
            if "<br>" in cell:
                assert " n.a." in cell, line


def test_the_terminal_shows_every_section(two_agents: Made) -> None:
    console = Console(width=150, record=True, file=io.StringIO())
    for piece in terminal(sections(two_agents[0])):
        console.print(piece)
    text = console.export_text()
    for section in sections(two_agents[0]):
        assert section.title in text


def test_markdown_of_hostile_names(hostile: Made) -> None:
    text = markdown(sections(hostile[0]))
    assert "<script" not in text and "<img" not in text
    assert "\u202e" not in text
