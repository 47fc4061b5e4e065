"""The command line's options and help: the functions of `commands`, declared to typer."""

from __future__ import annotations

from copy import copy
from typing import Annotated

import typer

from . import __version__, commands, exchange

app = typer.Typer(
    name="fortythieves",
    help="Play Forty Thieves and its relatives, one command per move.",
    epilog="FILE may be - for standard input; what changes the game then writes it to "
    "standard output. Exit codes: 0 done, 1 the rules say no, 2 wrong usage, "
    "3 unreadable or invalid input, 4 not decided within the limits.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

File = Annotated[str, typer.Argument(metavar="FILE", help="A game file, or - for standard input.")]
GameName = Annotated[str | None, typer.Argument(metavar="[GAME]", help="See the command games.")]
Count = Annotated[str, typer.Argument(metavar="[N]", help="How many moves, or all.")]
Output = Annotated[
    str | None, typer.Option("--output", "-o", metavar="FILE", help="Where the game is kept.")
]
Force = Annotated[bool, typer.Option("--force", "-f", help="Overwrite the file if it is there.")]
Files = Annotated[
    str,
    typer.Argument(metavar="FILE", help="A game file, or many games, one a line; - as elsewhere."),
]
Color = Annotated[str, typer.Option(metavar="WHEN", help="auto (on a terminal), always or never.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print no board.")]
Time = Annotated[
    str | None,
    typer.Option(metavar="SECONDS", help="How long to search: 10; with --nodes no limit; or none."),
]
Nodes = Annotated[
    str | None,
    typer.Option(metavar="NODES", help="How many positions to search at most, such as 5M."),
]
Memory = Annotated[
    str | None, typer.Option(metavar="BYTES", help="How much memory to use: 1G; such as 500M.")
]
Seed = Annotated[
    str | None,
    typer.Option(metavar="SEED", help="Of the random numbers; 0. The same, the same answer."),
]
Shorten = Annotated[
    bool, typer.Option("--shorten", help="Spend what is left of the limits on a shorter line.")
]


def run(arguments: list[str]) -> int:
    """Run one command line; returns its exit code.

    Raises:
        FortyThievesError: what the command could not do.
    """
    # Only the command that is called is made: each takes a millisecond.
    known = app.registered_commands
    called = [
        c for c in known if [c.name or getattr(c.callback, "__name__", None)] == arguments[:1]
    ]
    some = copy(app)
    some.registered_commands = called or known
    try:
        code = some(arguments or ["--help"], prog_name="fortythieves", standalone_mode=False)
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "fortythieves"
        message = error.format_message().rstrip(".")
        message = message[:1].lower() + message[1:]
        typer.echo(f"fortythieves: {message} (see {command} --help)", err=True)
        return int(getattr(error, "exit_code", 2))
    except typer.Abort:
        return 130
    except SystemExit:
        # What typer makes of a broken pipe, whatever its mode.
        raise BrokenPipeError from None
    return code if isinstance(code, int) else 0


def _version(wanted: bool) -> None:
    if wanted:
        from .solver import board

        solver = "not compiled" if board.__file__.endswith(".py") else "compiled"
        typer.echo(f"fortythieves {__version__} (solver {solver})")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Play Forty Thieves and its relatives, one command per move."""


@app.command()
def new(
    game: GameName = None,
    rules: Annotated[
        str | None, typer.Option(metavar="FILE", help="Play by the rules of a TOML file.")
    ] = None,
    deal: Annotated[
        str | None,
        typer.Option(metavar="N", help="The number of the deal, 1 to 10^20; a random one if none."),
    ] = None,
    deals: Annotated[
        str | None,
        typer.Option(metavar="N-M,...", help="Print many, one a line; - reads their numbers."),
    ] = None,
    output: Output = None,
    force: Force = False,
    quiet: Quiet = False,
    as_json: Json = False,
    winnable: Annotated[
        bool, typer.Option("--winnable", help="Deal one that is known, or found, to be winnable.")
    ] = False,
    time: Annotated[
        str | None,
        typer.Option(metavar="SECONDS", help="How long --winnable may search: 60, or none."),
    ] = None,
) -> None:
    """Deal a game into a file and print the board.

    Deal N is the board that PySolFC shows for that number. Without -o the game itself is printed,
    as JSON. A random --winnable deal comes from the catalogue of deals that ships with the program,
    or for other games from searching; how it is won is not told.
    """
    commands.new(game, rules, deal, deals, output, force, quiet, as_json, winnable, time)


@app.command()
def move(
    file: File,
    moves: Annotated[
        list[str], typer.Argument(metavar="MOVE...", help="Such as s-w, w-3, 3-f, 3-7, 3-7x4.")
    ],
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Make moves, all or none, and print the board.

    Piles are s stock, w waste, f foundation, and the columns 1, 2, ... from the left.
    s-w draws, w-s redeals, w-3 plays the waste's top card to column 3, 3-f takes column 3's top
    card home, 3-7x4 moves a run of four. s-3 and s-f draw and play the card drawn.
    """
    commands.move(file, *moves, quiet=quiet, as_json=as_json)


@app.command()
def show(
    file: Files,
    reveal: Annotated[
        bool, typer.Option("--reveal", help="Show the face-down cards and the stock too.")
    ] = False,
    color: Color = "auto",
    style: Annotated[
        str, typer.Option("--as", metavar="STYLE", help="board, words or svg.")
    ] = "board",
    as_json: Annotated[
        bool, typer.Option("--json", help="Print what a player sees as JSON, a game a line.")
    ] = False,
) -> int:
    """Print the board.

    With --as words it is told in sentences, for screen readers; with --as svg it is a picture.
    """
    return commands.show(file, reveal, color, style, as_json)


@app.command()
def moves(
    file: Files,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a game's moves on a line.")
    ] = False,
) -> int:
    """Print the legal moves, one a line."""
    return commands.moves(file, as_json)


