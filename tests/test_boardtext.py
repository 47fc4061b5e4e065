"""Boards as text: round trips, the boards of pysol_cards, and every refusal by its words."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from drawings import walked, winning
from hypothesis import given, settings
from hypothesis import strategies as st
from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Board
from pysol_cards.deal_game import Game as PysolGame
from pysol_cards.random_base import RandomBase

from fortythieves import Game, InvalidGameError
from fortythieves.boardtext import MAX_LENGTH, format_board, format_opening, parse_board
from fortythieves.cards import CARDS, KING, RANKS
from fortythieves.gamejson import decode_game, encode_game
from fortythieves.position import Position
from fortythieves.rules import GAMES, UNLIMITED, Rules

NAMES = sorted(GAMES)
# Those that there are winning lines of.
NINE = list(GAMES)[:9]


# Positions of all kinds.


def late(rules: Rules, seed: int) -> Position:
    """A position as it may be near the end: high foundations, long and empty columns."""
    choose = random.Random(seed)
    home = [0] * 64
    for suit in range(4):
        home[16 * suit] = rules.packs
        for _ in range(rules.packs):
            for step in range(choose.choice([rules.base_home, 6, 11, KING])):
                home[16 * suit + (rules.base - 1 + step) % KING + 1] += 1
    left = [card for card in CARDS for _ in range(rules.packs - home[card])]
    choose.shuffle(left)
    columns: list[list[int]] = [[] for _ in range(rules.columns)]
    waste: list[int] = []
    stock: list[int] = []
    piles = [waste, stock, *choose.sample(columns, max(1, rules.columns - 2))]
    for card in left:
        choose.choice(piles).append(card)
    return Position(
        rules,
        stock=stock,
        waste=waste,
        columns=columns,
        down=[0] * rules.columns,
        home=home,
        redeals=UNLIMITED if rules.redeals == UNLIMITED else choose.randint(0, rules.redeals),
    )


def positions(name: str) -> Iterator[Position]:
    """Positions of a game: on random walks, made by hand, and on the way to a win."""
    for number in (1, 12345, 10**20):
        game = walked(name, number, 250)
        while game.moves:
            yield game.position
            game.undo(min(9, len(game.moves)))
        yield game.position
    for seed in range(12):
        yield late(GAMES[name], seed)
    if name in NINE:
        for part in (0.4, 0.7, 0.9, 1.0):
            yield winning(name, part).position


@pytest.mark.parametrize("name", NAMES)
def test_round_trip(name: str) -> None:
    rules = GAMES[name]
    for position in positions(name):
        text = format_board(position)
        game = parse_board(text, rules)
        assert game.position == position
        assert game.opening == position
        assert game.deal_number is None
        assert game.moves == []
        assert format_board(game.position) == text
        assert not [line for line in text.splitlines() if line != line.strip()]


def test_positions_are_of_all_kinds() -> None:
    """Else the round trips above would prove little."""
    names = ["little-forty", "number-ten", "eighty-thieves", "alternation"]
    seen = [position for name in names for position in positions(name)]
    assert any(position.won for position in seen)
    assert any(not column for position in seen for column in position.columns)
    assert any(0 < position.redeals < position.rules.redeals for position in seen)
    assert any(0 < down < position.rules.down for position in seen for down in position.down)
    assert any(len(column) > 12 for position in seen for column in position.columns)
    assert any(sum(map(bool, position.foundation_tops(0))) == 4 for position in seen)
    assert any(position.waste and not position.stock for position in seen)


# What is written.

FORTY = GAMES["forty-thieves"]


def test_an_opening() -> None:
    assert format_opening(Game.deal("number-ten", 12345)) == (
        "# Number Ten (number-ten), deal 12345\n"
        "Stock: KC KS 2H AS 9C KH 6H 2D TD QD JD QC 5H QC 4H 6D TH 4S QS 2H 5C 7S 9H JC "
        "3C 4C 3S TS 7D 9C 2C KD 6H 4C 8H TC 8S 8D JC 5D 2D 6S 8C JH KH TC 7C 6S 7H JS AC "
        "JS AC 5D 9D 6C 3S 8C QH KD 9S KC JD 4D\n"
        "Waste:\n"
        "Foundations:\n"
        "<6D> <AS> TH 5H\n"
        "<7C> <3D> KS 4S\n"
        "<AD> <7S> TD 9S\n"
        "<QD> <TS> 5C 8H\n"
        "<3H> <7H> QS 8S\n"
        "<3D> <2S> 6C 2C\n"
        "<QH> <3C> 4H 9D\n"
        "<AH> <7D> 8D AH\n"
        "<3H> <5S> JH 2S\n"
        "<9H> <AD> 5S 4D\n"
    )


def test_an_opening_whatever_was_played() -> None:
    game = walked("streets", 7, 40)
    assert format_opening(game) == format_opening(Game.deal("streets", 7))
    assert parse_board(format_opening(game), game.rules).position == game.opening


def test_an_opening_of_no_deal() -> None:
    opening = walked("streets", 7, 40).position
    assert format_opening(Game(opening)).startswith("# Streets (streets), set up by hand\nStock:")
    assert format_opening(Game(opening, 7)).startswith(
        "# Streets (streets), called deal 7, which lies otherwise\nStock:"
    )


def test_foundations_redeals_and_empty_columns() -> None:
    game = parse_board(SMALL, RAIL)
    text = format_board(game.position)
    assert text == (
        "Stock: KS QS\nWaste: KH QH JH\nFoundations: C-K D-K H-T S-J\nRedeals: 1\n:\n:\n:\n:\n"
    )
    assert game.position.redeals == 1
    game.push("w-f")
    assert "Foundations: C-K D-K H-J S-J\n" in format_board(game.position)


# A game for one pack, so that a board is written quickly.
RAIL = GAMES["single-rail"]._replace(name="rail", title="Rail", redeals=2)
SMALL = """
# Nearly won.
Foundations: H-10 S-J  C-K K♦   # in any form
Redeals: 1
:
2:
  -
