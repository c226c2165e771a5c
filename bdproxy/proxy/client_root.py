"""The ``APPWORLD_ROOT`` of a client that manages its own worlds."""

import contextlib
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

ROOT_VARIABLE = "APPWORLD_ROOT"
"""Where AppWorld's client looks for its data and leaves what it writes."""

EXPERIMENTS = "experiments"
OUTPUTS = "outputs"


@contextlib.asynccontextmanager
async def client_root(world_root: Path) -> AsyncIterator[Path]:
    """A root with everything of ``world_root`` in it but its outputs; gone afterwards.

    AppWorld's client empties ``experiments/outputs/<name>/tasks/<task>`` when it starts a task, so
    that two runs of one task in one root destroy each other's files, and the built-in world's root
    is nobody's to write in.
    """
    with tempfile.TemporaryDirectory(prefix="bdproxy-root-", ignore_cleanup_errors=True) as folder:
        root = Path(folder)
        (root / EXPERIMENTS / OUTPUTS).mkdir(parents=True)
        _link_entries(world_root, root, leaving_out=EXPERIMENTS)
        _link_entries(world_root / EXPERIMENTS, root / EXPERIMENTS, leaving_out=OUTPUTS)
        yield root


def _link_entries(source: Path, target: Path, *, leaving_out: str) -> None:
    if not source.is_dir():
        return
    for entry in source.iterdir():
        if entry.name != leaving_out:
            (target / entry.name).symlink_to(entry)
