"""What the report calls the agents of one or several logs."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Recorded:
    """One experiment: the ``log``'s place among those given, its number there, its agent."""

    log: int
    experiment: int
    agent: str


def agent_names(experiments: Iterable[Recorded], logs: tuple[str, ...]) -> Mapping[Recorded, str]:
    """A name for each experiment's agent; the agent's own where that is enough to tell it.

    Runs of the same agent in two logs, or with two settings in one log, are compared, never mixed.

    >>> one, other = Recorded(0, 1, "ada"), Recorded(1, 1, "ada")
    >>> list(agent_names([one, other, Recorded(1, 2, "bob")], ("old.db", "new.db")).values())
    ['ada (old.db)', 'ada (new.db)', 'bob']
    >>> list(agent_names([one, Recorded(0, 2, "ada")], ("old.db",)).values())
    ['ada (experiment 1)', 'ada (experiment 2)']
    """
    all_of_them = list(experiments)
    agents = Counter(one.agent for one in all_of_them)
    in_log = Counter((one.agent, one.log) for one in all_of_them)
    names: dict[Recorded, str] = {}
    taken: Counter[str] = Counter()
    for one in all_of_them:
        marks = []
        if agents[one.agent] > in_log[one.agent, one.log]:
            marks.append(logs[one.log])
        if in_log[one.agent, one.log] > 1:
            marks.append(f"experiment {one.experiment}")
        name = _short(one.agent) + (f" ({', '.join(marks)})" if marks else "")
        taken[name] += 1
        # Two long names may have the same beginning.
        names[one] = name if taken[name] == 1 else f"{name} #{taken[name]}"
    return names


def log_names(paths: Iterable[str]) -> tuple[str, ...]:
    """Short names of log files that tell them apart.

    >>> log_names(["a/runs.db", "b/runs.db", "b/more.db"])
    ('a/runs.db', 'b/runs.db', 'more.db')
    """
    given = list(paths)
    last = Counter(path.rpartition("/")[2] for path in given)
    return tuple(
        path.rpartition("/")[2] if last[path.rpartition("/")[2]] == 1 else path for path in given
    )


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
