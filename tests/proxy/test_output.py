from hypothesis import given
from hypothesis import strategies as some

from bdproxy.proxy.output import BoundedOutput


@given(some.lists(some.binary(max_size=30)), some.integers(1, 20))
def test_beginning_and_end_are_kept_and_the_rest_is_counted(pieces: list[bytes], kept: int) -> None:
    output, whole = BoundedOutput(kept), b"".join(pieces)
    for piece in pieces:
        output.write(piece)
    assert output.size == len(whole)
    if len(whole) <= 2 * kept:
        assert output.value() == whole
    else:
        left_out = len(whole) - 2 * kept
        note = f"\n[{left_out} bytes left out]\n".encode()
        assert output.value() == whole[:kept] + note + whole[-kept:]


def test_any_amount_of_output_takes_a_bounded_amount_of_memory() -> None:
    output = BoundedOutput(1000)
    for _ in range(1000):
        output.write(b"x" * 3000)
    assert output.size == 3_000_000
    assert len(output.value()) < 2100
    assert output._tail_size < 5000
