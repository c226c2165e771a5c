"""The three exported tables and their columns."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal["integer", "number", "text", "boolean", "texts", "integers"]
Columns: TypeAlias = Mapping[str, Kind]
"""Names in their order, and what kind of values each holds; any value may be missing."""

RUNS: Final[Columns] = {
    "run": "integer",
    "experiment": "integer",
    "agent": "text",
    "task": "text",
    "scenario": "text",
    "variant": "text",
    "attempt": "integer",
    "status": "text",
    "end_reason": "text",
    "not_assessable": "text",
    "started_at": "number",
    "ended_at": "number",
    "reported_status": "text",
    "reported_answer": "text",
    "exit_status": "integer",
    "calls": "integer",
    "outcome": "text",
    "reason": "text",
    "hazards": "texts",
    "exposed": "texts",
    "modes": "texts",
}

CALLS: Final[Columns] = {
    "run": "integer",
    "number": "integer",
    "actor": "text",
    "principal": "text",
    "app": "text",
    "api": "text",
    "method": "text",
    "path": "text",
    "path_template": "text",
    "query": "text",
    "writes": "boolean",
    "forwarded": "boolean",
    "upstream_status": "integer",
    "status": "integer",
    "refused_by": "text",
    "refused_reason": "text",
    "error": "text",
    "retry_of": "integer",
    "fault": "text",
    "fault_phase": "text",
    "fault_applied": "boolean",
    "fault_landed": "boolean",
    "started_at": "number",
    "completed_at": "number",
    "request_headers": "text",
    "request_body": "text",
    "request_size": "integer",
    "response_headers": "text",
    "response_body": "text",
    "response_size": "integer",
    "upstream_body": "text",
    "base64": "texts",
}

FINDINGS: Final[Columns] = {
    "run": "integer",
    "name": "text",
    "fired": "boolean",
    "words": "text",
    "calls": "integers",
    "landed": "boolean",
}
