"""Move logs: written, read, replayed, and every mistake told by line and number."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fortythieves import Game, InvalidGameError
from fortythieves.gamejson import decode_game, encode_game
from fortythieves.movelog import MAX_LINE, LogMistakeError, format_log, read_log, replay

LOG = """\
# A comment
game: forty-thieves   # and another
deal: 12345
player: Ann

8-f s-w   s-w # two draws
s-w
"""


def replayed(text: str, to: int | None = None) -> list[Game]:
    games = []
    for logged in read_log(text.splitlines(keepends=True)):
        for _ in replay(logged, to):
            pass
        games.append(logged.game)
    return games


def test_reading() -> None:
    logged = next(read_log(LOG.splitlines()))
    assert logged.headers == {"game": "forty-thieves", "deal": "12345", "player": "Ann"}
    assert logged.game.deal_number == 12345
    assert list(logged.moves) == [("8-f", 6), ("s-w", 6), ("s-w", 6), ("s-w", 7)]


def test_replay_gives_the_game_as_dealt_and_after_each_move() -> None:
    logged = next(read_log(LOG.splitlines()))
    assert [len(game.moves) for game in replay(logged)] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(("to", "made"), [(0, 0), (1, 1), (3, 3), (9, 4), (None, 4)])
def test_replay_stops(to: int | None, made: int) -> None:
    assert [len(game.moves) for game in replayed(LOG, to)] == [made]


def test_many_games_and_games_that_were_not_played() -> None:
    text = LOG + "\ngame: maria\ndeal: 7\ngame: streets\ndeal: 8\n\ns-w\n"
    assert [(g.rules.name, g.deal_number, len(g.moves)) for g in replayed(text)] == [
        ("forty-thieves", 12345, 4),
        ("maria", 7, 0),
        ("streets", 8, 1),
    ]
    # Who asks for no moves, or stops among them, still gets every game.
    names = [logged.game.rules.name for logged in read_log(text.splitlines())]
    assert names == ["forty-thieves", "maria", "streets"]
    assert [len(g.moves) for g in replayed(text, 1)] == [1, 0, 1]


def test_writing() -> None:
    game = Game.deal("forty-thieves", 12345)
    assert format_log(game) == "game: forty-thieves\ndeal: 12345\n"
    game.push("8-f")
    game.push("S>W")
    assert format_log(game) == "game: forty-thieves\ndeal: 12345\n8-f s-w\n"


def test_shorthands_are_written_as_the_plain_moves() -> None:
    # In deal 12345 the first stock card is a king, so no draw-and-play fits at first.
    game = Game.deal("forty-thieves", 12345)
    while True:
        card = game.position.stock[-1]
        if game.position.home[card - 1] > game.position.home[card]:
            break
        game.push("s-w")
    game.push("sf")
    assert format_log(game).split()[-2:] == ["s-w", "w-f"]


def test_lines_are_broken_at_a_hundred() -> None:
    game = Game.deal("forty-thieves", 12345)
    for _ in range(64):
        game.push("s-w")
    lines = format_log(game).splitlines()
    assert [len(line) for line in lines[2:]] == [99, 99, 55]
    assert encode_game(replayed(format_log(game))[0]) == encode_game(game)


def test_no_log_of_a_game_set_up_by_hand() -> None:
    text = encode_game(Game.deal("maria", 1)).replace('"deal": "1"', '"deal": null')
    with pytest.raises(InvalidGameError, match="was not dealt by number"):
        format_log(decode_game(text))


HEADER = "game: forty-thieves\ndeal: 12345\n"
WRONG = [
    ("s-w\n", 3, "line 1: a game of a log begins with the lines 'game: NAME' and 'deal: NUMBER'"),
    ("deal: 3\ngame: maria\n", 3, "line 1: a game of a log begins with the lines"),
    ("\n\ngame: maria\ns-w\n", 3, "line 3: a game of a log begins with the lines"),
    ("game: whist\ndeal: 3\n", 3, "line 1: no game is called 'whist'"),
    ("game: maria\ndeal: 0\n", 3, "line 2: '0' is not a deal number"),
    ("game: maria\ndeal: 1\ndeal: 2\n", 3, "line 3: 'deal' stands twice"),
    (HEADER + "s-w\nplayer: Ann\n", 3, "line 4: 'player: Ann' stands among the moves"),
    (HEADER + "s-w s-w\n\ns-w 1-f s-w\n", 1, "line 5, move 4, '1-f': 1-f: 5H can't go home"),
    (HEADER + "s-w bogus\n", 3, "line 3, move 2, 'bogus': 'bogus' is not a move"),
    (HEADER + "14-1\n", 1, "line 3, move 1, '14-1': 14-1: no column 14"),
    (HEADER + "s-w " * MAX_LINE, 3, f"line 3: longer than {MAX_LINE} characters"),
    ("game: maria\ndeal: 1\n" + "".join(f"k{i}: v\n" for i in range(200)), 3, "line 101: more"),
    ("\0\n", 3, "line 1: a game of a log begins"),
]


@pytest.mark.parametrize(
    ("text", "exit_code", "message"), WRONG, ids=lambda value: repr(value)[:30]
)
def test_mistakes(text: str, exit_code: int, message: str) -> None:
    with pytest.raises(LogMistakeError) as caught:
        replayed(text)
    assert str(caught.value).startswith(message)
    assert caught.value.exit_code == exit_code
    assert str(caught.value).isprintable()


def test_a_log_is_read_no_further_than_it_is_asked_for() -> None:
    def endless() -> Iterator[str]:
        yield "game: forty-thieves\n"
        yield "deal: 12345\n"
        while True:
            yield "s-w s-w\n"

    logged = next(read_log(endless()))
    assert [len(game.moves) for game in replay(logged, to=5)][-1] == 5
