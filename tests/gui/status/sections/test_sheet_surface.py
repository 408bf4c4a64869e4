"""The sheet as one surface: what is painted of it, where the mouse hits it, where the keyboard goes, what is told."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QAccessible, QPaintEvent, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.status.sections.sheet_button import SheetButton
from encounter_gui.gui.status.sections.sheet_view import SheetView
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.model.commands import Next
from encounter_gui.rules.view import ActionOption, Fact, GaugeCell, Section, SettableValue

Key = Qt.Key
LEFT = Qt.MouseButton.LeftButton
HEALTH = Section(title="Health", gauges=(GaugeCell(name="HP", current=8, low=0, high=12),))
GUN = Fact(name="Pistol", value="3d6", note="11/15", number="ammo.pistol")
WEAPONS = Section(title="Weapons", facts=(GUN, Fact(name="Knife", value="1d6")))
AIM = ActionOption(key="aim", text="Aim", note="Main", command=Next())
RELOAD = ActionOption(key="reload", text="Reload", command=Next(), why_not="The magazine is full.")
HOLD = ActionOption(key="hold", text="Hold", command=Next())
STILL = Section(title="Still possible now", offers=(AIM, RELOAD, HOLD))
ROUNDS = SettableValue(key="ammo.pistol", name="Pistol, rounds", value=11, most=15)
SHEET = (HEALTH, WEAPONS, STILL)


class PaintLog(QObject):
    """Notes what of a widget is painted."""

    def __init__(self) -> None:
        super().__init__()
        self.regions: list[QRegion] = []

    @override
    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Notes a paint event."""
        if isinstance(event, QPaintEvent):
            self.regions.append(event.region())
        return False


@pytest.fixture
def sheet(icons: Icons, texts: MessageCatalog, qtbot: QtBot) -> SheetView:
    view = SheetView(icons, texts)
    qtbot.addWidget(view)
    view.resize(300, 400)
    view.show_sections(SHEET, (ROUNDS,))
    with qtbot.waitActive(view):
        view.show()
        view.activateWindow()
    QApplication.processEvents()
    return view


@pytest.fixture
def painted(sheet: SheetView) -> Callable[[], QRegion]:
    """Returns what of the surface has been painted since it was asked last."""
    log = PaintLog()
    sheet.surface.installEventFilter(log)

    def since() -> QRegion:
        QApplication.processEvents()
        together = QRegion()
        for region in log.regions:
            together |= region
        log.regions.clear()
        return together

    since()
    return since


def named(sheet: SheetView, start: str) -> SheetButton:
    """The button whose name begins so."""
    return next(each for each in sheet.surface.buttons if each.accessibleName().startswith(start))


def seen_at(sheet: SheetView, button: SheetButton) -> QPoint:
    """Where a button is seen in the window."""
    return button.mapTo(sheet, button.rect().center())


# ---- painting


def test_an_equal_sheet_is_not_painted_again(
    sheet: SheetView, painted: Callable[[], QRegion]
) -> None:
    """Somebody else was hit."""
    sheet.show_sections(tuple(replace(each) for each in SHEET), (replace(ROUNDS),))
    assert painted().isEmpty()


def test_only_the_section_that_differs_is_painted(
    sheet: SheetView, painted: Callable[[], QRegion]
) -> None:
    """A wound leaves weapons and offers alone."""
    hurt = replace(HEALTH, gauges=(replace(HEALTH.gauges[0], current=3),))
    sheet.show_sections((hurt, *SHEET[1:]), (ROUNDS,))
    assert painted().boundingRect() == sheet.surface.places[0]


def test_what_moves_is_painted_where_it_was_and_is(
    sheet: SheetView, painted: Callable[[], QRegion]
) -> None:
    """A section that is gone leaves nothing behind, and what was below it moves up."""
    before = sheet.surface.places
    sheet.show_sections(SHEET[1:], (ROUNDS,))
    after = sheet.surface.places
    region = painted()
    assert all(QRegion(place).subtracted(region).isEmpty() for place in (*before, *after))


# ---- mouse


def test_an_offer_is_clicked_where_it_is_seen(qtbot: QtBot, sheet: SheetView) -> None:
    """Also after it has moved; a refused one does nothing."""
    sheet.show_sections(SHEET[1:], (ROUNDS,))
    with qtbot.waitSignal(sheet.offer_taken) as taken:
        QTest.mouseClick(sheet.windowHandle(), LEFT, pos=seen_at(sheet, named(sheet, "Hold")))
    assert taken.args == [Next()]
    with qtbot.assertNotEmitted(sheet.offer_taken):
        QTest.mouseClick(sheet.windowHandle(), LEFT, pos=seen_at(sheet, named(sheet, "Reload")))


