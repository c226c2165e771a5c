"""Which interpreter ``make`` takes."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.processes import REPOSITORY

MAKE = shutil.which("make")


@pytest.mark.skipif(MAKE is None, reason="there is no make")
@pytest.mark.parametrize(
    ("there", "taken"),
    [
        (("python3.11", "python3.12", "python3"), "python3.11"),
        (("python3.12", "python3.13", "python3"), "python3.12"),
        (("python3.13", "python3"), "python3.13"),
        (("python3",), "python3"),
    ],
)
def test_the_first_supported_interpreter(
    tmp_path: Path, there: tuple[str, ...], taken: str
) -> None:
    bin = tmp_path / "bin"
    bin.mkdir()
    # Version managers leave a command for each version, which fails for those not chosen.
    for name in ("python3.11", "python3.12", "python3.13", "python3"):
        command = bin / name
        command.write_text("#!/bin/sh\nexit " + ("0" if name in there else "127") + "\n")
        command.chmod(0o755)
    (tmp_path / "show.mk").write_text("show:\n\t@echo $(PYTHON)\n")
    assert MAKE is not None
    shown = subprocess.run(
        [MAKE, "-s", "-f", REPOSITORY / "Makefile", "-f", tmp_path / "show.mk", "show"],
        env={**os.environ, "PATH": f"{bin}:/bin:/usr/bin"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stdout.strip() == str(bin / taken)
