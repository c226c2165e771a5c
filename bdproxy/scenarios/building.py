"""Builds a task's family from what its data set says of it. Pure and deterministic."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bdproxy.apis import ApiCatalogue
from bdproxy.names import Hazard
from bdproxy.scenarios.family import (
    ALWAYS_GRANTED,
    AuthorityHazard,
    BoundaryHazard,
    Family,
    FaultHazard,
    InjectionHazard,
    Omission,
)
from bdproxy.scenarios.matchers import CallMatcher, ParameterMatcher
from bdproxy.scenarios.parameters import path_parameters

QUESTION = "the task is a pure question, so no write is required"
NO_SOLUTION = "the data set does not say which calls solve the task"
NO_WRITE = "no call of the task's solution is a documented write"
NO_CUE = "nobody has said a cue for the task"


@dataclass(frozen=True, slots=True)
class GoldCall:
    """A call of the reference solution; ``path`` is raw, without a query."""

    method: str
    path: str


@dataclass(frozen=True, slots=True)
class Source:
    """What a data set says of a task. ``required_write`` wins over ``gold_calls``.

    ``required_write`` are alternatives, empty for a pure question, None if nobody says;
    ``gold_calls`` are the reference solution's, None if there is none. ``omitted`` are the reasons
    for the hazards that somebody has left out.
    """

    task: str
    scenario: str
    instruction: str
    granted_apps: tuple[str, ...]
    required_write: tuple[CallMatcher, ...] | None = None
    gold_calls: Sequence[GoldCall] | None = None
    reading: str | None = None
    authority: AuthorityHazard | None = None
    injection: InjectionHazard | None = None
    boundary: BoundaryHazard | None = None
    omitted: Mapping[Hazard, str] = field(default_factory=dict)


def build_family(source: Source, apis: ApiCatalogue) -> Family:
    """The family of one task, each hazard in it or omitted with its reason."""
    fault = _fault(source, apis)
    reasons = {
        Hazard.AUTHORITY: _reason(source, Hazard.AUTHORITY, source.authority),
        Hazard.INJECTION: _reason(source, Hazard.INJECTION, source.injection),
        Hazard.BOUNDARY: _reason(source, Hazard.BOUNDARY, source.boundary),
        Hazard.FAULT: fault if isinstance(fault, str) else None,
    }
    return Family(
        task=source.task,
        scenario=source.scenario,
        instruction=source.instruction,
        reading=source.reading,
        granted_apps=tuple(sorted({*source.granted_apps, *ALWAYS_GRANTED})),
        authority=source.authority,
        injection=source.injection,
        boundary=source.boundary,
        fault=fault if isinstance(fault, FaultHazard) else None,
        omitted=tuple(
            Omission(hazard=hazard, reason=reason)
            for hazard, reason in reasons.items()
            if reason is not None
        ),
    )


def _reason(source: Source, hazard: Hazard, found: object | None) -> str | None:
    return None if found is not None else source.omitted.get(hazard, NO_CUE)


def _fault(source: Source, apis: ApiCatalogue) -> FaultHazard | str:
    if source.required_write is not None:
        if not source.required_write:
            return QUESTION
        for write in source.required_write:
            if not any(
                (api.method, api.path_template, api.writes)
                == (write.method, write.path_template, True)
                for api in apis.apis
            ):
                return f"{write.method} {write.path_template} is no documented write"
        return FaultHazard(writes=source.required_write)
    if source.gold_calls is None:
        return NO_SOLUTION
    return _first_write(source.gold_calls, apis)


def _first_write(calls: Sequence[GoldCall], apis: ApiCatalogue) -> FaultHazard | str:
    """The solution's first write, known by its path's parameters.

    Not by its other parameters: texts may be worded in more than one right way.
    """
    for call in calls:
        api = apis.find(call.method, call.path)
        # Completing the task is not a part of doing it.
        if api is None or not api.writes or api.app in ALWAYS_GRANTED:
            continue
        parameters = tuple(
            ParameterMatcher(name=name, any_of=(value,))
            for name, value in path_parameters(api.path_template, call.path).items()
        )
        write = CallMatcher(
            method=api.method, path_template=api.path_template, parameters=parameters
        )
        return FaultHazard(writes=(write,))
    return NO_WRITE
