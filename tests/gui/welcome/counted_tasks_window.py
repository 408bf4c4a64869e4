"""The program as a process of its own, for real keys and a real mouse: says on a line of JSON whatever has changed."""

import json
import sys
from pathlib import Path

from PySide6.QtCore import QPoint, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from encounter_gui import paths
from encounter_gui.app.plain_imports import use_plain_imports
from encounter_gui.app.program import Program
from encounter_gui.gui.control.settings import Settings
from encounter_gui.gui.damage.damage_columns import segments
from encounter_gui.gui.window.main_window import MainWindow
from encounter_gui.rules.model.prepared import Wave


def point(widget: QWidget, at: QPoint) -> list[int]:
    """Returns a point of a widget on the screen."""
    there = widget.mapToGlobal(at)
    return [there.x(), there.y()]


def prepare(program: Program) -> None:
    """Plans four who type their dice and six alike, and two more who come in the first round."""
    assert program.prep is not None
    plans = program.prep.plans
    plans.editor.type_roster("4 hening, 6 ganger")
    more = plans.recruits.typed("2 gangers")
    plans.editor.set_wave(0, Wave(name="Second boat", recruits=more, round=1))


def halves(window: MainWindow) -> list[list[int]]:
    """Returns where half is chosen in the rows of a change by hand; none: there is none."""
    rows = window.damage.list
    column = rows.columns.columns.get("share")
    if column is None or not rows.isVisible():
        return []
    found = []
    for place in range(rows.rows.rowCount()):
        rect = rows.visualRect(rows.rows.index(place)).toRectF()
        spot = segments(column.rect(rect), rect.height())[1].center()
        found.append(point(rows.viewport(), spot.toPoint()))
    return found


def status(program: Program, *, is_waiting: bool = False) -> dict[str, object]:
    """Returns what a test waits for, and where on the screen it has to click; is_waiting: it is not prepared yet."""
    window, controller = program.window, program.controller
    state, table = controller.context.state, window.table
    path = controller.session.log.path()
    body = window.status.body_page.diagram
    spot = body.spot_of("left_arm") if body.isVisible() else None
    start = program.prep.panel.start if program.prep is not None else None
    offer = program.connections.prompts.offered
    library = program.room.parts.library if program.room is not None else None
    own = library.creatures.items if library is not None and library.is_open else ()
    return {
        "is_ready": window.isVisible() and program.prep is not None and not is_waiting,
        "entries": len(path),
        "typed": [list(each.faces or ()) for each in path[-1].rolls if each.physical]
        if path
        else [],
        "acting": list(state.acting),
        "round": [state.round, state.group],
        "selected": list(controller.selected),
        "names": [each.name for each in state.combatants.values()],
        "hurt": {
            str(each.number): [each.gauges.get("hp"), each.gauges.get("soak")]
            for each in state.combatants.values()
        },
        "wounds": {
            str(each.number): {key: place.level for key, place in each.locations.items()}
            for each in state.combatants.values()
        },
        "conditions": {
            str(each.number): [condition.key for condition in each.conditions]
            for each in state.combatants.values()
        },
        "owed": len(state.obligations),
        "waits": controller.waits_for is not None,
        "offered": offer.notice.title if offer is not None else "",
        "own": {each.value.name: dict(each.value.creature.sheet) for each in own if each.is_own},
        "halves": halves(window),
        "is_prep": window.is_prep,
        "is_behind": QApplication.activeWindow() is not window,
        "region": window.regions.current,
        "rows": {
            str(row.number): point(
                table.viewport(), table.visualRect(table.model().index(place, 4)).center()
            )
            for place, row in enumerate(table.rows.shown)
        },
        "arm": point(body.viewport(), spot) if spot is not None else None,
        "start": point(start, start.rect().center()) if start and start.isVisible() else None,
    }


def main() -> None:
    """Opens a campaign in a folder (first argument), with a sample fight (second) in it.

    ``prepared`` is an encounter of D6 pools that has not begun; empty: one nobody is in.
    """
    folder, sample = Path(sys.argv[1]), sys.argv[2]
    use_plain_imports()  # as ``__main__`` does: threads import as well
    is_waiting = sample == "prepared"
    has_sample = sample not in ("", "prepared")
    app = QApplication([])
    settings = Settings(folder / "settings.ini")
    program = Program(app, settings, paths.message_catalog(), theme="dark")
    program.campaigns.create(folder / "Counted.encounter", "" if has_sample else "d6pool")
    if has_sample:
        program.campaigns.replay(paths.data_folder("resources") / "samples" / f"{sample}.toml")
    program.window.setGeometry(0, 0, 1366, 768)
    program.window.show()
    program.window.status.show_tab("body")
    program.window.table.setFocus()
    said: dict[str, object] = {}

    def tell() -> None:
        nonlocal said, is_waiting
        if is_waiting and program.prep is not None:
            is_waiting = False
            prepare(program)
            program.window.table.setFocus()
        now = status(program, is_waiting=is_waiting)
        if now != said:
            said = now
            print(json.dumps(now), flush=True)

    clock = QTimer()
    clock.timeout.connect(tell)
    clock.start(50)
    QTimer.singleShot(230_000, app.quit)
    app.exec()


if __name__ == "__main__":
    main()
