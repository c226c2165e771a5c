"""What every model of this package shares: frozen, strict about names, one line per problem."""

from pydantic import BaseModel, ConfigDict, ValidationError


class Model(BaseModel):
    """A piece of a family, as it stands in a file. Unknown fields are mistakes, not extras."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def first_problem(error: ValidationError) -> str:
    """The first thing that is wrong, with the field it is wrong with, in one line."""
    first = error.errors(include_url=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else str(first["msg"])
