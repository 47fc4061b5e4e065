"""What must hold in any game, after any moves, undos and redos.

Every walk is played in the package and in `naive` side by side, and the two must agree at each
step. The walks begin at numbered deals, and at late positions made by hand: few cards left, in long
runs, with empty columns, which is where deals played at random seldom come.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import GAMES, RANKS, SUITS, NaiveGame, can_lie_on, is_run, opening

from fortythieves import Game, IllegalMoveError, Move, parse_move
from fortythieves.gamejson import decode_game, encode_game, game_from_dict, game_to_dict
from fortythieves.movelog import format_log, read_log, replay
from fortythieves.moves import FOUNDATION, STOCK, WASTE
from fortythieves.shorthand import plain_moves

NAMES = sorted(GAMES)
PACK = Counter({r + s: 2 for s in SUITS for r in RANKS})
REFUSALS = {
    "no-such-pile", "empty-pile", "same-pile", "count", "no-such-move", "from-foundation",
    "one-card", "not-a-run", "stock-empty", "no-redeal", "stock-not-empty", "does-not-fit",
    "not-home-yet", "draws-more", "too-many",
}  # fmt: skip

deals = st.one_of(st.integers(1, 31999), st.integers(32000, 10**20))
seeds = st.integers(0, 2**32)


class Both:
    """One game played in the package and in `naive`, with the texts of its file on the way."""

    def __init__(self, game: Game, naive: NaiveGame) -> None:
        self.game = game
        self.past: list[NaiveGame] = []
        self.naive = naive
        self.future: list[NaiveGame] = []
        self.texts = [bare_text(game)]

    def agree(self) -> None:
        """Fail unless the two give the same legal moves and the same piles, of 104 cards."""
        moves = [str(move) for move in self.game.legal_moves()]
        assert len(moves) == len(set(moves))
        assert set(moves) == self.naive.legal()
        expected = self.naive.snapshot()
        data = game_to_dict(self.game)
        assert {key: data[key] for key in expected} == expected
        assert cards_of(data) == PACK
        assert self.game.won == (expected["status"] == "won")
        assert self.game.stuck == (expected["status"] == "stuck")

    def play(self, text: str) -> None:
        made = self.game.push(text)
        assert [str(move) for move in made] == [text]
        assert self.game.moves[-1:] == list(made)
        assert self.game.undone == []
        self.past.append(self.naive)
        self.naive = self.naive.copy()
        self.naive.play(text)
        self.future = []
        self.texts = [*self.texts[: len(self.past)], bare_text(self.game)]

    def undo(self) -> None:
        move = self.game.pop()
        assert self.game.undone[-1] == move
        self.future.append(self.naive)
        self.naive = self.past.pop()
        assert bare_text(self.game) == self.texts[len(self.past)]

    def redo(self) -> None:
        move = self.game.undone[-1]
        assert self.game.redo() == [move]
        assert self.game.moves[-1] == move
        self.past.append(self.naive)
        self.naive = self.future.pop()
        assert bare_text(self.game) == self.texts[len(self.past)]


def dealt(name: str, deal: int) -> Both:
    return Both(Game.deal(name, deal), opening(name, deal))


def bare_text(game: Game) -> str:
    """A game as in its file, without the moves taken back."""
    return re.sub(r'^  "undone": .*\n', "", encode_game(game), flags=re.MULTILINE)


def cards_of(data: dict[str, object]) -> Counter[str]:
    """All the cards of a game file, those on the foundations too."""
    stock, waste, tableau, home = (
        data[key] for key in ("stock", "waste", "tableau", "foundations")
    )
    assert isinstance(stock, list)
    assert isinstance(waste, list)
    assert isinstance(tableau, list)
    assert isinstance(home, dict)
    cards = Counter([*stock, *waste])
    for column in tableau:
        cards.update([*column["down"], *column["up"]])
    for suit, heights in home.items():
        for height in heights:
            cards.update(r + suit for r in RANKS[:height])
    return cards


def late(name: str, seed: int) -> Both:
    """A position as it may be near the end: high foundations, long runs, empty columns."""
    rng, rules = random.Random(seed), GAMES[name]
    least = rng.choice([1, 1, 5, 8, 10]) if rules.aces_out else rng.choice([0, 0, 5, 8, 10])
    heights = {s: sorted(rng.choices(range(least, 14), k=2), reverse=True) for s in SUITS}
    left = [r + s for s in SUITS for height in heights[s] for r in RANKS[height:]]
    rng.shuffle(left)
    used = rng.sample(range(rules.columns), rng.randint(0, rules.columns))
    columns: list[list[str]] = [[] for _ in range(rules.columns)]
    stock: list[str] = []
    waste: list[str] = []
    while left:
        run = [left.pop()]
        while rng.random() < 0.8:
            fitting = [card for card in left if can_lie_on(name, card, run[-1])]
            if not fitting:
                break
            run.append(rng.choice(fitting))
            left.remove(run[-1])
        pile = rng.choice([stock, waste, *(columns[i] for i in used for _ in range(2))])
        pile.extend(run)
    down = [rng.randint(0, min(rules.face_down, max(0, len(cards) - 1))) for cards in columns]
    naive = NaiveGame(name, columns, down, stock, heights)
    naive.waste = waste
    naive.redeals_left = rng.randint(0, rules.redeals)
    return Both(set_up(naive), naive)


def set_up(naive: NaiveGame) -> Game:
    """The package's game that begins from a position of `naive`."""
    piles = naive.snapshot()
    return game_from_dict(
        {
            "format": "fortythieves",
            "version": 1,
            "game": naive.game,
            "deal": None,
            "opening": {key: value for key, value in piles.items() if key != "status"},
            "moves": [],
            "undone": [],
            **piles,
        }
    )


