"""Imports do not go through the hook of PySide that reads the source of every module."""

import os
import subprocess
import sys
from pathlib import Path

DRAWS = """
import sys
from encounter_gui.__main__ import main
assert main(["--draw", sys.argv[1]]) == 0
read_by_pyside = sys.modules["__feature__"].pyside_feature_dict
print(sum(name.startswith("encounter_gui.") for name in read_by_pyside))
"""


def test_pyside_reads_no_module_that_is_imported(tmp_path: Path) -> None:
    """Its hook looked into modules another thread had half imported: a start died of it.

    A process of its own, as the hook belongs to the process and this one has no window that was started by the door.
    """
    environment = os.environ | {
        "QT_QPA_PLATFORM": "offscreen",
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
    }
    drawn = subprocess.run(
        [sys.executable, "-c", DRAWS, str(tmp_path / "drawn.png")],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert drawn.returncode == 0, drawn.stderr
    assert drawn.stdout.split()[-1] == "0"
