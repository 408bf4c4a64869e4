"""The page of the rules workshop, with real keys and clicks: typed over, kept, saved, and taken back."""

from PySide6.QtWidgets import QApplication, QDockWidget, QToolButton, QWidget

from encounter_gui.app.program import Program
from encounter_gui.gui.workshop.workshop_controller import WorkshopController
from tests.gui.workshop.conftest import click, item, own, press, text_of, type_over

RIFLE = ("items", "combat_rifle")


def test_a_value_typed_over_is_in_the_file_at_once_and_saved_as_a_version(
    program: Program, workshop: WorkshopController
) -> None:
    """Typing over a grey value owns it; Ctrl+S keeps it as a version, which new fights use."""
    type_over(workshop, "Combat rifle", "values.range", "150/300")
    assert own(workshop) == ((*RIFLE, "values", "range"),)
    rules = program.campaigns.campaign.own_rules
    kept = rules.repository.draft("cwn")
    assert kept is not None
    assert kept.data == {"items": {"combat_rifle": {"values": {"range": [150, 300]}}}}
    press("Ctrl+S")
    assert [each.version for each in workshop.document.workshop.versions] == [1]  # type: ignore[union-attr]
    assert item(program.campaigns.campaign.ruleset("cwn"), "combat_rifle")["range"] == (150, 300)
    assert rules.repository.draft("cwn") is None


def seen(program: Program) -> dict[str, tuple[int, int]]:
    """Returns the parts of the window that are seen, with their sizes."""
    window = program.window
    parts: dict[str, QWidget] = {
        "table": window.table,
        "bench": window.attack_panel,
        "log": window.log.log,
        **{each.objectName(): each for each in window.findChildren(QDockWidget)},
    }
    return {name: (each.width(), each.height()) for name, each in parts.items() if each.isVisible()}


def test_the_key_and_the_rail_open_and_leave_it(program: Program) -> None:
    """Ctrl+Shift+R opens it over the fight; the rail's book leaves it, and the keyboard is where it was."""
    window = program.window
    window.table.setFocus()
    before = seen(program)
    assert set(before) == {"table", "bench", "log", "dock_timeline", "dock_status"}
    press("Ctrl+Shift+R")
    assert seen(program) == {}
    workshop = program.workshop.workshop
    assert workshop is not None
    button = window.rail.findChild(QToolButton, "rail_workshop")
    assert isinstance(button, QToolButton)
    assert button.isChecked()
    click(button)
    assert not workshop.page.isVisible()
    assert seen(program) == before
    assert not button.isChecked()
    assert window.table.hasFocus()
    press("Ctrl+Shift+R")
    assert workshop.page.table.hasFocus()
    press("Esc")
    assert window.table.hasFocus()
    assert seen(program) == before


def test_undo_and_redo_of_the_window_mean_the_draft_while_it_is_shown(
    program: Program, workshop: WorkshopController
) -> None:
    """Ctrl+Z takes the value back, Ctrl+Shift+Z types it again; the menu names the step; a version is a step, too."""
    undo, redo = (program.window.actions_of[each] for each in ("undo", "redo"))  # type: ignore[index]
    assert not undo.isEnabled()
    type_over(workshop, "Combat rifle", "values.range", "150/300")
    assert undo.text().replace("&", "") == "Undo: Combat rifle, Range in metres"
    press("Ctrl+Z")
    assert own(workshop) == ()
    assert text_of(workshop, "Combat rifle", "values.range") == "100/300"
    assert redo.isEnabled()
    press("Ctrl+Shift+Z", "Ctrl+S")
    press("Ctrl+Z")
    assert workshop.document is not None
    assert workshop.document.workshop.versions == ()
    assert own(workshop) == ((*RIFLE, "values", "range"),)
    press("Ctrl+Shift+Z")
    assert [each.version for each in workshop.document.workshop.versions] == [1]
    press("Esc")
    assert undo.text().replace("&", "") == "Undo"


def test_letters_are_typed_and_never_move_the_fight(
    program: Program, workshop: WorkshopController
) -> None:
    """N in a cell is a letter: it opens the cell; Esc leaves it as it was."""
    stage = program.controller.context.state.stage
    press("N")
    focus = QApplication.focusWidget()
    assert focus is not None
    assert focus.parent() is workshop.page.table.viewport()
    press("Esc")
    assert program.controller.context.state.stage == stage
    assert own(workshop) == ()
    assert workshop.page.isVisible()
