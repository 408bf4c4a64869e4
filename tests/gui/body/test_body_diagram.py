import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QKeySequence, QShortcut
from pytestqt.qtbot import QtBot

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.body.body_diagram import BodyDiagram
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.body_figure import BodyFigure
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import BodyPart, BodyView
from tests.helpers.fits import painted
from tests.helpers.nameless import nameless

LEFT = Qt.MouseButton.LeftButton
MARROW = CombatantId("marrow")
BODY = BodyView(
    who=MARROW,
    name="Marrow",
    parts=(
        BodyPart(key="head", name="Head", short="h", element="head", armor="6"),
        BodyPart(key="torso", name="Torso", short="t", element="torso", level=1, letter="F", text="Flesh wound"),
        BodyPart(key="arm_r", name="R arm", short="ra", element="arm-right", level=3, letter="M"),
        BodyPart(key="arm_l", name="L arm", short="la", element="loc-arm-left", is_lost=True),
        BodyPart(key="leg_r", name="R leg", short="rl", element="leg-right"),
        BodyPart(key="leg_l", name="L leg", short="ll", element="leg-left", level=2, letter="L"),
    ),
)  # fmt: skip
LONG = {"arm_r": "Right arm", "arm_l": "Left arm", "leg_r": "Right leg", "leg_l": "Left leg"}
WHOLE = BodyView(
    who=MARROW, name="Lem", level=3, letter="W", text="Wounded −1", armor="armour level 2"
)


@pytest.fixture
def diagram(qtbot: QtBot, icons: Icons, figure: BodyFigure, texts: MessageCatalog) -> BodyDiagram:
    diagram = BodyDiagram(icons, figure, texts)
    qtbot.addWidget(diagram)
    diagram.resize(300, 304)
    diagram.show_body(BODY)
    with qtbot.waitActive(diagram):
        diagram.show()
        diagram.activateWindow()
    diagram.setFocus()
    qtbot.waitUntil(diagram.hasFocus)
    return diagram


def spot(diagram: BodyDiagram, key: str) -> QPoint:
    """Where the badge of a location is."""
    layout = diagram.picture.layout
    assert layout is not None
    row = [part.key for part in BODY.parts].index(key)
    return layout.places[row].anchor.toPoint()


@pytest.mark.parametrize("part", BODY.parts, ids=lambda part: part.key)
def test_a_click_on_a_location_selects_it(qtbot: QtBot, diagram: BodyDiagram, part: BodyPart):
    """Hit by pointing: on the figure."""
    with qtbot.waitSignal(diagram.location_selected) as selected:
        qtbot.mouseClick(diagram.viewport(), LEFT, pos=spot(diagram, part.key))
    assert selected.args == [part.key]
    assert diagram.location == part.key


@pytest.mark.parametrize("part", BODY.parts, ids=lambda part: part.key)
def test_a_click_on_a_label_selects_it(qtbot: QtBot, diagram: BodyDiagram, part: BodyPart):
    """Hit by pointing: on the name."""
    layout = diagram.picture.layout
    assert layout is not None
    label = layout.places[BODY.parts.index(part)].label
    with qtbot.waitSignal(diagram.location_selected) as selected:
        qtbot.mouseClick(diagram.viewport(), LEFT, pos=label.center().toPoint())
    assert selected.args == [part.key]


def test_a_click_beside_the_body_selects_nothing(qtbot: QtBot, diagram: BodyDiagram):
    """A slip of the hand wounds nobody."""
    with qtbot.assertNotEmitted(diagram.location_selected):
        qtbot.mouseClick(diagram.viewport(), LEFT, pos=QPoint(20, 290))


def test_arrow_keys_go_where_they_point(qtbot: QtBot, diagram: BodyDiagram):
    """From the head to each limb and back, the figure facing us; the ends hold."""
    seen = []
    diagram.location_selected.connect(seen.append)
    diagram.select("head")
    for key in (
        *(Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Left),
        *(Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Up),
    ):
        qtbot.keyClick(diagram, key)
    walked = ["torso", "arm_l", "torso", "arm_r", "leg_r", "leg_l", "torso", "head"]
    assert seen == walked


def test_from_no_location_arrow_keys_start_in_the_middle(diagram: BodyDiagram):
    """The first arrow of somebody who has pointed at nothing leads to head, arms and a leg."""
    keys = (Qt.Key.Key_Up, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Down)
    found = [diagram.beside("", key) for key in keys]
    assert found[:3] == ["head", "arm_r", "arm_l"]
    assert found[3] in ("leg_r", "leg_l")


@pytest.mark.parametrize(
    ("typed", "key"), [("h", "head"), ("t", "torso"), ("ra", "arm_r"), ("LL", "leg_l")]
)
def test_short_keys_select(qtbot: QtBot, diagram: BodyDiagram, typed: str, key: str):
    """One letter where it is enough, two where it is not."""
    with qtbot.waitSignal(diagram.location_selected) as selected:
        qtbot.keyClicks(diagram, typed)
    assert selected.args == [key]


def test_short_keys_win_over_shortcuts_of_the_window(qtbot: QtBot, diagram: BodyDiagram):
    """``a`` ends ``la``, even where A adds from the library."""
    shortcut = QShortcut(QKeySequence("A"), diagram)
    with qtbot.assertNotEmitted(shortcut.activated):
        qtbot.keyClicks(diagram, "la")
    assert diagram.location == "arm_l"


def test_a_wrong_key_is_forgotten(qtbot: QtBot, diagram: BodyDiagram):
    """After a slip the next key counts by itself."""
    qtbot.keyClicks(diagram, "rt")
    assert diagram.location == "torso"


