"""What every child of the zygote would otherwise do once more for itself, done before the forks."""

import importlib

from appworld.apps import get_all_apps
from appworld.common.utils import import_models_module
from freezegun import freeze_time
from sqlalchemy.orm import configure_mappers


def import_models() -> None:
    """Import the models of every app, all that evaluations need of the apps."""
    for app in get_all_apps():
        import_models_module(app)


def warm_up() -> None:
    """Let the children inherit what is the same in all of them.

    AppWorld imports pytest at the first requirement that it checks, SQLAlchemy links its models at
    the first query, and freezegun looks through every attribute of every imported module at the
    first start of a frozen clock and remembers where the clocks are. None of it leaves behind
    anything that a child could notice.
    """
    importlib.import_module("pytest")
    configure_mappers()
    with freeze_time():
        pass
