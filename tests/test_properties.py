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
from naive import GAMES, RANKS, SUITS, NaiveGame, can_lie_on, is_run, opening, rank

from fortythieves import GAMES as PACKAGE_GAMES
from fortythieves import Game, IllegalMoveError, Move, Position, parse_move
from fortythieves.board import board_text
from fortythieves.gamejson import decode_game, encode_game, game_from_dict, game_to_dict
from fortythieves.movelog import format_log, read_log, replay
from fortythieves.moves import FOUNDATION, STOCK, WASTE
from fortythieves.observation import observe
from fortythieves.shorthand import plain_moves

NAMES = sorted(GAMES)
NINE = [
    "forty-thieves", "indian", "limited", "little-forty", "lucas", "maria", "number-ten",
    "rank-and-file", "streets",
]  # fmt: skip
# The rest of the family, walked less: most of it differs from the nine in numbers only.
FAMILY = sorted(GAMES.keys() - NINE)
FILLED = [name for name in NAMES if GAMES[name].empty == "waste"]
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
        """Fail unless the two give the same legal moves and the same piles, of all the cards."""
        moves = [str(move) for move in self.game.legal_moves()]
        assert len(moves) == len(set(moves))
        assert set(moves) == self.naive.legal()
        expected = self.naive.snapshot()
        data = game_to_dict(self.game)
        assert {key: data[key] for key in expected} == expected
        assert cards_of(data) == pack_of(self.naive.game)
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


def pack_of(name: str) -> Counter[str]:
    return Counter({r + s: GAMES[name].packs for s in SUITS for r in RANKS})


def upward(name: str) -> str:
    """The ranks of a foundation from its first card to its last."""
    base = GAMES[name].base
    return RANKS[base - 1 :] + RANKS[: base - 1]


def cards_of(data: dict[str, object]) -> Counter[str]:
    """All the cards of a game file, those on the foundations too."""
    ranks = upward(str(data["game"]))
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
            cards.update(r + suit for r in ranks[:height])
    return cards


def late(name: str, seed: int) -> Both:
    """A position as it may be near the end: high foundations, long runs, empty columns."""
    rng, rules = random.Random(seed), GAMES[name]
    least = max(rng.choice([0, 0, 5, 8, 10]), int(rules.base_out))
    heights = {s: rng.choices(range(least, 14), k=rules.packs) for s in SUITS}
    left = [r + s for s in SUITS for height in heights[s] for r in upward(name)[height:]]
    rng.shuffle(left)
    used = rng.sample(range(rules.columns), rng.randint(0, rules.columns))
    columns: list[list[str]] = [[] for _ in range(rules.columns)]
    stock: list[str] = []
    waste: list[str] = []
    piles = [columns[i] for i in used for _ in range(2)]
    if not used or rng.random() < 0.8:
        piles += [stock, waste]
    while left:
        run = [left.pop()]
        while rng.random() < 0.8:
            fitting = [card for card in left if can_lie_on(name, card, run[-1])]
            if not fitting:
                break
            run.append(rng.choice(fitting))
            left.remove(run[-1])
        rng.choice(piles).extend(run)
    # No play leaves an empty column beside cards to fill it; a file may, and is then played on.
    if rules.empty == "waste" and rng.random() < 0.8:
        for column in columns:
            if not column and (waste or stock):
                column.append(waste.pop() if waste else stock.pop(0))
    hidden = [random_face_down(rng, rules.rows, len(cards)) for cards in columns]
    naive = NaiveGame(name, columns, hidden, stock, heights)
    naive.waste = waste
    if rules.redeals is not None:
        naive.redeals_left = rng.randint(0, rules.redeals)
    return Both(set_up(naive), naive)


def random_face_down(rng: random.Random, rows: str, length: int) -> set[int]:
    """Those that may be face down in a column: as dealt, but for some turned up from the top."""
    dealt = [place for place in range(min(len(rows), length - 1)) if rows[place] == "d"]
    return set(dealt[: rng.randint(0, len(dealt))])


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
    up = columns[source][naive.hidden(source) :]
    run = up[-count:]
    if source == target or count > len(up) or not is_run(naive.game, run):
        return None
    onto, kings_only = columns[target], naive.rules.empty == "king"
    if onto and not can_lie_on(naive.game, run[0], onto[-1]):
        return None
    if not onto and kings_only and rank(run[0]) != 13:
        return None
    spare = 0 if kings_only else sum(not column for column in columns if column is not onto)
    if count > 2**spare:
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
    if naive.rules.empty == "waste" and (naive.stock or naive.waste) and not all(naive.columns):
        return  # what is put aside by the way would leave a column to be filled
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


