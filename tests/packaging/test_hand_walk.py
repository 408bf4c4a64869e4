"""What is done by hand in the installed program works in this checkout, on a real X server with real keys."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import deb_check
import desk
import hand_walk

ROOT = Path(__file__).resolve().parents[2]

pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(
        bool(deb_check.missing_tools(desk.TOOLS)),
        reason=f"needs {', '.join(deb_check.missing_tools(desk.TOOLS))}",
    ),
]


def test_a_game_master_gets_through_the_five_things_by_hand(tmp_path: Path):
    """Palette, Prepare, print window, players' page and recap; nothing is said and no report is left."""
    home, pictures = tmp_path / "home", tmp_path / "pictures"
    home.mkdir()
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "QT_"))
    }
    env = {**kept, "HOME": str(home), "LC_ALL": "C.UTF-8", "QT_QPA_PLATFORM": "xcb"}
    program = [sys.executable, "-m", "encounter_gui"]
    campaign = home / hand_walk.CAMPAIGN
    command = [*program, "play", str(hand_walk.SAMPLE), "--into", str(campaign)]
    subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True)
    deb_check.use_by_hand([*program, str(campaign)], env, home, pictures)
    made = {path.stem for path in pictures.iterdir()}
    assert made == {"start", "palette", "palette-line", "prepare", "print", "players", "recap"}
