"""Opening a data set as commands name it, setting up what it needs."""

from pathlib import Path

from bdproxy.cli.progress import working
from bdproxy.errors import DataSetError
from bdproxy.worlds.appworld import builtin_world
from bdproxy.worlds.appworld.environment import Environment, provide_environment
from bdproxy.worlds.appworld.tasks import DataSet


def open_data_set(name: str, appworld_root: Path | None) -> tuple[Environment, DataSet]:
    """AppWorld's environment and the data set, set up first where they are ours.

    Raises:
        BdproxyError: the set-up failed, or there is no such data set.
    """
    with working("setting up") as step:
        environment = provide_environment(step)
        root = (
            builtin_world.provide_builtin_world(environment, step)
            if name == builtin_world.DATA_SET
            else _given_root(name, appworld_root)
        )
    return environment, DataSet.open(root, name)


def _given_root(name: str, appworld_root: Path | None) -> Path:
    if appworld_root is None:
        raise DataSetError(
            f"--dataset {name}: say where AppWorld's data folder is with "
            "--appworld-root PATH, or use the built-in world with --dataset builtin"
        )
    return appworld_root.absolute()
