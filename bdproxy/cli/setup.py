"""``bdproxy setup``: everything that recording and grading need, once."""

import typer


def setup() -> None:
    """Set up AppWorld in an environment of its own, and build the built-in world.

    Both go into bdproxy's cache folder (BDPROXY_CACHE names another one). What is there already is
    left alone, so running it again is quick; an interrupted set-up is completed.
    BDPROXY_APPWORLD_PYTHON names the interpreter of an AppWorld that is installed already.
    """
    from bdproxy.cli.progress import working
    from bdproxy.worlds.appworld.builtin_world import builtin_root
    from bdproxy.worlds.appworld.setup import set_up

    with working("setting up") as show:
        environment = set_up(show)
    typer.echo(f"AppWorld {environment.appworld_version}: {environment.python}")
    typer.echo(f"built-in world: {builtin_root()}")
    typer.echo("next: bdproxy demo, or bdproxy record --help")
