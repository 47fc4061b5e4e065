"""Cards: their numbers, names, and what is read as one."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fortythieves import FortyThievesError, UsageError
from fortythieves.cards import CARDS, RANKS, SUITS, card_name, is_red, parse_card, rank_of, suit_of

# Suit letter, symbol, number, red or not; rank as written, number.
SUIT_TABLE = [("C", "♣", 0, False), ("D", "♦", 1, True), ("H", "♥", 2, True), ("S", "♠", 3, False)]
RANK_TABLE = [
    ("A", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5), ("6", 6), ("7", 7), ("8", 8), ("9", 9),
    ("T", 10), ("J", 11), ("Q", 12), ("K", 13),
]  # fmt: skip

REFUSED = [
    "", " ", "T", "H", "10", "1", "♥", "HT", "♥T", "H10", "1H", "0H", "11H", "010H", "TTH", "10TH",
    "THH", "T H", " TH", "TH ", "TH\n", "ZH", "TX", "XH", "joker", "##", "--", "1\u200b0H", "10",
    "100H", "T\u2661", "T\u2665\ufe0f", "T\U0001f0ba", "\U0001f0ba", "\uff34H", "T\uff28",
    "\u0662H", "\u00b2H", "2\u0421", "\ufb06", "A\u017f", "\u212aS", "9\u017f", "T\u210b",
    "10\x00H", "\x1b[31m", "\ud800", "H" * 100, "T" * 100_000,
]  # fmt: skip


@pytest.mark.parametrize(("letter", "symbol", "suit", "red"), SUIT_TABLE)
@pytest.mark.parametrize(("written", "rank"), RANK_TABLE)
def test_card(letter: str, symbol: str, suit: int, red: bool, written: str, rank: int) -> None:
    card = parse_card(written + letter)
    assert (suit_of(card), rank_of(card), is_red(card)) == (suit, rank, red)
    assert card == 16 * suit + rank
    assert card in CARDS
    assert card_name(card) == written + letter
    spellings = [written.lower() + letter, written + letter.lower(), written + symbol,
                 (written + letter).lower(), written.lower() + symbol]  # fmt: skip
    if rank == 10:
        spellings += ["10" + letter, "10" + letter.lower(), "10" + symbol]
    assert {parse_card(text) for text in spellings} == {card}


def test_52_cards() -> None:
    assert len(CARDS) == 52
    assert {card_name(card) for card in CARDS} == {r + s for s in "CDHS" for r in "A23456789TJQK"}
    assert (SUITS, RANKS) == ("CDHS", "A23456789TJQK")


@pytest.mark.parametrize("text", REFUSED)
def test_refused(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_card(text)
    error = caught.value
    assert isinstance(error, FortyThievesError)
    assert (error.code, error.exit_code) == ("usage", 2)
    message = str(error)
    assert message.startswith(repr(text) if len(text) <= 40 else repr(text[:30])[:-1])
    assert "as in TH" in message
    assert message.isprintable()
    assert len(message) < 200


@given(
    st.one_of(st.text(max_size=4), st.text("A23456789TJQK10CDHSaks♣♦♥♠\u017f\u212a", max_size=4))
)
@example("A\u017f")  # its capital is an S
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        card = parse_card(text)
    except UsageError:
        return
    assert card in CARDS
    plain = text.replace("10", "T").translate(str.maketrans("♣♦♥♠", "CDHS"))
    assert plain.isascii()
    assert card_name(card) == plain.upper()
