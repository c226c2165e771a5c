"""Files: ``record`` is ``path``, ``~/`` for the home folder of the account."""

from typing import Any

from .cue import Cue
from .databases import models
from .people import owner
from .record_types import RecordType


def _by_path(cue: Cue, kind: RecordType) -> Any:
    account = owner(cue)
    path = cue.need("path").replace("~/", account.home_directory_path, 1)
    record = models("file_system").File.find_one(user_id=account.id, path=path)
    if record is None:
        raise cue.error(f"there is no file {path}")
    cue.record["path"] = record.path
    return record


RECORD_TYPES = {
    "file_system.file": RecordType(
        model="File", identifier="path", fields=("content",), private=True, find=_by_path
    )
}