def choose(rng: random.Random, naive: NaiveGame, greedy: bool) -> str:
    """One of the legal moves; if ``greedy``, rather one that brings the game forward."""
    moves = sorted(naive.legal())
    if not greedy:
        return rng.choice(moves)
    return rng.choices(moves, [weight(naive, text) for text in moves])[0]


def weight(naive: NaiveGame, text: str) -> float:
    source, target = text.split("-")
    if target == "f":
        return 20
    if source in ("s", "w"):
        return 3
    target, _, count = target.partition("x")
    if not naive.columns[int(target) - 1]:
        return 0.3
    return 10 if len(naive.columns[int(source) - 1]) == int(count or "1") else 1


def walk(both: Both, seed: int, steps: int, greedy: bool) -> Iterator[None]:
    """Play on by moves, undos and redos; yields after each."""
    rng = random.Random(seed)
    for _ in range(steps):
        what = rng.random()
        if what < 0.08 and both.past:
            for _ in range(rng.randint(1, min(6, len(both.past)))):
                both.undo()
                yield
        elif what < 0.16 and both.future:
            both.redo()
            yield
        elif both.naive.legal():
            both.play(choose(rng, both.naive, greedy))
            yield
        elif both.past:
            both.undo()
            yield


def plain_forms(game: Game) -> Iterator[Move]:
    """Every plain move that can be written, with one column and one card too many."""
    columns = game.position.columns
    for source in (*range(len(columns) + 1), STOCK, WASTE, FOUNDATION):
        most = len(columns[source]) + 1 if source < len(columns) else 2
        for target in (*range(len(columns) + 1), STOCK, WASTE, FOUNDATION):
            for count in range(1, max(most, 2) + 1):
                yield Move(source, target, count)


def check_every_move(both: Both) -> None:
    """What is listed is accepted and does what the rules say; all else changes nothing."""
    position, legal = both.game.position, both.naive.legal()
    before, made, undone = position.copy(), list(position.moves), list(both.game.undone)
    accepted = set()
    for move in plain_forms(both.game):
        refused = None
        try:
            position.push(move)
        except IllegalMoveError as error:
            refused = error
        if refused is not None:
            assert str(move) not in legal
            assert refused.code in REFUSALS
            assert str(refused) == f"{move}: {refused.reason}"
        else:
            accepted.add(str(move))
            assert str(move) in legal
            assert position.moves == [*made, move]
            after = both.naive.copy()
            after.play(str(move))
            data, expected = game_to_dict(both.game), after.snapshot()
            assert {key: data[key] for key in expected} == expected
            assert position.pop() == move
        assert position == before, move
        assert position.moves == made
        assert both.game.undone == undone
    assert accepted == legal


def check_round_trips(both: Both) -> None:
    """Moves, file and log read back to what was written."""
    game = both.game
    for move in game.legal_moves():
        assert plain_moves(game.position, parse_move(str(move))) == (move,)
        assert game.is_legal(str(move))
    text = encode_game(game)
    read = decode_game(text)
    assert encode_game(read) == text
    assert read.position == game.position
    assert (read.moves, read.undone) == (game.moves, game.undone)
    assert read.deal_number == game.deal_number
    again = Game(game.opening, game.deal_number)
    assert again.push_all([str(move) for move in game.moves]) == tuple(game.moves)
    assert (again.position, again.moves) == (game.position, game.moves)
    again = Game(game.opening, game.deal_number)
    with pytest.raises(IllegalMoveError):
        again.push_all([*(str(move) for move in game.moves), "f-1"])
    assert (again.position, again.moves) == (game.opening, [])
    if game.deal_number is not None:
        replayed = [
            (sum(1 for _ in replay(logged)), logged.game)
            for logged in read_log(format_log(game).splitlines(keepends=True))
        ]
        ((boards, again),) = replayed
        assert boards == len(game.moves) + 1
        assert again.position == game.position
        assert again.moves == game.moves
        assert bare_text(again) == bare_text(game)


