"""How commands show that they are getting on: on standard error, and only on a terminal."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
)

from bdproxy.cli.console import diagnostics
from bdproxy.cli.text import visible


@contextmanager
def counting(title: str, total: int) -> Iterator[Callable[[str], None]]:
    """A bar over ``total`` things; call what is given with the kind of each one that is done.

    The kinds are counted beside the bar: ``grading ━━━ 12/36 pass 8 · fail 4``.
    """
    kinds: Counter[str] = Counter()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[counts]}", markup=False),
        TimeElapsedColumn(),
    )
    console = diagnostics()
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task(title, total=total, counts="")

        def advance(kind: str) -> None:
            kinds[visible(kind)] += 1
            counts = " · ".join(f"{name} {count}" for name, count in kinds.items())
            progress.update(task, advance=1, counts=counts)

        yield advance


@contextmanager
def working(title: str) -> Iterator[Callable[[str, int | None, int | None], None]]:
    """A bar for work in named steps; call what is given with a step, how far it is, and of what.

    The same step again moves its bar. Without a terminal each step is one plain line.
    """
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TimeElapsedColumn(),
    )
    console = diagnostics()
    live = console.is_terminal
    with Progress(*columns, console=console, disable=not live, transient=True) as progress:
        task = progress.add_task(title, total=None)
        current = ""

        def step(name: str, done: int | None = None, of: int | None = None) -> None:
            nonlocal current
            if name != current and not live:
                console.print(f"{title}: {visible(name)}", markup=False)
            current = name
            progress.update(task, description=visible(name), completed=done or 0, total=of)

        yield step
