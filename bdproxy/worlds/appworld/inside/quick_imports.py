"""What makes importing AppWorld quick without changing anything that it does."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pydantic import BaseModel


@contextmanager
def quick_imports() -> Iterator[None]:
    """What is imported within takes little more than half of the time that it otherwise would.

    What an import makes is there to stay, so collecting garbage would find next to none. Nor is
    it looked at later, which would also make children copy it.
    """
    gc.disable()
    try:
        with _models_as_plain_classes():
            yield
        gc.freeze()
    finally:
        gc.enable()


@contextmanager
def _models_as_plain_classes() -> Iterator[None]:
    """Answer "is this a subclass of that model?" from the class itself, as for any class.

    Pydantic's models are abstract base classes, which ask all of their subclasses in turn, in case
    that one was registered with them. FastAPI asks that of ``BaseModel``, the base of AppWorld's
    hundreds of models, thousands of times. Nobody registers subclasses with models. Worlds and
    evaluations, which come later, ask as they always do.
    """
    metaclass: Any = type(BaseModel)
    metaclass.__subclasscheck__ = type.__subclasscheck__
    try:
        yield
    finally:
        del metaclass.__subclasscheck__
