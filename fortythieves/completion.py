"""Scripts that complete a command line in bash, zsh or fish, legal moves included.

What stays the same is written into a script when it is made, from the command definitions of
`cli`. For the legal moves of a file a script calls the program, without options, so that no option
parser is loaded. It does so for the first move of a line only: what could follow would tell of the
cards that the first turns up.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys

from typer import Context
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typer.main import get_command

from .cli import app
from .commands import REPLAY_STYLES, STYLES
from .errors import UsageError, quote
from .exchange import EXPORTS, IMPORTS
from .play import PLAY_STYLES, SAVE_CHOICES
from .records import NamedTuple
from .rules import GAMES
from .schemas import SCHEMAS
from .terminal import COLOUR_CHOICES

SHELLS = ("bash", "zsh", "fish")

# What may stand in a place: words with blanks between them, or one of these.
FILES, MOVES, ANYTHING = "FILES", "MOVES", ""

# The same by what the place is called in the help; where that does not tell, by its option or by
# its command too.
OFFERS = {
    "FILE": FILES,
    "LOG": FILES,
    "MOVE": MOVES,
    "GAME": " ".join(GAMES),
    "KIND": " ".join(SCHEMAS),
    "SHELL": " ".join(SHELLS),
    "N": ANYTHING,
    "N-M": ANYTHING,
    "K": ANYTHING,
    "SECONDS": "none",
    "NODES": "none",
    "BYTES": ANYTHING,
    "SEED": ANYTHING,
    "ADDRESS": ANYTHING,
    "--color": " ".join(COLOUR_CHOICES),
    "--save": " ".join(SAVE_CHOICES),
    "show --as": " ".join(STYLES),
    "replay --as": " ".join(REPLAY_STYLES),
    "play --as": " ".join(PLAY_STYLES),
    "import --as": " ".join(IMPORTS),
    "export --as": " ".join(EXPORTS),
    "undo N": "all",
    "redo N": "all",
    "hint --moves": "all",
    "solve --jobs": "all",
}


class Option(NamedTuple):
    """An option; ``value`` is what its value is called, empty if it takes none."""

    names: list[str]
    value: str
    help: str
    offer: str


class Argument(NamedTuple):
    """An argument; ``many`` if it may be given again and again."""

    name: str
    help: str
    offer: str
    many: bool
    required: bool


class Command(NamedTuple):
    """A command as it is declared in `cli`; the program itself is the command ``""``."""

    name: str
    help: str
    options: list[Option]
    arguments: list[Argument]

    @property
    def summary(self) -> str:
        """The first sentence of the help."""
        return self.help.partition("\n\n")[0].replace("\n", " ")


def script(shell: str) -> str:
    """The script that a shell reads to complete the command line.

    Raises:
        UsageError: another shell than bash, zsh and fish.
    """
    if shell not in SHELLS:
        raise UsageError(
            f"no completion for the shell {quote(shell)}: there is one for {', '.join(SHELLS)}"
        )
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](declared())


def declared() -> list[Command]:
    """The commands as `cli` declares them, the program itself first."""
    program = get_command(app)
    assert isinstance(program, TyperGroup)
    top = Context(program, info_name="fortythieves", **program.context_settings)
    found = [_command("", program, top)]
    for name, command in program.commands.items():
        assert isinstance(command, TyperCommand)
        found.append(_command(name, command, Context(command, info_name=name, parent=top)))
    return found


def _command(name: str, command: TyperCommand | TyperGroup, context: Context) -> Command:
    parameters = command.get_params(context)
    return Command(
        name,
        command.help or "",
        [_option(name, found) for found in parameters if isinstance(found, TyperOption)],
        [_argument(name, found) for found in parameters if isinstance(found, TyperArgument)],
    )


def _option(command: str, option: TyperOption) -> Option:
    value = "" if option.is_flag else option.metavar or "VALUE"
    # Long names first; those of the option for help come in any order.
    names = sorted(option.opts, key=len, reverse=True)
    offer = _offer(f"{command} {names[0]}", names[0], value.removesuffix(",..."))
    return Option(names, value, option.help or "", offer)


def _argument(command: str, argument: TyperArgument) -> Argument:
    name = (argument.metavar or "").strip("[].")
    offer = _offer(f"{command} {name}", name)
    return Argument(name, argument.help or "", offer, argument.nargs == -1, argument.required)


def _offer(*keys: str) -> str:
    return next((OFFERS[key] for key in keys if key in OFFERS), ANYTHING)


def _program() -> str:
    """What a script calls: the program by its name, or by its path where that is not found."""
    path = os.path.abspath(sys.argv[0])
    if shutil.which("fortythieves") or os.path.basename(path) != "fortythieves":
        return "fortythieves"
    return path


def _filled(template: str, **lines: list[str]) -> str:
    """A template with each line that is ``@name@`` replaced by lines, indented as it is."""
    text = []
    for line in template.strip().split("\n"):
        word = line.strip()
        if word[:1] == word[-1:] == "@":
            indent = line[: -len(word)]
            text += [f"{indent}{part}\n" for part in lines[word[1:-1]]]
        else:
            text.append(f"{line}\n")
    return "".join(text)


# --- bash. What it knows how to do since 3.2, which macOS has; what came later may fail unseen.

_BASH = r"""
# Completion of fortythieves in bash, made by: fortythieves completion bash

