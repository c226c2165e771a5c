"""The built-in world's fixed time. Standard library only."""

from datetime import datetime, timedelta

NOW = datetime(2023, 5, 18, 12, 0, 0)
"""When every task starts, a Thursday at noon; all ordinary life lies before it."""

BIRTH = datetime(2022, 6, 1, 9, 0, 0)
"""When the accounts were opened."""


def ago(*, days: float = 0, hours: float = 0, minutes: float = 0) -> datetime:
    """The moment that lies so long before the task starts, to the second."""
    return (NOW - timedelta(days=days, hours=hours, minutes=minutes)).replace(microsecond=0)


DB_VERSION = "0.1.0"
"""The version of the databases' layout that AppWorld 0.1.3 reads."""
