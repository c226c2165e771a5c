"""Builds only some scenarios, on top of a built world: quick trials while one is being written.

``python build_scenario.py ROOT FOLDER NAME...`` takes the base world from ``ROOT`` (by links) and
writes the tasks of ``scenarios/NAME.py`` to ``FOLDER``, an AppWorld root of its own with the data
set ``draft``. Run by AppWorld's interpreter; exits with 0, or with 1 and one line on standard
error.
"""

import os
import sys
import warnings
from pathlib import Path

DATA_SET = "draft"


def main(arguments: list[str]) -> int:
    """Build the named scenarios."""
    if len(arguments) < 3:
        print("usage: build_scenario.py ROOT FOLDER NAME...", file=sys.stderr)
        return 1
    base, folder = (Path(argument).resolve() for argument in arguments[:2])
    # AppWorld's dependencies warn about its own short signing key on each of its calls.
    warnings.filterwarnings("ignore")
    # Evaluators are loaded to label their requirements; no compiled ones belong to the world.
    sys.dont_write_bytecode = True
    try:
        (folder / "data").mkdir(parents=True)
        for shared in ("base_dbs", "api_docs", "version.txt"):
            (folder / "data" / shared).symlink_to(base / "data" / shared)
        os.environ["APPWORLD_ROOT"] = str(folder)
        # AppWorld's interpreter finds the package beside this script.
        from builtin.build import build_tasks  # type: ignore[import-not-found, unused-ignore]
        from builtin.discovery import load  # type: ignore[import-not-found, unused-ignore]

        build_tasks(folder / "data", DATA_SET, [load(name) for name in arguments[2:]], print)
    except Exception as error:
        text = " ".join(str(error).split()) or type(error).__name__
        print(f"the scenario could not be built: {text}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
