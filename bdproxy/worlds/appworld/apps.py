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
