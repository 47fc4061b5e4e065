# Sourced by the scripts beside it, with $top set to the checkout's absolute path:
# gives the checkout its own virtual environment, .venv.
# Prints on standard error alone and reads nothing: the other streams belong to the command.

venv=$top/.venv
# Its modules that have a .pxd are compiled beside it, where there is a C compiler.
solver=$top/fortythieves/solver

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

# 126, "cannot be run", is none of the command's own exit codes.
die() { say "$@"; exit 126; }

# Runs a command whose output is shown only if it fails.
quietly() {
    output=$("$@" 2>&1 </dev/null) || { printf '%s\n' "$output" >&2; return 1; }
}

pip() { quietly "$venv/bin/python" -m pip -q --no-input --disable-pip-version-check "$@"; }

# is_made KIND: was .venv finished here for KIND ("use" or "test"), and is its Python still there?
is_made() {
    [ -x "$venv/bin/python" ] && [ -f "$venv/made-for-$1" ] &&
        IFS= read -r made_at <"$venv/made-for-$1" && [ "$made_at" = "$top" ]
}

# Built-ins alone in this and in is_made: every call of the command pays for it.
# (-nt: every sh in use has it, and POSIX since 2024.)
is_current() {
    is_made "$1" && [ ! "$top/pyproject.toml" -nt "$venv/made-for-$1" ] || return
    # Compiled for both kinds, and last when made-for-use was made.
    for pxd in "$solver"/*.pxd; do
        [ ! "$pxd" -nt "$venv/made-for-use" ] && [ ! "${pxd%.pxd}.py" -nt "$venv/made-for-use" ] ||
            return
    done
}

# need_venv KIND: makes or renews .venv unless it is current.
need_venv() {
    is_current "$1" || (
        [ -w "$top" ] || die "cannot write to $top, where .venv has to be made"
        take_turns
        is_current "$1" || make_venv "$1"
    ) || exit
}

# Two first runs at once: the second waits. The lock is this file's, so that no other is needed.
take_turns() {
    command -v flock >/dev/null || return 0
    exec 9<"$top/scripts/venv.sh"
    flock -n 9 || { say "waiting for another run that is setting up $venv"; flock 9; }
}

make_venv() {
    # pip is to compile what it installs; Python is to start fast ever after.
    unset PYTHONDONTWRITEBYTECODE
    if is_made use; then
        say "bringing $venv up to date with the checkout"
    else
        python=$(find_python) || exit
        say "setting up $venv, once; this takes some seconds"
        # Half made or moved, it is begun anew; but a .venv of the user's own is only added to.
        [ ! -e "$venv/made-by-scripts" ] || rm -rf "$venv"
        [ -e "$venv" ] || { mkdir "$venv" && : >"$venv/made-by-scripts"; }
        [ ! -L "$venv/bin/python" ] || [ -x "$venv/bin/python" ] ||
            die "the Python of $venv is gone; remove that folder, then run this again"
    fi

    # Written first, for its time: a pyproject.toml changed from now on is newer.
    printf '%s\n' "$top" >"$venv/making" || die "cannot write to $venv"
    if ! is_made use; then
        quietly "$python" -m venv "$venv" || die "$python could not make $venv: see above"
    fi
    if [ "$1" = test ]; then extra='[test]'; else extra=; fi
    # Python prefers a compiled module to a newer .py, should it not be compiled again.
    rm -f "$solver"/*.so || die "cannot remove what was compiled in $solver"
    pip install --compile -e "$top$extra" ||
        die "could not install fortythieves into $venv: see pip's words above, then run this again"
    is_compiled || say "the solver could not be compiled, and will be many times slower;" \
        "for a fast one install a C compiler and Python's headers" \
        "(on Debian or Ubuntu: apt install gcc libc6-dev python3-dev)," \
        "remove $venv, then run this again"
    "$venv/bin/python" -m compileall -q "$top/fortythieves" >&2 </dev/null || :
    if [ "$1" = test ]; then
        fetch_wheels
        cp -p "$venv/making" "$venv/made-for-test"
    fi
    mv "$venv/making" "$venv/made-for-use"
}

is_compiled() {
    for pxd in "$solver"/*.pxd; do
        # Its name goes on with which Python it is for.
        set -- "${pxd%.pxd}".*.so
        [ -e "$1" ] || return
    done
}

# Prints the path of a Python to make .venv with: $PYTHON, or the first that will do.
find_python() {
    if [ -n "${PYTHON:-}" ]; then
        set -- "$PYTHON"
    else
        set -- python3 python3.11 python3.12 python3.13 python3.14
    fi
    lacking=
    for candidate; do
        # The real path: when that Python goes, .venv is seen to be broken, whatever takes its name.
        "$candidate" -c '
import os, sys
if sys.version_info < (3, 11):
    sys.exit(3)
try:
    import ensurepip, venv
except ImportError:
    sys.exit(4)
print(os.path.realpath(sys.executable))' 2>/dev/null </dev/null && return
        [ $? -ne 4 ] || lacking=${lacking:-$candidate}
    done
    [ -z "$lacking" ] || die "$lacking lacks the module venv or ensurepip; install it" \
        "(on Debian or Ubuntu: apt install python3-venv), or set PYTHON to another Python's path"
    die "needs Python 3.11 or newer, and found none (tried: $*);" \
        "install one, or set PYTHON to its path"
}

# Keeps as files all that install_wheel needs, so that it needs no network.
fetch_wheels() {
    "$venv/bin/python" -c '
import sys, tomllib
with open(sys.argv[1], "rb") as file:
    project = tomllib.load(file)
print(*project["build-system"]["requires"], *project["project"]["dependencies"], sep="\n")
' "$top/pyproject.toml" >"$venv/wheels.txt" &&
        pip wheel -w "$venv/wheels" -r "$venv/wheels.txt" ||
        die "could not fetch what building fortythieves needs: see above, then run this again"
}

# install_wheel FOLDER: builds the wheel there and installs it in FOLDER/venv, as anybody gets it.
install_wheel() {
    # build/ in the checkout may hold modules that are gone; a wheel would take them in.
    printf '[build]\nbuild_base = %s/build\n' "$1" >"$1/setup.cfg"
    export DIST_EXTRA_CONFIG="$1/setup.cfg"
    pip wheel --no-deps --no-index --find-links "$venv/wheels" -w "$1" "$top" ||
        die "could not build the wheel of $top: see above"
    quietly "$venv/bin/python" -m venv --without-pip "$1/venv" ||
        die "could not make $1/venv: see above"
    pip --python "$1/venv/bin/python" install --compile --no-index --find-links "$venv/wheels" \
        "$1"/fortythieves-*.whl ||
        die "could not install the wheel: see above"
}
