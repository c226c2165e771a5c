"""What a world cost an agent, from a table of graded runs. Pure: numpy and scipy, no I/O.

One definition, one place: each formula stands in one function, with its source and an example
worked by hand. :mod:`~bdproxy.grader.statistics.summary` puts all of them together.
"""
