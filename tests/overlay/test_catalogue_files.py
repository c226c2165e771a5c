from pathlib import Path

import pytest

from bdproxy.errors import CatalogueError
from bdproxy.names import Way
from bdproxy.overlay.catalogue_files import packaged_catalogue, read_catalogue
from bdproxy.overlay.run import overlay_for
from bdproxy.scenarios.cues import Cue

GOOD = """
app: post
records:
  post.letter: {identifier: letter_id}
"""


def _error(tmp_path: Path, text: str) -> str:
    file = tmp_path / "post.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CatalogueError) as caught:
        read_catalogue([file])
    message = str(caught.value)
    assert str(file) in message
    assert "\n" not in message
    return message


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("app: [", "is no YAML"),
        ("- a\n", "must be a mapping"),
        (GOOD.replace("identifier", "identity"), "records.post.letter.identifier"),
        (GOOD.replace("post.letter", "mail.letter"), "does not begin with the app's name"),
        (GOOD.replace("app: post", "app: Post"), "app: String should match"),
        (
            GOOD.replace(
                "{identifier: letter_id}",
                "{identifier: letter_id, adjusts: [{where: 'a ==', set: {b: 1}}]}",
            ),
            "records.post.letter.adjusts.0.where",
        ),
        (
            GOOD.replace(
                "{identifier: letter_id}",
                "{identifier: letter_id, brings: [{type: post.stamp, fields: {}}]}",
            ),
            "there is no record type 'post.stamp'",
        ),
    ],
)
def test_a_damaged_file(tmp_path: Path, text: str, told: str) -> None:
    assert told in _error(tmp_path, text)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(CatalogueError, match="can't be read"):
        read_catalogue([tmp_path / "none.yaml"])


def test_the_packaged_catalogues() -> None:
    apps = packaged_catalogue().apps
    assert {"phone", "gmail", "simple_note", "venmo", "todoist", "splitwise"} <= set(apps)


def test_a_cue_that_no_catalogue_knows() -> None:
    cue = Cue(surface="phone.alarm.label", way=Way.NEW, record={"label": "x"}, text="x")
    with pytest.raises(CatalogueError, match=r"surface phone\.alarm\.label: no catalogue"):
        overlay_for(packaged_catalogue(), [cue], "2024-01-31T12:00:00")


def test_a_run_without_cues_has_no_overlay() -> None:
    assert overlay_for(packaged_catalogue(), [], "2024-01-31T12:00:00") is None
