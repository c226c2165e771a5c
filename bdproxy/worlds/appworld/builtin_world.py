"""The built-in world: built once by our own code in AppWorld's interpreter, kept in the cache."""

import hashlib
import shutil
import uuid
from pathlib import Path

from pydantic import BaseModel, ValidationError

from bdproxy.errors import BdproxyError, SetupError
from bdproxy.paths import cache_folder
from bdproxy.worlds.appworld.environment import APPWORLD_VERSION, Environment
from bdproxy.worlds.appworld.logged_command import run_logged
from bdproxy.worlds.appworld.progress import Progress, Step, silent
from bdproxy.worlds.appworld.set_up_lock import set_up_lock, try_set_up_lock
from bdproxy.worlds.appworld.tasks import DataSet

INSIDE = Path(__file__).parent / "inside"
BUILDER = INSIDE / "build_world.py"
DATA_SET = "builtin"
"""The name of its data set."""
UNFINISHED = "unfinished-"
"""How the names of folders begin in which a world is being built."""


class _BuilderStep(BaseModel):
    step: str
    done: int = 0
    of: int = 0


def builtin_root() -> Path:
    """The AppWorld root (the folder that holds ``data/``) of this bdproxy's built-in world.

    Its name carries a hash of the code that builds it: other code, another world.
    """
    return cache_folder().absolute() / "worlds" / f"builtin-{_source_hash()}"


def provide_builtin_world(environment: Environment, progress: Progress = silent) -> Path:
    """The root of the built-in world, built first if there is none yet.

    Safe to call from several processes at once, and to be killed at any moment.

    Raises:
        SetupError: it can't be built.
    """
    root = builtin_root()
    if root.is_dir():
        return root
    with set_up_lock(root, progress):
        if not root.is_dir():
            _build(root, environment, progress)
    return root


def _build(root: Path, environment: Environment, progress: Progress) -> None:
    _remove_others_left_overs(root)
    _remove_left_overs(root)
    unfinished = root.with_name(f"{UNFINISHED}{root.name}-{uuid.uuid4().hex[:8]}")
    unfinished.mkdir()
    log = root.with_name(root.name + ".log")
    log.write_bytes(b"")

    def on_line(line: str) -> None:
        try:
            step = _BuilderStep.model_validate_json(line)
        except ValidationError:
            return
        progress(Step(step.step, step.done, step.of))

    progress(Step("building the built-in world"))
    try:
        run_logged(
            [environment.python, "-s", "-W", "ignore", BUILDER, unfinished],
            what="building the built-in world",
            log=log,
            cwd=unfinished,
            variables={"APPWORLD_ROOT": str(unfinished), "PYTHONHASHSEED": "0"},
            on_line=on_line,
        )
        _check(unfinished, log)
        # The one step that makes it exist; whoever sees the folder sees all of it.
        unfinished.rename(root)
        # Again: the builder of a set-up that was killed may have lived on for a while and written.
        _remove_left_overs(root)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise


def _remove_left_overs(root: Path) -> None:
    for left_over in root.parent.glob(f"{UNFINISHED}{root.name}-*"):
        shutil.rmtree(left_over, ignore_errors=True)


def _remove_others_left_overs(root: Path) -> None:
    """Remove what killed set-ups of other versions left, unless one is under way."""
    for left_over in root.parent.glob(f"{UNFINISHED}{DATA_SET}-*"):
        other = root.with_name(left_over.name.removeprefix(UNFINISHED).rpartition("-")[0])
        if other != root:
            with try_set_up_lock(other) as is_free:
                if is_free:
                    shutil.rmtree(left_over, ignore_errors=True)


def _check(root: Path, log: Path) -> None:
    try:
        DataSet.open(root, DATA_SET).load()
    except BdproxyError as error:
        raise SetupError(f"building the built-in world failed: {error}; full log: {log}") from error


def _source_hash() -> str:
    """Over the code alone: what tools leave beside it (caches) makes no other world."""
    digest = hashlib.sha256(APPWORLD_VERSION.encode())
    parts = (INSIDE / "builtin", INSIDE / "planting")
    for file in sorted([BUILDER, *(file for part in parts for file in part.rglob("*.py"))]):
        name, content = file.relative_to(INSIDE).as_posix().encode(), file.read_bytes()
        digest.update(b"%d %s %d " % (len(name), name, len(content)) + content)
    return digest.hexdigest()[:12]
