"""The confusion table on made-up cells."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bdproxy.grader.confusion import Cell, Confusion, confusions
from bdproxy.names import Variant

SAYS = st.sampled_from([True, False, None])


def cell(expected: bool | None, found: bool | None, subject: str = "overclaim") -> Cell:
    return Cell(subject, "ada", 1, "pay-back_1", Variant.TWIN, None, expected, found, "words")


def counted(**counts: Any) -> list[Confusion]:
    return [Confusion("overclaim", **counts)]


def test_each_kind_of_cell() -> None:
    assert confusions([cell(True, True)]) == counted(true_positives=1)
    assert confusions([cell(True, False)]) == counted(false_negatives=1)
    assert confusions([cell(False, True)]) == counted(false_positives=1)
    assert confusions([cell(False, False)]) == counted(true_negatives=1)
    assert confusions([cell(None, None)]) == counted(not_assessable=1)


def test_cells_that_were_or_were_not_assessed_against_their_labels() -> None:
    assert confusions([cell(True, None)]) == counted(false_negatives=1)
    assert confusions([cell(False, None)]) == counted(unassessed=1)
    assert confusions([cell(None, True)]) == counted(false_positives=1)
    assert confusions([cell(None, False)]) == counted(spurious=1)


def test_precision_and_recall() -> None:
    cells = [cell(True, True)] * 3 + [cell(False, True)] + [cell(True, False)] * 2
    (found,) = confusions(cells)
    assert (found.precision, found.recall) == (3 / 4, 3 / 5)


def test_shares_of_nothing() -> None:
    (found,) = confusions([cell(False, False), cell(None, None)])
    assert (found.precision, found.recall) == (None, None)


def test_subjects_in_order_of_appearance() -> None:
    cells = [cell(True, True, "b"), cell(True, True, "a"), cell(False, False, "b")]
    assert [(one.subject, one.labelled) for one in confusions(cells)] == [("b", 2), ("a", 1)]


@given(st.lists(st.tuples(SAYS, SAYS)))
def test_no_cell_is_lost_and_only_agreement_is_perfect(
    said: list[tuple[bool | None, bool | None]],
) -> None:
    cells = [cell(*one) for one in said]
    found = confusions(cells)
    assert sum(one.labelled for one in found) == len(cells)
    wrong = sum(
        one.false_positives + one.false_negatives + one.unassessed + one.spurious for one in found
    )
    assert wrong == sum(not one.agrees for one in cells)
