"""Errors that a user can cause, each with one clear line and a documented exit code.

The command line prints ``str(error)`` on one line and exits with ``error.exit_code``; there is
never a traceback. docs/exit-codes.md lists the codes, and a test keeps that page complete.
"""

from typing import ClassVar, TypeVar

_Error = TypeVar("_Error", bound=BaseException)


class BdproxyError(Exception):
    """Something went wrong that the user can put right; the message says what and how."""

    exit_code: ClassVar[int] = 1


class UsageError(BdproxyError):
    """An argument or option makes no sense, alone or together with another."""

    exit_code = 2


class UnknownTaskError(BdproxyError):
    """A task, scenario, data set or run of that name does not exist."""

    exit_code = 3


class DataSetError(BdproxyError):
    """A data set is missing, or its files are incomplete or damaged."""

    exit_code = 4


class SetupError(BdproxyError):
    """AppWorld's environment or the built-in world could not be set up."""

    exit_code = 5


class AgentCommandError(BdproxyError):
    """The agent's command can't be started."""

    exit_code = 6


class LogError(BdproxyError):
    """The log can't be opened, read or written, or belongs to a newer bdproxy."""

    exit_code = 7


class PortError(BdproxyError):
    """A lane's port is taken or may not be opened."""

    exit_code = 8


class WorldError(BdproxyError):
    """A world server could not be started or does not answer."""

    exit_code = 9


class CheckFailedError(BdproxyError):
    """A family does not hold what it promises; the table says which and what."""

    exit_code = 10


class CatalogueError(BdproxyError):
    """A catalogue of an API is damaged, or does not describe what a cue or an answer needs."""

    exit_code = 11


class ControlsDisagreeError(BdproxyError):
    """The grader does not find in a control run what the run's policy means, or finds more."""

    exit_code = 12


class InterruptedRecordingError(BdproxyError):
    """Ctrl-C or SIGTERM; what was finished is kept, and the same command resumes."""

    exit_code = 130


def first_of(errors: BaseExceptionGroup[_Error]) -> _Error:
    """The first error of a group, for one clear line rather than a tree of tracebacks."""
    error = errors.exceptions[0]
    return first_of(error) if isinstance(error, BaseExceptionGroup) else error
