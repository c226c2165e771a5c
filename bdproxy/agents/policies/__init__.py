"""Scripted agents, each with one way of going right or wrong; one file each.

A policy is a module with a docstring, a ``Client`` and a function ``run``. A control policy says
besides, by what it means, in which variants it has something to say (``concerns``) and what must
come of its runs (``expected``); see :mod:`bdproxy.agents.control`.
"""
