"""The house's arrows: which part may import which, read from the sources without running them."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[1]
PACKAGE = REPOSITORY / "bdproxy"
INSIDE = "bdproxy.worlds.appworld.inside"

LEAVES = {
    "bdproxy",
    "bdproxy.apis",
    "bdproxy.errors",
    "bdproxy.names",
    "bdproxy.paths",
    "bdproxy.validation",
    "bdproxy.visible",
}
"""Modules without a part of their own; everybody may use them."""
VOCABULARY = {"bdproxy.worlds.protocol", "bdproxy.worlds.control_plane"}
"""What an upstream is: protocols and plain data, no upstream's code."""

ARROWS: dict[str, set[str]] = {
    "cli": {"proxy", "addons", "scenarios", "overlay", "recorder", "worlds", "grader", "agents"},
    "proxy": {"addons", "scenarios", "overlay", "recorder"},
    "addons": {"scenarios", "overlay", "recorder"},
    "grader": {"recorder", "scenarios"},
    "overlay": {"scenarios"},
    "scenarios": set(),
    "recorder": set(),
    "worlds": set(),
    "agents": {"scenarios"},
}
MAY_KNOW_UPSTREAMS = {"proxy", "addons", "grader"}
MITMPROXY_ONLY_IN = {"proxy", "addons"}

APPWORLDS_PACKAGES = {
    "appworld",
    "fastapi",
    "freezegun",
    "munch",
    "pydantic",
    "sqlalchemy",
    "sqlmodel",
    "uvicorn",
}
"""What AppWorld brings along in its interpreter."""


def _sources() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def _module(source: Path) -> str:
    parts = source.relative_to(REPOSITORY).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imports(source: Path) -> Iterator[str]:
    """The modules that a source imports anywhere, in functions and for type checkers too.

    ``from bdproxy.cli import grade`` counts as ``bdproxy.cli.grade`` when that is a module.
    """
    package = (
        _module(source) if source.name == "__init__.py" else _module(source).rpartition(".")[0]
    )
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *([base] if base else [])])
            submodules = [f"{base}.{alias.name}" for alias in node.names]
            found = [module for module in submodules if _is_module(module)]
            yield from found
            if len(found) < len(submodules):
                yield base


def _is_module(name: str) -> bool:
    path = REPOSITORY.joinpath(*name.split("."))
    return path.with_suffix(".py").is_file() or path.is_dir()


def _part(module: str) -> str | None:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[0] == "bdproxy" and parts[1] in ARROWS else None


def _is_inside(module: str) -> bool:
    return module == INSIDE or module.startswith(f"{INSIDE}.")


def _names(source: Path) -> str:
    return _module(source)


@pytest.mark.parametrize("source", _sources(), ids=_names)
def test_arrows_of(source: Path) -> None:
    module = _module(source)
    part = _part(module)
    if _is_inside(module):
        return
    for imported in _imports(source):
        root = imported.split(".")[0]
        assert root != "appworld", "only AppWorld's interpreter has appworld"
        if root == "mitmproxy":
            assert part in MITMPROXY_ONLY_IN, f"{module} imports {imported}"
        if root != "bdproxy" or part is None:
            continue
        if imported in LEAVES or _part(imported) == part:
            continue
        if imported in VOCABULARY and part in MAY_KNOW_UPSTREAMS:
            continue
        if part == "agents" and _is_scenario(imported):
            continue
        assert _part(imported) in ARROWS[part], f"{module} imports {imported}"


def _is_scenario(imported: str) -> bool:
    """The gold agent plays the solutions that the built-in scenarios bring along."""
    return imported.startswith(f"{INSIDE}.builtin")


@pytest.mark.parametrize(
    "source", [one for one in _sources() if _is_inside(_module(one))], ids=_names
)
def test_what_runs_in_appworlds_interpreter(source: Path) -> None:
    for imported in _imports(source):
        root = imported.split(".")[0]
        if root == "bdproxy":
            assert _is_inside(imported), f"{_module(source)} imports {imported}"
        else:
            # Its own folder is on the path there, so its files know each other by short names.
            own = (PACKAGE / "worlds/appworld/inside" / root).with_suffix(".py").is_file()
            own = own or (PACKAGE / "worlds/appworld/inside" / root).is_dir()
            theirs = APPWORLDS_PACKAGES | set(sys.stdlib_module_names)
            assert own or root in theirs, f"{_module(source)} imports {imported}"


def test_leaves_stand_alone() -> None:
    for leaf in LEAVES:
        path = REPOSITORY.joinpath(*leaf.split("."))
        source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        of_ours = {name for name in _imports(source) if name.split(".")[0] == "bdproxy"}
        assert of_ours <= LEAVES, leaf
    for word in VOCABULARY:
        source = REPOSITORY.joinpath(*word.split(".")).with_suffix(".py")
        of_ours = {name for name in _imports(source) if name.split(".")[0] == "bdproxy"}
        assert of_ours <= LEAVES | VOCABULARY, word


def test_every_part_has_its_arrows() -> None:
    parts = {folder.name for folder in PACKAGE.iterdir() if (folder / "__init__.py").is_file()}
    assert parts == set(ARROWS)


def test_the_reading_of_imports(tmp_path: Path) -> None:
    """The checks above would pass on anything if this did not see the imports."""
    grader = set(_imports(PACKAGE / "grader" / "grading.py"))
    assert {"bdproxy.recorder.reader", "bdproxy.worlds.protocol", "asyncio"} <= grader
    assert "bdproxy.cli.grade" in set(_imports(PACKAGE / "cli" / "main.py"))
    assert "bdproxy.cli.grade_log" in set(_imports(PACKAGE / "cli" / "grade.py"))
    assert any(
        name.startswith("mitmproxy")
        for source in (PACKAGE / "proxy").glob("*.py")
        for name in _imports(source)
    )
