"""Dialogs have one frame: title, margins, size on their screen and deletion are set in one place, as are questions."""

import re
from pathlib import Path

import encounter_gui.gui

_FOLDER = Path(encounter_gui.gui.__file__).parent
_QUESTIONS = {"dialogs/frame.py", "window/crash_dialog.py"}
"""Where boxes are made; the second is for a mistake of the program, which may be in the first."""


def sources() -> dict[str, str]:
    return {
        str(path.relative_to(_FOLDER)): path.read_text(encoding="utf-8")
        for path in sorted(_FOLDER.rglob("*.py"))
    }


def test_every_dialog_is_set_up_in_the_one_frame() -> None:
    dialogs = {
        name: text for name, text in sources().items() if re.search(r"class \w+\(QDialog\)", text)
    }
    assert len(dialogs) > 10
    assert [name for name, text in dialogs.items() if "set_up_dialog(" not in text] == []


def test_every_question_is_asked_in_the_one_frame() -> None:
    found = {name for name, text in sources().items() if "QMessageBox(" in text}
    assert found == _QUESTIONS
