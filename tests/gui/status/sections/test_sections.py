import re

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.status.sections.fact_flow import fact_lines
from encounter_gui.gui.status.sections.sheet_button import SheetButton
from encounter_gui.gui.status.sections.sheet_surface import SheetSurface
from encounter_gui.gui.status.sections.stat_rows import is_inline, rows_of, stats_height
from encounter_gui.gui.status.status_panel import StatusPanel
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.body_figure import BodyFigure
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.model.commands import Next
from encounter_gui.rules.view import ActionOption, Fact, GaugeCell, Section, SlotsCell
from tests.gui.status.body_values import HALLORAN_SHEET, OFFERS, TACK_SHEET, WEAPONS, stats
from tests.helpers.fits import painted as cuts

LEFT, Key = Qt.MouseButton.LeftButton, Qt.Key
POOLS = TACK_SHEET.sections[0]
DIGIT = re.compile(r"\d")


@pytest.fixture
def panel(qtbot: QtBot, icons: Icons, figure: BodyFigure, texts: MessageCatalog) -> StatusPanel:
    panel = StatusPanel(icons, figure, texts)
    qtbot.addWidget(panel)
    panel.resize(300, 596)
    panel.show_view(HALLORAN_SHEET)
    panel.show_tab("sheet")
    with qtbot.waitActive(panel):
        panel.show()
        panel.activateWindow()
    return panel


@pytest.fixture
def view(qtbot: QtBot, icons: Icons, texts: MessageCatalog) -> SheetSurface:
    """A surface as wide as the panel."""
    view = SheetSurface(icons, texts)
    qtbot.addWidget(view)
    view.resize(300, 120)
    return view


def painted(view: SheetSurface, section: Section, width: int = 300) -> QImage:
    """What a section looks like."""
    view.resize(width, view.height())
    view.show_sections((section,))
    view.resize(width, view.sizeHint().height())
    return view.grab().toImage()


def offers(panel: StatusPanel) -> list[SheetButton]:
    """The buttons of what is still possible, from the top."""
    return [each for each in panel.sheet.surface.buttons if isinstance(each.value, ActionOption)]


# ---- offers


def test_a_click_takes_an_offer(qtbot: QtBot, panel: StatusPanel) -> None:
    """What is still possible is one click away."""
    with qtbot.waitSignal(panel.action_requested) as asked:
        qtbot.mouseClick(offers(panel)[2], LEFT)
    assert asked.args == [Next()]


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Enter, Key.Key_Space])
def test_so_does_a_key(qtbot: QtBot, panel: StatusPanel, key: Key) -> None:
    """Tab to it, Enter or Space."""
    button = offers(panel)[2]
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)
    with qtbot.waitSignal(panel.action_requested):
        qtbot.keyClick(button, key)


def test_arrows_go_from_offer_to_offer(qtbot: QtBot, panel: StatusPanel) -> None:
    """The refused ones in between are passed over."""
    more = tuple(replace(offer, why_not="") if offer.key == "prone" else offer for offer in OFFERS)
    panel.show_view(replace(HALLORAN_SHEET, sections=(Section(title="Now", offers=more),)))
    luck, prone = offers(panel)[2:]
    luck.setFocus()
    qtbot.waitUntil(luck.hasFocus)
    qtbot.keyClick(luck, Key.Key_Down)
    assert QApplication.focusWidget() is prone


def test_a_refused_offer_says_why_and_does_nothing(qtbot: QtBot, panel: StatusPanel) -> None:
    """To eye and ear: in the line, in the tool tip, in the description."""
    snap = offers(panel)[0]
    with qtbot.assertNotEmitted(panel.action_requested):
        qtbot.mouseClick(snap, LEFT)
        qtbot.keyClick(snap, Key.Key_Return)
    assert not snap.isEnabled()
    assert snap.toolTip() == "Snap Attack, Instant\nspent Main"
    assert snap.accessibleName() == "Snap Attack, Instant"
    assert snap.accessibleDescription() == "spent Main"
    assert "Snap Attack, Instant, spent Main" in panel.sheet.accessibleDescription()


