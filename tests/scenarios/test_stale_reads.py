from hypothesis import given
from hypothesis import strategies as st

from bdproxy.scenarios.stale_reads import StaleReads


def test_reads_lag_so_many_times_and_only_if_something_has_changed() -> None:
    world: StaleReads[str] = StaleReads()
    world.seen("list", "old")
    world.seen("profile", "Ada")
    assert world.instead_of("list", "new") is None
    world.lag(2)
    assert world.instead_of("profile", "Ada") is None
    assert world.instead_of("never read before", "new") is None
    assert world.instead_of("list", "new") == "old"
    world.seen("list", "old")
    assert world.instead_of("list", "newer") == "old"
    assert world.instead_of("list", "newer") is None


def test_the_last_answer_before_the_write_counts() -> None:
    world: StaleReads[str] = StaleReads()
    world.seen("list", "first")
    world.seen("list", "second")
    world.lag(1)
    world.seen("list", "third")
    assert world.instead_of("list", "third") == "second"


@given(st.integers(0, 5), st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 2))))
def test_never_more_than_planned(reads: int, later: list[tuple[str, int]]) -> None:
    world: StaleReads[int] = StaleReads()
    for read in "ab":
        world.seen(read, 0)
    world.lag(reads)
    told = [(world.instead_of(read, answer), answer) for read, answer in later]
    stale = [one for one in told if one[0] is not None]
    assert len(stale) == min(reads, sum(answer != 0 for _, answer in later))
    assert all(before == 0 != answer for before, answer in stale)
