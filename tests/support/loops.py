"""Event loops of tests."""

import pytest

SESSION_LOOP = pytest.mark.asyncio(loop_scope="session")
"""For modules that use ``worlds`` or ``evaluator``: importing AppWorld takes seconds, so the tests
share one zygote, and with it one event loop. As ``pytestmark = SESSION_LOOP``."""
