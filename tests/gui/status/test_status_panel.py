import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu, QTabBar, QToolButton
from pytestqt.qtbot import QtBot

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.status.status_panel import StatusPanel
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.body_figure import BodyFigure
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.model.commands import Next
from encounter_gui.rules.view import (
    ActionOption,
    BodyView,
    Chip,
    CombatantView,
    DiceCell,
    Fact,
    GaugeCell,
    Section,
)
from tests.helpers.nameless import nameless

LEFT = Qt.MouseButton.LeftButton
LEM, PIKE = CombatantId("lem"), CombatantId("pike")
HEALTH = GaugeCell(name="Health", current=8, low=-12, high=12, marks=((-12, "dead"), (0, "down")))
SHEET = CombatantView(
    who=LEM,
    number=4,
    name="Lem",
    side="foe",
    role="Canal crew",
    chips=(
        Chip(text="Wounded −1", kind="danger", icon="wounded"),
        Chip(text="Stunned", kind="warn", icon="no such icon", duration="turn", key="stunned"),
    ),
    sections=(
        Section(title="Temporary Health", note="Health 12", gauges=(HEALTH,)),
        Section(title="", stats=(Fact(name="STR", value="4"), Fact(name="DEX", value="3"))),
        Section(title="Dodge dice", note="2 of 3 left", dice=DiceCell(name="Dodge dice", left=2, total=3)),
        Section(title="Skills", facts=(Fact(name="Firearms", value="3", note="−1 wounded"),)),
        Section(title="Pistol", note="11/15", columns=(Fact(name="Short", value="10 m", note="DN 10"),)),
        Section(
            title="Pools",
            gauges=(
                GaugeCell(name="HP", current=3, low=0, high=9),
                GaugeCell(name="Soak", current=2, low=0, high=5, role="gauge.soak"),
            ),
        ),
    ),
    note="Owes Kestrel money.",
)  # fmt: skip
ACTIONS = (
    ActionOption(key="aim", text="Aim", command=Next()),
    ActionOption(key="reload", text="Reload", command=Next(), why_not="The magazine is full."),
    ActionOption(key="draw", text="Draw the very long rifle", command=Next()),
    ActionOption(key="fast", text="Fast draw the very long rifle", command=Next()),
)


@pytest.fixture
def panel(qtbot: QtBot, icons: Icons, figure: BodyFigure, texts: MessageCatalog) -> StatusPanel:
    panel = StatusPanel(icons, figure, texts)
    qtbot.addWidget(panel)
    panel.resize(300, 596)
    panel.show_view(SHEET)
    panel.show_body(BodyView(who=LEM, name="Lem", level=3, letter="W", text="Wounded −1"))
    panel.show_actions(ACTIONS)
    with qtbot.waitActive(panel):
        panel.show()
        panel.activateWindow()
    return panel


def tabs(panel: StatusPanel) -> QTabBar:
    found = panel.findChild(QTabBar)
    assert isinstance(found, QTabBar)
    return found


# ---- the sheet


def test_every_kind_of_section_is_drawn_and_told(panel: StatusPanel):
    """What is painted is also there in words."""
    told = (
        "Temporary Health: Health 12; Health 8, from −12 to 12 (−12 dead, 0 down)",
        "STR 4; DEX 3",
        "Dodge dice: 2 of 3 left; Dodge dice: 2 of 3 left",
        "Skills: Firearms 3, −1 wounded",
        "Pistol: 11/15; Short 10 m, DN 10",
        "Pools: HP 3 of 9; Soak 2 of 5",
    )
    assert panel.sheet.accessibleDescription() == ". ".join(told)
    assert all(len(colours(panel, place)) > 3 for place in panel.sheet.surface.places)


def colours(panel: StatusPanel, place: QRect) -> set[str]:
    """What is painted in a part of the sheet."""
    image = panel.sheet.surface.grab(place).toImage()
    points = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return {image.pixelColor(x, y).name() for x, y in points}


def test_a_gauge_takes_the_colour_of_its_share(panel: StatusPanel, theme_dark: Theme):
    """Eight of twelve is high; three of nine is low enough to be marked so."""
    places = panel.sheet.surface.places
    assert theme_dark.colour("gauge.health_high").name() in colours(panel, places[0])
    assert theme_dark.colour("gauge.health_mid").name() in colours(panel, places[5])


