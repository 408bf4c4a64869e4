import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage, QKeySequence, QShortcut
from pytestqt.qtbot import QtBot

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.status.status_panel import StatusPanel
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.body_figure import BodyFigure
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import BodyView
from tests.gui.status.body_values import (
    MARROW,
    MARROW_SHEET,
    ONE_LOST,
    PLACES,
    TACK,
    TACK_SHEET,
    WOUNDED,
)
from tests.helpers.nameless import nameless

LEFT, Key = Qt.MouseButton.LeftButton, Qt.Key


@pytest.fixture
def panel(qtbot: QtBot, icons: Icons, figure: BodyFigure, texts: MessageCatalog) -> StatusPanel:
    panel = StatusPanel(icons, figure, texts)
    qtbot.addWidget(panel)
    panel.resize(300, 596)
    show(panel, WOUNDED)
    with qtbot.waitActive(panel):
        panel.show()
        panel.activateWindow()
    panel.show_tab("body")
    return panel


def show(panel: StatusPanel, body: BodyView) -> None:
    """Puts a body and its sheet into the panel."""
    panel.show_view(MARROW_SHEET if body.who == MARROW else TACK_SHEET)
    panel.show_body(body)


def spot(panel: StatusPanel, key: str) -> QPoint:
    """Where a location is drawn."""
    found = panel.body.spot_of(key)
    assert found is not None
    return found


def click(qtbot: QtBot, panel: StatusPanel, key: str) -> None:
    """Clicks a location on the figure."""
    qtbot.mouseClick(panel.body.viewport(), LEFT, pos=spot(panel, key))


def typed(qtbot: QtBot, panel: StatusPanel, text: str) -> None:
    """Types into the field and presses Enter."""
    field = panel.body_page.hit_field.field
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Key.Key_Return)


def figure_image(panel: StatusPanel) -> QImage:
    """What is painted of the figure."""
    return panel.body.grab().toImage()


def colour_at(panel: StatusPanel, key: str, *, dx: int = 0, dy: int = -14) -> QColor:
    """The colour beside the badge of a location."""
    place = spot(panel, key)
    return figure_image(panel).pixelColor(place.x() + dx, place.y() + dy)


# ---- hit by pointing


@pytest.mark.parametrize("key", [part.key for part in WOUNDED.parts])
def test_click_digits_enter(qtbot: QtBot, panel: StatusPanel, key: str) -> None:
    """Promise 5: click a part, type the damage, Enter."""
    click(qtbot, panel, key)
    field = panel.body_page.hit_field.field
    assert field.isVisible()
    assert field.placeholderText() == "damage before armor"
    with qtbot.waitSignal(panel.struck) as struck:
        typed(qtbot, panel, "14")
    assert struck.args == [MARROW, key, 14, False]


@pytest.mark.parametrize(("keys", "place"), [("h", "head"), ("la", "arm_l"), ("ll", "leg_l")])
def test_the_parts_key_opens_the_field(
    qtbot: QtBot, panel: StatusPanel, keys: str, place: str
) -> None:
    """While the figure listens, its short points at a part; the digits go on into the field."""
    panel.body.setFocus()
    qtbot.waitUntil(panel.body.hasFocus)
    qtbot.keyClicks(panel.body, keys)
    with qtbot.waitSignal(panel.struck) as struck:
        typed(qtbot, panel, "9")
    assert struck.args == [MARROW, place, 9, False]


def test_arrows_highlight_and_enter_points(qtbot: QtBot, panel: StatusPanel) -> None:
    """Walking over the parts opens nothing; Enter does."""
    panel.body.setFocus()
    qtbot.waitUntil(panel.body.hasFocus)
    panel.body.select("head")
    qtbot.keyClick(panel.body, Key.Key_Down)
    assert panel.body_page.hit_field.isHidden()
    qtbot.keyClick(panel.body, Key.Key_Return)
    assert panel.body_page.hit_field.pointed == "torso"


def test_a_place_typed_wins_over_the_one_pointed_at(qtbot: QtBot, panel: StatusPanel) -> None:
    """A slip of the mouse needs no second click."""
    click(qtbot, panel, "head")
    with qtbot.waitSignal(panel.struck) as struck:
        typed(qtbot, panel, "ra6")
    assert struck.args == [MARROW, "arm_r", 6, False]


