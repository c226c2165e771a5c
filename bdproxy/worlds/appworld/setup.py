"""``bdproxy setup``: AppWorld's environment, then the built-in world."""

from bdproxy.worlds.appworld.builtin_world import provide_builtin_world
from bdproxy.worlds.appworld.environment import Environment, provide_environment
from bdproxy.worlds.appworld.progress import Progress, silent


def set_up(progress: Progress = silent) -> Environment:
    """Provide what every recording on the built-in world needs; quick when all is there.

    Raises:
        SetupError: it can't be provided; what was complete stays.
    """
    environment = provide_environment(progress)
    provide_builtin_world(environment, progress)
    return environment
