"""What commands say to type next can be typed."""

import shlex
from collections import Counter
from pathlib import Path

import pytest

from bdproxy.cli.record_experiment import RecordRequest, RecordResult, print_recording
from bdproxy.cli.text import visible


def _typed_next(capsys: pytest.CaptureFixture[str], request: RecordRequest) -> list[str]:
    print_recording(request, RecordResult(Counter({"completed": 1})), as_json=False)
    line = capsys.readouterr().out.splitlines()[-1]
    assert line.startswith("next: ")
    return shlex.split(line.removeprefix("next: "))


def test_a_long_path_with_spaces_on_a_narrow_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    path = Path("/somewhere far away/a folder [bold] with a 'long' name/and another one/runs $1.db")
    typed = _typed_next(capsys, RecordRequest(log=path, command=None))
    assert typed == ["bdproxy", "grade", str(path)]


def test_a_data_set_of_ones_own_is_named_again(capsys: pytest.CaptureFixture[str]) -> None:
    request = RecordRequest(
        log=Path("runs.db"), command=None, dataset="dev", appworld_root=Path("my data")
    )
    assert _typed_next(capsys, request) == [
        "bdproxy", "grade", "runs.db", "--appworld-root", "my data",
    ]  # fmt: skip


def test_the_built_in_world_needs_no_naming(capsys: pytest.CaptureFixture[str]) -> None:
    request = RecordRequest(log=Path("runs.db"), command=None, appworld_root=Path("other"))
    assert _typed_next(capsys, request) == ["bdproxy", "grade", "runs.db"]


def test_a_path_that_is_no_text(capsys: pytest.CaptureFixture[str]) -> None:
    path = Path("runs\udcff\x1b.db")
    (typed,) = _typed_next(capsys, RecordRequest(log=path, command=None))[2:]
    assert typed == visible(str(path))
