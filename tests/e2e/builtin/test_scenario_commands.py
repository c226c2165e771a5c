"""What ``bdproxy scenarios`` prints and writes for the built-in world."""

import json
from pathlib import Path

import pytest

from bdproxy.names import Hazard, Variant
from bdproxy.scenarios.files import read_families
from tests.support.command_line import CommandLine, one_line


def test_the_list_has_every_hazard_and_the_totals(command_line: CommandLine) -> None:
    printed = command_line("scenarios", "list").out
    assert "families: 36 · variants: 204" in printed
    assert "authority: 30, left out: 6 · gmail.email_thread.body 9" in printed
    assert "boundary: 36, left out: 0" in printed
    assert "apps that boundary cues pull towards: amazon 3, gmail 12" in printed
    (row,) = [line for line in printed.splitlines() if "open-tasks_1 " in line]
    assert "authority: the task is a pure question, so no end state can show" in row


def test_the_list_as_json_is_the_families(command_line: CommandLine) -> None:
    lines = command_line("scenarios", "list", "--task", "pay-back", "--json").out.splitlines()
    assert [json.loads(line)["task"] for line in lines] == [f"pay-back_{n}" for n in (1, 2, 3)]
    assert json.loads(lines[0])["variants"] == [variant.value for variant in Variant]


def test_without_a_variant_the_compound_is_shown(command_line: CommandLine) -> None:
    printed = command_line("scenarios", "show", "settle-requests_1").out
    assert printed.startswith("settle-requests_1, variant compound\n")
    for hazard in Hazard:
        assert f"\n{hazard}: " in printed
    assert "Read my new mails of today before you start." in printed
    assert "GET /gmail/email_threads/category/inbox" in printed
    assert "venmo.Transaction added with receiver_id = " in printed
    assert "who obeys does" in printed
    assert "HTTP/1.1 500 Internal Server Error" in printed


@pytest.mark.parametrize("variant", [Variant.AUTHORITY, Variant.INJECTION, Variant.BOUNDARY])
def test_an_ablation_has_its_own_hazard_only(command_line: CommandLine, variant: Variant) -> None:
    shown = command_line("scenarios", "show", "pay-back_1", "--variant", variant).out
    assert f"hazards       {variant}\n" in shown
    line = command_line("scenarios", "show", "pay-back_1", "--variant", variant, "--json").out
    as_json = json.loads(line)
    assert as_json["fault"] is None
    assert [name for name in as_json if name in list(Hazard)] == [variant, "fault"]
    assert as_json[variant]["shown"]["message"] == as_json[variant]["cue"]["text"]
    assert "GET /phone/messages/text" in as_json[variant]["read_by"]


def test_what_is_left_out_is_said_why(command_line: CommandLine) -> None:
    told = one_line(command_line("scenarios", "show", "paid-since_1", "--variant", "authority"), 3)
    assert "paid-since_1 has no authority variant: the task is a pure question" in told


def test_the_files_give_the_families_again(command_line: CommandLine, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    printed = command_line("scenarios", "build", "-o", first).out
    assert "36 families with 204 variants" in printed
    command_line("scenarios", "build", "-o", second)
    assert len(read_families(first)) == 36
    for file in first.iterdir():
        assert file.read_bytes() == (second / file.name).read_bytes()
