"""Draws every screen into a picture: ``python3 packaging/dev.py shots [--readme] [FOLDER]``.

``shots rooms [FOLDER]`` draws the rooms of the first hour instead (welcome, empty prep, settings), in three themes and
four sizes.

Dark and light at 1366 × 768, and the fight once more at two device pixels each. ``--readme`` draws only the pictures
that README.md shows, into ``resources/screenshots/``.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QEvent, QPoint
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from encounter_gui import paths
from encounter_gui.app.prep_assembly import Prep
from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.welcome.welcome_page import WelcomePage
from encounter_gui.rules.files.custom_entries import ExtraKind
from encounter_gui.rules.model.commands import Add, Rename
from encounter_gui.rules.view import FormField

ROOT = Path(__file__).resolve().parent.parent
SIZE = (1366, 768)
THEMES = ("dark", "light")
ROSTER = """name,count,hp,ac,attack,weapon,damage,morale,notes
Dock guard,1d4+1,9,13,+2,Combat rifle,1d12,8,Two at the gate
Foreman,1,16,15,+4,Heavy pistol,1d8,10,Knows the tide tables
Crane drone,2,12,14,+3,Autogun,2d6,12,
"""
LONG = "Lieutenant-Colonel Maximiliana Featherstonehaugh-Oyelaran of the Harbour Watch"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A window on a campaign of its own."""

    app: QApplication
    program: Program
    folder: Path

    def settle(self) -> None:
        """Waits until everything in the window is there."""
        while not self.program.tasks.is_done:
            QTest.qWait(10)
        self.program.window.attack_panel.odds.spread.load()
        QTest.qWait(300)

    @property
    def welcome(self) -> WelcomePage:
        """The welcome screen, once it was shown."""
        assert self.program.welcome is not None  # noqa: S101 - the caller has shown it
        return self.program.welcome.page

    @property
    def prep(self) -> Prep:
        """What encounters are prepared with; it is there a moment after the window."""
        while self.program.prep is None:
            QTest.qWait(10)
        return self.program.prep

    def fight(self, sample: str = "canal-bridge") -> None:
        """Opens a sample fight, with whoever the bench aims at selected."""
        self.settle()
        self.program.replay(paths.data_folder("resources") / "samples" / f"{sample}.toml")
        field = next((e for e in self._choosers() if e.key == "target"), None)
        if field is not None and field.chosen:
            self.program.window.table.select([CombatantId(field.chosen)])

    def _choosers(self) -> tuple[FormField, ...]:
        controller = self.program.controller
        return controller.system.attack_form(controller.context, {}).fields

    def select(self, *names: str) -> None:
        """Selects combatants by name."""
        combatants = self.program.controller.context.state.combatants.values()
        self.program.window.table.select(
            [combatant.id for combatant in combatants if combatant.name in names]
        )

    def trigger(self, action: str) -> None:
        """Does an action."""
        self.program.window.actions_of.by_id[action].trigger()  # type: ignore[index]  # one of the ids


def _empty(stage: Stage) -> None:
    stage.settle()


def _fight(stage: Stage) -> None:
    stage.fight()


def _tab(sample: str, tab: str) -> Callable[[Stage], None]:
    def draw(stage: Stage) -> None:
        stage.fight(sample)
        stage.program.window.status.show_tab(tab)

    return draw


def _asking(stage: Stage) -> None:
    for key in ("hening", "gang_a", "gang_b"):
        stage.program.controller.perform(Add(creature=key))
    stage.trigger("next")
    stage.trigger("next")


def _asking_dice(stage: Stage) -> None:
    stage.fight()
    stage.settle()
    dice = stage.program.window.attack_panel.set_up.dice
    dice.inputs[0].setFocus()
    field = QApplication.focusWidget()
    if field is not None:
        QTest.keyClicks(field, "6 5 4 3 2 1")
    stage.program.window.attack_panel.resolve()


def _error(stage: Stage) -> None:
    stage.fight()
    who = stage.program.controller.selected[0]
    stage.program.controller.perform(Rename(who=who, name=" "))


def _scrubbing(stage: Stage) -> None:
    stage.fight()
    stage.program.window.timeline.scrubbed.emit(34)


def _damage(stage: Stage) -> None:
    stage.fight()
    stage.select("Skinner", "Pike", "Moth")
    stage.program.window.begin_change("-")
    stage.program.window.damage.head.amount.setText("7")


def _command(stage: Stage) -> None:
    stage.fight()
    stage.program.window.command.open("2 7 8 -12")