@app.command()
def undo(file: File, count: Count = "1", quiet: Quiet = False, as_json: Json = False) -> None:
    """Take back the last N moves (1), and print the board."""
    commands.undo(file, count, quiet, as_json)


@app.command()
def redo(file: File, count: Count = "1", quiet: Quiet = False, as_json: Json = False) -> None:
    """Make again the last N moves taken back (1), and print the board."""
    commands.redo(file, count, quiet, as_json)


@app.command()
def play(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A game file.")],
    save: Annotated[
        str, typer.Option(metavar="WHEN", help="each: after every move; end: once, at the end.")
    ] = "each",
    as_json: Annotated[bool, typer.Option("--json", help="Answer a line of JSON a line.")] = False,
    color: Color = "auto",
    style: Annotated[
        str, typer.Option("--as", metavar="STYLE", help="board, or words for screen readers.")
    ] = "board",
) -> int:
    """Play at a prompt, or by the lines of standard input.

    A line is a move or several, or undo [N], redo [N], moves, show, hint [N], help, quit.
    """
    return commands.play(file, save, as_json, color, style)


@app.command()
def hint(
    file: File,
    moves: Annotated[
        str, typer.Option(metavar="N", help="Print the next N moves, or all of them.")
    ] = "1",
    keep: Annotated[
        bool, typer.Option("--keep", help="Keep the win in the file, for the hints that follow.")
    ] = False,
    time: Time = None,
    nodes: Nodes = None,
    memory: Memory = None,
    seed: Seed = None,
    shorten: Shorten = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print the moves alone.")] = False,
    as_json: Json = False,
) -> int:
    """Print the next move of a win, or that there is none.

    It is searched for from the present position with all cards known: those that lie face down,
    and the stock. Where that comes to no verdict, the move that looks most promising is printed.

    A win that is kept needs no more searching as long as its moves are followed; show and moves
    never tell it.
    """
    from . import solving
    from .limits import parse_limits

    limits = parse_limits(time, nodes, memory, seed, shorten)
    return solving.hint(file, limits, moves, keep, quiet, as_json)


@app.command()
def solve(
    file: Annotated[
        str | None,
        typer.Argument(metavar="[FILE]", help="A game file, or - for standard input."),
    ] = None,
    apply: Annotated[
        bool, typer.Option("--apply", help="Play the win into the file, and print the board.")
    ] = False,
    best: Annotated[
        bool, typer.Option("--best", help="Without a verdict, print the line that came furthest.")
    ] = False,
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="Solve many deals of a game: those of --deals."),
    ] = None,
    rules: Annotated[
        str | None, typer.Option(metavar="FILE", help="The same, by the rules of a TOML file.")
    ] = None,
    deals: Annotated[
        str | None,
        typer.Option(metavar="N-M,...", help="Which deals; a line for each. - reads them."),
    ] = None,
    jobs: Annotated[
        str | None, typer.Option(metavar="N", help="How many deals at a time: 1; all: one a core.")
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Leave out deals that the file has; add the others."),
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Of a Dask cluster that does the work.")
    ] = None,
    lines: Annotated[
        bool, typer.Option("--lines", help="With --deals, print the moves of each win too.")
    ] = False,
    time: Time = None,
    nodes: Nodes = None,
    memory: Memory = None,
    seed: Seed = None,
    shorten: Shorten = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print no line and no board.")
    ] = False,
    as_json: Json = False,
) -> int:
    """Search for a win, and print it as a log that replay plays.

    It is searched for from the present position with all cards known: those that lie face down,
    and the stock. The exit code is 0 for a win, 1 if it is proved that there is none, and 4 if the
    limits were too narrow to tell.

    With --deals, which needs no FILE, each deal is solved from its opening. The limits are of each
    search.
    """
    from . import solving
    from .limits import parse_limits

    limits = parse_limits(time, nodes, memory, seed, shorten)
    solving.check_options(
        file,
        {"--game": game, "--rules": rules, "--deals": deals, "--jobs": jobs, "--resume": resume,
         "--scheduler": scheduler, "--lines": lines},
        {"--apply": apply, "--best": best},
    )  # fmt: skip
    if file is not None:
        return solving.solve(file, limits, apply, best, quiet, as_json)
    from .surveying import solve_deals

    return solve_deals(
        game, rules, deals or "", limits, jobs, resume, scheduler, lines, as_json, quiet
    )