def test_nobody_selected_says_what_to_do(panel: StatusPanel):
    """An empty panel is one sentence."""
    panel.show_view(None)
    assert panel.accessibleDescription() == "Nobody is selected. Click a row of the table."
    assert not panel.sheet.isVisible()


def test_tabs_change_by_keyboard(qtbot: QtBot, panel: StatusPanel):
    """Body, Sheet and Notes are a row of tabs."""
    bar = tabs(panel)
    bar.setFocus()
    qtbot.waitUntil(bar.hasFocus)
    qtbot.keyClick(bar, Qt.Key.Key_Right)
    assert panel.notes.isVisible()
    panel.show_tab("body")
    assert panel.body.isVisible()


def test_the_pin_keeps_the_panel_where_it_is(qtbot: QtBot, panel: StatusPanel):
    """Following the selection can be switched off, and says so in words."""
    pin = next(each for each in panel.findChildren(QToolButton) if each.isCheckable())
    assert panel.follows
    with qtbot.waitSignal(panel.follow_changed) as changed:
        qtbot.mouseClick(pin, LEFT)
    assert changed.args == [False]
    assert not panel.follows
    assert pin.accessibleName() == "stays here"


def test_a_figure_behind_another_tab_is_there_when_it_comes_to_the_front(panel: StatusPanel):
    """Nothing is laid out that nobody sees."""
    before = panel.body.accessibleDescription()
    panel.show_tab("sheet")
    panel.show_body(BodyView(who=PIKE, name="Pike", text="Unhurt"))
    assert panel.body.accessibleDescription() == before
    panel.show_tab("body")
    assert panel.body.accessibleDescription().startswith("Pike")


def test_chips_are_kept_from_one_combatant_to_the_next(panel: StatusPanel):
    """Fewer, then as many again: the same widgets, in the same order, with the button that adds one behind them."""
    before = panel.chips.buttons
    panel.show_view(replace(SHEET, chips=SHEET.chips[1:]))
    assert [each.chip.text for each in panel.chips.buttons] == ["Stunned"]
    panel.show_view(SHEET)
    assert panel.chips.buttons == before
    add = panel.chips.findChild(QToolButton, "add_condition")
    assert add is not None
    QApplication.processEvents()
    assert [each.x() for each in (*before, add)] == sorted(each.x() for each in (*before, add))


# ---- conditions


def test_delete_asks_to_take_a_condition_off(qtbot: QtBot, panel: StatusPanel):
    """A chip is a control: Tab to it, Delete."""
    chip = panel.chips.buttons[1]
    with qtbot.waitSignal(panel.relieve_requested) as asked:
        qtbot.keyClick(chip, Qt.Key.Key_Delete)
    assert asked.args == ["lem", "stunned"]


def test_what_follows_from_the_state_cannot_be_taken_off(qtbot: QtBot, panel: StatusPanel):
    """Wounded ends when the wounds do."""
    with qtbot.assertNotEmitted(panel.relieve_requested):
        qtbot.keyClick(panel.chips.buttons[0], Qt.Key.Key_Delete)
    assert not panel.chips.buttons[0].menu().actions()[0].isEnabled()


