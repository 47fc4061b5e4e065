"""The commands that survey many deals: `solve --deals`, and `survey`, which sums up its lines."""

from __future__ import annotations

from .records import TYPE_CHECKING

if TYPE_CHECKING:
    from .solver import Limits


def solve_deals(
    game: str | None,
    rules: str | None,
    deals: str,
    limits: Limits,
    jobs: str = "1",
    resume: str | None = None,
    scheduler: str | None = None,
    lines: bool = False,
    as_json: bool = False,
    quiet: bool = False,
) -> int:
    """Solve many deals of a game, and print a line for each as it is done.

    Args:
        game: its name, or None for the default game or where ``rules`` says it.
        rules: a TOML file of rules.
        deals: numbers and ranges, such as ``1-1000,2003``; ``-`` reads them from standard input.
        limits: of each search; with several jobs each may take the memory that they allow.
        jobs: how many processes: a whole number; 0 or ``all`` for one a core.
        resume: a file of earlier lines; deals that it has are left out, new lines are added to it.
        scheduler: the address of a Dask scheduler whose workers do the searches.
        lines: whether to print the winning moves too.
        as_json: whether to print a line of JSON a deal.
        quiet: whether to print nothing, which makes sense with ``resume``.

    Returns:
        The exit code: 0 when every deal has its line, whatever the verdicts; 4 where some deal
        could not be searched, because its process kept dying; 128 + the number of a signal that
        ended it.

    Raises:
        UsageError: what can't be asked for.
        InvalidGameError: a file that can't be read or written, a scheduler that can't be reached.
    """
    raise NotImplementedError


def survey(*files: str, as_json: bool = False, svg: str | None = None, force: bool = False) -> int:
    """Sum up the lines that `solve --deals --json` printed."""
    raise NotImplementedError
