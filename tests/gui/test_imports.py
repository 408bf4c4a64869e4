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


MISTAKES = """
import sys
if sys.argv[1] == "plain":
    from encounter_gui.app.plain_imports import use_plain_imports
    use_plain_imports()
from PySide6.QtCore import QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QApplication, QWidget
PARTS = ("layout", "parser", "errorhandler", "lib.enum_sig", "lib.pyi_generator", "lib.tool")
part = lambda name: vars(sys.modules["shibokensupport.signature." + name])
before = sum(len(part(name)) for name in PARTS)
class Teller(QObject):
    told = Signal(int)
application, widget, teller = QApplication(["mistakes"]), QWidget(), Teller()
for mistake in (
    lambda: widget.setGeometry("a"),
    lambda: widget.setGeometry(1, 2, 3),
    lambda: widget.setWindowTitle(),
    lambda: QRect(1, "b"),
    lambda: QWidget(wide=True),
    lambda: QColor([]),
    lambda: QTimer.singleShot("soon", print),
    lambda: teller.told.emit("a", "b"),
    lambda: teller.told.connect(3),
    lambda: widget.setFocusPolicy("none"),
    lambda: QPainter.drawText(widget, "x"),
    lambda: Qt.AlignmentFlag("left"),
    lambda: widget.nothing,
    lambda: part("lib.pyi_generator")["nothing"],
):
    try:
        print("done", mistake())
    except Exception as error:
        print(type(error).__name__, error)
from PySide6.support.signature import get_signature
print(QRect.moveTo.__doc__, get_signature(QWidget.setGeometry), get_signature(QTimer.singleShot))
import PySide6.support.signature.lib.pyi_generator as generator
print(generator.generate_pyi.__name__, hasattr(generator, "nothing"))
print(before, file=sys.stderr)
"""


def test_pyside_says_of_a_mistake_what_it_always_says(tmp_path: Path) -> None:
    """What it says that with is loaded by the first mistake, not by every start."""

    def said(how: str) -> tuple[str, int]:
        environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "HOME": str(tmp_path)}
        # As the first start, which compiles every module itself.
        environment |= {"PYTHONPYCACHEPREFIX": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
        told = subprocess.run(
            [sys.executable, "-c", MISTAKES, how],
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert told.returncode == 0, told.stderr
        return told.stdout, int(told.stderr.split()[-1])

    (at_once, names), (later, fewer) = said("at once"), said("plain")
    assert later == at_once
    assert "Supported signatures" in later
    assert fewer < names / 2
