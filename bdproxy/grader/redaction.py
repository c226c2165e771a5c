"""Credentials taken out of what is shown or handed on: headers, queries and bodies. Pure.

Passwords, access tokens, cookies, payment cards' numbers and codes. What is taken out is known by
its name (a header's, a parameter's, a JSON key's), access tokens and the codes in AppWorld's mails
by their form, too. Any other secret that stands in a sentence stays.
"""

import gzip
import json
import re
import zlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final
from urllib.parse import unquote_plus

import zstandard

REDACTED: Final = "[redacted]"
UNREADABLE: Final = b"[redacted: a body in an encoding that bdproxy does not read]"

_SECRET_NAME = re.compile(
    r"pass_?word|passwd|passphrase|secret|token|api[_-]?key|cvv|cvc|card_?number|security_?code"
    r"|(verification|confirmation|reset|access|auth)_?code|authorization|cookie|credential"
    r"|(^|_)pin($|_)",
    re.IGNORECASE,
)
_HARMLESS_NAMES: Final = frozenset({"token_type"})
_SECRET_HEADERS: Final = re.compile(
    r"authorization|cookie|token|api-?key|secret|bdproxy-world-key", re.IGNORECASE
)
_ACCESS_TOKEN = re.compile(r"eyJ[\w-]{6,}\.[\w-]{6,}\.[\w-]*")
_SPOKEN_CODE = re.compile(r"(?i)\b((?:verification|reset) code is:?\s+)[\w-]{4,}")
"""How AppWorld's mails tell a code."""
_BEARER = re.compile(r"(?i)\b(bearer|basic)\s+[\w.~+/=-]{6,}")
_HINT = re.compile(r"eyJ|(?i:code is|bearer|basic)")
"""What every text with one of these three has in it; most texts have none."""
_PAIR = re.compile(r'("(?P<key>[^"\\]{1,80})"\s*:\s*)("(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*)')
_DECODERS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "": lambda body: body,
    "identity": lambda body: body,
    "gzip": gzip.decompress,
    "x-gzip": gzip.decompress,
    "deflate": zlib.decompress,
    "zstd": lambda body: zstandard.ZstdDecompressor().decompressobj().decompress(body),
}


def header_lines(block: bytes) -> list[tuple[str, str]]:
    """A block of header lines as pairs; a line without a colon is a name without a value.

    >>> header_lines(b"Host: a\\r\\nX-Odd\\r\\n")
    [('Host', 'a'), ('X-Odd', '')]
    """
    lines = block.decode("latin-1").splitlines()
    pairs = (line.partition(":") for line in lines if line.strip())
    return [(name.strip(), value.strip()) for name, _, value in pairs]


@lru_cache(maxsize=4096)
def is_secret(name: str) -> bool:
    """Whether what a parameter or a JSON key of this name holds is a credential.

    >>> [is_secret(name) for name in ("access_token", "cvv_number", "token_type", "amount")]
    [True, True, False, False]
    """
    return name.lower() not in _HARMLESS_NAMES and _SECRET_NAME.search(name) is not None


def redacted_headers(headers: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Header lines without credentials; what kind of authorization it was stays.

    >>> redacted_headers([("Authorization", "Bearer abc"), ("Accept", "*/*")])
    [('Authorization', 'Bearer [redacted]'), ('Accept', '*/*')]
    """
    return [(name, _header_value(name, value)) for name, value in headers]


def redacted_query(query: str) -> str:
    """A query, or a form's body, without credentials.

    >>> redacted_query("username=ada&password=x%20y&page=1")
    'username=ada&password=[redacted]&page=1'
    """
    parts = []
    for part in query.split("&"):
        name, equals, value = part.partition("=")
        secret = bool(value) and is_secret(unquote_plus(name))
        parts.append(f"{name}={REDACTED}" if secret else redacted_text(f"{name}{equals}{value}"))
    return "&".join(parts)


def redacted_text(text: str) -> str:
    """A text without whatever has the form of an access token or of a code in a mail.

    >>> redacted_text("The password reset code is: 4f2c81.")
    'The password reset code is: [redacted].'
    """
    if _HINT.search(text) is None:
        return text
    text = _SPOKEN_CODE.sub(rf"\1{REDACTED}", _ACCESS_TOKEN.sub(REDACTED, text))
    return _BEARER.sub(rf"\1 {REDACTED}", text)


def redacted_body(body: bytes, headers: list[tuple[str, str]]) -> bytes:
    """A body without credentials; unchanged, byte by byte, if there are none.

    ``headers`` say whether it is a form, and its content encoding, which is taken off. What can't
    be read can't be cleared, so all of it is taken out.
    """
    named = {name.lower(): value for name, value in headers}
    encoding = named.get("content-encoding", "").strip().lower()
    try:
        plain = _DECODERS[encoding](body)
    except (KeyError, OSError, EOFError, zlib.error, zstandard.ZstdError):
        return UNREADABLE
    # Each byte is one character and back, so that invalid UTF-8 stays as it was.
    text = plain.decode("utf-8", errors="surrogateescape")
    if "form-urlencoded" in named.get("content-type", "").lower():
        cleared = redacted_query(text)
    else:
        cleared = _redacted_document(text)
    return plain if cleared == text else cleared.encode("utf-8", errors="surrogateescape")


def _written(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode("utf-8", errors="surrogateescape")
    except UnicodeEncodeError:
        # Half of a surrogate pair, which JSON can escape and UTF-8 can't hold.
        return json.dumps(value)
    return text


def _header_value(name: str, value: str) -> str:
    if _SECRET_HEADERS.search(name) is None:
        return redacted_text(value)
    scheme, space, _ = value.partition(" ")
    return f"{scheme} {REDACTED}" if space and scheme.lower() in ("bearer", "basic") else REDACTED


def _redacted_document(text: str) -> str:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return _redacted_pieces(text)
    try:
        cleared = _redacted_value(value, secret=False)
    except RecursionError:
        return _redacted_pieces(text)
    if cleared == value:
        # A JSON object may hold a name twice, of which only the last is in the value.
        return _redacted_pieces(text)
    return _written(cleared)


def _redacted_value(value: Any, *, secret: bool) -> Any:
    if isinstance(value, dict):
        return {
            redacted_text(key): _redacted_value(one, secret=secret or is_secret(key))
            for key, one in value.items()
        }
    if isinstance(value, list):
        return [_redacted_value(one, secret=secret) for one in value]
    if secret and value is not None and not isinstance(value, bool):
        return REDACTED
    return redacted_text(value) if isinstance(value, str) else value


def _redacted_pieces(text: str) -> str:
    """What is no JSON as a whole (cut, say) may still hold names and values as JSON has them."""

    def cleared(found: re.Match[str]) -> str:
        secret = is_secret(found["key"])
        return f'{found[1]}"{REDACTED}"' if secret else found[0]

    return redacted_text(_PAIR.sub(cleared, text))
