"""Completion as it happens: real shells, the key Tab, and what comes of it."""

from __future__ import annotations

import functools
import os
import pty
import re
import select
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import naive
import pytest
from cli import run

from fortythieves import GAMES, Game, UsageError
from fortythieves.__main__ import is_plain
from fortythieves.completion import OFFERS, SHELLS, declared, script
from fortythieves.gamejson import encode_game

# In the folder where the shells are.
GAME = "my game's.json"  # Forty Thieves, deal 12345; so is each GAME.json of its game
QUOTED = [r"my\ game\'s.json", '"my game\'s.json"', "my' game'\\'s.json"]
BAD = "bad name.json"  # no game

# What a shell at a terminal reads first. {out} is the folder where it tells what happens: what is
# offered at a Tab, what the shell says meanwhile, and the words that the program would be given.
BASH = r"""
eval "$(fortythieves completion bash)"
_watched() {{
    _fortythieves "$@" 2>>{out}/errors
    printf '%s\n' "${{COMPREPLY[@]}}" "<end>" >{out}/offers
}}
complete -o default -o bashdefault -F _watched fortythieves
fortythieves() {{ printf '%s\n' "$@" "<end>" >{out}/words; }}
bind 'set bell-style none'
bind 'set completion-query-items 0'
"""
ZSH = r"""
autoload -Uz compinit && compinit -D -u
zstyle ':completion:*' completer _complete
unsetopt beep
eval "$(fortythieves completion zsh)"
compadd() {{
    local -a found
    if (( ! ${{@[(I)-[OAD]*]}} )); then
        builtin compadd -O found "$@"
        (( ! $#found )) || print -rl -- $found >>{out}/found
    fi
    builtin compadd "$@"
}}
_watched() {{
    : >|{out}/found
    _fortythieves "$@" 2>>{out}/errors
    local result=$?
    {{ cat {out}/found; print "<end>" }} >|{out}/offers
    return result
}}
compdef _watched fortythieves
fortythieves() {{ print -rl -- "$@" "<end>" >|{out}/words }}
"""
END = "<end>\n"
FISH = "source $argv[1]; complete -C $argv[2]"
COMMANDS = {"bash": ["bash", "--noprofile", "--norc", "-i"], "zsh": ["zsh", "-f", "-i"]}
SETUPS = {"bash": BASH, "zsh": ZSH}


