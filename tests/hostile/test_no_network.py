"""The program asks nobody: a start, a fight and a page on paper open no connection and no port."""

import subprocess
import sys
from pathlib import Path

import pytest

WATCHED = """
import sys
def watch(event, args):
    if event.startswith(('socket.connect', 'socket.bind', 'socket.getaddrinfo', 'socket.sendto', 'urllib', 'http')):
        family = getattr(args[0], 'family', None) if args else None
        if str(family) != '1':  # not a socket in the file system, as a desktop has
            print('NETWORK', event, args, file=sys.stderr)
sys.addaudithook(watch)
from encounter_gui.__main__ import main
code = main(sys.argv[1:])
names = [name for name in sys.modules if name.startswith(('aiohttp', 'PySide6.QtNetwork', 'http.server'))]
print('LOADED', names, file=sys.stderr)
sys.exit(code)
"""


@pytest.mark.parametrize(
    "task",
    ["play", *(pytest.param(each, marks=pytest.mark.deep) for each in ("draw", "print"))],
)
def test_nothing_is_asked_or_listened_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, task: str
) -> None:
    """Python tells of every connection, whoever makes it."""
    for kind in ("DATA", "CONFIG"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind))
    sample = Path(__file__).parents[2] / "resources" / "samples" / "canal-bridge.toml"
    campaign = str(tmp_path / "a.encounter")
    play = ("play", str(sample), "--into", campaign)
    tasks = {
        "draw": ("--sample", "--draw", str(tmp_path / "a.png")),
        "play": play,
        "print": ("print", campaign, "--what", "summary", "--out", str(tmp_path / "a.pdf")),
    }
    if task == "print":
        assert said(*play)
    told = said(*tasks[task])
    assert "NETWORK" not in told
    assert "LOADED []" in told


def said(*args: str) -> str:
    ended = subprocess.run(
        [sys.executable, "-c", WATCHED, *args],
        check=False,
        timeout=60,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stderr
