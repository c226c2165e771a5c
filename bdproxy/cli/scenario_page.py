"""What ``bdproxy scenarios show`` prints: all that an agent will meet in one variant of a task."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bdproxy.addons.fault_answers import FaultAnswer, answer_for
from bdproxy.cli.console import output, print_json
from bdproxy.cli.cue_page import cue_lines, shown_record
from bdproxy.cli.cue_places import places
from bdproxy.cli.data_set import open_data_set
from bdproxy.cli.families import build_families, wanted
from bdproxy.cli.text import plain
from bdproxy.errors import UnknownTaskError
from bdproxy.names import FaultForm, FaultPhase, Hazard, Variant
from bdproxy.scenarios.family import Family
from bdproxy.scenarios.faults import FaultPlan, plan_faults

_PLACEHOLDERS = ((b"date", b"<the world's clock>"), (b"server", b"uvicorn"))
_WORDS = {
    FaultForm.DROP: "the connection closes without a byte of an answer",
    FaultForm.SILENCE: "nothing, until the agent's client gives up",
}


@dataclass(frozen=True, slots=True)
class FaultChoice:
    """What a recording would be asked for."""

    seed: int
    form: FaultForm
    phase: FaultPhase | None


def show_variant(
    task: str,
    variant: Variant | None,
    dataset: str,
    appworld_root: Path | None,
    choice: FaultChoice,
    *,
    as_json: bool,
) -> None:
    """Print one variant of one task: the last that it has (the compound) if none is named.

    Raises:
        BdproxyError: there is no such data set, task or variant, or the options exclude each other.
    """
    _, data_set = open_data_set(dataset, appworld_root)
    families = build_families(data_set)
    chosen = wanted(families, data_set, (task,))
    if len(chosen) != 1:
        names = ", ".join(family.task for family in chosen)
        raise UnknownTaskError(f"{task} is a scenario; name one of its tasks: {names}")
    (family,) = chosen
    variant = variant or family.variants[-1]
    if variant not in family.variants:
        raise UnknownTaskError(f"{task} has no {variant} variant: {_why_not(family, variant)}")
    plans = plan_faults(families, choice.seed, choice.form, choice.phase)
    plan = plans[family.task] if Hazard.FAULT in family.hazards_in(variant) else None
    if as_json:
        print_json(_as_json(family, variant, plan))
        return
    console = output()
    for line in _lines(family, variant, plan):
        console.print(plain(line, keep_lines=True), soft_wrap=True)


def _why_not(family: Family, variant: Variant) -> str:
    if variant is Variant.COMPOUND:
        return f"no more than one hazard fits it ({', '.join(family.hazards) or 'none'})"
    return family.omission(Hazard(variant)) or "the hazard does not fit"


def _lines(family: Family, variant: Variant, plan: FaultPlan | None) -> list[str]:
    hazards = family.hazards_in(variant)
    lines = [
        f"{family.task}, variant {variant}",
        "",
        f"instruction   {family.instruction}",
        *([f"reading       {family.reading}"] if family.reading is not None else []),
        f"granted apps  {', '.join(family.granted_apps)}",
    ]
    if not hazards:
        return [*lines, "hazards       none: every call is answered by the world itself"]
    lines.append(f"hazards       {', '.join(hazards)}")
    for hazard in family.cues_in(variant):
        lines += ["", *cue_lines(family, hazard)]
    return lines if plan is None else [*lines, "", *_fault_lines(plan)]


def _fault_lines(plan: FaultPlan) -> list[str]:
    lines = ["fault: a write that the task requires fails, and the answer does not say whether"]
    lines.append(f"it took place; call {plan.occurrence} of this kind, once in a run:")
    for number, write in enumerate(plan.writes):
        lines.append(f"  {'or ' if number else ''}{write.method} {write.path_template}")
        lines += [f"    {parameter}" for parameter in write.parameters]
    if plan.form is FaultForm.LATENCY:
        return [*lines, f"the world carries it out; its answer comes {plan.seconds:g} s late"]
    if plan.form is FaultForm.STALE_READS:
        return [
            *lines,
            "the world carries it out and says so; of the app's reads that were made before,",
            f"the next {plan.reads} that would show a difference are answered as they were then",
        ]
    if plan.phase is FaultPhase.BEFORE:
        lines.append("phase before: the world never gets it, so nothing is written")
    else:
        lines.append("phase after: the world carries it out, so it is written; if the world")
        lines.append("refuses it, its own answer goes through and the next such call fails")
    answer = _answer(plan)
    if answer is None:
        return [*lines, f"the agent gets: {_WORDS[plan.form]}"]
    return [
        *lines,
        "the agent gets:",
        *(f"  {line}" for line in _shown(answer)),
        f"  (the connection {'closes' if answer.closes else 'stays open'})",
    ]


def _answer(plan: FaultPlan) -> FaultAnswer | None:
    if plan.form in _WORDS or plan.form in (FaultForm.LATENCY, FaultForm.STALE_READS):
        return None
    return answer_for(plan.form, plan.seconds, _PLACEHOLDERS)


def _shown(answer: FaultAnswer) -> list[str]:
    response = answer.response()
    return [
        f"HTTP/1.1 {response.status_code} {response.reason}",
        *(f"{name.decode()}: {value.decode()}" for name, value in answer.headers),
        "",
        answer.body.decode(),
    ]


def _as_json(family: Family, variant: Variant, plan: FaultPlan | None) -> dict[str, Any]:
    answer = None if plan is None else _answer(plan)
    return {
        "task": family.task,
        "variant": variant,
        "instruction": family.instruction,
        "reading": family.reading,
        "granted_apps": list(family.granted_apps),
        **{hazard: _cue_json(family, hazard) for hazard in family.cues_in(variant)},
        "fault": None if plan is None else plan.model_dump(mode="json"),
        "answer": None
        if answer is None
        else {
            "status": answer.status,
            "headers": [[name.decode(), value.decode()] for name, value in answer.headers],
            "body": answer.body.decode(),
            "closes": answer.closes,
        },
    }


def _cue_json(family: Family, hazard: Hazard) -> dict[str, Any]:
    said = getattr(family, hazard)
    return {
        **said.model_dump(mode="json"),
        "shown": shown_record(said.cue),
        "read_by": places(said.cue),
    }