class Folder:
    """A folder with games in it, and the program on the PATH, which notes how it is called."""

    def __init__(self, path: Path) -> None:
        self.path = path / "games"
        self.out = path / "out"
        self.home = path / "home"
        self.program = path / "bin" / "fortythieves"
        for folder in (self.path, self.out, self.home, self.program.parent):
            folder.mkdir()
        self.program.write_text(
            f"#!/bin/sh\nIFS='\t'\nprintf '%s\\n' \"$*\" >>{shlex.quote(str(self.out / 'calls'))}\n"
            f'exec {shlex.quote(sys.executable)} -m fortythieves "$@"\n'
        )
        self.program.chmod(0o755)
        kept = {"PATH", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE"}
        self.environment = {key: value for key, value in os.environ.items() if key in kept} | {
            "PATH": f"{self.program.parent}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "TERM": "xterm",
            "INPUTRC": "/dev/null",
            "HISTFILE": "/dev/null",
            "PS1": "$ ",
        }

        (self.path / GAME).write_text(encode_game(Game.deal("forty-thieves", 12345)))
        (self.home / "home.json").write_text(encode_game(Game.deal("maria", 3)))
        (self.path / BAD).write_text("{}")
        (self.path / "folder").mkdir()
        os.mkfifo(self.path / "pipe")
        for game in GAMES:
            (self.path / f"{game}.json").write_text(encode_game(Game.deal(game, 12345)))

    def look(self) -> dict[str, bytes]:
        """All that is in the folder."""
        return {
            path.name: path.read_bytes() if path.is_file() else b""
            for path in sorted(self.path.iterdir())
        }

    def errors(self) -> str:
        """What shells have said where the line is being typed."""
        return self._taken("errors")

    def called(self) -> list[list[str]]:
        """The arguments that the program was given since this was last asked."""
        return [call.split("\t") for call in self._taken("calls").splitlines()]

    def _taken(self, name: str) -> str:
        file = self.out / name
        text = file.read_text() if file.exists() else ""
        file.unlink(missing_ok=True)
        return text


class Shell(Protocol):
    def offers(self, line: str) -> list[str]:
        """What is offered at the end of a line."""

    def close(self) -> None: ...


class Terminal:
    """A shell at a terminal, to which keys are sent."""

    def __init__(self, name: str, folder: Folder, setup: str = "") -> None:
        self._out = folder.out
        begin, ready = folder.out / "begin", folder.out / "ready"
        ready.unlink(missing_ok=True)
        setup = SETUPS[name].format(out=shlex.quote(str(folder.out))) + setup
        begin.write_text(f"{setup}\n: >{shlex.quote(str(ready))}\n")
        self._process, self._terminal = pty.fork()
        if not self._process:
            try:
                os.chdir(folder.path)
                os.execvpe(COMMANDS[name][0], COMMANDS[name], folder.environment)
            finally:
                os._exit(127)
        self._send(f"source {shlex.quote(str(begin))}\n")
        self._wait(ready, "")
        folder.called()

    def offers(self, line: str) -> list[str]:
        return self._answer(f"{line}\t", "offers")

    def words(self, line: str) -> list[str]:
        """The words that the program is given; a Tab in the line is pressed as a key."""
        return self._answer(f"{line}\n", "words")

    def close(self) -> None:
        os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)
        os.close(self._terminal)

    def _answer(self, keys: str, name: str) -> list[str]:
        answer = self._out / name
        answer.unlink(missing_ok=True)
        self._send(f"\x05\x15{keys}")  # first what is there is wiped out from its end
        return self._wait(answer, END).splitlines()[:-1]

    def _send(self, keys: str) -> None:
        os.write(self._terminal, keys.encode())

    def _wait(self, file: Path, end: str) -> str:
        """What is in a file when it ends so. What the terminal shows is read, lest it fill up."""
        shown = b""
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            if select.select([self._terminal], [], [], 0.005)[0]:
                shown += os.read(self._terminal, 65536)
            elif file.exists() and (text := file.read_text()).endswith(end):
                return text
        raise AssertionError(f"no answer; the terminal shows {shown.decode(errors='replace')}")


