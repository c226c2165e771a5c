"""Notes: ``record`` is ``note_id``."""

from .record_types import RecordType

RECORD_TYPES = {
    "simple_note.note": RecordType(
        model="Note", identifier="note_id", fields=("content", "title"), private=True
    )
}
