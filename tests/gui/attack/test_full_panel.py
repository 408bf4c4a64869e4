"""A bench with as much on it as any system puts there, at the laptop's size and narrower."""

from itertools import pairwise

import pytest
from msgspec import structs
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.dice.requests import Faces, RollRefused
from encounter_gui.gui.attack.attack_panel import AttackPanel
from encounter_gui.gui.attack.dice_input import DiceInput
from encounter_gui.gui.attack.fields.chooser_row import ChooserRow, folded_keys
from encounter_gui.gui.attack.fields.list_chooser import ListChooser
from encounter_gui.gui.attack.fields.segment_chooser import SegmentChooser
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import DiceField
from tests.gui.attack.odds.exhibit_values import FULL, SWARM, options
from tests.helpers.nameless import nameless

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(qtbot: QtBot, icons: Icons, texts: MessageCatalog) -> AttackPanel:
    panel = AttackPanel(icons, texts)
    qtbot.addWidget(panel)
    panel.resize(1010, 184)
    panel.show_bench(FULL)
    panel.show_odds(SWARM)
    with qtbot.waitActive(panel):
        panel.show()
        panel.activateWindow()
    return panel


def resized(qtbot: QtBot, panel: AttackPanel, width: int, height: int = 184) -> None:
    panel.resize(width, height)
    qtbot.waitUntil(lambda: panel.set_up.width() + panel.odds.width() <= width)


def place(widget: QWidget, panel: AttackPanel) -> tuple[int, int]:
    """Left and right of a widget in the bench."""
    left = widget.mapTo(panel, QPoint(0, 0)).x()
    return left, left + widget.width()


# ---- segments


def test_segments_without_room_become_a_list(panel: AttackPanel):
    """Eight ways to attack do not fit at 1366: they are a list, the short row stays as it is."""
    assert isinstance(panel.head.widget("mode"), ListChooser)
    assert isinstance(panel.head.widget("aim"), SegmentChooser)


def test_segments_come_back_with_the_room(qtbot: QtBot, panel: AttackPanel):
    """A wider window shows all choices at once again."""
    resized(qtbot, panel, 1500)
    qtbot.waitUntil(lambda: isinstance(panel.head.widget("mode"), SegmentChooser))


def test_a_folded_row_chooses_the_same(qtbot: QtBot, panel: AttackPanel):
    """List or segments: the same key and the same answer."""
    mode = panel.head.widget("mode")
    assert isinstance(mode, ListChooser)
    mode.setFocus()
    qtbot.waitUntil(mode.hasFocus)
    with qtbot.waitSignal(panel.choices_changed) as choices:
        qtbot.keyClick(mode, Qt.Key.Key_Down)
    assert choices.args == [{"mode": "charge"}]


def test_bare_numbers_keep_their_question_in_a_list(
    qtbot: QtBot, icons: Icons, texts: MessageCatalog
):
    """A list that reads only 1 would say nothing."""
    window = QWidget()
    qtbot.addWidget(window)
    row = ChooserRow(icons, texts, window)
    row.show_choosers(FULL.fields[3:5])
    row.resize(180, 34)
    window.show()
    aim = row.widget("aim")
    assert isinstance(aim, ListChooser)
    assert aim.currentText() == "Shots: 1"


def test_the_widest_row_gives_way_first(theme_dark: Theme):
    """As few as possible become lists, and none for nothing."""
    head = [each for each in FULL.fields if each.place == "head"]
    assert folded_keys(theme_dark, head, 2000) == frozenset()
    assert folded_keys(theme_dark, head, 980) == {"mode"}
    assert folded_keys(theme_dark, head, 300) == {"mode", "aim"}


@pytest.mark.parametrize("label", ["Shots", "Dodges of Lieutenant-Colonel Featherstonehaugh"])
def test_a_long_question_of_bare_numbers_cuts_no_segments(
    qtbot: QtBot, icons: Icons, texts: MessageCatalog, label: str
):
    """“Extreme 30” was cut at the right: a folded list was thought to be as wide as its bare numbers."""
    window = QWidget()
    qtbot.addWidget(window)
    row = ChooserRow(icons, texts, window)
    head = [each for each in FULL.fields if each.place == "head"]
    asked = [structs.replace(each, label=label) if each.key == "aim" else each for each in head]
    row.show_choosers(asked)
    window.show()
    for width in range(row.minimumSizeHint().width(), 1400, 40):
        row.resize(width, 34)
        qtbot.waitUntil(lambda: all(is_whole(row.widget(each.key)) for each in asked))


def is_whole(widget: QWidget | None) -> bool:
    """Whether a question has the room it needs at the least."""
    return widget is not None and widget.width() >= widget.minimumSizeHint().width()


@pytest.mark.parametrize("width", [1010, 830, 700, 640])
def test_the_head_is_never_cut(qtbot: QtBot, panel: AttackPanel, width: int):
    """Every question stands whole inside the bench, beside the others."""
    resized(qtbot, panel, width)
    keys = [each.key for each in FULL.fields if each.place == "head"]

    def is_settled() -> bool:
        widgets = [panel.head.widget(key) for key in keys]
        spans = [place(widget, panel) for widget in widgets if widget is not None]
        ends = [0, *(right for _, right in spans)]
        return spans[-1][1] <= width and all(
            left >= end for (left, _), end in zip(spans, ends, strict=False)
        )

    qtbot.waitUntil(is_settled)


# ---- modifiers and the questions among them