def test_offers_change_in_place(panel: StatusPanel) -> None:
    """Buttons are kept: whoever stands on one with the keyboard stays there."""
    before = offers(panel)
    spent = tuple(replace(offer, why_not="spent") for offer in OFFERS)
    sections = tuple(
        replace(section, offers=spent) if section.offers else section
        for section in HALLORAN_SHEET.sections
    )
    panel.show_view(replace(HALLORAN_SHEET, sections=sections))
    assert offers(panel) == before
    assert not any(button.isEnabled() for button in before)


def test_a_long_offer_keeps_inside_its_line(qtbot: QtBot, view: SheetSurface) -> None:
    """Name, cost and reason give way to one another; none is written over another or past the edge."""
    long = ActionOption(
        key="x", text="A very long name of an action " * 3, note="Instant " * 9, why_not="why " * 30
    )
    image = painted(view, Section(title="", offers=(long,)))
    ground = image.pixelColor(2, 10)
    edge = QRect(291, 2, 8, 20)
    assert all(
        image.pixelColor(x, y) == ground
        for x in range(edge.left(), edge.right())
        for y in range(edge.top(), edge.bottom())
    )


# ---- figures, gauges, slots


@pytest.mark.parametrize(
    ("names", "lengths"),
    [
        ("STR REF STAM PER COOL TECH INT", [7]),
        ("STR DEX CON INT WIS CHA", [6]),
        ("Strength Speed Intellect Combat Sanity Fear Body Reflex", [4, 4]),
        ("Health Sanity Fear Body Reflex", [3, 2]),
        ("A B C D E F G H I J K", [6, 5]),
        ("HP", [1]),
    ],
)
def test_figures_stand_in_rows_of_equal_length(names: str, lengths: list[int]) -> None:
    """Seven short names to a row, or four long ones."""
    facts = stats(names, " ".join("1" for _ in names.split()))
    assert [len(row) for row in rows_of(facts)] == lengths


def test_a_few_figures_under_a_heading_are_one_line(theme_dark: Theme) -> None:
    """Four saves need no table; in a narrow panel they are two lines, and no name is cut."""
    saves = stats("Physical Evasion Mental Luck", "12 11 13 13")
    assert is_inline(saves, has_title=True)
    assert not is_inline(saves, has_title=False)
    titled, untitled, narrow = (
        stats_height(theme_dark, saves, width, has_title=has_title)
        for width, has_title in ((300, True), (300, False), (232, True))
    )
    assert titled < untitled
    assert narrow == 2 * titled


@pytest.mark.parametrize("section", [*HALLORAN_SHEET.sections, *TACK_SHEET.sections])
def test_the_height_does_not_depend_on_numbers(view: SheetSurface, section: Section) -> None:
    """Nothing moves when numbers change."""
    painted(view, section)
    before = view.sizeHint()
    changed = replace(
        section,
        gauges=tuple(replace(each, current=0) for each in section.gauges),
        slots=section.slots and replace(section.slots, left=0),
        stats=tuple(replace(each, value="0") for each in section.stats),
        facts=tuple(
            replace(each, value=DIGIT.sub("0", each.value), note=DIGIT.sub("0", each.note))
            for each in section.facts
        ),
    )
    painted(view, changed)
    assert view.sizeHint() == before


@pytest.mark.parametrize(
    ("fact", "as_list", "least"),
    [
        (Fact(name="Standard Defense", value="3d6 + 11", note="Reflexes 8 + Evade 5 − Wounds 2"), False, 380),
        (Fact(name="Worst wound", value="Moderate", note="DN 16"), False, 232),
        (Fact(name="Advanced knife", value="1d6+1 · Shock 2/15 · T d8 ×3", note="1"), True, 380),
    ],
)  # fmt: skip
@pytest.mark.parametrize("width", [200, 232, 280, 380])
def test_a_line_of_a_sheet_is_never_cut(
    view: SheetSurface, fact: Fact, as_list: bool, least: int, width: int
) -> None:
    """What has no room beside the name and the value stands below them; ``least``: where it has."""
    section = Section(title="Weapons", note="rounds" if as_list else "", facts=(fact, fact))
    with cuts() as cut:
        image = painted(view, section, width)
    assert cut == []
    bare = painted(view, replace(section, facts=(Fact(name="", value=""),) * 2), width)
    assert (image.height() > bare.height()) == (width < least)


