"""Relative degradation: how much of a clean score a perturbed world takes away."""

from bdproxy.grader.statistics.arrays import FloatArray, Numbers
from bdproxy.grader.statistics.hazard_cost import cost_of, hazard_cost
from bdproxy.grader.statistics.statistic import Statistic
from bdproxy.grader.statistics.table import Runs
from bdproxy.names import Variant


def relative_degradation(clean: Numbers, perturbed: Numbers) -> FloatArray:
    """``(clean - perturbed) / clean`` (AgentPerturb table 1, there in percent).

    It is the hazard cost of scores rather than of passes. From 80 to 60 a quarter is lost:

    >>> float(relative_degradation(80, 60))
    0.25
    """
    return hazard_cost(perturbed, clean)


def degradation_of(runs: Runs, variant: Variant) -> Statistic:
    """The relative degradation of the mean score, over the families of which both have a run.

    A family's score is the share of its attempts that pass. For an ablation it is the hazard's
    cost; for the compound what all hazards together cost.
    """
    return cost_of(runs, variant)
