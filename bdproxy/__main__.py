"""``python -m bdproxy``."""

from bdproxy.cli.main import run

run()
