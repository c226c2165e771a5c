"""Plants cues in AppWorld's databases. Runs in AppWorld's interpreter."""

from .planting import plant

__all__ = ["plant"]