def test_from_outside_place_and_damage_are_one_line(qtbot: QtBot, panel: StatusPanel) -> None:
    """``la14`` Enter; the place lights up while it is typed, and the field says whom it hits."""
    assert panel.begin_hit()
    field = panel.body_page.hit_field.field
    qtbot.waitUntil(field.hasFocus)
    assert field.accessibleName() == "Hit Marrow, damage before armor"
    qtbot.keyClicks(field, "la")
    assert panel.body.location == "arm_l"
    with qtbot.waitSignal(panel.struck) as struck:
        typed(qtbot, panel, "14")
    assert struck.args == [MARROW, "arm_l", 14, False]


def test_what_cannot_be_read_says_so_in_place_and_stays(qtbot: QtBot, panel: StatusPanel) -> None:
    """Nothing is lost by a slip."""
    panel.begin_hit()
    with qtbot.assertNotEmitted(panel.struck):
        typed(qtbot, panel, "zz14")
    hit_field = panel.body_page.hit_field
    assert hit_field.field.text() == "zz14"
    assert hit_field.hint == "“zz14” is no place and damage; places are h, t, ra, la, rl, ll"
    assert hit_field.field.property("wrong") == "true"
    qtbot.keyClick(hit_field.field, Key.Key_Backspace)
    assert hit_field.field.property("wrong") == "false"


def test_a_refusal_keeps_what_was_typed(qtbot: QtBot, panel: StatusPanel) -> None:
    """The rules may refuse; then the field says why."""
    panel.begin_hit()
    typed(qtbot, panel, "la14")
    panel.body_page.refuse_hit("The arm is gone.")
    assert panel.body_page.hit_field.hint == "The arm is gone."
    assert panel.body_page.hit_field.field.text() == "la14"


def test_done_closes_and_gives_the_keyboard_back(qtbot: QtBot, panel: StatusPanel) -> None:
    """To the figure if that was clicked, else to where it came from."""
    click(qtbot, panel, "torso")
    with qtbot.assertNotEmitted(panel.hit_left):
        typed(qtbot, panel, "3")
        panel.body_page.end_hit()
    assert panel.body_page.hit_field.isHidden()
    qtbot.waitUntil(panel.body.hasFocus)
    panel.begin_hit()
    with qtbot.waitSignal(panel.hit_left):
        panel.body_page.end_hit()


def test_escape_closes_and_hits_nobody(qtbot: QtBot, panel: StatusPanel) -> None:
    """Escape goes no further than the field, and what was typed is gone with it."""
    escape = QShortcut(QKeySequence("Esc"), panel)
    click(qtbot, panel, "torso")
    field = panel.body_page.hit_field.field
    qtbot.keyClicks(field, "14")
    with qtbot.assertNotEmitted(panel.struck), qtbot.assertNotEmitted(escape.activated):
        qtbot.keyClick(field, Key.Key_Escape)
    assert not field.isVisible()
    click(qtbot, panel, "torso")
    assert field.text() == ""


def test_letters_in_the_field_are_no_shortcuts(qtbot: QtBot, panel: StatusPanel) -> None:
    """``a`` and ``h`` mean something else in the window."""
    shortcuts = [QShortcut(QKeySequence(key), panel) for key in ("A", "H", "L")]
    panel.begin_hit()
    field = panel.body_page.hit_field.field
    qtbot.waitUntil(field.hasFocus)
    fired = []
    for each in shortcuts:
        each.activated.connect(lambda: fired.append(1))
    qtbot.keyClicks(field, "lah")
    assert not fired
    assert field.text() == "lah"


def test_a_click_in_the_field_is_no_click_on_the_body(qtbot: QtBot, panel: StatusPanel) -> None:
    """The figure behind it is out of reach."""
    click(qtbot, panel, "torso")
    hit_field = panel.body_page.hit_field
    with qtbot.assertNotEmitted(panel.body.location_pointed):
        qtbot.mouseClick(hit_field, LEFT, pos=QPoint(3, 3))
    assert hit_field.pointed == "torso"


def test_another_part_takes_the_digits_along(qtbot: QtBot, panel: StatusPanel) -> None:
    """The damage was right, the arm was not."""
    click(qtbot, panel, "arm_l")
    qtbot.keyClicks(panel.body_page.hit_field.field, "14")
    click(qtbot, panel, "arm_r")
    with qtbot.waitSignal(panel.struck) as struck:
        typed(qtbot, panel, "")
    assert struck.args == [MARROW, "arm_r", 14, False]