def check_back_and_forth(both: Both) -> None:
    """Undone to the deal and made again, the game goes through the same bytes both ways."""
    game = both.game
    made, last = len(game.moves), game.position.copy()
    texts = [encode_game(game)]
    while game.moves:
        game.pop()
        texts.append(encode_game(game))
    assert game.position == game.opening
    if game.deal_number is not None:
        assert bare_text(game) == bare_text(Game.deal(game.rules, game.deal_number))
    with pytest.raises(IllegalMoveError, match="no move has been made"):
        game.pop()
    assert encode_game(game) == texts.pop()
    moves, undone = game.undone[::-1][:made], len(game.undone)
    for move in moves:
        assert game.redo() == [move]
        assert encode_game(game) == texts.pop()
    assert not texts
    assert game.position == last
    if made:
        assert game.undo(made) == moves[::-1]
        assert game.position == game.opening
        assert game.redo(made) == moves
        assert (game.position, game.moves) == (last, moves)
    for refuse in (game.undo, game.redo):
        with pytest.raises(IllegalMoveError):
            refuse(undone + made + 1)
        assert (game.position, game.moves) == (last, moves)


def lifted(naive: NaiveGame, source: int, target: int, count: int) -> NaiveGame | None:
    """The run lifted over as a whole; None if the rules of one card at a time don't allow it."""
    columns = [list(column) for column in naive.columns]
    up = columns[source][naive.face_down[source] :]
    run = up[-count:]
    if source == target or count > len(up) or not is_run(naive.game, run):
        return None
    onto = columns[target]
    if onto and not can_lie_on(naive.game, run[0], onto[-1]):
        return None
    empty = sum(not column for column in columns)
    if count > (2**empty if onto else 2 ** (empty - 1)):
        return None
    del columns[source][-count:]
    columns[target] += run
    after = NaiveGame(naive.game, columns, naive.face_down, naive.stock, naive.foundations)
    after.waste = list(naive.waste)
    after.redeals_left = naive.redeals_left
    return after


def check_shorthand(both: Both, text: str, expected: NaiveGame | None) -> tuple[Move, ...]:
    """A shorthand has the effect expected by single legal moves, or is refused without any."""
    game = both.game
    before, made, undone = game.position.copy(), list(game.moves), list(game.undone)
    assert game.is_legal(text) == (expected is not None), text
    assert (game.position, game.moves, game.undone) == (before, made, undone)
    if expected is None:
        with pytest.raises(IllegalMoveError) as caught:
            game.push(text)
        assert str(caught.value).startswith(f"{text}: ")
        assert caught.value.code in REFUSALS
        assert (game.position, game.moves, game.undone) == (before, made, undone)
        return ()
    singles = game.push(text)
    assert game.moves == [*made, *singles]
    one_by_one = both.naive.copy()
    for move in singles:
        one_by_one.play(str(move))
    assert one_by_one.snapshot() == expected.snapshot()
    data = game_to_dict(game)
    assert {key: data[key] for key in expected.snapshot()} == expected.snapshot()
    for _ in singles:
        game.pop()
    game.undone[:] = undone
    assert (game.position, game.moves) == (before, made)
    return singles


def check_super_moves(both: Both) -> None:
    """Every ``i-jxN`` of a one-card game."""
    naive = both.naive
    for source, column in enumerate(naive.columns):
        for target in range(len(naive.columns)):
            for count in range(2, len(column) + 2):
                text = f"{source + 1}-{target + 1}x{count}"
                check_shorthand(both, text, lifted(naive, source, target, count))


def check_draw_and_play(both: Both) -> None:
    """``s-3`` is s-w and w-3, ``s-f`` is s-w and w-f, in games that draw one card."""
    for target in [*(str(i + 1) for i in range(both.naive.rules.columns + 1)), "f"]:
        expected = None
        if both.naive.stock and both.naive.rules.draw == 1:
            drawn = both.naive.copy()
            drawn.play("s-w")
            if f"w-{target}" in drawn.legal():
                expected = drawn
                expected.play(f"w-{target}")
        singles = check_shorthand(both, f"s-{target}", expected)
        assert [str(move) for move in singles] == (["s-w", f"w-{target}"] if expected else [])


def check_all(both: Both) -> None:
    both.agree()
    check_every_move(both)
    check_round_trips(both)
    check_draw_and_play(both)
    if not both.naive.rules.runs:
        check_super_moves(both)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=8, deadline=None)
