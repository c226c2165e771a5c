"""Builds the built-in world into a folder: ``python build_world.py FOLDER``.

Run by AppWorld's interpreter. Prints one JSON object per finished step on standard output
(``{"step": ..., "done": n, "of": m}``); exits with 0, or with 1 and one line on standard error.
"""

import json
import os
import sys
import warnings
from pathlib import Path


def main(arguments: list[str]) -> int:
    """Build the world into the one folder that is given."""
    if len(arguments) != 1:
        print("usage: build_world.py FOLDER", file=sys.stderr)
        return 1
    root = Path(arguments[0]).resolve()
    if (root / "data").exists():
        print(f"{root / 'data'} exists already; give an empty folder", file=sys.stderr)
        return 1
    # AppWorld's dependencies warn about its own short signing key on each of its calls.
    warnings.filterwarnings("ignore")
    # Evaluators are loaded to label their requirements; no compiled ones belong to the world.
    sys.dont_write_bytecode = True
    # Libraries print; the progress has standard output for itself.
    report = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)

    def progress(step: str, done: int, of: int) -> None:
        report.write(json.dumps({"step": step, "done": done, "of": of}) + "\n")

    try:
        root.mkdir(parents=True, exist_ok=True)
        os.environ["APPWORLD_ROOT"] = str(root)
        # AppWorld's interpreter finds the package beside this script.
        from builtin.build import build  # type: ignore[import-not-found, unused-ignore]

        build(root, progress)
    except Exception as error:
        text = " ".join(str(error).split()) or type(error).__name__
        print(f"the built-in world could not be built: {text}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
