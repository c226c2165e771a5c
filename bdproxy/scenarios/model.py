"""What every model of this package shares: frozen, and strict about names."""

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """A piece of a family, as it stands in a file. Unknown fields are mistakes, not extras."""

    model_config = ConfigDict(frozen=True, extra="forbid")
