"""A program of its own that plays on at random and says after every step what it has accepted, until it is killed.

``python -m tests.gui.window.killed_player CAMPAIGN SAMPLE SEED FOLDER``: the sample is played into a new campaign.
"""

import json
import os
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QApplication

from encounter_gui import paths
from encounter_gui.app.plain_imports import use_plain_imports
from encounter_gui.app.program import Program
from encounter_gui.core.ids import EntryId
from encounter_gui.dice.requests import Faces
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Entry
from encounter_gui.gui.control.settings import Settings
from tests.gui.window.ledger import AcceptedRoll, Ledger
from tests.gui.window.monkey import BY_HAND, Monkey


def main(path: Path, sample: str, seed: int, folder: Path) -> None:
    """Plays for ever; the first line says what was found in the file, each other what is new since the one before."""
    use_plain_imports()  # as ``__main__`` does: threads import as well
    QStandardPaths.setTestModeEnabled(True)
    app = QApplication([])
    settings = Settings(folder / "settings.ini")
    program = Program(app, settings, paths.message_catalog(), theme="dark")
    if path.exists():
        program.campaigns.open(path)
    else:
        program.campaigns.create(path)
        program.campaigns.replay(paths.data_folder("resources") / "samples" / f"{sample}.toml")
    program.window.show()
    app.processEvents()
    program.controller.set_rollers(BY_HAND)
    monkey = Monkey(program, seed, folder, plays=True)
    ledger = Ledger(program, monkey.steps, pytest.MonkeyPatch())
    encounter, known, typed = program.campaigns.encounter, set[EntryId](), 0
    os.chdir(folder)
    while True:
        if program.controller.is_open and program.campaigns.encounter == encounter:
            ledger.check()
            news = _news(program, known)
            news["typed"] = [_typed(each) for each in ledger.accepted[typed:]]
            typed = len(ledger.accepted)
            sys.stdout.write(json.dumps(news) + "\n")
            sys.stdout.flush()
        monkey.step()


def _news(program: Program, known: set[EntryId]) -> dict[str, Any]:
    session = program.controller.session
    new = [each for each in session.log._entries.values() if each.id not in known]
    known.update(each.id for each in new)
    return {
        "head": session.log.head,
        "line": [each.id for each in session.log.path()],
        "owed": [each.id for each in session.state.obligations],
        "entries": {each.id: sha256(repr(each).encode()).hexdigest() for each in new},
        "settled": {each.id: _settled(each) for each in new},
        "rolls": [
            [roll.request.key, roll.request.who, list(roll.faces or ()) or roll.total]
            for each in new
            for roll in each.rolls
            if roll.physical
        ],
    }


def _settled(entry: Entry) -> list[int]:
    return [each.id for each in entry.events if isinstance(each, ev.ObligationSettled)]


def _typed(accepted: AcceptedRoll) -> list[Any]:
    typed = accepted.typed
    value = list(typed.values) if isinstance(typed, Faces) else typed.value
    return [accepted.request.key, accepted.request.who, value]


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), Path(sys.argv[4]))
