"""The notation of moves: what is read, how it is written, and what is refused."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fortythieves import FortyThievesError, Move, UsageError, parse_move
from fortythieves.moves import AS_FITS, DRAW, FOUNDATION, REDEAL, STOCK, WASTE

# Written as in the agreed table: what it means as source, target and count.
TABLE = [
    ("s-w", STOCK, WASTE, 1),
    ("w-s", WASTE, STOCK, 1),
    ("w-3", WASTE, 2, 1),
    ("w-f", WASTE, FOUNDATION, 1),
    ("3-f", 2, FOUNDATION, 1),
    ("3-7", 2, 6, AS_FITS),
    ("3-7x4", 2, 6, 4),
    ("s-3", STOCK, 2, 1),
    ("s-f", STOCK, FOUNDATION, 1),
    ("1-13", 0, 12, AS_FITS),
    ("10-13x13", 9, 12, 13),
    ("1-99", 0, 98, AS_FITS),
    ("99-1x999", 98, 0, 999),
]

# Other spellings, each with the one that is written for it.
SPELLINGS = [
    ("d", "s-w"), ("D", "s-w"), ("r", "w-s"), ("R", "w-s"),
    ("sw", "s-w"), ("s>w", "s-w"), ("S-W", "s-w"), ("Sw", "s-w"),
    ("ws", "w-s"), ("w>s", "w-s"), ("W>S", "w-s"),
    ("w3", "w-3"), ("w>3", "w-3"), ("W3", "w-3"), ("W-3", "w-3"), ("w13", "w-13"),
    ("wf", "w-f"), ("wh", "w-f"), ("w-h", "w-f"), ("W>H", "w-f"), ("WF", "w-f"),
    ("3f", "3-f"), ("3h", "3-f"), ("3-h", "3-f"), ("3>f", "3-f"), ("3F", "3-f"), ("13H", "13-f"),
    ("37", "3-7"), ("3>7", "3-7"), ("1010", "10-10"), ("110", "1-10"), ("101", "10-1"),
    ("1013", "10-13"), ("210", "2-10"),
    ("37x4", "3-7x4"), ("3>7x4", "3-7x4"), ("3-7X4", "3-7x4"), ("37X4", "3-7x4"),
    ("110x2", "1-10x2"),
    ("s3", "s-3"), ("s>3", "s-3"), ("S3", "s-3"), ("sf", "s-f"), ("sh", "s-f"), ("S-H", "s-f"),
]  # fmt: skip

REFUSED = [
    # Not enough, or too much.
    "", " ", "-", ">", "x", "s", "w", "f", "h", "3", "3-", "-3", "s-", "-w", "3--7", "3->7", "3>>7",
    "3-7-8", "3-f-f", "swf", "3ff", "s-w-3", "dd", "rr", "d-w", "3-d", "r1",
    # Blanks.
    " 3-7", "3-7 ", "3 -7", "3 7", "3-7 x4", "s-w\n", "\t3f", "3\u00a07",
    # Counts.
    "3-7x", "3-7x0", "3-7x00", "3-7x-1", "3-7x+1", "3-7x1.0", "3-7x4x4", "3-7xx4", "3-7xa",
    "x-1", "x4", "xx", "w-3x2", "3-fx2", "s-wx3", "w-sx2", "s-3x2", "3-7x1e1", "3-7x1_0",
    # Columns that can't be.
    "0-3", "3-0", "00", "03", "3-07", "03-7", "100-1", "1-100", "1000", "999999-1", "-1-2", "1--2",
    "+1-2", "1.0-2",
    # More than one reading, in digits alone: 1-11 or 11-1.
    "111", "123", "1234567",
    # Not of the notation.
    "a-1", "3-k", "hello", "e2e4", "3-7!", "3,7", "3/7", "3:7", "3=7", "3\u20137", "3\u22127",
    "3\u00d77", "--help", "-f", "#", "\x00", "\x1b[31m", "3-7\x00", "../x", "None", "True",
    # Digits and letters that only look so, or become so in another case.
    "\u0663-7", "3-\u0667", "3-\u00b2", "\uff13-\uff17", "3-\uff46", "3-7x\u0664", "\ufb01",
    "3\ufb01", "\u017f-w", "\u017fw", "w-\u017f", "\u212a-1", "3-7\u00d74", "\U0001d7d1-7",
    "3\ud800", "w\u0301-3",
    # Long.
    "3" * 50, "3-" * 50, "s" * 1000, "3-7x" + "1" * 1000, "1" * 5000 + "-2",
]  # fmt: skip


@pytest.mark.parametrize(("text", "source", "target", "count"), TABLE)
def test_table(text: str, source: int, target: int, count: int) -> None:
    move = parse_move(text)
    assert move == Move(source, target, count)
    assert (move.source, move.target, move.cards) == (source, target, count)
    assert str(move) == text


@pytest.mark.parametrize(("text", "written"), SPELLINGS)
def test_read_as_the_same(text: str, written: str) -> None:
    assert parse_move(text) == parse_move(written)
    assert str(parse_move(text)) == written


def test_names_of_moves() -> None:
    assert str(DRAW) == "s-w"
    assert str(REDEAL) == "w-s"
    assert str(Move(2, 6)) == "3-7"
    assert str(Move(2, 6, 1)) == "3-7"
    assert str(Move(2, 6, 12)) == "3-7x12"
    assert str(Move(WASTE, FOUNDATION)) == "w-f"


def test_a_count_of_one_is_kept_in_mind() -> None:
    """``3-7x1`` is one card, where ``3-7`` may be a run in games that move them."""
    assert parse_move("3-7x1") == Move(2, 6, 1)
    assert parse_move("3-7") == Move(2, 6, AS_FITS)


@pytest.mark.parametrize("text", REFUSED)
def test_refused(text: str) -> None:
    for _ in range(2):  # nothing refused is ever remembered
        with pytest.raises(UsageError) as caught:
            parse_move(text)
        error = caught.value
        assert isinstance(error, FortyThievesError)
        assert isinstance(error, ValueError)
        assert (error.code, error.exit_code) == ("usage", 2)
        message = str(error)
        # The input is quoted in full, or if it is long its beginning.
        assert message.startswith(repr(text) if len(text) <= 40 else repr(text[:30])[:-1])
        assert message.isprintable()
        assert len(message) < 200


def test_two_readings_are_told() -> None:
    with pytest.raises(UsageError, match=r"^'111' can be read in two ways: write it with a -, "):
        parse_move("111")


def test_forms_are_told() -> None:
    with pytest.raises(UsageError) as caught:
        parse_move("e2")
    for form in ("s-w", "w-3", "3-f", "3-7", "3-7x4"):
        assert form in str(caught.value)


@pytest.mark.parametrize("text", ["1" * 5000, "s" * 5000, "f1" * 2500], ids=["1", "s", "f1"])
def test_long_text_costs_little(text: str) -> None:
    """A word of a log may be 100,000 characters long; to refuse it must not take gigabytes."""
    tracemalloc.start()
    try:
        with pytest.raises(UsageError):
            parse_move(text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 100 * len(text)


piles = st.one_of(st.sampled_from("swf"), st.integers(1, 99).map(str))


@given(piles, piles, st.sampled_from("->"), st.integers(0, 999), st.booleans(), st.booleans())
def test_every_written_move_is_read(
    source: str, target: str, separator: str, count: int, capitals: bool, other_letter: bool
) -> None:
    between_columns = source.isdigit() and target.isdigit()
    written = f"{source}-{target}"
    if count > 1 and between_columns:
        written += f"x{count}"
    text = written.replace("-", separator)
    if other_letter:
        text = text.replace("f", "h")
    move = parse_move(text.upper() if capitals else text)
    assert str(move) == written
    number = {"s": STOCK, "w": WASTE, "f": FOUNDATION}
    assert move.source == (int(source) - 1 if source.isdigit() else number[source])
    assert move.target == (int(target) - 1 if target.isdigit() else number[target])
    if not between_columns:
        assert move.cards == 1
    elif count > 1:
        assert move.cards == count
    else:
        assert move.cards == AS_FITS


@given(
    st.one_of(
        st.text(max_size=60),
        st.text("swfhdrxSWFHDRX0123456789->", max_size=8),
        st.text("swfhx123-> \u0663\ufb01\u017f\u212a\u00b2\uff11\n\x00", max_size=8),
    )
)
@example("3-7x1")
@example("1" * 300)
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        move = parse_move(text)
    except UsageError:
        return
    written = str(move)
    assert str(parse_move(written)) == written
    again = parse_move(written)
    # Only x1 is not written.
    assert again in (move, move._replace(cards=AS_FITS))
    assert text.isascii()
    assert 0 <= move.source <= FOUNDATION
    assert 0 <= move.target <= FOUNDATION