4: -
Talon: KS <QS>
waste: kh q♥ JH
"""


@pytest.mark.parametrize(
    "text",
    [
        SMALL.replace("\n", "\r\n"),
        ":\n:\n:\n:\nRedeals: 1\nFounds: JS KC KD 10H\nStock: KS QS\nWaste: KH QH JH",
        "-\n-\n-\n-\nREDEALS:1\nFoundations: c-k D-K ♥-10 s-j\nStock:KS <QS>\nWASTE :kh\tQ♥ jh",
    ],
)
def test_other_ways_of_writing(text: str) -> None:
    assert parse_board(text, RAIL).position == parse_board(SMALL, RAIL).position


def test_foundations_left_out_are_empty() -> None:
    text = format_board(Game.deal(FORTY, 1).position)
    for foundations in ("", "Foundations: -\n", "Foundations: H-0 C-0 0D ♠-0 H-0\n"):
        game = parse_board(text.replace("Foundations:\n", foundations), FORTY)
        assert game.position == Game.deal(FORTY, 1).position


def test_all_redeals_are_left_where_nothing_is_said() -> None:
    rules = GAMES["little-forty"]
    text = format_board(Game.deal(rules, 1).position)
    assert "Redeals" not in text
    assert parse_board(text, rules).position.redeals == 3
    assert parse_board(text + "Redeals: 0\n", rules).position.redeals == 0


def test_the_game_that_was_read_can_be_played() -> None:
    game = parse_board(SMALL, RAIL)
    game.push_all(["w-f", "w-f", "w-f", "s-w", "s-w", "w-f", "w-f"])
    assert game.won


# pysol_cards, by PySolFC's author: another shuffle, another dealer, another writer.

# Games of its own that can be said as rules of ours.
GYPSY = Rules("gypsy", "Gypsy", columns=8, rows="ddu")
CASTLE = Rules("castle", "Beleaguered Castle", packs=1, columns=8, rows="u" * 6, base_home=True)
DEALS = [1, 2, 24, 617, 31999, 32001, 65536, 12345678901234567890, 10**20]
# Before it shuffles a single pack by the older generator, PySolFC arranges it as for FreeCell.
DEALS_OF_ONE_PACK = [number for number in DEALS if number > 32000]


def renderer(number: int) -> CardRenderer:
    """It writes tens as T or as 10."""
    return CardRenderer(print_ts=number % 2 == 0)


class Dealer(PysolGame):  # type: ignore[misc]  # it has no types
    """Its way to deal and write, given the layout of a game of ours."""

    def __init__(self, rules: Rules, number: int) -> None:
        super().__init__("gypsy", number, RandomBase.DEALS_PYSOLFC)
        self.game_class = "lay_out"
        self.rules = rules

    def get_num_decks(self) -> int:
        return self.rules.packs

    def lay_out(self) -> None:
        rules = self.rules
        self.board = Board(rules.columns, with_talon=True)
        if rules.base_home:
            self.new_cards([card for card in self if card.rank != rules.base])
            # As it writes them for Die Schlange, which is for two packs too.
            suits = [f"{suit}-{RANKS[rules.base - 1]}" for suit in "HSDC"] * rules.packs
            self.board.raw_foundations_line = "Foundations: " + " ".join(suits)
        for row in rules.rows:
            self.cyclical_deal(rules.columns, rules.columns, flipped=row == "d")
        self.add_all_to_talon()


@pytest.mark.parametrize(
    ("game", "rules", "numbers"),
    [("gypsy", GYPSY, DEALS), ("beleaguered_castle", CASTLE, DEALS_OF_ONE_PACK)],
)
def test_its_own_games(game: str, rules: Rules, numbers: list[int]) -> None:
    for number in numbers:
        dealt = PysolGame(game, number, RandomBase.DEALS_PYSOLFC)
        text = dealt.calc_layout_string(renderer(number))
        assert parse_board(text, rules).position == Game.deal(rules, number).position


@pytest.mark.parametrize("name", NAMES)
def test_our_games_dealt_by_it(name: str) -> None:
    rules = GAMES[name]
    for number in DEALS if rules.packs > 1 else DEALS_OF_ONE_PACK:
        text = Dealer(rules, number).calc_layout_string(renderer(number))
        assert parse_board(text, rules).position == Game.deal(rules, number).position


def test_written_as_it_writes() -> None:
    """But for the name of the stock, and piles that only our games have."""
    dealt = PysolGame("gypsy", 24, RandomBase.DEALS_PYSOLFC)
    lines = format_board(Game.deal(GYPSY, 24).position).splitlines()
    assert lines[1:3] == ["Waste:", "Foundations:"]
    theirs = dealt.calc_layout_string(CardRenderer(print_ts=True)).splitlines()
    assert lines[:1] + lines[3:] == [theirs[0].replace("Talon", "Stock"), *theirs[1:]]


def test_a_board_of_freecell_solver() -> None:
    """In the form of its option -p, with a colon before each column."""
    position = Game.deal(FORTY, 24).position
    text = re.sub("(?m)^(?=[^:]*$)", ": ", format_board(position).rstrip("\n"))
    assert text.count("\n: ") == 10
    assert parse_board(text, FORTY).position == position


# What is refused.

OPENING = format_board(Game.deal(FORTY, 12345).position)
HIDDEN = format_board(Game.deal("number-ten", 12345).position)
# Its lines: 1 stock, 2 waste, 3 foundations, 4 to 13 columns, of which the first is 6D AS TH 5H.
CARD_NEEDED = "is not a card: a rank (A 2-9 T J Q K) and a suit (C D H S) are needed, as in TH"
PILES = "is no pile: Stock (or Talon), Waste, Foundations, columns by their numbers, and Redeals"


def changed(old: str, new: str, text: str = OPENING) -> str:
    assert old in text
    return text.replace(old, new, 1)


REFUSED: dict[str, tuple[str, str, str]] = {
    "no card": ("forty-thieves", changed("6D AS", "6D XH"), f"line 4: 'XH' {CARD_NEEDED}"),
    "no card in the stock": (
        "forty-thieves",
        changed("KC KS", "KC 1S"),
        f"line 1: '1S' {CARD_NEEDED}",
    ),
    "an escape": (
        "forty-thieves",
        changed("6D AS", "6D \x1b[2J"),
        f"line 4: '\\x1b[2J' {CARD_NEEDED}",
    ),
    "half a bracket": (
        "number-ten",
        changed("<6D>", "<6D", HIDDEN),
        f"line 4: '<6D' {CARD_NEEDED}",
    ),
    "a dash among cards": ("forty-thieves", changed("6D AS", "6D -"), f"line 4: '-' {CARD_NEEDED}"),
    "unknown pile": (
        "forty-thieves",
        changed("Waste:", "Freecells:"),
        f"line 2: 'Freecells' {PILES} are known",
    ),
    "pile twice": ("forty-thieves", "Talon: -\n" + OPENING, "line 2: Stock stands twice"),
    "column out of turn": (
        "forty-thieves",
        changed("6D AS", "2: 6D AS"),
        "line 4: column '2', where column 1 comes next",
    ),
    "column 0": (
        "forty-thieves",
        changed("6D AS", "01: 6D AS"),
        "line 4: column '01', where column 1 comes next",
    ),
    "columns": (
        "forty-thieves",
        changed("6D AS TH 5H\n", "\n"),
        "9 columns, where Forty Thieves has 10; an empty one is written ':'",
    ),
    "columns of another game": (
        "maria",
        OPENING,
        "10 columns, where Maria has 9; an empty one is written ':'",
    ),
    "nothing": (
        "forty-thieves",
        "",
        "0 columns, where Forty Thieves has 10; an empty one is written ':'",
    ),
    "a picture of a board": (
        "forty-thieves",
        str(Game.deal(FORTY, 1)),
        "line 1: 'Forty' is not a card: a rank (A 2-9 T J Q K) and a suit (C D H S) are needed, "
        "as in TH",
    ),
    "missing": ("forty-thieves", changed("6D AS TH 5H", "6D AS"), "missing: 5H, TH"),
    "doubled": ("forty-thieves", changed("6D AS", "6D AS 6D AS"), "doubled: 6D, AS"),
    "missing and doubled": (
        "forty-thieves",
        changed("6D AS TH 5H", "QS 9H 3C"),
        "missing: 6D, 5H, TH, AS; doubled: 3C, 9H, QS",
    ),
    "one of them twice missing": (
        "forty-thieves",
        re.sub("(?<= )(9H|QS)(?= )", "3C", OPENING),
        "missing: 9H, QS, QS; doubled: 3C, 3C, 3C",
    ),
    "on the foundations too": (
        "forty-thieves",
        changed("Foundations:", "Foundations: H-3 H-A"),
        "doubled: AH, AH, 2H, 3H",
    ),
    "far too many": (
        "forty-thieves",
        changed("Waste:", "Waste: " + "3C " * 200),
        "304 cards, where Forty Thieves has 104",
    ),
    "no foundation": (
        "forty-thieves",
        changed("Foundations:", "Foundations: H-4 X-2"),
        "line 3: 'X-2' is no foundation: its suit and how far it is built are, as in H-4, or H-0 "
        "if it is empty",
    ),
    "no foundation, no suit": (
        "forty-thieves",
        changed("Foundations:", "Foundations: 0"),
        "line 3: '0' is no foundation: its suit and how far it is built are, as in H-4, or H-0 if "
        "it is empty",
    ),
    "three foundations": (
        "forty-thieves",
        changed("Foundations:", "Foundations: H-0 C-0 H-0 0H"),
        "line 3: 3 foundations of hearts, where Forty Thieves has 2",
    ),
    "redeals where there are none": (
        "forty-thieves",
        OPENING + "Redeals: 1",
        "line 14: '1' redeals left, where Forty Thieves has none",
    ),
    "too many redeals": (
        "little-forty",
        OPENING + "Redeals: 4",
        "line 14: '4' redeals left, where Little Forty has 3",
    ),
    "no number of redeals": (
        "little-forty",
        OPENING + "Redeals: -1",
        "line 14: '-1' redeals left, where Little Forty has 3",
    ),
    "redeals without end": (
        "unlimited",
        format_board(Game.deal("unlimited", 1).position) + "Redeals: 1",
        "line 11: '1' redeals left, where Unlimited has no end of them, so that none is counted",
    ),
    "face down where none is": (
        "forty-thieves",
        changed("6D AS TH 5H", "<6D> AS TH 5H"),
        "line 4: a card lies face down, where Forty Thieves deals all face up",
    ),
    "top card face down": (
        "number-ten",
        changed("<6D> <AS> TH 5H", "<6D> <AS> <TH>", HIDDEN),
        "line 4: its top card lies face down; it would be turned up",
    ),
    "too many face down": (
        "number-ten",
        changed("<6D> <AS> TH 5H", "<6D> <AS> <TH> 5H", HIDDEN),
        "line 4: cards lie face down otherwise than Number Ten deals them, which is, from the "
        "bottom, down, down, up, up",
    ),
    "not from the bottom": (
        "number-ten",
        changed("<6D> <AS> TH 5H", "6D <AS> TH 5H", HIDDEN),
        "line 4: cards lie face down otherwise than Number Ten deals them, which is, from the "
        "bottom, down, down, up, up",
    ),
    "waste face down": (
        "forty-thieves",
        changed("Waste:", "Waste: <KC>"),
        "line 2: a card of the waste lies face up",
    ),
    "too long": (
        "forty-thieves",
        OPENING + "#" * MAX_LENGTH,
        "too long for a board: more than 20000 characters",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    game, text, message = REFUSED[name]
    with pytest.raises(InvalidGameError) as caught:
        parse_board(text, GAMES[game])
    assert str(caught.value) == message
    assert caught.value.exit_code == 3
    assert message.isprintable()


def test_all_cards_are_missed() -> None:
    with pytest.raises(InvalidGameError) as caught:
        parse_board(":\n" * 4, GAMES["single-rail"])
    cards = str(caught.value).removeprefix("missing: ").split(", ")
    assert cards == [rank + suit for suit in "CDHS" for rank in RANKS]


# Anything at all.


def check_any(text: str, rules: Rules) -> None:
    """A text gives a game that can be kept in a file, or it is refused in words."""
    try:
        game = parse_board(text, rules)
    except InvalidGameError as error:
        game, refusal = None, str(error)
    if game is None:
        assert refusal.isprintable()
        return
    assert decode_game(encode_game(game)).position == game.position
    assert parse_board(format_board(game.position), rules).position == game.position
    position = game.position
    lying = len(position.stock) + len(position.waste) + sum(map(len, position.columns))
    assert position.cards_home + lying == 52 * rules.packs


@given(st.text(max_size=300), st.sampled_from(NAMES))
@settings(max_examples=200, deadline=None)
def test_any_text(text: str, name: str) -> None:
    check_any(text, GAMES[name])


WORDS = ["", "-", "KC", "3h", "<AS>", "10♥", "XX", "\n", ":", "1:", "#", "H-4", "Waste:", "Talon:",
         "Redeals: 1", "Foundations:", "##", "\x00", "\ud800", "9" * 30]  # fmt: skip
changes = st.lists(
    st.tuples(st.integers(0, 400), st.integers(0, 400), st.sampled_from(["put", "swap", *WORDS])),
    min_size=1,
    max_size=4,
)


@given(st.sampled_from(NAMES), st.integers(1, 50), changes)
@settings(max_examples=400, deadline=None)
def test_a_board_with_mistakes(name: str, number: int, changes: list[tuple[int, int, str]]) -> None:
    rules = GAMES[name]
    board = late(rules, number) if number % 2 else Game.deal(rules, number).position
    parts = re.split(r"(\s)", format_board(board))
    for one, other, what in changes:
        i, j = one % len(parts), other % len(parts)
        if what == "swap":
            parts[i], parts[j] = parts[j], parts[i]
        elif what == "put":
            parts.insert(i, parts.pop(j))
        else:
            parts[i] = what
    check_any("".join(parts), rules)
