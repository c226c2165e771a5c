"""Values that answers have shown, to make further calls of."""

from collections.abc import Iterable
from typing import Any


class Seen:
    """What was seen under each name, first seen first."""

    def __init__(self) -> None:
        self._by_name: dict[str, list[Any]] = {}

    def add(self, content: Any, container: str = "") -> None:
        """Take in all fields of an answer."""
        if isinstance(content, list):
            for each in content:
                self.add(each, container)
        elif isinstance(content, dict):
            for name, value in content.items():
                if isinstance(value, dict | list):
                    self.add(value, name)
                elif value is not None:
                    self.put(name, value)
                    if name in ("email", "id") and container:
                        self.put(f"{container.removesuffix('s')}_{name}", value)

    def put(self, name: str, value: Any, *, first: bool = False) -> None:
        known = self._by_name.setdefault(name, [])
        if value not in known:
            known.insert(0 if first else len(known), value)

    def of(self, name: str, most: int) -> list[Any]:
        """Up to ``most`` values for a parameter of that name."""
        found: list[Any] = []
        for known in self._names(name):
            found += [value for value in self._by_name.get(known, []) if value not in found]
        return found[:most]

    @staticmethod
    def _names(name: str) -> Iterable[str]:
        yield name
        if name.endswith("_email"):
            yield "email"