@app.command()
def survey(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...", help="What solve --deals --json printed; - as elsewhere."
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print a line of JSON a game.")] = False,
    svg: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw it, as SVG; -: print the picture.")
    ] = None,
    force: Force = False,
) -> int:
    """Sum up the lines of solve --deals --json: how often each game can be won.

    The share of deals that can be won lies between that of the deals won and that of those not
    proved unwinnable. The interval of 95% is Wilson's, from its lower end for the one to its upper
    end for the other. A deal that stands there more than once counts once.
    """
    from .surveying import survey as summed

    return summed(*files, as_json=as_json, svg=svg, force=force)


@app.command()
def log(file: File, as_json: Json = False) -> None:
    """Print the moves made, as a log that replay plays."""
    commands.log(file, as_json)


@app.command()
def replay(
    file: Annotated[
        str, typer.Argument(metavar="LOG", help="A move log, or - for standard input.")
    ],
    boards: Annotated[bool, typer.Option("--boards", help="Print every board.")] = False,
    to: Annotated[
        str | None, typer.Option(metavar="K", help="Stop each game after K moves of the log.")
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Keep the log's one game; -: games, one a line."
        ),
    ] = None,
    force: Force = False,
    quiet: Quiet = False,
    style: Annotated[
        str, typer.Option("--as", metavar="STYLE", help="board, or svg for an animated picture.")
    ] = "board",
    as_json: Json = False,
) -> None:
    """Play the games of a log, checking every move.

    Each game is dealt anew and played to its end, or for K moves, and its board is printed.
    """
    commands.replay(file, boards, to, output, force, quiet, style, as_json)


@app.command()
def check(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Game files; - as elsewhere.")
    ],
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only what is wrong.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print a line of JSON a game.")] = False,
) -> int:
    """Check game files card by card.

    The moves of each must lead from its opening to its position, and its opening must be the
    deal that it names.
    """
    return commands.check(*files, quiet=quiet, as_json=as_json)


@app.command()
def games(
    as_json: Annotated[bool, typer.Option("--json", help="Print the records as JSON.")] = False,
) -> None:
    """Print the games, one a line."""
    commands.games(as_json)


@app.command()
def rules(
    game: GameName = None,
    file: Annotated[
        str | None, typer.Option("--rules", metavar="FILE", help="Those of a TOML file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the record as JSON.")] = False,
    toml: Annotated[
        bool, typer.Option("--toml", help="Print the record as TOML, to edit and to play.")
    ] = False,
) -> None:
    """Print the rules of a game.

    Rules of your own: rules GAME --toml >my.toml, edit that, and new --rules my.toml.
    """
    commands.rules(game, file, as_json, toml)


@app.command("import")
def import_(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A board, or - for standard input.")],
    game: GameName = None,
    rules: Annotated[
        str | None, typer.Option(metavar="FILE", help="It is a game by the rules of a TOML file.")
    ] = None,
    form: Annotated[
        str, typer.Option("--as", metavar="FORM", help="text, solvitaire or solvitaire-rules.")
    ] = "text",
    output: Output = "-",
    force: Force = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Read a board of another program, and keep it as a game.

    As text a board has a column a line, and lines that begin with Stock:, Waste: and
    Foundations:. The rules of a Solvitaire file are printed as TOML, to be used by --rules.
    """
    exchange.import_(file, game, rules, form, output or "-", force, quiet, as_json)


@app.command()
def export(
    file: File,
    form: Annotated[
        str,
        typer.Option("--as", metavar="FORM", help="text, opening, solvitaire or solvitaire-rules."),
    ] = "text",
) -> None:
    """Print a board, hidden cards and all, as text or as Solvitaire reads it.

    opening is the board as it was dealt, with the number of its deal, for a bug report.
    """
    exchange.export(file, form)


@app.command()
def schema(
    kind: Annotated[
        str, typer.Argument(metavar="KIND", help="game, observation or rules.")
    ] = "game",
) -> None:
    """Print the JSON Schema of a game file, or of show --json."""
    commands.schema(kind)


@app.command()
def completion(
    shell: Annotated[str, typer.Argument(metavar="SHELL", help="bash, zsh or fish.")],
) -> None:
    """Print a script that completes the command line in a shell.

    With it Tab completes commands, options, games, file names, and the legal moves of a file.
    """
    commands.completion(shell)