def check_hidden_cards(both: Both, seed: int) -> None:
    """With other cards face down, nothing that is shown, listed or refused tells of it."""
    other = both.naive.copy()
    places = [(c, i) for c, hidden in enumerate(other.face_down) for i in sorted(hidden)]
    cards = [*other.stock, *(other.columns[c][i] for c, i in places)]
    random.Random(seed).shuffle(cards)
    for c, i in places:
        other.columns[c][i] = cards.pop()
    other.stock = cards
    one, two = set_up(both.naive), set_up(other)
    assert two.legal_moves() == one.legal_moves()
    assert two.status == one.status
    assert board_text(two.position, None) == board_text(one.position, None)
    assert observe(two) == observe(one)
    for move in plain_forms(one):
        assert str(two.position.refusal(move)) == str(one.position.refusal(move))


def check_all(both: Both) -> None:
    both.agree()
    check_every_move(both)
    check_round_trips(both)
    check_draw_and_play(both)
    check_hidden_cards(both, len(both.game.moves))
    if not both.naive.rules.runs:
        check_super_moves(both)


def test_the_same_games() -> None:
    assert set(GAMES) == set(PACKAGE_GAMES)
    assert len(GAMES) == 49
    assert len(FAMILY) == 40


def walk_from_a_deal(name: str, deal: int, seed: int, steps: int, greedy: bool) -> None:
    both = dealt(name, deal)
    both.agree()
    for number, _ in enumerate(walk(both, seed, steps, greedy)):
        both.agree()
        if number % 100 == 50:
            check_all(both)
    check_all(both)
    check_back_and_forth(both)


@pytest.mark.parametrize("name", NINE)
@settings(max_examples=7, deadline=None)
@given(deal=deals, seed=seeds, steps=st.integers(1, 220), greedy=st.booleans())
def test_walk_from_a_deal(name: str, deal: int, seed: int, steps: int, greedy: bool) -> None:
    walk_from_a_deal(name, deal, seed, steps, greedy)


@pytest.mark.parametrize("name", FAMILY)
@settings(max_examples=2, deadline=None)
@given(deal=deals, seed=seeds, steps=st.integers(40, 100), greedy=st.booleans())
def test_walk_in_the_family(name: str, deal: int, seed: int, steps: int, greedy: bool) -> None:
    walk_from_a_deal(name, deal, seed, steps, greedy)


def walk_from_a_late_position(name: str, seed: int, steps: int, greedy: bool) -> None:
    both = late(name, seed)
    both.agree()
    for _ in walk(both, seed, steps, greedy):
        both.agree()
    check_all(both)
    check_back_and_forth(both)


@pytest.mark.parametrize("name", NINE)
@settings(max_examples=12, deadline=None)
@given(seed=seeds, steps=st.integers(0, 60), greedy=st.booleans())
def test_walk_from_a_late_position(name: str, seed: int, steps: int, greedy: bool) -> None:
    walk_from_a_late_position(name, seed, steps, greedy)


@pytest.mark.parametrize("name", FAMILY)
@settings(max_examples=4, deadline=None)
@given(seed=seeds, steps=st.integers(0, 30), greedy=st.booleans())
def test_late_walk_in_the_family(name: str, seed: int, steps: int, greedy: bool) -> None:
    walk_from_a_late_position(name, seed, steps, greedy)


def walk_that_can_shrink(name: str, deal: int, steps: list[int]) -> None:
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


@pytest.mark.parametrize("name", NINE)
@settings(max_examples=20, deadline=None)
@given(deal=deals, steps=st.lists(st.integers(0, 255), min_size=10, max_size=60))
def test_walk_that_can_shrink(name: str, deal: int, steps: list[int]) -> None:
    walk_that_can_shrink(name, deal, steps)


@pytest.mark.parametrize("name", FAMILY)
@settings(max_examples=4, deadline=None)
@given(deal=deals, steps=st.lists(st.integers(0, 255), min_size=10, max_size=40))
def test_shrinking_walk_in_the_family(name: str, deal: int, steps: list[int]) -> None:
    walk_that_can_shrink(name, deal, steps)


def forty_thieves(*columns: list[str]) -> Both:
    """A position of Forty Thieves by hand; the cards not named lie in the waste."""
    named = Counter(card for column in columns for card in column)
    naive = NaiveGame("forty-thieves", list(columns), [set()] * 10, [])
    naive.waste = sorted((pack_of("forty-thieves") - named).elements())
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


