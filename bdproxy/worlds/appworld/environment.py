"""AppWorld's own Python environment, which bdproxy sets up once and keeps in its cache folder."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Environment:
    """An interpreter that has AppWorld, unpacked and ready."""

    python: Path
    appworld_version: str
