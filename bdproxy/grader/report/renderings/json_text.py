"""The report as JSON."""

import json

from bdproxy.grader.report.document import document
from bdproxy.grader.report.material import Material


def json_text(material: Material) -> str:
    """The whole document, ASCII only, so that no terminal takes a name for a command."""
    return json.dumps(document(material), indent=1, allow_nan=False) + "\n"
