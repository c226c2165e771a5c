"""The parameters of a call, wherever it carries them: path, query, JSON body, form body. Pure."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote

_PLACEHOLDER = re.compile(r"(\{[^}]+\})")


@dataclass(frozen=True, slots=True)
class ObservedCall:
    """What matchers look at: a call of a documented API and its parameters by name."""

    method: str
    path_template: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


def observe(
    method: str, path_template: str, path: str, query: str, content_type: str, body: bytes
) -> ObservedCall:
    """A request as matchers see it.

    ``path`` is raw and without its query; ``body`` has no content encoding. A parameter that is
    sent twice is taken from the path before the body before the query. A body that is neither a
    JSON object nor a form has no parameters.
    """
    parameters = {
        **_form(query),
        **_body(content_type, body),
        **path_parameters(path_template, path),
    }
    return ObservedCall(method, path_template, parameters)


def placeholders(path_template: str) -> tuple[str, ...]:
    """The names of a template's placeholders, in their order."""
    parts = _PLACEHOLDER.split(path_template)
    return tuple(part[1:-1] for part in parts if part.startswith("{"))


def path_parameters(path_template: str, path: str) -> dict[str, str]:
    """The values of a template's placeholders in a raw path; empty if the path does not fit."""
    parts = _PLACEHOLDER.split(path_template)
    pattern = "".join("([^/]+)" if part.startswith("{") else re.escape(part) for part in parts)
    match = re.fullmatch(pattern, unquote(path))
    names = placeholders(path_template)
    return {} if match is None else dict(zip(names, match.groups(), strict=True))


def _body(content_type: str, body: bytes) -> dict[str, Any]:
    kind = content_type.partition(";")[0].strip().lower()
    if kind == "application/x-www-form-urlencoded":
        return _form(body.decode("utf-8", "replace"))
    try:
        parsed = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return parsed if isinstance(parsed, dict) else {}


def _form(text: str) -> dict[str, Any]:
    """Names sent once have their text, repeated ones the list of theirs."""
    found: dict[str, list[str]] = {}
    try:
        pairs = parse_qsl(text, keep_blank_values=True)
    except ValueError:
        return {}
    for name, value in pairs:
        found.setdefault(name, []).append(value)
    return {name: values[0] if len(values) == 1 else values for name, values in found.items()}
