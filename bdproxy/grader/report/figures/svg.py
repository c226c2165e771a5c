"""From a specification to an SVG element that can stand in a page."""

from collections.abc import Mapping
from typing import Any, Final
from xml.etree import ElementTree

import vl_convert

from bdproxy.grader.report.figures.theme import whole

_SVG: Final = "http://www.w3.org/2000/svg"
_XLINK: Final = "http://www.w3.org/1999/xlink"


def render(specification: Mapping[str, Any], *, name: str, title: str, words: str) -> str:
    """An ``<svg>`` element with a title and a description; it needs nothing from anywhere.

    ``name`` is unique in the page. The element scales down to the space that there is.
    """
    drawn = vl_convert.vegalite_to_svg(whole(specification), allowed_base_urls=[])
    root = ElementTree.fromstring(drawn)
    for element in root.iter():
        # Readers get the description; what each mark is called would come on top of it.
        for attribute in [one for one in element.attrib if one.startswith(("aria-", "role"))]:
            del element.attrib[attribute]
        element.attrib.pop("class", None)
    described = ElementTree.Element(f"{{{_SVG}}}desc", {"id": f"{name}-words"})
    described.text = words
    titled = ElementTree.Element(f"{{{_SVG}}}title", {"id": f"{name}-title"})
    titled.text = title
    root.insert(0, described)
    root.insert(0, titled)
    root.set("role", "img")
    root.set("aria-labelledby", f"{name}-title {name}-words")
    ElementTree.register_namespace("", _SVG)
    ElementTree.register_namespace("xlink", _XLINK)
    return ElementTree.tostring(root, encoding="unicode")