def test_the_fight_goes_on_while_it_is_typed(qtbot: QtBot, panel: StatusPanel) -> None:
    """The same body hurt anew keeps the field; another body closes it."""
    click(qtbot, panel, "torso")
    field = panel.body_page.hit_field.field
    qtbot.keyClicks(field, "1")
    show(panel, replace(WOUNDED, facts=()))
    assert field.isVisible()
    assert field.text() == "1"
    show(panel, ONE_LOST)
    assert not field.isVisible()


def test_another_body_gives_the_keyboard_back(qtbot: QtBot, panel: StatusPanel) -> None:
    """The field goes with whom it was about, and the next key is not lost."""
    panel.begin_hit()
    qtbot.waitUntil(panel.body_page.hit_field.field.hasFocus)
    with qtbot.waitSignal(panel.hit_left):
        show(panel, ONE_LOST)


def test_where_nothing_may_be_typed_nothing_opens(qtbot: QtBot, panel: StatusPanel) -> None:
    """A click then only selects."""
    show(panel, ONE_LOST)
    with qtbot.waitSignal(panel.body.location_selected):
        click(qtbot, panel, "torso")
    assert panel.body_page.hit_field.isHidden()
    assert not panel.begin_hit()


@pytest.mark.parametrize("size", [(300, 596), (300, 420), (240, 380)])
def test_the_field_is_always_in_sight(
    qtbot: QtBot, panel: StatusPanel, size: tuple[int, int]
) -> None:
    """At every part, in every panel, even when the sentence below it is long."""
    panel.resize(*size)
    for part in WOUNDED.parts:
        click(qtbot, panel, part.key)
        typed(qtbot, panel, "nonsense that is long")
        field = panel.body_page.hit_field
        assert panel.body_page.rect().contains(field.geometry())
        qtbot.keyClick(field.field, Key.Key_Escape)


def test_pointing_highlights(qtbot: QtBot, panel: StatusPanel, theme_dark: Theme) -> None:
    """The part under the mouse has a line of the colour of things that can be pointed at."""
    wanted = theme_dark.colour("accent.interactive").name()
    before = figure_image(panel)
    assert wanted not in colours(before)
    qtbot.mouseMove(panel.body.viewport(), spot(panel, "torso"))
    qtbot.waitUntil(lambda: figure_image(panel) != before)


def colours(image: QImage) -> set[str]:
    """All colours of a picture."""
    return {
        image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
    }


# ---- what is drawn


def test_a_lost_limb_is_empty(qtbot: QtBot, panel: StatusPanel, theme_dark: Theme) -> None:
    """It has an outline of dashes and the ground shows through it."""
    show(panel, ONE_LOST)
    unhurt = theme_dark.wound(0).fill.name()
    assert colour_at(panel, "arm_r").name() == unhurt
    assert colour_at(panel, "arm_l").name() != unhurt


def test_a_wound_that_bleeds_has_a_drop(panel: StatusPanel, theme_dark: Theme) -> None:
    """Below its letter on the figure, and beside the name in its label."""
    danger = theme_dark.colour("status.danger").name()
    assert colour_at(panel, "leg_l", dy=22).name() == danger
    dry = tuple(replace(each, is_bleeding=False) for each in WOUNDED.parts)
    show(panel, replace(WOUNDED, parts=dry))
    assert danger not in colours(figure_image(panel))


def test_thresholds_stand_below_the_figure(panel: StatusPanel) -> None:
    """From 1 flesh, from 6 light …; a body without thresholds has no such line."""
    levels = panel.body_page.levels
    assert levels.isVisible()
    assert levels.accessibleName() == "From F 1, L 6, M 13, S 19, C 26"
    show(panel, ONE_LOST)
    assert not levels.isVisible()


def test_facts_and_sheet_stand_below_the_figure(panel: StatusPanel) -> None:
    """What is read most is on the first tab, but for what can be done."""
    page = panel.body_page
    assert page.facts.accessibleName().startswith("Worst wound Moderate −2; second action −3")
    assert page.sections.surface.sections[1].title == "Weapons"
    assert not any(section.offers for section in page.sections.surface.sections)


