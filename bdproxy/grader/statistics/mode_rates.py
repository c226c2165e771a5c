"""How often each failure mode fires, and how runs end."""

from bdproxy.grader.statistics.arrays import FloatArray, Numbers, divide
from bdproxy.grader.statistics.rates import share_of_runs
from bdproxy.grader.statistics.statistic import Statistic, both_denominators
from bdproxy.grader.statistics.table import Runs
from bdproxy.names import FailureMode


def mode_rate(fired: Numbers, runs: Numbers) -> FloatArray:
    """The share of a member's runs in which a mode fired (Backdrop tables 5, 16 and 17).

    One run can fire several modes, so the rates of all modes add up to anything. In 3 of 12 runs
    something else was changed, too:

    >>> float(mode_rate(3, 12))
    0.25
    """
    return divide(fired, runs)


@both_denominators
def rate_of_mode(member: Runs, mode: FailureMode) -> Statistic:
    """The rate of a mode in one member's runs; of wrong-end-state it is Backdrop's table 17."""
    return share_of_runs(member.judging(mode), member.with_mode(mode), formula=mode_rate)


@both_denominators
def step_cap_share(member: Runs) -> Statistic:
    """The share of runs that ended at the limit of calls (Backdrop table 17: step cap)."""
    return share_of_runs(member, member.at_call_limit, formula=mode_rate)