def test_a_number_opens_at_two_clicks_not_at_one(sheet: SheetView) -> None:
    """The field lies over the line that was hit."""
    at = seen_at(sheet, named(sheet, "Pistol"))
    QTest.mouseClick(sheet.windowHandle(), LEFT, pos=at)
    assert sheet.value_field.isHidden()
    QTest.mouseDClick(sheet.windowHandle(), LEFT, pos=at)
    assert sheet.value_field.isVisible()
    assert sheet.value_field.geometry().contains(at)


def test_tool_tips_and_pointers_belong_to_the_line(sheet: SheetView) -> None:
    """A number can be written, an offer is pressed; each says what it is."""
    number, offer = named(sheet, "Pistol"), named(sheet, "Reload")
    assert number.cursor().shape() == Qt.CursorShape.IBeamCursor
    assert offer.cursor().shape() == Qt.CursorShape.ArrowCursor
    assert "Pistol, rounds: " in number.toolTip()
    assert "The magazine is full." in offer.toolTip()
    sheet.show_sections((STILL, WEAPONS), (ROUNDS,))
    assert named(sheet, "Pistol").cursor().shape() == Qt.CursorShape.IBeamCursor
    assert named(sheet, "Reload").cursor().shape() == Qt.CursorShape.ArrowCursor


# ---- keyboard


def test_tab_goes_down_the_sheet(qtbot: QtBot, sheet: SheetView) -> None:
    """From the top, also where a longer sheet has come; what is refused is passed over."""
    more = Section(title="Cool", facts=(Fact(name="Luck", value="3", number="luck"),))
    luck = SettableValue(key="luck", name="Luck", value=3)
    sheet.show_sections((more, *SHEET), (ROUNDS, luck))
    named(sheet, "Luck").setFocus(Qt.FocusReason.TabFocusReason)
    names = []
    for _ in range(4):
        focus = QApplication.focusWidget()
        assert focus is not None
        names.append(focus.accessibleName())
        qtbot.keyClick(focus, Key.Key_Tab)
    assert names == ["Luck 3", "Pistol, rounds 11", "Aim, Main", "Hold"]


def test_the_keyboard_stays_at_what_it_was_at(sheet: SheetView) -> None:
    """Lines come and go above it."""
    named(sheet, "Hold").setFocus(Qt.FocusReason.TabFocusReason)
    fewer, more = replace(STILL, offers=(HOLD,)), replace(STILL, offers=(RELOAD, AIM, AIM, HOLD))
    for sections in ((fewer,), (HEALTH, WEAPONS, more), (WEAPONS, fewer)):
        sheet.show_sections(sections, (ROUNDS,))
        assert named(sheet, "Hold").hasFocus()


def test_space_is_not_taken_by_a_value(qtbot: QtBot, sheet: SheetView) -> None:
    """It moves the fight on; F2 opens the field."""
    number = named(sheet, "Pistol")
    number.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(number, Key.Key_Space)
    assert sheet.value_field.isHidden()
    qtbot.keyClick(number, Key.Key_F2)
    assert sheet.value_field.isVisible()


# ---- a screen reader


def test_the_tree_of_a_screen_reader(sheet: SheetView) -> None:
    """Everything in words, and below it what can be used: by name, with what it is for, where it is seen."""
    QAccessible.setActive(True)
    surface = QAccessible.queryAccessibleInterface(sheet.surface)
    assert surface.text(QAccessible.Text.Description) == (
        "Health: HP 8 of 12. Weapons: Pistol 3d6, 11/15; Knife 1d6. "
        "Still possible now: Aim, Main; Reload, The magazine is full.; Hold"
    )
    children = [surface.child(place) for place in range(surface.childCount())]
    told = [each for each in children if not each.state().invisible]
    assert [each.text(QAccessible.Text.Name) for each in told] == [
        "Pistol, rounds 11",
        "Aim, Main",
        "Reload",
        "Hold",
    ]
    assert {each.role() for each in told} == {QAccessible.Role.Button}
    assert told[2].text(QAccessible.Text.Description) == "The magazine is full."
    assert [bool(each.state().disabled) for each in told] == [False, False, True, False]
    tops = [each.rect().top() for each in told]
    assert tops == sorted(tops)
    corner = sheet.surface.mapToGlobal(sheet.surface.places[1].topLeft())
    assert told[0].rect().top() > corner.y()


def test_a_screen_reader_presses_what_can_be_used(qtbot: QtBot, sheet: SheetView) -> None:
    """An offer is taken, a number opens."""
    with qtbot.waitSignal(sheet.offer_taken):
        named(sheet, "Hold").click()
    named(sheet, "Pistol").click()
    assert sheet.value_field.isVisible()
