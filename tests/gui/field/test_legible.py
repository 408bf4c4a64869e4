"""Nothing on the plan is struck out, hidden or cut off that has to be read."""

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QPainter, QPixmap
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.field.mark_paint import paint_line
from encounter_gui.gui.field.token_layout import MARK, SIZE, lay_out
from encounter_gui.gui.field.view_port import ViewPort
from encounter_gui.rules.engine.field import moving
from encounter_gui.rules.model.commands import Put, Rename
from encounter_gui.rules.view import Token
from tests.gui.field.conftest import where, who
from tests.gui.window.conftest import look

ROOM = QRectF(0, 0, 730, 215)


def seen(program: Program) -> None:
    """Paints the plan as it is now."""
    look(program)
    program.controller.second_frame.flush()
    program.field.panel.surface.grab()


def test_the_line_strikes_out_no_words_of_a_ring(redlines: Program) -> None:
    """Wherever the target stands around whoever acts, the words of the rings stand beside the line."""
    program, surface = redlines, redlines.field.panel.surface
    cutter, halloran = who(program, "Cutter"), who(program, "Halloran")
    program.window.table.select([cutter])
    for x, y in ((3, 23), (43, 23), (23, 5), (23, 38), (10, 10)):
        assert program.controller.perform(Put(who=(halloran,), at=(x, y)))
        program.window.attack_panel.choose({"who": cutter, "target": halloran})
        seen(program)
        line = surface.state.view.line
        assert line is not None
        places = surface.places()
        way = QLineF(places[line.who], places[line.target])
        assert surface.ring_words
        points = [way.pointAt(part / 100) for part in range(101)]
        for box in surface.ring_words:
            assert not any(box.contains(point) for point in points), (x, y)


def test_letters_keep_off_what_marks_a_token() -> None:
    """Beside a ring, a disc or corners they stand farther out than beside a bare token."""
    token = Token(who=CombatantId("a"), number=1, name="Al", initials="Al", side="pc", x=40, y=10)
    port = ViewPort()
    for marked, least in (((), SIZE / 2), ((token.who,), SIZE / 2 + MARK)):
        (spot,) = lay_out([token], port, ROOM, (), {token.who: 14}, (), marked)
        assert spot.label is not None
        assert spot.label.left() - spot.at.x() >= least


def test_name_and_size_have_the_room_that_is_left(redlines: Program, qtbot: QtBot) -> None:
    """All of it in a wide head; in a narrow one as much as says something, or nothing: no single letter."""
    head = redlines.field.panel.head
    head.setParent(None)
    qtbot.addWidget(head)
    head.show()
    words = "Redline depot, 80 × 40 m · 1 not placed"
    for wide in range(1200, 560, -20):
        head.resize(wide, 30)
        qtbot.wait(1)
        shown = head.about.text()
        assert shown in ("", words) or (shown.endswith("…") and len(shown) > len("Redline")), wide
        assert words in shown or wide < 1100


def test_going_to_somebody_nobody_stands_on_others(redlines: Program) -> None:
    """Six who go to one stand around them, each within reach; before, all stood in one place, in one stack."""
    program = redlines
    rules, goal = program.controller.system.field_rules, who(program, "Halloran")
    others = ("Cutter", "Bruiser", "Gunman A", "Gunman B", "Vee", "Corp guard 1")
    for name in others:
        far = Put(who=(who(program, name),), at=(70, 23))
        assert program.controller.perform(far)
    for name in others:
        context = program.controller.context
        place = moving.goal(context, rules, who(program, name), to=None, towards=goal)
        assert place is not None
        assert program.controller.perform(Put(who=(who(program, name),), at=place.point))
    points = [where(program, name) for name in (*others, "Halloran")]
    for at, (x, y) in enumerate(each for each in points if each is not None):
        for other in points[:at]:
            assert other is not None
            assert QLineF(x, y, *other).length() >= rules.reach / 2 - 0.02
        end = where(program, "Halloran")
        assert end is not None
        assert QLineF(x, y, *end).length() <= rules.reach


def test_long_names_leave_plate_and_tools_their_room(redlines: Program) -> None:
    """A plate takes no more than a part of the plan; the tab of the list no more than its words need, cut."""
    program, panel = redlines, redlines.field.panel
    for name in ("Cutter", "Halloran"):
        long = f"{name} of the Seventh Street Redlines and their Honourable Friends"
        assert program.controller.perform(Rename(who=who(program, name), name=long))
    cutter = next(iter(program.controller.context.state.acting))
    program.window.table.select([cutter])
    seen(program)
    line = panel.state.view.line
    assert line is not None
    surface, theme = panel.surface, program.theme_choice.icons.theme
    pixels = QPixmap(surface.size())
    painter = QPainter(pixels)
    plate = paint_line(painter, theme, line, surface.places(), surface.port.scale, surface.room, [])
    painter.end()
    assert plate is not None
    assert plate.width() < surface.room.width() * 0.7
    assert panel.head.tabs.sizeHint().width() < 200
    assert panel.head.tabs.accessibleName().endswith("Friends")