def test_figures_with_notes_have_room_for_them(view: SheetSurface, theme_dark: Theme) -> None:
    """A modifier, its score below it, and then what comes next."""
    scores = tuple(replace(fact, note="14") for fact in stats("STR DEX CON", "+1 +2 0"))
    bare = stats_height(theme_dark, stats("STR DEX CON", "+1 +2 0"), 300, has_title=False)
    noted_height = stats_height(theme_dark, scores, 300, has_title=False)
    assert noted_height > bare
    image = painted(view, Section(title="", stats=scores))
    assert image.height() >= noted_height


def test_slots_are_boxes_and_told(view: SheetSurface, theme_dark: Theme) -> None:
    """Seven of ten boxes are filled; a group of five parts them."""
    image = painted(view, POOLS)
    assert view.accessibleDescription() == "Health 7 of 10; Conviction 14 of 20"
    full = theme_dark.colour("gauge.health_high").name()
    row = [image.pixelColor(x, 19).name() == full for x in range(300)]
    runs = sum(1 for x in range(1, 300) if row[x] and not row[x - 1])
    assert runs == 7


def test_a_bar_stays_where_it_is_when_its_number_gets_shorter(view: SheetSurface) -> None:
    """22 and 2 have the same bar."""
    hp = GaugeCell(name="HP", current=22, low=0, high=22)
    full = painted(view, Section(title="", gauges=(hp,)))
    low = painted(view, Section(title="", gauges=(replace(hp, current=2),)))
    frame = [x for x in range(30, 240) if full.pixelColor(x, 12) != full.pixelColor(1, 12)]
    other = [x for x in range(30, 240) if low.pixelColor(x, 12) != low.pixelColor(1, 12)]
    assert frame
    assert frame == other


def test_more_slots_than_there_is_room_for_are_a_bar(view: SheetSurface, theme_dark: Theme) -> None:
    """Forty boxes would be written over their number."""
    many = Section(title="", slots=SlotsCell(name="Health", left=30, total=40))
    image = painted(view, many)
    full = theme_dark.colour("gauge.health_high").name()
    row = [image.pixelColor(x, 19).name() == full for x in range(300)]
    assert sum(1 for x in range(1, 300) if row[x] and not row[x - 1]) == 1


def test_a_long_weapon_name_gives_way_to_its_rounds(view: SheetSurface) -> None:
    """The number at the right is what is looked for; the whole name is spoken."""
    short = replace(WEAPONS, facts=(Fact(name="Knife", value="1d6", note="50/50"),))
    long = replace(WEAPONS, facts=(Fact(name="Knife " * 20, value="1d6", note="50/50"),))
    right = QRect(QPoint(255, 25), QPoint(299, 48))
    assert painted(view, short).copy(right) == painted(view, long).copy(right)


def test_a_long_sheet_scrolls_and_stays_where_it_was_scrolled_to(panel: StatusPanel) -> None:
    """A small panel shows all of a large sheet."""
    panel.resize(300, 320)
    bar = panel.sheet.verticalScrollBar()
    assert bar.maximum() > 0
    bar.setValue(bar.maximum())
    panel.show_view(replace(HALLORAN_SHEET, name="Halloran the second"))
    assert bar.value() == bar.maximum()


# ---- facts below a figure


def test_facts_flow_into_lines(theme_dark: Theme) -> None:
    """Each line takes as many as fit; a fact is never broken."""
    facts = (*stats("Defense Dodge Move", "3d6+11 3d6+11 18"), Fact(name="x" * 80, value="1"))
    lines = fact_lines(theme_dark, facts, 280)
    assert [len(line) for line in lines] == [3, 1]
    assert tuple(fact for line in lines for fact in line) == facts
    assert fact_lines(theme_dark, (), 280) == ()