def test_super_moves_where_only_kings_go_to_empty_columns() -> None:
    """Empty columns are no help there: not to the eight by way of them, nor to the queen."""
    columns = [["8S", "7S"], ["9S"], ["KH", "QH"], ["8H"], [], [], []]
    named = Counter(card for column in columns for card in column)
    naive = NaiveGame("interchange", columns, [set()] * 7, [])
    naive.waste = sorted((pack_of("interchange") - named).elements())
    game = set_up(naive)
    assert [plain_moves(game.position, parse_move(t)) for t in ("1-2x2", "3-5x2")] == [
        (Move(0, 1, 2),),
        (Move(2, 4, 2),),
    ]
    piles = game.position.copy()
    position = Position(
        piles.rules._replace(name="own", title="Own", runs=""),
        stock=piles.stock,
        waste=piles.waste,
        columns=piles.columns,
        down=piles.down,
        home=piles.home,
        redeals=piles.redeals,
    )
    for text in ("1-2x2", "1-5x2", "3-5x2"):
        with pytest.raises(IllegalMoveError):
            plain_moves(position, parse_move(text))


@pytest.mark.parametrize("name", FILLED)
def test_filled_and_undone_with_its_move(name: str) -> None:
    """From the waste, then from the stock, then not at all; each time as part of one move."""
    columns = [["AC"], ["AD"], ["AH"], ["AS"], *([] for _ in range(GAMES[name].columns - 4))]
    named = Counter(["AC", "AD", "AH", "AS", "9C", "9D"])
    for number, card in enumerate(sorted((pack_of(name) - named).elements())):
        columns[4 + number % (len(columns) - 4)].append(card)
    naive = NaiveGame(name, columns, [set()] * len(columns), ["9D"])
    naive.waste = ["9C"]
    both = Both(set_up(naive), naive)
    filled: list[list[list[str]]] = []
    for move in ("1-f", "2-f", "3-f", "1-3", "3-1"):
        both.play(move)
        both.agree()
        filled.append(both.naive.columns[:3])
    assert filled == [
        [["9C"], ["AD"], ["AH"]],
        [["9C"], ["9D"], ["AH"]],
        [["9C"], ["9D"], []],
        [[], ["9D"], ["9C"]],
        [["9C"], ["9D"], []],
    ]
    assert len(both.game.moves) == 5
    for _ in range(5):
        both.undo()
        both.agree()
    for _ in range(5):
        both.redo()
        both.agree()


def test_the_walks_come_everywhere() -> None:
    """That the properties above are put to the test where it matters: fixed walks, all kinds."""
    seen: Counter[str] = Counter()
    for name in NAMES:
        for seed in range(6):
            both = late(name, seed) if seed % 2 else dealt(name, seed + 1)
            for _ in walk(both, seed, 100 if name in NINE else 40, greedy=True):
                look(both, seen)
    for kind in ("redeal", "one redeal left", "won", "stuck", "king on ace", "king to empty",
                 "filled from waste", "filled from stock"):  # fmt: skip
        assert seen[kind], kind
    for name, rules in GAMES.items():
        assert seen[f"{name} empty column"], name
        assert seen[f"{name} playing"]
        assert bool(seen[f"{name} run"]) == (rules.runs != "")
        assert bool(seen[f"{name} turned up"]) == ("d" in rules.rows)
        assert bool(seen[f"{name} filled from waste"]) == (rules.empty == "waste")


def look(both: Both, seen: Counter[str]) -> None:
    """Count what is to be seen in a position, and of the move that led to it."""
    naive = both.naive
    name = naive.game
    status = str(naive.snapshot()["status"])
    seen.update([status, f"{name} {status}"])
    seen[f"{name} empty column"] += not all(naive.columns)
    seen["one redeal left"] += naive.redeals_left == 1
    if not both.game.moves:
        return
    before, move = both.past[-1], str(both.game.moves[-1])
    source, target = move.partition("x")[0].split("-")
    seen["redeal"] += move == "w-s"
    seen[f"{name} run"] += "x" in move
    seen[f"{name} turned up"] += before.face_down != naive.face_down
    if source in "sw" or naive.rules.empty != "waste" or not naive.columns[int(source) - 1]:
        pass
    elif naive.waste != before.waste:
        seen.update(["filled from waste", f"{name} filled from waste"])
    elif naive.stock != before.stock:
        seen["filled from stock"] += 1
    if target not in "swf":
        onto = before.columns[int(target) - 1]
        card = naive.columns[int(target) - 1][len(onto)]
        seen["king on ace"] += rank(card) == 13 and onto[-1:] != [] and rank(onto[-1]) == 1
        seen["king to empty"] += rank(card) == 13 and not onto and naive.rules.empty == "king"
