"""What is left of a family after its check: only what holds. Pure."""

from collections.abc import Sequence

from bdproxy.errors import CheckFailedError
from bdproxy.grader.family_check import Finding
from bdproxy.names import Hazard, Variant
from bdproxy.scenarios.family import Family, Omission


def sound_family(family: Family, findings: Sequence[Finding]) -> Family:
    """The family without the hazards whose ablation fails a check, with that as the reason.

    The same family if all holds. What is left has another compound, which is to be checked again.

    Raises:
        CheckFailedError: the twin fails, or only the compound, so that no hazard is to blame.
    """
    failed = [one for one in findings if one.task == family.task and one.problem is not None]
    reasons: dict[Hazard, str] = {}
    for finding in failed:
        if finding.variant is Variant.TWIN:
            raise CheckFailedError(f"{finding}; no hazard is to blame, so nothing can be left out")
        if finding.variant is not Variant.COMPOUND:
            reasons.setdefault(
                Hazard(finding.variant), f"the check {finding.check} failed: {finding.problem}"
            )
    if failed and not reasons:
        raise CheckFailedError(
            f"{failed[0]}; every hazard holds by itself, so none can be left out"
        )
    kept = {one.hazard: one for one in family.omitted}
    kept |= {hazard: Omission(hazard=hazard, reason=reason) for hazard, reason in reasons.items()}
    left_out: dict[str, object] = {hazard.value: None for hazard in reasons}
    omitted = tuple(kept[hazard] for hazard in Hazard if hazard in kept)
    return family.model_copy(update={**left_out, "omitted": omitted})