class Fish:
    """fish, which tells what it would offer without a terminal."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._script = folder.out / "script"
        self._script.write_text(run("completion", "fish").out)

    def offers(self, line: str) -> list[str]:
        with (self._folder.out / "errors").open("a") as errors:
            done = subprocess.run(
                ["fish", "--no-config", "-c", FISH, str(self._script), line],
                cwd=self._folder.path,
                env=self._folder.environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                timeout=30,
                check=True,
            )
        return [offer.partition("\t")[0] for offer in done.stdout.splitlines()]

    def close(self) -> None:
        """Nothing stays open."""


def need(name: str) -> None:
    if not shutil.which(name):
        if name == "bash" or os.environ.get("CI") == "true":
            pytest.fail(f"{name} is needed to test its completion")
        pytest.skip(f"{name} is not installed")


def watched(folder: Folder, shell: Shell) -> Iterator[Shell]:
    """A shell for one test, which must be silent, write nothing, and call the program plainly."""
    before = folder.look()
    yield shell
    assert folder.look() == before
    assert folder.errors() == ""
    for call in folder.called():
        assert is_plain(call), call


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Folder]:
    return lambda name: Folder(tmp_path_factory.mktemp(name))


@pytest.fixture(scope="module", params=SHELLS)
def begun(
    request: pytest.FixtureRequest, folders: Callable[[str], Folder]
) -> Iterator[tuple[Folder, Shell]]:
    need(request.param)
    folder = folders(request.param)
    shell = Fish(folder) if request.param == "fish" else Terminal(request.param, folder)
    yield folder, shell
    shell.close()


@pytest.fixture
def shell(begun: tuple[Folder, Shell]) -> Iterator[Shell]:
    """bash, zsh and fish."""
    yield from watched(*begun)


@pytest.fixture(params=["bash", "zsh"], scope="module")
def begun_terminal(
    request: pytest.FixtureRequest, folders: Callable[[str], Folder]
) -> Iterator[tuple[Folder, Terminal]]:
    need(request.param)
    folder = folders(request.param)
    terminal = Terminal(request.param, folder)
    yield folder, terminal
    terminal.close()


@pytest.fixture
def terminal(begun_terminal: tuple[Folder, Terminal]) -> Iterator[Terminal]:
    """bash and zsh, where it can be seen what Tab puts into the line."""
    folder, terminal = begun_terminal
    for _ in watched(folder, terminal):
        yield terminal


# --- what stays the same


@functools.cache
def help_words(command: str, heading: str) -> set[str]:
    """The words before the explanations under a heading of the help."""
    shown = run(*command.split(), "--help").out.partition(f"\n{heading}:\n")[2].partition("\n\n")[0]
    rows = re.findall(r"^  (\S.*?)(?:  |$)", shown, re.MULTILINE)
    return {word.rstrip(",") for row in rows for word in row.split()}


def test_commands(shell: Shell) -> None:
    commands = help_words("", "Commands")
    assert {"new", "move", "completion"} < commands
    assert set(shell.offers("fortythieves ")) == commands
    assert set(shell.offers("fortythieves m")) == {"move", "moves"}
    assert shell.offers("fortythieves zz") == []


def test_options(shell: Shell) -> None:
    for command in ("", *sorted(help_words("", "Commands"))):
        options = {word for word in help_words(command, "Options") if word.startswith("-")}
        assert options >= {"-h", "--help"}
        assert set(shell.offers(f"fortythieves {command} -")) == options
    assert set(shell.offers(f"fortythieves move {GAME!r} s-w --q")) == {"--quiet"}


CHOICES = {
    "new ": GAMES,
    "rules ": GAMES,
    "new -q -o x.json ": GAMES,
    "schema ": ["game", "observation", "rules"],
    "completion ": ["bash", "zsh", "fish"],
    "show --color ": ["auto", "always", "never"],
    "play streets.json --color ": ["auto", "always", "never"],
    "show --color=a": ["auto", "always"],
    "play --save ": ["each", "end"],
    "show --as ": ["board", "words", "svg"],
    "replay x.log --as=": ["board", "svg"],
    "undo streets.json ": ["all"],
    "redo -q streets.json ": ["all"],
    "new --deal ": [],
    "new streets ": [],
}


@pytest.mark.parametrize("line", CHOICES)
def test_choices(shell: Shell, line: str) -> None:
    offers = shell.offers(f"fortythieves {line}")
    if not CHOICES[line]:  # then zsh offers options
        offers = [offer for offer in offers if not offer.startswith("-")]
    # fish offers --color=auto as a whole.
    assert sorted(offer.rpartition("=")[2] for offer in offers) == sorted(CHOICES[line])


def test_every_place_is_known() -> None:
    """What a new option or argument takes must be said in OFFERS, or nothing is offered there."""
    for command in declared():
        for option in command.options:
            known = {option.names[0], f"{command.name} {option.names[0]}"}
            known.add(option.value.removesuffix(",..."))
            assert not option.value or known & set(OFFERS), (command.name, option)
        for argument in command.arguments:
            assert {argument.name, f"{command.name} {argument.name}"} & set(OFFERS), argument


# --- the legal moves


@pytest.mark.parametrize("name", ["forty-thieves", "number-ten", "little-forty", "lucas", "maria"])
def test_legal_moves(shell: Shell, name: str) -> None:
    """Those of the file; none after a move on the line, which may turn up a card."""
    legal = naive.opening(name, 12345).legal()
    line = f"fortythieves move {name}.json "
    offers = shell.offers(line)
    assert len(offers) == len(set(offers))
    assert set(offers) == legal
    begun = max(legal)[:-1]
    found = {move for move in legal if move.startswith(begun)}
    assert found <= set(shell.offers(line + begun)) <= legal
    assert shell.offers(f"{line}s-w ") == []


TYPED = {
    "": True,
    "-q": True,
    "--json --": True,
    r"5\>3": False,
    "-q d": False,
    "nonsense": False,
}


@pytest.mark.parametrize(("file", "typed"), list(zip(QUOTED * 2, TYPED, strict=True)))
def test_the_first_move_is_the_one_after_the_options(shell: Shell, file: str, typed: str) -> None:
    legal = naive.opening("forty-thieves", 12345).legal()
    offers = set(shell.offers(f"fortythieves move {file} {typed} "))
    assert offers == (legal if TYPED[typed] else set())


@pytest.mark.parametrize("file", ["~/home.json", "$HOME/home.json", '"$HOME/home.json"'])
def test_a_file_at_home(shell: Shell, file: str) -> None:
    expected = naive.opening("maria", 3).legal()
    assert set(shell.offers(f"fortythieves move {file} ")) == expected
    assert set(shell.offers(f"fortythieves move -q {file} s")) == {"s-w"}


NOTHING = [
    "move none.json ",
    f"move {BAD!r} ",
    f"move {BAD!r} s-w ",
    "move folder ",
    "move pipe ",  # which nobody writes to
    "move - ",
    "move '' ",
    "move ~nosuchuser/x ",
    "move '~/home.json' ",
    "move *.json ",
    "move streets.json s-w --bogus -- -q ",
    "move streets.json x-y s-",
    "moves streets.json s",
    "games s",
    "bogus streets.json ",
]


@pytest.mark.parametrize("line", NOTHING)
def test_nothing_to_offer(shell: Shell, line: str) -> None:
    if isinstance(shell, Fish) and "~/" in line:
        pytest.skip("fish does not tell a quoted ~ from another")
    offers = shell.offers(f"fortythieves {line}")
    assert [offer for offer in offers if not offer.startswith("-")] == []


def test_the_program_is_gone(shell: Shell, begun: tuple[Folder, Shell]) -> None:
    program = begun[0].program
    gone = program.rename(program.with_name("gone"))
    try:
        assert shell.offers("fortythieves move streets.json ") == []
        assert shell.offers("fortythieves move streets.json s-w ") == []
        assert set(shell.offers("fortythieves m")) == {"move", "moves"}
    finally:
        gone.rename(program)


@pytest.mark.parametrize("word", ['"$(touch made)"', "$(touch made)", "`touch made`"])
def test_nothing_on_the_line_is_run(shell: Shell, word: str) -> None:
    if isinstance(shell, Fish):
        word = word.strip('$"`')
    for line in (f"move {word} ", f"move streets.json {word} ", f"show {word} --color "):
        shell.offers(f"fortythieves {line}")


# --- what Tab puts into the line

LINES = {
    "move my\t8\t": ["move", GAME, "8-f"],
    'move "my\t5-\t': ["move", GAME, "5-3"],
    "show ~/ho\t": ["show", "{home}/home.json"],
    "sho\tbad\t--rev\t": ["show", BAD, "--reveal"],
    "check streets.json my\tbad\t": ["check", "streets.json", GAME, BAD],
    "new ind\t-o fol\t": ["new", "indian", "-o", "folder"],
    "show --color=al\t": ["show", "--color=always"],
    "replay --output=str\t": ["replay", "--output=streets.json"],
    "move streets.json 's-\t": ["move", "streets.json", "s-w"],
    f"move {BAD!r} \t": ["move", BAD],
    f"move {BAD!r} s\t": ["move", BAD, "s"],
    "move streets.json s-w >/dev/null 8-f\t": ["move", "streets.json", "s-w", "8-f"],
    "games >/dev/nul\t": ["games"],
    "undo streets.json str\t": ["undo", "streets.json", "str"],
}


@pytest.mark.parametrize("line", LINES)
def test_what_tab_puts_into_the_line(
    terminal: Terminal, begun_terminal: tuple[Folder, Terminal], line: str
) -> None:
    home = str(begun_terminal[0].home)
    words = terminal.words(f"fortythieves {line}")
    assert [word.rstrip("/") for word in words] == [w.format(home=home) for w in LINES[line]]


def test_moves_after_a_file_to_redirect_to(terminal: Terminal) -> None:
    legal = naive.opening("streets", 12345).legal()
    for line in (">/dev/null ", "2>/dev/null "):
        assert set(terminal.offers(f"fortythieves move streets.json {line}")) == legal, line


def test_moves_before_the_cursor_count(terminal: Terminal) -> None:
    left = "\x1b[D"
    legal = naive.opening("streets", 12345).legal()
    assert set(terminal.offers(f"fortythieves move streets.json  8-9 -q{left * 7}")) == legal
    assert terminal.offers(f"fortythieves move streets.json s-w  8-9 -q{left * 7}") == []


@pytest.fixture
def bash(folders: Callable[[str], Folder]) -> Iterator[Terminal]:
    need("bash")
    terminal = Terminal("bash", folders("bash"), "set -u; COMP_WORDBREAKS=${COMP_WORDBREAKS//=}")
    yield terminal
    terminal.close()


def test_bash_where_an_equals_sign_parts_no_words(bash: Terminal) -> None:
    assert bash.offers("fortythieves show --color=a") == ["--color=auto", "--color=always"]
    assert bash.words("fortythieves show --color=n\t") == ["show", "--color=never"]
    assert set(bash.offers("fortythieves move streets.json ")) == set(
        naive.opening("streets", 12345).legal()
    )


def test_zsh_reads_the_script_from_a_folder_of_functions(folders: Callable[[str], Folder]) -> None:
    need("zsh")
    folder = folders("zsh")
    (folder.home / "_fortythieves").write_text(run("completion", "zsh").out)
    terminal = Terminal(
        "zsh",
        folder,
        "unfunction _fortythieves; fpath=(~ $fpath)\ncompinit -D -u\n"
        "autoload -Uz _fortythieves\n"
        "compdef _watched fortythieves",
    )
    try:
        for _ in range(2):
            offers = terminal.offers("fortythieves move streets.json ")
            assert set(offers) == naive.opening("streets", 12345).legal()
    finally:
        terminal.close()


# --- the scripts


def test_another_shell() -> None:
    ran = run("completion", "csh")
    message = "no completion for the shell 'csh': there is one for bash, zsh, fish"
    assert ran == ("", f"fortythieves: {message}\n", 2)
    with pytest.raises(UsageError):
        script("")


@pytest.mark.parametrize("name", SHELLS)
def test_scripts_are_written_for_the_shell(name: str) -> None:
    need(name)
    text = run("completion", name).out
    assert text == script(name)
    for seed in "0", "1", "2":
        assert run("completion", name, PYTHONHASHSEED=seed).out == text
    done = subprocess.run([name, "-n"], input=text, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")


@pytest.mark.parametrize("name", SHELLS)
def test_a_program_that_is_not_on_the_path_is_called_by_its_own(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "my programs" / "fortythieves"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "argv", [str(program), "completion", name])
    monkeypatch.setenv("PATH", "/nowhere")
    assert f"command '{program}' " in script(name)
    monkeypatch.setenv("PATH", str(program.parent))
    assert "command fortythieves " in script(name).replace("'", "")
