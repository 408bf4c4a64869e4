"""How much memory entries take in the window: a fight is played on with dialogs and panels opened at random.

First what is kept for the next repaint, and for the next time that something is opened, has to be there: everything
is opened once, and played for a while. What the resident memory grows by from then on is counted by entries.
"""

import gc
import os
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from tests.benchmarks.fights import make_campaign
from tests.benchmarks.figure import Figure
from tests.benchmarks.first_paint import resident
from tests.benchmarks.open_window import open_window, settle

GESTURES, WARM_UP = 5_000, 2_000
_DIALOGS = 0.08  # of all gestures
_COMBATANTS = 12
_REST = 0.03  # s that something opened is looked at: its timers run

OPENED = (
    "new_encounter", "open", "replay", "save_copy", "import_files", "paste_creatures", "export", "print", "undo_list",
    "backups", "switches", "initiative", "condition", "damage", "heal", "set_gauge", "name_side", "dice", "compare",
    "forecast", "simultaneous", "declare", "notes", "waves", "recap", "settings", "shortcuts", "rules_help",
    "prep_help", "fights_help", "print_help", "players_help", "rulesets_help", "about", "players", "command", "prep",
    "library", "log_search", "add",
)  # fmt: skip
"""The actions that open a dialog, a panel or a menu; nothing is done with it."""


def figures() -> Iterator[Figure]:
    """Measures in folders of its own."""
    with TemporaryDirectory() as folder:
        home = Path(folder)
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
            os.environ[name] = str(home / name.lower())
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        path = home / "memory.encounter"
        make_campaign(path, "d6pool", combatants=_COMBATANTS, entries=100)
        with open_window(path) as program:
            yield _growth(program)


def _growth(program: Any) -> Figure:
    hands = Hands(program)
    for action in OPENED:
        open_and_close(program, action)
    for _ in range(WARM_UP):
        hands.do_something()
    entries, before = len(program.controller.session.log), _resident()
    for _ in range(GESTURES):
        hands.do_something()
    made, grown = len(program.controller.session.log) - entries, _resident() - before
    return Figure(
        f"memory per 1,000 entries, {GESTURES:,} gestures, dialogs opened",
        grown / made * 1000,
        "MB",
        limit=2,
        note=f"{grown:.1f} MB for {made:,} entries",
    )


def _resident() -> float:
    gc.collect()
    return resident()


class Hands:
    """Does what is done in a fight, the same every time."""

    def __init__(self, program: Any) -> None:
        """Takes the program with a fight that is open."""
        self._program = program
        self._random = Random(0)

    def do_something(self) -> None:
        """Selects, resolves, moves on, goes back, changes a number or writes a note; or opens and closes something."""
        from encounter_gui.rules.model.commands import Adjust, Note

        controller, window, lot = self._program.controller, self._program.window, self._random
        who = lot.choice(tuple(controller.context.state.combatants))
        match lot.random():
            case share if share < _DIALOGS:
                open_and_close(self._program, lot.choice(OPENED))
            case share if share < 0.25:
                window.table.select([who])
            case share if share < 0.4:
                window.attack_panel.resolve()
            case share if share < 0.6:
                window.actions_of["next"].trigger()
            case share if share < 0.7:
                window.actions_of[lot.choice(("undo", "redo"))].trigger()
            case share if share < 0.9:
                controller.perform(Adjust(who=(who,), change=lot.choice(("-1", "+1"))))
            case _:
                controller.perform(Note(text=f"{who} " * lot.randrange(1, 9)))
        self._answer()
        settle()

    def _answer(self) -> None:
        """Leaves all dice that are asked for to the program, and chooses the first of what is to be chosen."""
        from encounter_gui.dice.requests import Choice

        controller = self._program.controller
        while (waits := controller.waits_for) is not None:
            if isinstance(waits, Choice):
                controller.choose(waits.options[0])
            else:
                controller.answer((None,) * len(waits))


def open_and_close(program: Any, action: str, rest: float = _REST) -> None:
    """Has an action open what it opens, looks at it for so many seconds, and closes it; nothing is done in it."""
    window = program.window
    window.actions_of[action].trigger()
    settle()
    end = time.monotonic() + rest
    while time.monotonic() < end:
        settle()
        time.sleep(0.005)
    while (shown := _over(window)) is not None:
        shown.close()
        _free()
    window.large_panels.close()
    window.command.leave()
    window.damage.dismiss()
    if window.is_prep:
        window.actions_of["prep"].trigger()
    if action == "library":
        window.actions_of["library"].trigger()
    _free()


def _over(window: Any) -> Any:
    """Returns a dialog or a menu that is open; None: there is none."""
    from PySide6.QtWidgets import QApplication

    shown = (each for each in QApplication.topLevelWidgets() if each.isVisible())
    return QApplication.activePopupWidget() or next(
        (each for each in shown if each is not window), None
    )


def _free() -> None:
    """Frees what was closed: outside of an event loop Qt waits with that."""
    from PySide6.QtCore import QCoreApplication, QEvent

    settle()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
