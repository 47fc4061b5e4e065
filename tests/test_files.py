"""Game files: taken in turns, written whole or not at all."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from fortythieves import Game, IllegalMoveError, InvalidGameError
from fortythieves.files import GameFile, change_game, read_game, read_games, write_new_game
from fortythieves.gamejson import MAX_BYTES, decode_game, encode_game, encode_line


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    write_new_game(str(path), Game.deal("forty-thieves", 12345))
    return path


def test_round_trip(path: Path) -> None:
    assert path.read_text() == encode_game(read_game(str(path)))
    assert os.listdir(path.parent) == ["game.json"]


def test_change(path: Path) -> None:
    game = change_game(str(path), lambda game: game.push("s-w"))
    assert read_game(str(path)).moves == game.moves == [(100, 101, 1)]
    assert os.listdir(path.parent) == ["game.json"]


def test_a_change_that_fails_leaves_the_file(path: Path) -> None:
    before = path.read_bytes(), path.stat().st_ino
    with pytest.raises(IllegalMoveError):
        change_game(str(path), lambda game: (game.push("s-w"), game.push("1-f")))
    assert (path.read_bytes(), path.stat().st_ino) == before
    assert os.listdir(path.parent) == ["game.json"]


def test_new_overwrites_only_when_told(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(InvalidGameError, match="is there already; --force overwrites it"):
        write_new_game(str(path), Game.deal("maria", 1))
    assert path.read_bytes() == before
    write_new_game(str(path), Game.deal("maria", 1), overwrite=True)
    assert read_game(str(path)).rules.name == "maria"


def test_permissions_are_kept(path: Path) -> None:
    path.chmod(0o640)
    change_game(str(path), lambda game: game.push("s-w"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_new_file_has_the_permissions_that_the_umask_gives(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        write_new_game(str(tmp_path / "a.json"), Game.deal())
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "a.json").stat().st_mode) == 0o640


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_owner_is_kept(path: Path) -> None:
    os.chown(path, 1234, 2345)
    change_game(str(path), lambda game: game.push("s-w"))
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 2345)


def test_a_link_stays_and_its_target_is_replaced(path: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere" / "link.json"
    link.symlink_to(path)
    change_game(str(link), lambda game: game.push("s-w"))
    assert link.is_symlink()
    assert len(read_game(str(path)).moves) == 1
    assert os.listdir(link.parent) == ["link.json"]


def test_what_a_killed_run_left_behind_is_taken_over(path: Path) -> None:
    (path.parent / ".game.json.fortythieves-tmp").write_text("half a ga")
    (path.parent / ".game.json.fortythieves-lock").touch()
    change_game(str(path), lambda game: game.push("s-w"))
    assert os.listdir(path.parent) == ["game.json"]
    assert len(read_game(str(path)).moves) == 1


def test_a_planted_link_in_the_place_of_the_temporary_file_is_not_followed(path: Path) -> None:
    victim = path.parent / "victim"
    victim.write_text("precious")
    (path.parent / ".game.json.fortythieves-tmp").symlink_to(victim)
    change_game(str(path), lambda game: game.push("s-w"))
    assert victim.read_text() == "precious"
    assert len(read_game(str(path)).moves) == 1


def test_a_full_disk_leaves_the_file(path: Path) -> None:
    """A limit on the size of files stands for the full disk: the write itself fails."""
    before = path.read_bytes()
    script = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)); "
        "from fortythieves.__main__ import run; sys.exit(run(['move', sys.argv[1], 's-w']))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 3
    assert ran.stderr == f"fortythieves: {path}: can't be written: File too large\n"
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == ["game.json"]


def test_many_at_once_take_turns(path: Path) -> None:
    """Every draw of sixteen processes is in the history: none lost, none doubled."""
    script = (
        "import sys; from fortythieves.__main__ import run; "
        "sys.exit(max(run(['move', sys.argv[1], 's-w']) for _ in range(4)))"
    )
    children = [
        subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.DEVNULL)
        for _ in range(16)
    ]
    assert [child.wait(timeout=60) for child in children] == [0] * 16
    assert [str(move) for move in read_game(str(path)).moves] == ["s-w"] * 64
    assert os.listdir(path.parent) == ["game.json"]


@pytest.mark.parametrize("name", ["/dev/null", "fifo", "."])
def test_only_plain_files_are_replaced(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("fifo")
    kind = stat.S_IFMT(os.stat(name).st_mode)
    with pytest.raises(InvalidGameError, match=r"(not a plain file|a folder); a game file is need"):
        write_new_game(name, Game.deal(), overwrite=True)
    with pytest.raises(InvalidGameError, match=r"(not a plain file|a folder); a game file is need"):
        change_game(name, lambda game: game.push("s-w"))
    assert stat.S_IFMT(os.stat(name).st_mode) == kind


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    wrong = {
        tmp_path / "none.json": "can't be read: No such file or directory",
        tmp_path: "can't be read: Is a directory",
        tmp_path / "binary": r"not UTF-8 text: byte 3 can't be read",
        tmp_path / "long": "too long for a game: more than",
    }
    (tmp_path / "binary").write_bytes(b"{}\xff")
    (tmp_path / "long").write_bytes("é".encode() * MAX_BYTES)
    for path, message in wrong.items():
        with pytest.raises(InvalidGameError) as caught:
            read_game(str(path))
        assert str(caught.value).startswith(f"{path}: {message}")
    with pytest.raises(InvalidGameError, match="No such file or directory"):
        change_game(str(tmp_path / "none.json"), lambda game: game.push("s-w"))
    assert sorted(os.listdir(tmp_path)) == ["binary", "long"]


def test_names_that_could_harm_a_terminal_are_escaped(tmp_path: Path) -> None:
    with pytest.raises(InvalidGameError) as caught:
        read_game(str(tmp_path / "\x1b[31mred"))
    assert r"\x1b[31mred" in str(caught.value)
    assert str(caught.value).isprintable()
    with pytest.raises(InvalidGameError, match="embedded null"):
        read_game("\0")


def test_a_byte_order_mark_is_let_pass(path: Path) -> None:
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert read_game(str(path)).deal_number == 12345


def test_files_of_the_users_own_are_left_alone(path: Path) -> None:
    """Whatever stands beside a game: a name like those of old, or something in the lock's place."""
    for name in (".game.json.tmp", ".game.json.lock", "game.json~"):
        (path.parent / name).write_text("precious")
    change_game(path, lambda game: game.push("s-w"))
    assert sorted(os.listdir(path.parent)) == [
        ".game.json.lock", ".game.json.tmp", "game.json", "game.json~",
    ]  # fmt: skip
    lock = path.parent / ".game.json.fortythieves-lock"
    lock.write_text("precious")
    before = path.read_bytes()
    with pytest.raises(InvalidGameError, match="fortythieves-lock is in the way"):
        change_game(path, lambda game: game.push("s-w"))
    assert (lock.read_text(), path.read_bytes()) == ("precious", before)
    lock.unlink()
    os.mkfifo(lock)
    with pytest.raises(InvalidGameError, match="fortythieves-lock is in the way"):
        change_game(path, lambda game: game.push("s-w"))
    with pytest.raises(InvalidGameError, match="such names are kept"):
        write_new_game(path.parent / ".x.fortythieves-tmp", Game.deal())