def _palette(text: str, sample: str = "night-harbour") -> Callable[[Stage], None]:
    """The palette with a line typed into it."""

    def draw(stage: Stage) -> None:
        stage.fight(sample)
        while not hasattr(stage.program, "palette"):
            QTest.qWait(10)
        stage.program.window.command.open(text)

    return draw


def _many(stage: Stage) -> None:
    stage.program.controller.perform(Add(creature="hening"))
    stage.program.controller.perform(Add(creature="ganger", count=39))
    stage.trigger("next")
    stage.trigger("next")
    stage.trigger("next")


def _adding_first(stage: Stage) -> None:
    stage.settle()
    stage.trigger("add")


def _long(stage: Stage) -> None:
    stage.fight()
    for name in ("Brandt", "Skinner", "Hook"):
        combatants = stage.program.controller.context.state.combatants.values()
        who = next(combatant.id for combatant in combatants if combatant.name == name)
        stage.program.controller.perform(Rename(who=who, name=f"{name} {LONG}"))


def _dialog(action: str) -> Callable[[Stage], None]:
    def draw(stage: Stage) -> None:
        stage.fight()
        stage.trigger(action)

    return draw


def _prepared(stage: Stage) -> None:
    """A creature in the editor, and a roster beside it."""
    stage.settle()
    stage.prep.plans.editor.type_roster("1d4+1 gangers, gang boss, 2 enforcers, hening")
    stage.trigger("prep")
    stage.trigger("prepare")


def _stocked(kind: ExtraKind, key: str) -> Callable[[Stage], None]:
    """A copy of something that comes with the ruleset, in the editor."""

    def draw(stage: Stage) -> None:
        stage.settle()
        stage.trigger("prep")
        room = stage.program.room
        room.parts.panel.rooms.chosen.emit(kind)
        made = room.parts.library.custom_entries.duplicate(f"{kind}:d6pool:{key}")
        if made is not None:
            room.parts.edit_thing(made.key)

    return draw


def _importing(stage: Stage) -> None:
    stage.fight()
    imports = stage.prep.imports
    path = stage.folder / "docks.csv"
    path.write_text(ROSTER, encoding="utf-8")
    imports.read([path])
    while imports.dialog is None or not imports.dialog.keep.isEnabled():
        QTest.qWait(10)


SCREENS: Mapping[str, Callable[[Stage], None]] = {
    "empty": _empty,
    "fight": _fight,
    "body": _tab("canal-bridge", "body"),
    **{
        f"{path.stem}-{tab}": _tab(path.stem, tab)
        for path in paths.samples()
        if path.stem != "canal-bridge"
        for tab in ("body", "sheet")
    },
    "asking-initiative": _asking,
    "asking-dice": _asking_dice,
    "error": _error,
    "scrubbing": _scrubbing,
    "damage": _damage,
    "command": _command,
    "palette": _palette("4 9 pr"),
    "palette-damage": _palette("3 5 7 -12 l.arm ap"),
    "palette-empty": _palette(""),
    "palette-found": _palette("theme", "redlines"),
    "palette-refused": _palette("99 -3", "deep-static"),
    "forty": _many,
    "long-names": _long,
    "adding": _dialog("add"),
    "adding-first": _adding_first,
    "prep": _prepared,
    "gear": _stocked("item", "smg"),
    "conditions": _stocked("condition", "stunned"),
    "import": _importing,
    "print": _dialog("print"),
    "help": _dialog("rules_help"),
    "dialog-switches": _dialog("switches"),
    "dialog-encounter": _dialog("new_encounter"),
    "dialog-dice": _dialog("dice"),
    "dialog-shortcuts": _dialog("shortcuts"),
    "dialog-about": _dialog("about"),
}
"""Every screen by name, and what leads to it."""


ROOM_THEMES = ("dark", "light", "high_contrast")
ROOM_SIZES = ((1024, 700), (1366, 768), (1920, 1080), (2560, 1440))


def _welcome_first(stage: Stage) -> None:
    stage.program.show_welcome()
    stage.settle()
    stage.welcome.choose("phases")


def _welcome_later(stage: Stage) -> None:
    for name, ruleset in (("Canal bridge", "d6pool"), ("Deep Static", "chrome")):
        stage.program.create_campaign(stage.folder / f"{name}.encounter", ruleset)
    for name, sample in (("Halcyon", "redlines"), ("Neon nights", "night-harbour")):
        stage.program.create_campaign(stage.folder / f"{name}.encounter")
        stage.program.replay(paths.sample(sample))
    stage.program.close_campaign()
    (stage.folder / "Canal bridge.encounter").unlink()
    stage.program.show_welcome()
    stage.settle()


