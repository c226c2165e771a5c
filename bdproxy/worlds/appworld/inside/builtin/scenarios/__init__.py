"""One scenario per file; see docs/writing-a-scenario.md."""
