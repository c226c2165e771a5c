"""Where bdproxy keeps what it makes once and uses often."""

import os
from pathlib import Path

import platformdirs

CACHE_VARIABLE = "BDPROXY_CACHE"


def cache_folder() -> Path:
    """The folder for AppWorld's environment and built worlds; ``BDPROXY_CACHE`` overrides it."""
    override = os.environ.get(CACHE_VARIABLE)
    return Path(override) if override else Path(platformdirs.user_cache_dir("bdproxy"))