def test_enter_points_at_the_selected_location_again(qtbot: QtBot, diagram: BodyDiagram):
    """The same arm can be hit twice."""
    diagram.select("arm_r")
    with qtbot.waitSignal(diagram.location_selected) as selected:
        qtbot.keyClick(diagram, Qt.Key.Key_Return)
    assert selected.args == ["arm_r"]


def test_selecting_from_outside_says_nothing(qtbot: QtBot, diagram: BodyDiagram):
    """State comes down, intents go up."""
    with qtbot.assertNotEmitted(diagram.location_selected):
        diagram.select("arm_r")
    assert diagram.location == "arm_r"
    diagram.select("tail")
    assert diagram.location == ""


def test_a_wound_leaves_the_selection(diagram: BodyDiagram):
    """After the hit the same location is selected."""
    diagram.select("arm_r")
    hurt = replace(BODY.parts[2], level=5, letter="C")
    diagram.show_body(replace(BODY, parts=(*BODY.parts[:2], hurt, *BODY.parts[3:])))
    assert diagram.location == "arm_r"


def test_a_screen_reader_finds_every_location(diagram: BodyDiagram):
    """The figure is a list: a child a location, with wound, armour and key in words."""
    QAccessible.setActive(True)
    interface = QAccessible.queryAccessibleInterface(diagram)
    assert interface.role() == QAccessible.Role.List
    names = [
        interface.child(row).text(QAccessible.Text.Name) for row in range(interface.childCount())
    ]
    assert names[0] == "Head, armour 6, key h"
    assert names[1] == "Torso, Flesh wound, key t"
    assert names[3] == "L arm, lost, key la"
    assert len(names) == 6
    assert nameless(diagram) == []


def test_a_body_without_locations_shows_its_state(
    qtbot: QtBot, diagram: BodyDiagram, theme_dark: Theme
):
    """The whole figure takes the level's fill; the words stand below it and in the description."""
    diagram.show_body(WHOLE)
    assert diagram.accessibleDescription() == "Lem, Wounded −1, armour armour level 2"
    with qtbot.assertNotEmitted(diagram.location_selected):
        qtbot.mouseClick(diagram.viewport(), LEFT, pos=QPoint(150, 120))
    image = diagram.grab().toImage()
    fill = theme_dark.wound(3).fill.name()
    assert (
        sum(image.pixelColor(x, y).name() == fill for x in range(110, 190) for y in range(60, 240))
        > 500
    )


def test_what_a_wound_does_stands_in_a_third_line(diagram: BodyDiagram):
    """A leg that slows one down says so below its armour; without such a wound the line is not there."""
    before = third_line(diagram, "leg_l")
    hurt = tuple(
        replace(part, effect="MOVE ¾") if part.key == "leg_l" else part for part in BODY.parts
    )
    diagram.show_body(replace(BODY, parts=hurt))
    assert third_line(diagram, "leg_l") > before
    assert third_line(diagram, "leg_r") == 0


def third_line(diagram: BodyDiagram, key: str) -> int:
    """How much is drawn where the third line of a label is."""
    place = diagram.picture.place_of(key)
    assert place is not None
    image = diagram.picture.pixmap(1.0).toImage()
    left, top = round(place.label.left()), round(place.label.top()) + 39
    points = ((left + x, top + y) for x in range(84) for y in range(12))
    return sum(image.pixelColor(x, y).alpha() > 0 for x, y in points)


def test_no_label_lies_over_the_figure_in_a_narrow_panel(diagram: BodyDiagram, theme_dark: Theme):
    """“Right arm” becomes “R arm” and gives its key cap up, before it is painted over the arm or its badge."""
    parts = tuple(
        replace(part, name=LONG.get(part.key, part.name), armor="8") for part in BODY.parts
    )
    diagram.show_body(replace(BODY, parts=parts))
    least = (
        theme_dark.extent("wound_cell").width()
        + 6
        + theme_dark.fonts.width("R arm", "body", weight=600)
    )
    for width in (240, 270, 300, 380):
        diagram.resize(width, 292)
        layout = diagram.picture.layout
        assert layout is not None
        for place, part in zip(layout.places, parts, strict=True):
            if part.key.startswith("arm"):
                beside = abs(
                    place.anchor.x()
                    - (place.label.left() if place.is_right else place.label.right())
                )
                assert beside >= 8, f"{part.name} at {width}"
            assert place.label.width() >= least
        with painted() as cut:
            diagram.grab()
        assert [each for each in cut if "label_paint" in each] == []


def test_no_two_labels_touch(diagram: BodyDiagram):
    """Labels are pushed apart, at any height."""
    for height in (200, 304, 600):
        diagram.resize(300, height)
        layout = diagram.picture.layout
        assert layout is not None
        labels = [place.label for place in layout.places]
        assert not any(
            rect.intersects(other) for rect in labels for other in labels if rect is not other
        )


def test_the_picture_is_kept_while_nothing_changes(diagram: BodyDiagram):
    """Hovering costs one blit, not a drawing."""
    kept = diagram.picture.pixmap(1.0)
    diagram._hover(2)
    diagram.grab()
    assert diagram.picture.pixmap(1.0) is kept
    diagram.show_body(WHOLE)
    assert diagram.picture.pixmap(1.0) is not kept


def test_another_theme_draws_anew(
    qtbot: QtBot, figure: BodyFigure, texts: MessageCatalog, theme_dark: Theme, theme_light: Theme
):
    """Dark and light are different pictures."""
    icons = Icons(theme_dark)
    diagram = BodyDiagram(icons, figure, texts)
    qtbot.addWidget(diagram)
    diagram.show_body(BODY)
    dark = diagram.grab().toImage()
    icons.use(theme_light)
    assert diagram.grab().toImage() != dark