def test_a_ruleset_has_letters_of_its_own(panel: StatusPanel, theme_dark: Theme) -> None:
    """The label shows the letter of the part, in the colours of its level."""
    figure_image(panel)
    layout = panel.body.picture.layout
    assert layout is not None
    cell = layout.places[1].label.toRect()
    cell.setSize(theme_dark.extent("wound_cell").toSize())
    before = figure_image(panel).copy(cell)
    parts = tuple(
        replace(each, letter="W" if each.letter == "F" else each.letter) for each in WOUNDED.parts
    )
    show(panel, replace(WOUNDED, parts=parts))
    after = figure_image(panel).copy(cell)
    assert after != before
    assert theme_dark.wound(1).fill.name() in colours(after)


def test_the_state_of_the_whole_body_stands_first(panel: StatusPanel) -> None:
    """Where places are only where injuries are, the rest is said in words."""
    show(panel, replace(WOUNDED, text="Mortally wounded", armor="AC 16/14"))
    assert panel.body_page.facts.accessibleName().startswith("Mortally wounded AC 16/14; Worst")


def test_a_body_without_places_is_as_it_was(qtbot: QtBot, panel: StatusPanel) -> None:
    """All of the tab is the figure; nothing opens, nothing is laid over it."""
    whole = BodyView(who=TACK, name="Tack", level=3, letter="W", text="Wounded −1")
    show(panel, whole)
    page = panel.body_page
    for hidden in (page.levels, page.facts, page.sections, page.odds_button, page.stats):
        assert not hidden.isVisible()
    qtbot.waitUntil(lambda: panel.body.height() > 400)
    qtbot.mouseClick(panel.body.viewport(), LEFT, pos=panel.body.viewport().rect().center())
    assert page.hit_field.isHidden()


def test_changing_numbers_moves_nothing(panel: StatusPanel) -> None:
    """Wounds, notes and odds come and go; labels and what is below stay."""
    page = panel.body_page

    def places() -> list[object]:
        layout = panel.body.picture.layout
        assert layout is not None
        below = [page.levels, page.facts, page.sections]
        return [place.label.topLeft() for place in layout.places] + [w.geometry() for w in below]

    before = places()
    parts = tuple(replace(each, level=5, letter="C", armor="12") for each in WOUNDED.parts)
    show(panel, replace(WOUNDED, parts=parts, facts=WOUNDED.facts[:1]))
    assert places() == before
    page.odds_button.click()
    assert places() == before


# ---- odds over the figure


def test_odds_are_laid_over_the_target(qtbot: QtBot, panel: StatusPanel, theme_dark: Theme) -> None:
    """The likeliest part has the strongest tint, and every part its two chances in words."""
    panel.aim_at(MARROW)
    panel.show_odds(PLACES)
    before = figure_image(panel)
    qtbot.mouseClick(panel.body_page.odds_button, LEFT)
    assert figure_image(panel) != before
    unhurt, torso = colour_at(panel, "head"), colour_at(panel, "torso")
    assert torso.lightnessF() > unhurt.lightnessF()
    assert (
        "Head, armour 6, hit 6\u00a0%, wound 6\u00a0%, key H" in panel.body.accessibleDescription()
    )
    assert "wound <\u00a01\u00a0%" in panel.body.accessibleDescription()
    qtbot.mouseClick(panel.body_page.odds_button, LEFT)
    assert figure_image(panel) == before


def test_odds_of_another_target_are_not_laid_over(qtbot: QtBot, panel: StatusPanel) -> None:
    """Whose chances they are is never in doubt: the corner says that there are none."""
    panel.aim_at(TACK)
    panel.show_odds(PLACES)
    panel.body_page.odds_button.click()
    assert "hit" not in panel.body.accessibleDescription()
    assert panel.body._remark == "no attack on Marrow"
    panel.aim_at(MARROW)
    assert "hit 6" in panel.body.accessibleDescription()
    assert panel.body._remark == ""


def test_where_places_are_not_hit_there_are_no_odds_of_them(panel: StatusPanel) -> None:
    """The button is there for who can use it."""
    assert panel.body_page.odds_button.isVisible()
    show(panel, ONE_LOST)
    assert not panel.body_page.odds_button.isVisible()
    panel.aim_at(TACK)
    panel.show_odds(PLACES)
    assert panel.body_page.odds_button.isVisible()


def test_everything_has_a_name(qtbot: QtBot, panel: StatusPanel) -> None:
    """Field and button too, while they are open."""
    click(qtbot, panel, "torso")
    assert nameless(panel) == []
