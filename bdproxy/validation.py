"""What pydantic finds wrong, in one line."""

from pydantic import ValidationError


def first_problem(error: ValidationError) -> str:
    """The first problem, with the place of the field if it is in one: ``a.b: Field required``."""
    problem = error.errors()[0]
    place = ".".join(map(str, problem["loc"]))
    return f"{place}: {problem['msg']}" if place else problem["msg"]
