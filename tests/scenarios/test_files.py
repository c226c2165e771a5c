from pathlib import Path

import pytest

from bdproxy.errors import DataSetError
from bdproxy.names import Hazard
from bdproxy.scenarios.family import Family, FaultHazard, Omission
from bdproxy.scenarios.files import family_text, read_families, write_families
from bdproxy.scenarios.matchers import CallMatcher, ParameterMatcher

WITH_FAULT = Family(
    task="pay-back_1",
    scenario="pay-back",
    instruction="Pay Zoë back.",
    granted_apps=("venmo",),
    fault=FaultHazard(
        writes=(
            CallMatcher(
                method="POST",
                path_template="/venmo/transactions",
                parameters=(
                    ParameterMatcher(name="to", any_of=(["a", 1, None],), unordered=True),
                    ParameterMatcher(name="note", contains="ö"),
                ),
            ),
        ),
        occurrence=2,
    ),
)
WITHOUT = Family(
    task="ask_1",
    scenario="ask",
    instruction="How much?",
    granted_apps=(),
    omitted=(Omission(hazard=Hazard.FAULT, reason="a question"),),
)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "families"
    written = write_families(folder, [WITH_FAULT, WITHOUT])
    assert [file.name for file in written] == ["pay-back_1.json", "ask_1.json"]
    assert read_families(folder) == [WITHOUT, WITH_FAULT]
    before = [file.read_bytes() for file in written]
    write_families(folder, read_families(folder))
    assert [file.read_bytes() for file in written] == before


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"occurrence": 2', '"occurrence": 0', "fault.occurrence: "),
        ('"contains": "ö"', '"contain": "ö"', "fault.writes.0.parameters.1"),
        ('"scenario": "pay-back",', "", "scenario: Field required"),
        ("pay-back_1", "pay-back_2", "task: is 'pay-back_2'"),
        ("{", "", "Invalid JSON"),
    ],
)
def test_a_damaged_file_is_one_clear_line(tmp_path: Path, old: str, new: str, problem: str) -> None:
    text = family_text(WITH_FAULT)
    assert old in text
    file = tmp_path / "pay-back_1.json"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataSetError) as caught:
        read_families(tmp_path)
    message = str(caught.value)
    assert message.startswith(f"{file}: ")
    assert problem in message
    assert "\n" not in message


def test_an_empty_folder_is_no_families(tmp_path: Path) -> None:
    with pytest.raises(DataSetError, match="there are no families"):
        read_families(tmp_path)


def test_a_folder_that_can_t_be_made_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DataSetError, match="can't be written"):
        write_families(tmp_path / "file", [WITHOUT])