def test_a_file_that_appears_late_is_changed_all_the_same(path: Path) -> None:
    """No success without the change: a missing file is told, or what came in its place changed."""
    text = path.read_text()
    with GameFile(path) as file:
        path.unlink()
        with pytest.raises(InvalidGameError, match="No such file or directory"):
            file.change(lambda game: game.push("s-w"))
        path.write_text(text)
        assert len(file.change(lambda game: game.push("s-w")).moves) == 1
    assert len(read_game(path).moves) == 1


def test_a_file_replaced_by_its_like_is_read_again(path: Path) -> None:
    """Same size, same time, another game: the held file tells them apart."""
    with GameFile(path) as file:
        file.change(lambda game: game.push("s-w"))
        times = path.stat()
        game = Game.deal("forty-thieves", 12345)
        game.push("8-f")
        beside = path.parent / "other"
        beside.write_text(encode_game(game).ljust(times.st_size))
        os.utime(beside, ns=(times.st_atime_ns, times.st_mtime_ns))
        os.replace(beside, path)
        assert [str(move) for move in file.game().moves] == ["8-f"]


def test_a_write_that_fails_is_forgotten(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with GameFile(path) as file:
        file.game()
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space")))
            with pytest.raises(InvalidGameError, match="can't be written: No space"):
                file.change(lambda game: game.push("s-w"))
        assert file.game().moves == []
    assert os.listdir(path.parent) == ["game.json"]


def test_a_folder_that_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(InvalidGameError, match="No such file or directory"):
        write_new_game("x.json", Game.deal())
    with pytest.raises(InvalidGameError, match="No such file or directory"):
        change_game("x.json", lambda game: game.push("s-w"))


@pytest.mark.skipif(os.geteuid() != 0, reason="root alone can become another user")
def test_a_write_protected_file_is_refused(path: Path) -> None:
    path.chmod(0o444)
    before = path.read_bytes()
    script = (
        "import os, sys; from fortythieves.__main__ import run; run(['move', sys.argv[1], 'x']); "
        "os.setgroups([]); os.setgid(65534); os.setuid(65534); "
        "sys.exit(run(['move', sys.argv[1], 's-w']))"
    )
    for folder in path.parents:
        if not folder.stat().st_mode & 0o001:
            folder.chmod(folder.stat().st_mode | 0o001)
    path.parent.chmod(0o777)
    ran = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=False
    )
    told = f"fortythieves: {path}: can't be written: it is write-protected\n"
    assert (ran.returncode, ran.stderr.splitlines(keepends=True)[-1]) == (3, told)
    assert path.read_bytes() == before


def test_a_broken_line_among_many_games_costs_that_line_only(tmp_path: Path) -> None:
    lines = [encode_line(Game.deal("maria", number)) for number in (1, 2, 3)]
    path = tmp_path / "games"
    for broken in (lines[0][:1000], "x" * (MAX_BYTES + 10), lines[0].replace('"1"', "NaN")):
        for place in range(3):
            path.write_text(
                "\n\n" + "\n".join([*lines[:place], broken, *lines[place + 1 :]]) + "\n"
            )
            found = [game for _, game in read_games(path)]
            assert [isinstance(game, Game) for game in found] == [i != place for i in range(3)]


def test_keys_without_end_take_no_time_without_end() -> None:
    """A doubled key behind a hundred thousand others is found at once."""
    text = "{" + ",".join(f'"{number:x}":0' for number in range(100_000)) + ',"0":0}'
    with pytest.raises(InvalidGameError, match="the key '0' stands twice"):
        decode_game(text)
