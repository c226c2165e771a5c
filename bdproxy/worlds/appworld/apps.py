"""The apps of an AppWorld world."""

APPS = (
    "admin",
    "api_docs",
    "supervisor",
    "amazon",
    "phone",
    "file_system",
    "spotify",
    "venmo",
    "gmail",
    "splitwise",
    "simple_note",
    "todoist",
)
"""Every app that has a database, and so records that belong to an end state."""

END_STATE_FILES = frozenset({"model_hashes.json", *(f"{app}.jsonl" for app in APPS)})
"""The names of an end state's files, as AppWorld saves it. Without the model hashes its evaluator
can't see which other records changed."""