@pytest.mark.parametrize("width", [1010, 830, 640])
def test_modifiers_wrap_and_scroll(qtbot: QtBot, panel: AttackPanel, width: int):
    """All twelve and the four questions stand whole in lines; what is below can be scrolled to."""
    resized(qtbot, panel, width)
    box = panel.set_up.pills
    questions = [widget for _, widget in panel.set_up.choosers]
    inner = box.widget()
    qtbot.waitUntil(lambda: inner.width() <= box.viewport().width())
    for widget in (*box.pills, *questions):
        assert widget.geometry().right() < inner.width()
        assert widget.width() >= widget.minimumSizeHint().width()
        box.ensureWidgetVisible(widget, 0, 0)
        seen = widget.visibleRegion().boundingRect()
        assert (seen.width(), seen.height()) == (widget.width(), widget.height())


def test_no_line_of_modifiers_is_half_seen(panel: AttackPanel):
    """What does not fit is a whole line below, not the upper half of one."""
    assert (panel.set_up.pills.height() + 4) % 26 == 0


def test_tab_brings_a_modifier_into_view(qtbot: QtBot, panel: AttackPanel):
    """The keyboard reaches what is scrolled away."""
    pills = panel.set_up.pills.pills
    pills[0].setFocus()
    qtbot.waitUntil(pills[0].hasFocus)
    for pill in pills[:-1]:
        qtbot.keyClick(pill, Qt.Key.Key_Tab)
    assert pills[-1].hasFocus()
    assert pills[-1].visibleRegion().boundingRect().height() == pills[-1].height()


def test_wide_segments_among_the_modifiers_are_a_list(panel: AttackPanel):
    """A row wider than its line could not be read."""
    wide = replace(
        FULL.fields[-2],
        options=options("Point blank", "Close", "Near", "Far", "Very far", "Extreme"),
    )
    assert isinstance(panel.set_up.choosers.widget("range"), SegmentChooser)
    panel.show_bench(replace(FULL, fields=(*FULL.fields[:-2], wide)))
    assert isinstance(panel.set_up.choosers.widget("range"), ListChooser)


def test_a_question_among_the_modifiers_can_be_answered(qtbot: QtBot, panel: AttackPanel):
    """By pointing, after scrolling."""
    segments = panel.set_up.choosers.widget("range")
    assert isinstance(segments, SegmentChooser)
    panel.set_up.pills.ensureWidgetVisible(segments)
    with qtbot.waitSignal(panel.choices_changed) as choices:
        qtbot.mouseClick(segments.buttons[2], LEFT)
    assert choices.args == [{"range": "far"}]


def test_everything_has_a_name(panel: AttackPanel):
    """No control is silent."""
    assert nameless(panel) == []


# ---- dice


def test_four_dice_fields_and_resolve_fit(qtbot: QtBot, panel: AttackPanel):
    """Side by side, none cut, at the laptop's size and below; what each wants can be read."""
    for width in (1010, 830):
        resized(qtbot, panel, width)
        row = panel.set_up.dice
        spans = [place(widget, panel) for widget in (*row.inputs, row.resolve)]
        assert all(one[1] <= other[0] for one, other in pairwise(spans))
        assert spans[-1][1] <= place(panel.set_up, panel)[1]
        for field in row.inputs:
            words = field.fontMetrics().horizontalAdvance(field.placeholderText())
            assert words <= field.width() - 18


def test_percent_dice_show_their_faces(qtbot: QtBot, icons: Icons, texts: MessageCatalog):
    """A d100 begins at 00 here: the field says so, beside its label where there is room."""
    field = DiceInput(icons, texts)
    qtbot.addWidget(field)
    field.show_field(DiceField(key="save", label="Save", notation="1z100"))
    field.show()
    field.resize(field.sizeHint())
    assert field.placeholderText() == "Save 00–99"
    field.resize(70, 28)
    assert field.placeholderText() == "Save"
    field.show_field(DiceField(key="save", label="", notation="1z100"))
    assert field.placeholderText() == "00–99"
    field.show_field(DiceField(key="save", label="A very long name of a save", notation="1z100"))
    assert field.placeholderText() == "00–99"
    field.show_field(DiceField(key="two", label="", notation="2z100"))
    assert field.placeholderText() == "2 × 00–99"


def test_one_number_for_two_dice_of_which_the_better_counts_is_refused(
    qtbot: QtBot, icons: Icons, texts: MessageCatalog
):
    """CHR-16: a total would say nothing; it was taken for one, and asked for again."""
    field = DiceInput(icons, texts)
    qtbot.addWidget(field)
    dice = DiceField(key="attack", label="", notation="2z100", needs_faces=True)
    field.show_field(dice)
    qtbot.keyClicks(field, "5")
    with pytest.raises(RollRefused):
        field.answer()
    qtbot.keyClicks(field, " 17")
    assert field.answer() == Faces(values=(5, 17))


@pytest.mark.parametrize(
    ("typed", "faces"), [("00", (0,)), ("07", (7,)), ("7", (7,)), ("99", (99,))]
)
def test_percent_dice_are_typed_as_they_are_read(
    qtbot: QtBot, icons: Icons, texts: MessageCatalog, typed: str, faces: tuple[int, ...]
):
    """Two dice showing 0 and 7 are seven, 00 is nothing at all."""
    field = DiceInput(icons, texts)
    qtbot.addWidget(field)
    field.show_field(DiceField(key="save", label="Save", notation="1z100"))
    qtbot.keyClicks(field, typed)
    assert field.answer() == Faces(values=faces)


def test_a_hundred_is_not_on_percent_dice(qtbot: QtBot, icons: Icons, texts: MessageCatalog):
    """It is told while it is typed, with what can be."""
    field = DiceInput(icons, texts)
    qtbot.addWidget(field)
    field.show_field(DiceField(key="save", label="Save", notation="1z100"))
    with qtbot.waitSignal(field.complaint_changed) as complaint:
        qtbot.keyClicks(field, "100")
    assert (
        "100 is not on the die, type 0–99" in complaint.args[0] or field.property("wrong") == "true"
    )