@pytest.mark.qt_log_ignore("does not support raise")  # offscreen, of any popup
def test_the_context_menu_takes_a_condition_off(qtbot: QtBot, panel: StatusPanel):
    """The same by mouse."""
    chip = panel.chips.buttons[1]
    at = QPoint(5, 5)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, chip.mapToGlobal(at))
    QApplication.sendEvent(chip, event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    with qtbot.waitSignal(panel.relieve_requested) as asked:
        qtbot.mouseClick(menu, LEFT, pos=menu.actionGeometry(menu.actions()[0]).center())
    assert asked.args == ["lem", "stunned"]


# ---- notes


def test_a_note_is_handed_on_when_it_is_left(qtbot: QtBot, panel: StatusPanel):
    """There is no Save."""
    panel.show_tab("notes")
    panel.notes.setFocus()
    qtbot.waitUntil(panel.notes.hasFocus)
    panel.notes.selectAll()
    qtbot.keyClicks(panel.notes, "Paid.")
    with qtbot.waitSignal(panel.note_written) as written:
        tabs(panel).setFocus()
    assert written.args == ["lem", "Paid."]


def test_selecting_another_hands_the_note_on_first(qtbot: QtBot, panel: StatusPanel):
    """Nothing typed is lost, and it goes to the right combatant."""
    panel.show_tab("notes")
    panel.notes.setPlainText("Paid.")
    with qtbot.waitSignal(panel.note_written) as written:
        panel.show_view(replace(SHEET, who=PIKE, name="Pike", note=""))
    assert written.args == ["lem", "Paid."]
    assert panel.notes.toPlainText() == ""


def test_an_update_does_not_overwrite_what_is_being_typed(panel: StatusPanel):
    """The fight goes on while a note is written."""
    panel.notes.setPlainText("Half a sent")
    panel.show_view(SHEET)
    panel.show_view(replace(SHEET, chips=()))
    assert panel.notes.toPlainText() == "Half a sent"


# ---- quick actions


def test_a_quick_action_asks_for_its_command(qtbot: QtBot, panel: StatusPanel):
    """One click, or Space."""
    with qtbot.waitSignal(panel.action_requested) as asked:
        qtbot.mouseClick(panel.quick_actions.buttons[0], LEFT)
    assert asked.args == [Next()]


def test_a_refused_action_says_why(panel: StatusPanel):
    """Disabled, with the reason for eye and ear."""
    reload = panel.quick_actions.buttons[1]
    assert not reload.isEnabled()
    assert reload.toolTip() == reload.accessibleDescription() == "The magazine is full."


def test_what_does_not_fit_is_in_the_menu(qtbot: QtBot, panel: StatusPanel):
    """The row never grows; what can be done comes first."""
    shown = [button.text() for button in panel.quick_actions.buttons if button.isVisible()]
    assert shown == ["Aim", "Draw the very long rifle"]
    menu = panel.quick_actions.findChild(QMenu)
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    entries = {entry.text(): entry for entry in menu.actions()}
    assert list(entries) == ["Reload", "Fast draw the very long rifle"]
    assert entries["Reload"].toolTip() == "The magazine is full."
    with qtbot.waitSignal(panel.action_requested):
        entries["Fast draw the very long rifle"].trigger()


@pytest.mark.parametrize("count", [0, 1, 2, 4])
def test_actions_that_were_away_come_back_at_another_width(panel: StatusPanel, count: int):
    """Fewer than before, or more: Qt tells the row of its new size in the middle of showing it.

    An error there ends the process where the error is one of Python's own (PySide with Python 3.11).
    """
    panel.show_actions(ACTIONS[:3])
    panel.quick_actions.hide()
    panel.quick_actions.resize(240, panel.quick_actions.height())
    panel.show_actions(ACTIONS[:count])
    assert panel.quick_actions.isVisible() == bool(count)
    texts = [button.text() for button in panel.quick_actions.buttons]
    assert texts == [action.text for action in ACTIONS[:count]]


def test_everything_has_a_name(panel: StatusPanel):
    """No control is silent, on any tab."""
    for name in ("body", "sheet", "notes"):
        panel.show_tab(name)
        assert nameless(panel) == []


def test_a_name_with_markup_is_shown_as_it_is(panel: StatusPanel):
    """Names come from strangers' files."""
    panel.show_view(replace(SHEET, name="<b>Lem</b>"))
    assert panel.grab().toImage().width() > 0


def test_another_theme_redraws_the_panel(
    qtbot: QtBot, figure: BodyFigure, texts: MessageCatalog, theme_dark: Theme, theme_light: Theme
):
    """Dark and light are different pictures of the same words."""
    icons = Icons(theme_dark)
    icons.load()
    panel = StatusPanel(icons, figure, texts)
    qtbot.addWidget(panel)
    panel.resize(300, 596)
    panel.show_view(SHEET)
    icons.use(theme_light)
    panel.grab()  # nothing is laid out before
    seen = colours(panel, panel.sheet.surface.places[0])
    assert theme_light.colour("gauge.health_high").name() in seen
    assert theme_dark.colour("surface.dock").name() not in seen
