import hashlib
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from bdproxy.names import FaultPhase
from bdproxy.scenarios.choices import between, fault_phases, fraction

SEEDS = st.integers(min_value=0, max_value=2**63)
TASKS = st.lists(st.text(min_size=1, max_size=8), unique=True, max_size=40)


@given(SEEDS, st.text(), st.lists(st.one_of(st.integers(), st.text()), max_size=3))
def test_a_fraction_is_below_one_and_always_the_same(
    seed: int, purpose: str, about: list[str | int]
) -> None:
    number = fraction(seed, purpose, *about)
    assert 0 <= number < 1
    assert number == fraction(seed, purpose, *about)


def test_a_choice_is_the_hash_that_the_documentation_says() -> None:
    digest = hashlib.sha256(b'[100,"fault phase","pay-back_1"]').digest()
    expected = int.from_bytes(digest[:8], "big") / 2**64
    assert abs(fraction(100, "fault phase", "pay-back_1") - expected) < 1e-12


def test_choices_differ_by_all_that_they_are_about() -> None:
    choices = {
        fraction(seed, purpose, task)
        for seed in (1, 2)
        for purpose in ("a", "b")
        for task in ("x", "y")
    }
    assert len(choices) == 8
    assert fraction(1, "a", "b") != fraction(1, "ab")


@given(SEEDS, TASKS)
def test_half_of_the_tasks_are_in_each_phase(seed: int, tasks: list[str]) -> None:
    counts = Counter(fault_phases(seed, tasks).values())
    assert counts[FaultPhase.BEFORE] - counts[FaultPhase.AFTER] in (0, 1)
    assert counts.total() == len(tasks)


@given(SEEDS, TASKS, st.randoms(use_true_random=False))
def test_the_order_of_tasks_makes_no_difference(seed: int, tasks: list[str], random) -> None:
    shuffled = list(tasks)
    random.shuffle(shuffled)
    assert fault_phases(seed, tasks) == fault_phases(seed, shuffled)


def test_the_seed_decides() -> None:
    tasks = [f"task_{number}" for number in range(30)]
    assert len({tuple(fault_phases(seed, tasks).items()) for seed in range(20)}) == 20


def test_a_number_between_others() -> None:
    numbers = [between(2.0, 8.0, seed, "latency", "x") for seed in range(300)]
    assert 2.0 <= min(numbers) < 2.5
    assert 7.5 < max(numbers) <= 8.0
    assert all(round(number, 1) == number for number in numbers)
