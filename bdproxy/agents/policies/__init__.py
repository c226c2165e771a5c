"""Scripted agents, each with one way of going right or wrong; one file each.

A policy is a module with a docstring, a ``Client`` and a function ``run``.
"""
