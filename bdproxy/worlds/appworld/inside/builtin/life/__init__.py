"""Ordinary life before the tasks start: one module per app, each with ``fill(world)``."""
