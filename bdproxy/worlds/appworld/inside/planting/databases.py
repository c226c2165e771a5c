"""What planting needs of AppWorld's models: records in, records as the APIs show them out."""

import hashlib
import importlib
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from .cue import Cue

FIRST_OFFSET = 1000
OFFSETS = 4000
"""A new record's identifier lies ``FIRST_OFFSET`` up to ``FIRST_OFFSET + OFFSETS - 1`` above the
highest one of its table, so far that the records that a run itself makes never get there."""
DEFAULT_AGE_MINUTES = 30


def models(app: str) -> Any:
    """The models module of an app, bound to the databases of the moment."""
    from appworld.common.utils import import_models_module

    return import_models_module(app)


def as_json(app: str, response: str, content: Mapping[str, Any]) -> dict[str, Any]:
    """``content`` as the app's API would answer it: AppWorld's response model, FastAPI's encoding.

    ``response`` is the response model's registered name, such as ``Email:default``.
    """
    from fastapi.encoders import jsonable_encoder

    responses = importlib.import_module(f"appworld.apps.{app}.responses")
    model = responses.ResponseModel.by_name(response)
    encoded: dict[str, Any] = jsonable_encoder(model(**content), exclude_unset=True)
    return encoded


def shown(record: Any, response: str) -> dict[str, Any]:
    """A record as the API shows it; ``response`` as for :func:`as_json`."""
    name = response.rpartition(":")[2]
    content = record.to_dict(humanize=True, humanized_dict_name=name)
    return as_json(record.app_name, response, content)


def identifier(model: Any, cue: Cue, key: str) -> int:
    """The new record's identifier: the cue's own, or one worked out from account and text."""
    if key in cue.record:
        given = cue.record[key]
        if not isinstance(given, int) or isinstance(given, bool):
            raise cue.error(f"record.{key} must be a number")
        return given
    seed = "\0".join([cue.account or "", cue.surface, cue.text])
    offset = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big") % OFFSETS
    highest = max(model.find_all_take_fields("id"), default=0)
    return int(highest) + FIRST_OFFSET + offset


def insert(model: Any, cue: Cue, number: int | None, **fields: Any) -> Any:
    """Create a record with the identifier ``number``, or with the next one if that is None.

    The model's own ``save`` takes a record that has an identifier for one that exists; this is the
    other half of it, step by step.

    Raises:
        PlantError: the identifier is taken, or AppWorld does not accept the record.
    """
    from fastapi import HTTPException
    from sqlalchemy.orm import Session

    try:
        if number is None:
            return model.create_save(**fields)
        if model.by_id(number) is not None:
            raise cue.error(f"the identifier {number} is taken")
        record = model.create(id=number, **fields)
        with Session(model.db.engine) as session:
            record._validate_dependents_exist(session)
            record.self_validate("create")
            record.set_record_hash()
            record._pre_change("create", None)
            session.add(record)
            model.commit_session(session)
            record.set_db_home_path()
            record.set_search_text()
            session.refresh(record)
            record._post_change("create", None)
        model.increment_model_hash()
    except HTTPException as error:
        raise cue.error(str(error.detail)) from error
    except ValueError as error:
        # Pydantic's complaint, of whichever version AppWorld brings along.
        raise cue.error(" ".join(str(error).split())) from error
    return record


def moment(cue: Cue, key: str) -> datetime:
    """When the new record came to be: ``record[key]`` (ISO 8601), or minutes before the clock."""
    if key in cue.record:
        return datetime.fromisoformat(cue.record[key])
    age = timedelta(minutes=cue.record.get("minutes_ago", DEFAULT_AGE_MINUTES))
    return (datetime.now() - age).replace(microsecond=0)


def existing(model: Any, cue: Cue, key: str, number: Any) -> Any:
    """The record with this identifier.

    Raises:
        PlantError: there is none.
    """
    record = model.by_id(number)
    if record is None:
        raise cue.error(f"there is no record with {key} {number}")
    return record