# Whether an option takes a value, by its command and name; sets what is offered.
_fortythieves_value() {
    case $1 in
        @values@
        *) return 1 ;;
    esac
}

# The options of a command; those of '' go before one.
_fortythieves_options() {
    case $1 in
        @options@
    esac
}

# What is offered as an argument, by its command and number.
_fortythieves_argument() {
    case $1 in
        @arguments@
        *) offer='' ;;
    esac
}

_fortythieves_run() { command @program@ "$@"; }

# Reads a line up to the cursor as the shell would: sets words, those that are finished, without
# what is redirected, and current, the one that is not; redirected if that one is a file to
# redirect to. Fails at what only the shell itself could tell, such as $(...).
_fortythieves_read() {
    local text=$1 open='' begun='' next name
    words=() current='' redirected=''
    while [[ -n $text ]]; do
        if [[ $text =~ ^[A-Za-z0-9_./,:=@%+-]+ ]]; then
            current+=${BASH_REMATCH[0]} begun=1
            text=${text:${#BASH_REMATCH[0]}}
            continue
        fi
        next=${text:0:1} text=${text:1}
        case $open$next in
            "''" | '""') open='' ;;
            "'"?) current+=$next ;;
            '"\')
                next=${text:0:1} text=${text:1}
                [[ $next == [\"\\\$\`] ]] || current+='\'
                current+=$next
                ;;
            '$' | '"$')
                [[ $text =~ ^([A-Za-z_][A-Za-z0-9_]*|\{[A-Za-z_][A-Za-z0-9_]*\}) ]] || return 1
                name=${BASH_REMATCH[0]//[\{\}]/}
                current+=${!name-} begun=1
                text=${text:${#BASH_REMATCH[0]}}
                ;;
            '`' | '"`') return 1 ;;
            '"'?) current+=$next ;;
            "'" | '"') open=$next begun=1 ;;
            '\') current+=${text:0:1} text=${text:1} begun=1 ;;
            [[:space:]]) _fortythieves_end_word ;;
            '<' | '>' | '&')
                # Digits right before it are the number of a file, and no word.
                [[ -z $begun || $current != *[!0-9]* ]] || _fortythieves_end_word
                current='' begun='' redirected=1
                while [[ $text == ['<>&|']* ]]; do text=${text:1}; done
                ;;
            '~')
                current+='~'
                if [[ -z $begun && $text =~ ^[A-Za-z0-9._-]* ]]; then
                    # Nothing but ~ or ~user, which may be evaluated.
                    eval "current=~${BASH_REMATCH[0]}"
                    text=${text:${#BASH_REMATCH[0]}}
                fi
                begun=1
                ;;
            *) current+=$next begun=1 ;;
        esac
    done
}

_fortythieves_end_word() {
    if [[ -n $begun ]]; then
        [[ -n $redirected ]] || words+=("$current")
        current='' begun='' redirected=''
    fi
}

