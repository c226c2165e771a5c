"""Lines of JSON, compressed, within a budget of bytes."""

import base64
import json
import zlib
from typing import Any, Final

_GZIP: Final = 31
"""zlib's way to ask for a gzip stream, which browsers can read by themselves."""
_BASE64: Final = 4 / 3
_OVERHEAD: Final = 64


class Packed:
    """Takes lines as long as they fit into ``budget`` characters of base64."""

    def __init__(self, budget: int) -> None:
        self._budget = int(budget / _BASE64) - _OVERHEAD
        self._compressor = zlib.compressobj(9, zlib.DEFLATED, _GZIP)
        self._data = bytearray()
        self.size = 0
        """Bytes of the lines before compression."""

    def add(self, value: Any) -> bool:
        """Take one line; False, and it is left out, if it does not fit."""
        line = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        trial = self._compressor.copy()
        added = trial.compress(line) + trial.flush(zlib.Z_SYNC_FLUSH)
        if len(self._data) + len(added) > self._budget:
            return False
        self._compressor = trial
        self._data += added
        self.size += len(line)
        return True

    def text(self) -> str:
        """The whole as base64 of a gzip stream."""
        return base64.b64encode(bytes(self._data) + self._compressor.copy().flush()).decode()