@given(deal=deals, seed=seeds, steps=st.integers(1, 220), greedy=st.booleans())
def test_walk_from_a_deal(name: str, deal: int, seed: int, steps: int, greedy: bool) -> None:
    both = dealt(name, deal)
    both.agree()
    for number, _ in enumerate(walk(both, seed, steps, greedy)):
        both.agree()
        if number % 100 == 50:
            check_all(both)
    check_all(both)
    check_back_and_forth(both)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=12, deadline=None)
@given(seed=seeds, steps=st.integers(0, 60), greedy=st.booleans())
def test_walk_from_a_late_position(name: str, seed: int, steps: int, greedy: bool) -> None:
    both = late(name, seed)
    check_all(both)
    for _ in walk(both, seed, steps, greedy):
        both.agree()
    check_all(both)
    check_back_and_forth(both)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=20, deadline=None)
@given(deal=deals, steps=st.lists(st.integers(0, 255), min_size=10, max_size=60))
def test_walk_that_can_shrink(name: str, deal: int, steps: list[int]) -> None:
    """Shorter and plainer than the other walks, so that a failure shows in few moves."""
    both = dealt(name, deal)
    for step in steps:
        moves = sorted(both.naive.legal())
        if step >= 240 and both.past:
            both.undo()
        elif step >= 220 and both.future:
            both.redo()
        elif moves:
            both.play(moves[step % len(moves)])
        both.agree()
    check_back_and_forth(both)


def forty_thieves(*columns: list[str]) -> Both:
    """A position of Forty Thieves by hand; the cards not named lie in the waste."""
    named = Counter(card for column in columns for card in column)
    naive = NaiveGame("forty-thieves", list(columns), [0] * 10, [])
    naive.waste = sorted((PACK - named).elements())
    return Both(set_up(naive), naive)


FILLERS = [["KH"], ["QC"], ["KD"], ["JH"], ["KC"], ["QD"], ["KH"], ["JC"]]


@pytest.mark.parametrize(("empty", "most"), [(0, 1), (1, 2), (2, 4), (3, 8)])
def test_super_moves_onto_a_card(empty: int, most: int) -> None:
    for count in range(2, 9):
        taker = f"{RANKS[count]}S"  # one higher than the first of the last `count` spades
        spades = [["8S", "7S", "6S", "5S", "4S", "3S", "2S", "AS"], [taker]]
        both = forty_thieves(*spades, *FILLERS[: 8 - empty], *([[]] * empty))
        expected = lifted(both.naive, 0, 1, count)
        assert (expected is not None) == (count <= most)
        check_shorthand(both, f"1-2x{count}", expected)


@pytest.mark.parametrize(("empty", "most"), [(1, 1), (2, 2), (3, 4), (4, 8)])
def test_super_moves_onto_an_empty_column(empty: int, most: int) -> None:
    spades = ["8S", "7S", "6S", "5S", "4S", "3S", "2S", "AS"]
    fillers = [*FILLERS, ["QH"]]
    both = forty_thieves(spades, *fillers[: 9 - empty], *([[]] * empty))
    for count in range(2, 9):
        expected = lifted(both.naive, 0, 9, count)
        assert (expected is not None) == (count <= most)
        check_shorthand(both, f"1-10x{count}", expected)


def test_the_walks_come_everywhere() -> None:
    """That the properties above are put to the test where it matters: fixed walks, all kinds."""
    seen: Counter[str] = Counter()
    for name in NAMES:
        for seed in range(4):
            both = late(name, seed) if seed % 2 else dealt(name, seed + 1)
            for _ in walk(both, seed, 150, greedy=True):
                seen[f"{name} {both.naive.snapshot()['status']}"] += 1
                if not all(both.naive.columns):
                    seen[f"{name} empty column"] += 1
                if both.game.moves:
                    last = str(both.game.moves[-1])
                    seen["redeal"] += last == "w-s"
                    seen[f"{name} run"] += "x" in last
                    turned = both.past[-1].face_down != both.naive.face_down
                    seen[f"{name} turned up"] += turned
                seen["one redeal left"] += 0 < both.naive.redeals_left < 3
    assert seen["redeal"]
    assert seen["one redeal left"]
    for name, rules in GAMES.items():
        assert seen[f"{name} empty column"]
        assert seen[f"{name} playing"]
        assert bool(seen[f"{name} run"]) == rules.runs
        assert bool(seen[f"{name} turned up"]) == (rules.face_down > 0)
    assert sum(seen[f"{name} won"] for name in NAMES)
    assert sum(seen[f"{name} stuck"] for name in NAMES)
