"""Games as JSON: what is written, and every mistake told by its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from fortythieves import Game, InvalidGameError
from fortythieves.game import MAX_MOVES
from fortythieves.gamejson import MAX_BYTES, decode_game, encode_game, game_to_dict

Data = dict[str, Any]


def some_game() -> Game:
    """Rank and File, deal 1, three moves made and one of them taken back."""
    game = Game.deal("rank-and-file", 1)
    for move in ("s-w", "s-w", "s-w"):
        game.push(move)
    game.pop()
    return game


def test_the_object_of_a_game() -> None:
    data = json.loads(encode_game(some_game()))
    assert list(data) == [
        "format", "version", "game", "deal", "opening", "moves", "undone",
        "stock", "waste", "foundations", "tableau", "redeals_left", "status",
    ]  # fmt: skip
    assert data["format"] == "fortythieves"
    assert data["version"] == 1
    assert data["game"] == "rank-and-file"
    assert data["deal"] == "1"
    assert data["moves"] == ["s-w", "s-w"]
    assert data["undone"] == ["s-w"]
    # The cards of PySolFC's deal 1 with ten columns of four, from tests/data/pysolfc-deals.
    assert data["waste"] == ["3S", "9C"]
    assert data["stock"][:2] == ["7D", "4S"]
    assert data["tableau"][0] == {"down": ["3D", "AS", "KD"], "up": ["7D"]}
    assert data["foundations"] == {suit: [0, 0] for suit in "CDHS"}
    assert data["status"] == "playing"


def test_a_long_deal_number_stays_a_string_of_digits() -> None:
    text = encode_game(Game.deal("streets", 10**20))
    assert json.loads(text)["deal"] == "100000000000000000000"
    assert decode_game(text).deal_number == 10**20


def test_same_game_same_text_however_it_was_laid_out() -> None:
    text = encode_game(some_game())
    assert encode_game(decode_game(json.dumps(json.loads(text)))) == text


def test_a_column_a_line() -> None:
    assert '\n    {"down": ["3D", "AS", "KD"], "up": ["7D"]},\n' in encode_game(some_game())


def changed(change: Callable[[Data], object]) -> str:
    data = json.loads(encode_game(some_game()))
    change(data)
    return json.dumps(data)


def put(*path: Any, value: Any) -> Callable[[Data], None]:
    def change(data: Data) -> None:
        target: Any = data
        for key in path[:-1]:
            target = target[key]
        target[path[-1]] = value

    return change


def both(*path: Any, value: Any) -> Callable[[Data], None]:
    """Put a value into the opening as well as into the position."""

    def change(data: Data) -> None:
        put(*path, value=value)(data)
        put("opening", *path, value=value)(data)

    return change


WRONG: dict[str, tuple[Callable[[Data], object], str]] = {
    "format": (put("format", value="chess"), "format: 'chess' is not 'fortythieves'"),
    "version": (put("version", value=2), "version: 2; this program reads version 1"),
    "version true": (put("version", value=True), "version: true; this program reads version 1"),
    "version float": (put("version", value=1.0), "version: 1.0; this program reads version 1"),
    "game": (put("game", value="whist"), "game: no game is called 'whist'; there are forty-"),
    "game list": (put("game", value=["indian"]), "game: a string is needed, not a list"),
    "deal number": (put("deal", value=1), "deal: a string is needed, not 1"),
    "deal zero": (put("deal", value="0"), "deal: '0' is not a whole number from 1 to 10^20"),
    "deal 01": (put("deal", value="01"), "deal: '01' is not a whole number from 1 to 10^20"),
    "deal big": (
        put("deal", value="100000000000000000001"),
        "deal: '100000000000000000001' is not a whole number from 1 to 10^20",
    ),
    "missing key": (lambda data: data.pop("waste"), "the game: 'waste' is missing"),
    "missing in opening": (lambda d: d["opening"].pop("stock"), "opening: 'stock' is missing"),
    "unknown key": (put("score", value=3), "the game: there is no 'score' in a game file"),
    "not a card": (
        put("tableau", 3, "up", 0, value="XH"),
        "tableau[3].up[0]: 'XH' is not a card",
    ),
    "card number": (put("waste", 1, value=7), "waste[1]: a string is needed, not 7"),
    "card null": (put("waste", 1, value=None), "waste[1]: a string is needed, not null"),
    "surrogate": (put("waste", 1, value="\ud800"), r"waste[1]: '\ud800' is not a card"),
    "escape": (put("waste", 1, value="\x1b[2J"), r"waste[1]: '\x1b[2J' is not a card"),
    "pile not a list": (put("stock", value="TH"), "stock: a list is needed, not 'TH'"),
    "103 cards": (
        lambda data: data["stock"].pop(),
        "the position: two of each card are needed: AC stands once",
    ),
    "a card thrice": (
        put("stock", 0, value="9C"),
        "the position: two of each card are needed: 9C stands three times",
    ),
    "foundation 14": (
        put("foundations", "H", 0, value=14),
        "foundations.H: 14 is not a height: 0 for empty to 13 for complete",
    ),
    "foundation true": (put("foundations", "H", 0, value=True), "foundations.H: true is not a"),
    "foundation -1": (put("foundations", "H", 1, value=-1), "foundations.H: -1 is not a height"),
    "foundation order": (
        put("foundations", "S", value=[0, 1]),
        "foundations.S: the higher foundation is written first",
    ),
    "one foundation": (put("foundations", "S", value=[0]), "foundations.S: 1 heights, where 2"),
    "no suit": (put("foundations", value={"C": [0, 0]}), "foundations: 'D' is missing"),
    "columns too many": (
        lambda data: data["tableau"].append({"down": [], "up": []}),
        "tableau: 11 columns, where Rank and File has 10",
    ),
    "column list": (put("tableau", 2, value=[]), "tableau[2]: an object is needed, not a list"),
    "face-down top": (
        put("tableau", 0, value={"down": ["3D", "AS", "KD"], "up": []}),
        "tableau[0]: its top card lies face down; it would be turned up",
    ),
    "face-down too many": (
        put("tableau", 0, value={"down": ["3D", "AS", "KD", "KD"], "up": ["7D"]}),
        "tableau[0].down: 4 cards face down, where Rank and File deals 3 so",
    ),
    "a face-down card turned": (
        put("tableau", 0, value={"down": ["3D", "AS"], "up": ["KD", "7D"]}),
        "tableau[0].down: 2 cards, where the moves from the opening lead to 3",
    ),
    "redeals": (put("redeals_left", value=1), "redeals_left: 1, where Rank and File has 0"),
    "redeals null": (put("redeals_left", value=None), "redeals_left: null, where Rank and File"),
    "status": (put("status", value="won"), "status: 'won', where the position is 'playing'"),
    "a move lost": (put("moves", value=["s-w"]), "stock: 62 cards, where the moves from the"),
    "waste in another order": (
        put("waste", value=["9C", "3S"]),
        "waste[0]: 9C, where the moves from the opening lead to 3S",
    ),
    "illegal move": (put("moves", value=["s-w", "w-s"]), "moves[1]: w-s: Rank and File has no"),
    "not a move": (put("moves", 0, value="hello"), "moves[0]: 'hello' is not a move"),
    "move number": (put("moves", 0, value=3), "moves[0]: a string is needed, not 3"),
    "shorthand": (put("moves", 0, value="d"), "moves[0]: 'd' is written s-w in a game file"),
    "draw and play": (put("moves", 0, value="s-1"), "moves[0]: s-1: the stock's next card is"),
    "illegal undone": (put("undone", value=["w-s"]), "undone[0]: w-s: Rank and File has no"),
    "moves not a list": (put("moves", value={}), "moves: a list is needed, not an object"),
}


@pytest.mark.parametrize("what", WRONG)
def test_mistakes_are_told_by_their_place(what: str) -> None:
    change, message = WRONG[what]
    with pytest.raises(InvalidGameError) as caught:
        decode_game(changed(change))
    assert str(caught.value).startswith(message)
    assert str(caught.value).isprintable()


TEXTS = {
    "": "empty: a game in JSON is needed",
    "  \n": "empty: a game in JSON is needed",
    "[]": "the game: an object is needed, not a list",
    "17": "the game: an object is needed, not 17",
    '"x"': "the game: an object is needed, not 'x'",
    "{": "not JSON: line 1, column 2",
    "hello": "not JSON: line 1, column 1",
    '{"a": 1, "a": 2}': "the key 'a' stands twice in one object",
    '{"opening": {"b": 1, "b": 1}}': "the key 'b' stands twice in one object",
    '{"version": NaN}': "NaN is not JSON",
    '{"version": -Infinity}': "-Infinity is not JSON",
    "1" * 10_000: "not a game: a number of too many digits",
    "[" * 10_000_000: "too long for a game: more than",
    "[" * 1_000_000: "not a game: more brackets than a game could have",
    "[" * 1_999: "not ",
    "1" * (MAX_BYTES + 1): "too long for a game: more than",
}


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: repr(text[:20]))
def test_texts_that_are_no_game(text: str) -> None:
    with pytest.raises(InvalidGameError) as caught:
        decode_game(text)
    assert str(caught.value).startswith(TEXTS[text])


def test_every_truncation_of_a_game_is_refused() -> None:
    text = encode_game(some_game()).rstrip()
    for length in range(len(text)):
        with pytest.raises(InvalidGameError):
            decode_game(text[:length])


def test_the_longest_game_fits_a_file() -> None:
    """Carrying a run of thirteen to and fro: the longest moves there are."""
    game = Game.deal("number-ten", 1)
    longest = len('"10-10x13", ') * MAX_MOVES
    assert longest + len(encode_game(game)) < MAX_BYTES


def test_a_game_set_up_by_hand_has_no_deal() -> None:
    data = game_to_dict(some_game())
    data["deal"] = None
    game = decode_game(json.dumps(data))
    assert game.deal_number is None
    assert json.loads(encode_game(game))["deal"] is None
