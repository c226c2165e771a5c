"""Tasks and their comments.

Existing tasks by ``task_id``; new comments as in comments.py, with ``task_id``.
"""

from .comments import comment
from .record_types import RecordType

RECORD_TYPES = {
    "todoist.task": RecordType(model="Task", identifier="task_id", fields=("description", "title")),
    "todoist.task_comment": RecordType(
        model="TaskComment",
        identifier="task_comment_id",
        new=comment("TaskComment", "task_comment_id", "Task", "task_id"),
        fields=("content",),
    ),
}
