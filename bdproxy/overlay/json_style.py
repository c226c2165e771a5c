"""JSON as the upstream writes it."""

import json
from typing import Any


def dumped(value: Any) -> bytes:
    """Compact JSON in UTF-8, as Starlette's ``JSONResponse`` renders it."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
