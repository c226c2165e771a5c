"""All sections in the report's order."""

from collections.abc import Callable
from typing import Final

from bdproxy.grader.report.content import Section
from bdproxy.grader.report.material import Material
from bdproxy.grader.report.sections.about import about
from bdproxy.grader.report.sections.attribution import attribution
from bdproxy.grader.report.sections.bands import bands
from bdproxy.grader.report.sections.claims import claims
from bdproxy.grader.report.sections.comparison import comparison
from bdproxy.grader.report.sections.exposure import exposure
from bdproxy.grader.report.sections.hazards import hazards
from bdproxy.grader.report.sections.headline import headline
from bdproxy.grader.report.sections.modes import modes
from bdproxy.grader.report.sections.recovery import recovery
from bdproxy.grader.report.sections.worlds import worlds

SECTIONS: Final[tuple[Callable[[Material], Section | None], ...]] = (
    headline, worlds, hazards, exposure, modes, claims, bands, attribution, recovery, comparison,
    about,
)  # fmt: skip


def sections(material: Material) -> tuple[Section, ...]:
    """Every section that there is something to say in."""
    made = (build(material) for build in SECTIONS)
    return tuple(section for section in made if section is not None)
