"""Agents to start from; see README.md."""
