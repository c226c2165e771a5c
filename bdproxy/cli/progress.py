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
from bdproxy.worlds.appworld.progress import Step


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
def working(title: str) -> Iterator[Callable[[Step], None]]:
    """A bar for work in steps; call what is given with each step and as it gets on.

    Without a terminal each new step is one plain line.
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
        shown = ""

        def show(step: Step) -> None:
            nonlocal shown
            if step.text != shown and not live:
                console.print(f"{title}: {visible(step.text)}", markup=False)
            shown = step.text
            progress.update(
                task, description=visible(step.text), completed=step.done, total=step.of or None
            )

        yield show
