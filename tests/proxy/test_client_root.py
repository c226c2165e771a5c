from pathlib import Path

from bdproxy.proxy.client_root import client_root


def world_root(folder: Path) -> Path:
    for name in ("data/tasks/a_1", "experiments/configs", "experiments/outputs/old"):
        (folder / name).mkdir(parents=True)
    (folder / "data" / "version.txt").write_text("0.1.0")
    (folder / "experiments" / "configs" / "mine.json").write_text("{}")
    return folder


async def test_it_has_all_of_the_worlds_root_but_its_outputs(tmp_path: Path) -> None:
    async with client_root(world_root(tmp_path)) as root:
        assert (root / "data" / "version.txt").read_text() == "0.1.0"
        assert (root / "experiments" / "configs" / "mine.json").read_text() == "{}"
        assert list((root / "experiments" / "outputs").iterdir()) == []


async def test_two_of_them_share_no_outputs(tmp_path: Path) -> None:
    shared = world_root(tmp_path)
    async with client_root(shared) as first, client_root(shared) as second:
        (first / "experiments" / "outputs" / "mine").mkdir()
        assert list((second / "experiments" / "outputs").iterdir()) == []
    assert [one.name for one in (shared / "experiments" / "outputs").iterdir()] == ["old"]


async def test_a_root_without_experiments_will_do(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    async with client_root(tmp_path) as root:
        assert {one.name for one in root.iterdir()} == {"data", "experiments"}
        (root / "experiments" / "outputs" / "mine").mkdir()
    assert [one.name for one in tmp_path.iterdir()] == ["data"]


async def test_it_is_gone_afterwards_and_the_worlds_root_is_not(tmp_path: Path) -> None:
    shared = world_root(tmp_path)
    async with client_root(shared) as root:
        (root / "experiments" / "outputs" / "mine").mkdir()
    assert not root.exists()
    assert (shared / "data" / "version.txt").read_text() == "0.1.0"
    assert (shared / "data" / "tasks" / "a_1").is_dir()
