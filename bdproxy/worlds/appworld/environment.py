"""AppWorld's own Python environment, which bdproxy sets up once and keeps in its cache folder."""

import hashlib
import os
import shutil
import subprocess
import sys
import uuid
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ValidationError

from bdproxy import __version__
from bdproxy.errors import SetupError
from bdproxy.paths import cache_folder
from bdproxy.worlds.appworld.logged_command import run_logged
from bdproxy.worlds.appworld.progress import Progress, Step, silent
from bdproxy.worlds.appworld.set_up_lock import set_up_lock

APPWORLD_VERSION = "0.1.3.post1"
PYTHON_VARIABLE = "BDPROXY_APPWORLD_PYTHON"
"""Names the interpreter of an environment that has AppWorld already."""

CONSTRAINTS = Path(__file__).parent / "constraints.txt"
MARKER = "environment.json"
TRIAL = "from appworld.apps import build_main_app; import appworld.evaluator; build_main_app()"
INSPECTION = """
import importlib.metadata, importlib.util, json, pathlib
spec = importlib.util.find_spec("appworld")
folder = pathlib.Path(spec.origin).parent if spec is not None else None
print(json.dumps({
    "version": importlib.metadata.version("appworld") if folder is not None else None,
    "unpacked": folder is not None and (folder / "apps" / "admin" / "models.py").is_file(),
}))
"""


@dataclass(frozen=True, slots=True)
class Environment:
    """An interpreter that has AppWorld, unpacked and ready."""

    python: Path
    appworld_version: str


class _Marker(BaseModel):
    """Written when a set-up is complete, with what it was made of."""

    python: Path
    python_version: str
    appworld_version: str
    constraints_sha256: str
    bdproxy_version: str


class _Inspection(BaseModel):
    version: str | None
    unpacked: bool


def environment_folder() -> Path:
    """Where the environment for the running Python version is kept."""
    python = f"py{sys.version_info.major}.{sys.version_info.minor}"
    return cache_folder().absolute() / f"appworld-{APPWORLD_VERSION}-{python}"


def provide_environment(progress: Progress = silent) -> Environment:
    """AppWorld's environment, set up first if there is none yet (about half a minute).

    Safe to call from several processes at once. A set-up that was killed is done again. With
    ``BDPROXY_APPWORLD_PYTHON`` set, that interpreter is checked and used instead.

    Raises:
        SetupError: it can't be set up, or the given interpreter has no usable AppWorld.
    """
    given = os.environ.get(PYTHON_VARIABLE)
    if given:
        return _given_environment(Path(given))
    folder = environment_folder()
    ready = _ready_environment(folder)
    if ready is not None:
        return ready
    with set_up_lock(folder, progress):
        return _ready_environment(folder) or _make_environment(folder, progress)


def _ready_environment(folder: Path) -> Environment | None:
    try:
        marker = _Marker.model_validate_json((folder / MARKER).read_bytes())
    except (OSError, ValidationError):
        return None
    made_of_the_same = (marker.appworld_version, marker.constraints_sha256) == (
        APPWORLD_VERSION,
        _constraints_sha256(),
    )
    # The interpreter is a link to the one it was made with, which may have been removed since.
    if not made_of_the_same or not marker.python.exists():
        return None
    return Environment(marker.python, marker.appworld_version)


def _make_environment(folder: Path, progress: Progress) -> Environment:
    log = folder.with_name(folder.name + ".log")
    log.write_bytes(b"")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(exist_ok=True)
    # A name of its own: the pip of a set-up that was killed may live on and write for a while.
    inner = folder / f"venv-{uuid.uuid4().hex[:8]}"
    python = inner / "bin" / "python"

    progress(Step("making AppWorld's environment"))
    what = "making AppWorld's environment"
    run_logged([sys.executable, "-m", "venv", inner], what=what, log=log, cwd=folder)

    packages = sum(1 for line in CONSTRAINTS.read_text().splitlines() if "==" in line) + 1
    collected = 0

    def on_line(line: str) -> None:
        nonlocal collected
        if line.startswith("Collecting "):
            collected = min(collected + 1, packages)
            progress(Step("downloading AppWorld", collected, packages))
        elif line.startswith("Installing collected packages"):
            progress(Step("installing AppWorld", packages, packages))

    progress(Step("downloading AppWorld", 0, packages))
    quietly = ("--no-input", "--disable-pip-version-check", "--progress-bar", "off")
    wanted = f"appworld=={APPWORLD_VERSION}"
    run_logged(
        [python, "-m", "pip", "install", *quietly, "-c", CONSTRAINTS, wanted],
        what="installing AppWorld",
        log=log,
        cwd=folder,
        on_line=on_line,
    )
    progress(Step("unpacking AppWorld"))
    variables = {"APPWORLD_ROOT": str(inner), "APPWORLD_CACHE": str(inner / "appworld-cache")}
    run_logged(
        [python, "-m", "appworld.cli", "install"],
        what="unpacking AppWorld",
        log=log,
        cwd=folder,
        variables=variables,
    )
    progress(Step("trying AppWorld"))
    run_logged(
        [python, "-c", TRIAL], what="trying AppWorld", log=log, cwd=folder, variables=variables
    )
    _write_marker(folder, python)
    return Environment(python, APPWORLD_VERSION)


def _write_marker(folder: Path, python: Path) -> None:
    marker = _Marker(
        python=python,
        python_version=".".join(map(str, sys.version_info[:3])),
        appworld_version=APPWORLD_VERSION,
        constraints_sha256=_constraints_sha256(),
        bdproxy_version=__version__,
    )
    unfinished = folder / f"{MARKER}.new"
    unfinished.write_text(marker.model_dump_json(indent=1), encoding="utf-8")
    unfinished.replace(folder / MARKER)


def _constraints_sha256() -> str:
    return hashlib.sha256(CONSTRAINTS.read_bytes()).hexdigest()


def _given_environment(python: Path) -> Environment:
    """Check the interpreter that the user gave, without importing AppWorld, which takes seconds."""
    try:
        done = subprocess.run(
            [python, "-c", INSPECTION], capture_output=True, text=True, timeout=60, check=True
        )
        found = _Inspection.model_validate_json(done.stdout)
    except OSError as error:
        raise SetupError(f"{PYTHON_VARIABLE}: {python} can't be started: {error}") from error
    except (subprocess.SubprocessError, ValidationError) as error:
        raise SetupError(f"{PYTHON_VARIABLE}: {python} is not a Python interpreter") from error
    if found.version is None:
        raise SetupError(
            f"{PYTHON_VARIABLE}: {python} has no AppWorld; unset it, or install"
            f" appworld=={APPWORLD_VERSION} there"
        )
    if found.version != APPWORLD_VERSION:
        raise SetupError(
            f"{PYTHON_VARIABLE}: {python} has AppWorld {found.version}, but {APPWORLD_VERSION}"
            " is needed"
        )
    if not found.unpacked:
        raise SetupError(
            f"{PYTHON_VARIABLE}: AppWorld is not unpacked yet; run"
            f" `{python} -m appworld.cli install`"
        )
    return Environment(python.absolute(), found.version)