def _prep_empty(stage: Stage) -> None:
    stage.program.create_campaign(stage.folder / "My campaign.encounter", "phases")
    stage.settle()
    stage.trigger("prep")
    _ = stage.prep


def _settings(stage: Stage) -> None:
    stage.fight("deep-static")
    stage.trigger("settings")


def _panel(action: str) -> Callable[[Stage], None]:
    def draw(stage: Stage) -> None:
        stage.fight()
        stage.settle()
        _ = stage.prep  # opens its page at the right when it is made
        stage.trigger(action)

    return draw


def _prepared_table(stage: Stage) -> None:
    """Who is prepared, in the table before the start."""
    stage.program.create_campaign(stage.folder / "My campaign.encounter", "cwn")
    stage.settle()
    foes = [each.name for each in stage.program.controller.context.ruleset.creatures]
    stage.prep.plans.editor.type_roster(f"3 {foes[0]}, {foes[1]}, 1d4 {foes[2]}")
    stage.trigger("prepare")


ROOMS: Mapping[str, Callable[[Stage], None]] = {
    "welcome-first": _welcome_first,
    "welcome-later": _welcome_later,
    "prep-empty": _prep_empty,
    "prepared": _prepared_table,
    "settings": _settings,
    "dice": _panel("dice"),
    "waves": _panel("waves"),
    "about": _dialog("about"),
    "help": _dialog("rules_help"),
}
"""The rooms of the first hour by name, and what leads to each."""


README: Mapping[str, tuple[str, str]] = {
    "main": ("fight", "dark"),
    "cwn": ("redlines-sheet", "dark"),
    "phases": ("night-harbour-body", "light"),
    "chrome": ("deep-static-body", "dark"),
    "prep": ("prep", "light"),
}
"""The pictures README.md shows: what they are called, the screen, the theme."""


def draw(
    app: QApplication,
    screen: Callable[[Stage], None],
    theme: str,
    target: Path,
    size: tuple[int, int] = SIZE,
) -> None:
    """Draws one screen; a dialog is drawn where it lies over the window."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = Program(
            app, Settings(folder / "settings.ini"), paths.message_catalog(), theme=theme
        )
        program.create_campaign(folder / "Neon Harbour.encounter")
        program.window.resize(*size)
        program.window.show()
        stage = Stage(app=app, program=program, folder=folder)
        screen(stage)
        stage.settle()
        picture = program.window.grab()
        for dialog in program.window.findChildren(QDialog):
            shown = dialog.grab()
            place = program.window.rect().center() - dialog.rect().center()
            _paste(picture, shown, place)
        picture.save(str(target))
        program.close_campaign()
        program.window.close()
        program.window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _paste(picture: QPixmap, shown: QPixmap, place: QPoint) -> None:
    painter = QPainter(picture)
    painter.drawPixmap(place, shown)
    painter.end()


def draw_rooms(app: QApplication, args: list[str]) -> int:
    """Draws the rooms of the first hour, or those that are named after the folder, in all themes and sizes."""
    folder = Path(args[0]) if args else ROOT / "shots" / "rooms"
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["XDG_DATA_HOME"] = str(folder / "data")
    for room in args[1:] or list(ROOMS):
        for theme in ROOM_THEMES:
            for width, height in ROOM_SIZES:
                target = folder / f"{room}-{theme}-{width}x{height}.png"
                draw(app, ROOMS[room], theme, target, (width, height))
                print(target)
    return 0


def main(args: list[str]) -> int:
    """Draws what the arguments say and returns the exit code."""
    app = QApplication(sys.argv[:1])
    if "--readme" in args:
        folder = ROOT / "resources" / "screenshots"
        folder.mkdir(exist_ok=True)
        for name, (screen, theme) in README.items():
            draw(app, SCREENS[screen], theme, folder / f"{name}.png")
        return 0
    if args[:1] == ["rooms"]:
        return draw_rooms(app, args[1:])
    large = "--large" in args
    named = [arg for arg in args if not arg.startswith("--")]
    folder = Path(named[0]) if named else ROOT / "shots"
    wanted = named[1:] or list(SCREENS)
    folder.mkdir(parents=True, exist_ok=True)
    for screen in ["fight"] if large else wanted:
        for theme in THEMES:
            name = f"{screen}-{theme}{'@2x' if large else ''}.png"
            draw(app, SCREENS[screen], theme, folder / name)
            print(folder / name)
    if large or named[1:]:
        return 0
    double = {**os.environ, "QT_SCALE_FACTOR": "2"}
    command = [sys.executable, __file__, "--large", str(folder)]
    return subprocess.run(command, env=double, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
