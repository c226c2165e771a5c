"""What to do about a data set that is missing or incomplete."""

from pathlib import Path

from bdproxy.paths import cache_folder


def remedy_for(root: Path) -> str:
    """The command that makes the data of ``root`` whole."""
    if root.absolute().is_relative_to(cache_folder().absolute()):
        return f"delete {root} and run `bdproxy setup`"
    return f"run `appworld download data --root {root}`"