# The moves that may be made in a file; of those behind the first on a line nothing is told.
_fortythieves_moves() {
    if [[ $# == 1 && -f $1 && $1 != - ]]; then
        _fortythieves_run moves - <"$1"
    fi
} 2>/dev/null

_fortythieves() {
    local IFS=$' \t\n' offer='' before='' value='' literal='' given=() words current redirected word
    COMPREPLY=()
    _fortythieves_read "${COMP_LINE:0:COMP_POINT}" || return 0
    [[ -z $redirected ]] || return 0
    # The words that are no options, the command first.
    for word in "${words[@]:1}"; do
        if [[ -n $value ]]; then
            value=''
        elif [[ -n $literal || $word != -?* ]]; then
            given+=("$word")
        elif [[ $word == -- ]]; then
            literal=1
        elif [[ $word != --*=* ]]; then
            # Of short options in one word the last may take a value.
            [[ $word == --* ]] || word=-${word:${#word}-1}
            _fortythieves_value "${given[0]-} $word" && value=1
        fi
    done

    if [[ -n $value ]]; then
        : # offered is what _fortythieves_value said
    elif [[ -z $literal && $current == --*=* ]]; then
        word=${current%%=*}
        _fortythieves_value "${given[0]-} $word" || offer=''
        current=${current#*=}
        # Where = parts words, what stands before it stays as it is.
        [[ $COMP_WORDBREAKS == *=* ]] || before=$word=
    elif [[ -z $literal && $current == -* ]]; then
        _fortythieves_options "${given[0]-}"
    else
        _fortythieves_argument "${given[0]-} ${#given[@]}"
    fi

    [[ $offer != FILES ]] || return 0 # which bash itself completes best
    compopt +o default +o bashdefault 2>/dev/null
    compopt -o nosort 2>/dev/null
    [[ $offer != MOVES ]] || offer=$(_fortythieves_moves "${given[@]:1}")
    for word in $offer; do
        [[ $word != "$current"* ]] || COMPREPLY+=("$before$word")
    done
}

complete -o default -o bashdefault -F _fortythieves fortythieves
"""


def _bash(commands: list[Command]) -> str:
    values, options, arguments = [], [], []
    for command in commands:
        names = [name for option in command.options for name in option.names]
        options.append(f"'{command.name}') offer='{' '.join(names)}' ;;")
        for option in command.options:
            if option.value:
                cases = " | ".join(f"'{command.name} {name}'" for name in option.names)
                values.append(f"{cases}) offer='{option.offer}' ;;")
        for number, argument in enumerate(command.arguments, 1):
            case = f"'{command.name} '*" if argument.many else f"'{command.name} {number}'"
            arguments.append(f"{case}) offer='{argument.offer}' ;;")
    names = [command.name for command in commands if command.name]
    arguments.insert(0, f"' 0') offer='{' '.join(names)}' ;;")
    return _filled(
        _BASH.replace("@program@", shlex.quote(_program())),
        values=values,
        options=options,
        arguments=arguments,
    )


# --- zsh, by its own _arguments.

_ZSH = r"""
#compdef fortythieves
# Completion of fortythieves in zsh, made by: fortythieves completion zsh

_fortythieves() {
    local curcontext=$curcontext line state
    typeset -A opt_args
    _arguments -C -s -S -A '-*' : \
        @options@
        '1:command:_fortythieves_commands' \
        '*::argument:_fortythieves_arguments'
}

_fortythieves_commands() {
    local -a commands
    commands=(
        @commands@
    )
    _describe -V command commands
}

_fortythieves_arguments() {
    case $words[1] in
        @arguments@
    esac
}

_fortythieves_run() { command @program@ "$@" }

# The moves that may be made in the file of the line; of those behind the first nothing is told.
_fortythieves_moves() {
    [[ $PREFIX != -* ]] || return
    local file=$line[1] head
    local -a before legal expl match mbegin mend
    before=(${words[2,CURRENT-1]:#-*})
    if [[ $file == (#b)(\~[A-Za-z0-9._-]#)(*) ]]; then
        head=$(print -rn -- ${~match[1]})
        file=$head${(Q)match[2]}
    elif [[ $file == (\"|)\$* && ${(Q)file} == (#b)\$([A-Za-z_][A-Za-z0-9_]#)(*) ]]; then
        file=${(P)match[1]}$match[2]
    else
        file=${(Q)file}
    fi
    [[ -f $file && $file != - && $#before == 1 ]] || return
    legal=(${(f)"$(_fortythieves_run moves - <$file)"})
    _wanted -V legal-moves expl 'legal move' compadd -a legal
} 2>/dev/null

if [[ $funcstack[1] == _fortythieves ]]; then
    _fortythieves "$@" # read from a file of that name in $fpath
else
    compdef _fortythieves fortythieves
fi
"""


def _zsh(commands: list[Command]) -> str:
    program, *others = commands
    arguments = []
    for command in others:
        places = [
            _zsh_argument(argument, number) for number, argument in enumerate(command.arguments, 1)
        ]
        specs = [*_zsh_options(command), *places]
        arguments.append(f"{command.name})")
        arguments.append("    _arguments -s -S : \\")
        arguments += [f"        {spec} \\" for spec in specs[:-1]]
        arguments += [f"        {specs[-1]}", "    ;;"]
    return _filled(
        _ZSH.replace("@program@", shlex.quote(_program())),
        options=[f"{spec} \\" for spec in _zsh_options(program)],
        commands=[
            shlex.quote(f"{command.name}:{_escaped(command.summary, ':')}") for command in others
        ],
        arguments=arguments,
    )


def _zsh_options(command: Command) -> list[str]:
    specs = []
    for option in command.options:
        excluded = f"({' '.join(option.names)})" if len(option.names) > 1 else ""
        for name in option.names:
            spec = excluded + name
            if option.value:
                spec += "=" if name.startswith("--") else "+"
            spec += f"[{_escaped(option.help, '[]')}]"
            if option.value:
                spec += f":{_escaped(option.value, ':')}:{_zsh_action(option.offer)}"
            specs.append(shlex.quote(spec))
    return specs


def _zsh_argument(argument: Argument, number: int) -> str:
    place = "*" if argument.many else number
    return shlex.quote(f"{place}:{argument.name}:{_zsh_action(argument.offer)}")


def _zsh_action(offer: str) -> str:
    actions = {FILES: "_files", MOVES: "_fortythieves_moves", ANYTHING: " "}
    return actions.get(offer, f"({offer})")


def _escaped(text: str, special: str) -> str:
    return "".join(f"\\{letter}" if letter in f"\\{special}" else letter for letter in text)


# --- fish.

_FISH = r"""
# Completion of fortythieves in fish, made by: fortythieves completion fish

set -g __fortythieves_with_value \
    @with_value@

# The words before the cursor that are no options, the command first.
function __fortythieves_given
    set -l given
    set -l words (commandline -opc)
    set -e words[1]
    while set -q words[1]
        set -l word $words[1]
        set -e words[1]
        switch $word
            case --
                set -a given $words
                break
            case '--*=*'
            case -
                set -a given $word
            case '-*'
                # Of short options in one word the last may take a value.
                set word (string replace -r '^-[^-].*(.)$' -- '-$1' $word)
                contains -- "$given[1] $word" $__fortythieves_with_value; and set -e words[1]
            case '*'
                set -a given $word
        end
    end
    string join -- \n $given
end

# Whether the line has got to the options of a command, or to its argument N, or N and more: N+.
function __fortythieves_at -a command number
    set -l given (__fortythieves_given)
    test "$given[1]" = "$command"; or return
    switch "$number"
        case ''
            return 0
        case '*+'
            test (count $given) -ge (string trim -c + $number)
        case '*'
            test (count $given) -eq $number
    end
end

function __fortythieves_run
    command @program@ $argv 2>/dev/null
end

# The moves that may be made in the file of the line; of those behind the first nothing is told.
function __fortythieves_moves
    set -l given (__fortythieves_given)
    set -l file $given[2]
    set -l typed $given[3..]
    command -q @program@; or return
    if string match -qr '^~(?<rest>/.*|$)' -- $file
        set file $HOME$rest
    else if string match -qr '^\$(?<name>\w+)(?<rest>.*)$' -- $file
        set file $$name$rest
    end
    test -f "$file" -a -r "$file" -a "$file" != -; or return
    set -q typed[1]; or __fortythieves_run moves - <$file
end

complete -c fortythieves -e
complete -c fortythieves -f
@rules@
"""


def _fish(commands: list[Command]) -> str:
    with_value = [
        _fish_quote(f"{command.name} {name}")
        for command in commands
        for option in command.options
        for name in option.names
        if option.value
    ]
    rules = []
    for command in commands:
        rules.append("")
        if command.name:
            does = f"-a {command.name} -d {_fish_quote(command.summary)}"
            rules.append(_fish_rule("''", does))
        for number, argument in enumerate(command.arguments, 1):
            if argument.offer != ANYTHING:
                place = f"{command.name} {number}{'+' if argument.many else ''}"
                rules.append(_fish_rule(place, _fish_offer(argument.offer)))
        for option in command.options:
            does = " ".join(
                f"-{'l' if name[1] == '-' else 's'} {name.lstrip('-')}" for name in option.names
            )
            if option.value:
                does += f" -r {_fish_offer(option.offer)}"
            rules.append(_fish_rule(command.name or "''", f"{does} -d {_fish_quote(option.help)}"))
    return _filled(
        _FISH.replace("@program@", _fish_quote(_program())),
        with_value=[f"{case} \\" for case in with_value[:-1]] + with_value[-1:],
        rules=rules,
    )


def _fish_rule(place: str, does: str) -> str:
    return f"complete -c fortythieves -n {_fish_quote(f'__fortythieves_at {place}')} {does}"


def _fish_offer(offer: str) -> str:
    return {
        FILES: "-F",
        MOVES: "-k -a '(__fortythieves_moves)'",
        ANYTHING: "-f",
    }.get(offer, f"-f -k -a {_fish_quote(offer)}")


def _fish_quote(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
