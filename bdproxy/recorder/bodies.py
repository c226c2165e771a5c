"""Bodies as the log keeps them: once each, by hash, compressed when that helps."""

import hashlib
from collections import OrderedDict

import zstandard

SMALLEST_COMPRESSED = 128
"""Bytes below which a frame's own overhead eats what compression saves."""

REMEMBERED_HASHES = 20_000
"""How many hashes known to be on disk are kept in memory (about 2 MB), so that the many repeated
answers and headers of a run cost neither compression nor an insert."""


def body_hash(body: bytes) -> bytes:
    """The key of a body: 16 bytes of BLAKE2b."""
    return hashlib.blake2b(body, digest_size=16).digest()


def pack(body: bytes) -> tuple[str, bytes]:
    """``(encoding, data)`` as stored; encoding is ``zstd`` or ``identity``."""
    if len(body) >= SMALLEST_COMPRESSED:
        data = _compressor.compress(body)
        if len(data) < len(body):
            return "zstd", data
    return "identity", body


def unpack(encoding: str, data: bytes) -> bytes:
    """The body that :func:`pack` stored.

    Raises:
        ValueError: the encoding is unknown or the data is damaged.
    """
    if encoding == "identity":
        return data
    if encoding == "zstd":
        try:
            return _decompressor.decompress(data)
        except zstandard.ZstdError as error:
            raise ValueError(f"damaged body: {error}") from error
    raise ValueError(f"unknown body encoding {encoding!r}")


_compressor = zstandard.ZstdCompressor(level=3)
_decompressor = zstandard.ZstdDecompressor()


class RememberedHashes:
    """A bounded set of hashes, least recently used out first."""

    def __init__(self, limit: int = REMEMBERED_HASHES) -> None:
        self._limit = limit
        self._hashes: OrderedDict[bytes, None] = OrderedDict()

    def __contains__(self, key: bytes) -> bool:
        if key in self._hashes:
            self._hashes.move_to_end(key)
            return True
        return False

    def __len__(self) -> int:
        return len(self._hashes)

    def add(self, key: bytes) -> None:
        """Remember a hash, forgetting the one longest unused when there are too many."""
        self._hashes[key] = None
        if len(self._hashes) > self._limit:
            self._hashes.popitem(last=False)
