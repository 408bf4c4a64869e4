"""The plan in the window (issue 32): dragging, keys, undo, the list, the empty state, words for a screen reader."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.gui.field.field_panel import LIST_WIDTH
from encounter_gui.gui.field.plan_surface import PlanSurface
from encounter_gui.gui.field.token_layout import fan
from encounter_gui.rules.model.commands import Put
from encounter_gui.rules.systems.cwn.commands import Engage
from tests.gui.field.conftest import SAMPLES, open_field, seen_at, where, who
from tests.gui.window.conftest import Start, show

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier


def drag(
    program: Program,
    start: tuple[float, float],
    end: tuple[float, float],
    held: Qt.KeyboardModifier = NONE,
    *,
    lets_go: bool = True,
) -> None:
    """Drags from one point of the plan to another with the left button."""
    surface = program.field.panel.surface
    first, last = (seen_at(program, each).toPoint() for each in (start, end))
    QTest.mousePress(surface, LEFT, held, first)
    for part in (0.3, 0.7, 1.0):
        way = first + (last - first) * part
        QTest.mouseMove(surface, way)
        move(surface, way, held)
    if lets_go:
        QTest.mouseRelease(surface, LEFT, held, last)
        program.controller.second_frame.flush()


def move(surface: PlanSurface, at: QPoint, held: Qt.KeyboardModifier) -> None:
    """Moves the pointer with the button held: QTest tells of no buttons without a screen."""
    where_to = QPointF(at)
    event = QMouseEvent(
        QEvent.Type.MouseMove, where_to, surface.mapToGlobal(where_to), LEFT, LEFT, held
    )
    QApplication.sendEvent(surface, event)


def press(program: Program, key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
    """Presses a key where the keyboard is."""
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key, held)
    program.controller.second_frame.flush()


# ---- moving


def test_a_token_is_dragged_by_one_command_and_undo_takes_it_back(redlines: Program) -> None:
    """The way of one who acts is their own Move; one step of undo takes place and Move back."""
    before, entries = where(redlines, "Cutter"), len(redlines.controller.session.log.path())
    drag(redlines, (23, 23), (19, 20))
    assert where(redlines, "Cutter") == (19, 20)
    assert len(redlines.controller.session.log.path()) == entries + 1
    redlines.window.actions_of["undo"].trigger()
    assert where(redlines, "Cutter") == before


def test_the_way_says_how_much_of_the_move_it_takes_and_turns_danger_beyond(
    redlines: Program,
) -> None:
    """It never refuses: beyond the Move it is still done, and the log says so."""
    drag(redlines, (23, 23), (19, 23), lets_go=False)
    paths = redlines.field.panel.surface.doing.paths
    assert paths[0].offer is not None
    assert paths[0].offer.text.startswith("4 of ")
    assert not paths[0].offer.is_beyond
    surface = redlines.field.panel.surface
    far = seen_at(redlines, (1, 23)).toPoint()
    move(surface, far, NONE)
    beyond = surface.doing.paths[0].offer
    assert beyond is not None
    assert beyond.is_beyond
    QTest.mouseRelease(surface, LEFT, NONE, far)
    assert where(redlines, "Cutter") == (1, 23)


def test_escape_drops_a_way_and_the_field_stays_open(redlines: Program) -> None:
    """The first Escape drops what was begun, the second closes the field."""
    redlines.window.table.select([who(redlines, "Cutter")])
    redlines.field.panel.surface.setFocus()
    press(redlines, Qt.Key.Key_Right)
    assert redlines.field.panel.surface.doing.paths
    press(redlines, Qt.Key.Key_Escape)
    assert not redlines.field.panel.surface.doing.paths
    assert redlines.field.panel.isVisible()
    assert where(redlines, "Cutter") == (23, 23)
    press(redlines, Qt.Key.Key_Escape)
    assert not redlines.field.panel.isVisible()


def test_arrows_move_a_step_shift_five_and_enter_does_it(redlines: Program) -> None:
    """V, arrows and Enter: one command for the whole way."""
    redlines.window.table.select([who(redlines, "Cutter")])
    redlines.field.panel.surface.setFocus()
    entries = len(redlines.controller.session.log.path())
    press(redlines, Qt.Key.Key_V)
    press(redlines, Qt.Key.Key_Left)
    press(redlines, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert where(redlines, "Cutter") == (23, 23)
    press(redlines, Qt.Key.Key_Return)
    assert where(redlines, "Cutter") == (22, 18)
    assert len(redlines.controller.session.log.path()) == entries + 1


def test_those_who_are_selected_move_as_one_and_are_taken_back_as_one(redlines: Program) -> None:
    """A group keeps its distances; one step of undo brings all of it back."""
    both = [who(redlines, "Corp guard 1"), who(redlines, "Corp guard 2")]
    redlines.window.table.select(both)
    redlines.controller.second_frame.flush()
    drag(redlines, (60, 12), (55, 10))
    assert where(redlines, "Corp guard 1") == (55, 10)
    assert where(redlines, "Corp guard 2") == (56, 28)
    redlines.window.actions_of["undo"].trigger()
    assert where(redlines, "Corp guard 1") == (60, 12)
    assert where(redlines, "Corp guard 2") == (61, 30)


def test_a_band_selects_who_is_in_it(redlines: Program) -> None:
    """Dragged where nobody stands, everybody within is selected in the table too."""
    drag(redlines, (57, 9), (63, 32))
    chosen = set(redlines.controller.selected)
    assert chosen == {who(redlines, "Corp guard 1"), who(redlines, "Corp guard 2")}


# ---- placing


def test_a_click_places_who_stands_nowhere(redlines: Program) -> None:
    """P, then a click: the captain, the only one who stands nowhere, stands there."""
    surface = redlines.field.panel.surface
    surface.setFocus()
    press(redlines, Qt.Key.Key_P)
    QTest.mouseClick(surface, LEFT, NONE, seen_at(redlines, (52, 24)).toPoint())
    assert where(redlines, "Response captain") == (52, 24)


def test_place_all_by_side_puts_sides_on_opposite_halves(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """Where nobody stands anywhere there is one sentence and two buttons; one step of undo takes all back."""
    program = start()
    program.campaigns.create(tmp_path / "Empty.encounter")
    program.campaigns.replay(SAMPLES / "redlines.toml")
    show(program, qtbot)
    panel = open_field(program, qtbot)
    assert panel.empty.isVisible()
    assert panel.nobody.text() == "Nobody stands anywhere yet"
    qtbot.mouseClick(panel.place_all, LEFT)
    everybody = program.controller.context.state.combatants.values()
    places = {each.name: each.place for each in everybody}
    assert all(places.values())
    left = [p.x for name, p in places.items() if p and name in ("Halloran", "Vee", "Sister Ash")]
    right = [p.x for name, p in places.items() if p and name in ("Cutter", "Bruiser", "Gunman A")]
    assert max(left) < 40 < min(right)
    assert not panel.empty.isVisible()
    program.window.actions_of["undo"].trigger()
    assert not any(each.place for each in program.controller.context.state.combatants.values())
    program.controller.second_frame.flush()
    assert panel.empty.isVisible()


def test_nothing_is_asked_while_nobody_is_placed(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """The field is closed until it is asked for; Close leaves bench and log as they were."""
    program = start()
    program.campaigns.create(tmp_path / "Empty.encounter")
    program.campaigns.replay(SAMPLES / "redlines.toml")
    show(program, qtbot)
    assert program.window.attack_panel.isVisible()
    panel = open_field(program, qtbot)
    assert program.window.actions_of["field"].isChecked()
    qtbot.mouseClick(panel.close_empty, LEFT)
    assert program.window.attack_panel.isVisible()
    assert not program.window.actions_of["field"].isChecked()
    assert program.controller.context.state.plan is None


# ---- measuring, areas, a blast


def test_measuring_says_the_distance_and_changes_nothing(redlines: Program) -> None:
    """F2: the ruler says what list and log say of the same two people; the wheel draws a ring."""
    surface = redlines.field.panel.surface
    surface.setFocus()
    press(redlines, Qt.Key.Key_X)
    drag(redlines, (23, 23), (36, 23))
    ruler = surface.doing.ruler
    assert ruler is not None
    assert ruler.text == "13 m"
    row = next(each for each in redlines.field.panel.state.view.rows if each.name == "Halloran")
    assert row.distance == 13
    assert where(redlines, "Cutter") == (23, 23)
    wheel(surface, 120)
    ringed = surface.doing.ruler
    assert ringed is not None
    assert ringed.ring == 1


def wheel(surface: PlanSurface, by: int) -> None:
    """Turns the wheel over the middle of the plan."""
    at = surface.room.center()
    event = QWheelEvent(
        at,
        surface.mapToGlobal(at),
        QPoint(),
        QPoint(0, by),
        Qt.MouseButton.NoButton,
        NONE,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(surface, event)


def test_an_area_is_drawn_named_moved_and_taken_away(redlines: Program, qtbot: QtBot) -> None:
    """Z, a drag, a name and Enter; a drag moves it, Del takes it away; each is one entry."""
    panel = redlines.field.panel
    panel.surface.setFocus()
    press(redlines, Qt.Key.Key_Z)
    drag(redlines, (50, 15), (56, 20))
    assert panel.form.isVisible()
    qtbot.keyClicks(panel.form.name, "Office")
    panel.form.kind.setCurrentIndex(panel.form.kind.findData("dark"))
    qtbot.keyClick(panel.form.name, Qt.Key.Key_Return)
    plan = redlines.controller.context.state.plan
    assert plan is not None
    area = plan.areas[-1]
    assert (area.name, area.kind, area.points) == ("Office", "dark", ((50, 15), (56, 20)))
    assert not panel.form.isVisible()
    drag(redlines, (52, 17), (54, 19))
    moved = redlines.controller.context.state.plan
    assert moved is not None
    assert moved.areas[-1].points == ((52, 17), (58, 22))
    press(redlines, Qt.Key.Key_Delete)
    after = redlines.controller.context.state.plan
    assert after is not None
    assert [each.name for each in after.areas] == ["Crates"]


def test_corners_are_clicked_and_a_double_click_ends(redlines: Program, qtbot: QtBot) -> None:
    """A polygon of three corners."""
    panel = redlines.field.panel
    panel.surface.setFocus()
    press(redlines, Qt.Key.Key_Z)
    for point in ((50, 15), (56, 15), (56, 20)):
        QTest.mouseClick(panel.surface, LEFT, NONE, seen_at(redlines, point).toPoint())
    QTest.mouseDClick(panel.surface, LEFT, NONE, seen_at(redlines, (56, 20)).toPoint())
    assert panel.form.isVisible()
    qtbot.keyClick(panel.form.name, Qt.Key.Key_Return)
    plan = redlines.controller.context.state.plan
    assert plan is not None
    assert plan.areas[-1].points == ((50, 15), (56, 15), (56, 20))


def test_a_blast_names_whom_it_touches_and_enter_hands_them_to_the_damage(
    redlines: Program,
) -> None:
    """It is a proposal: nothing is done before the damage is applied."""
    surface = redlines.field.panel.surface
    redlines.field.field.propose_blast((35, 23), 5, "frag")
    blast = surface.doing.blast
    assert blast is not None
    assert blast.head == "4 in it · frag, 5 m round"
    assert {who(redlines, each) for each in ("Halloran", "Vee", "Bruiser", "Gunman A")} == set(
        blast.who
    )
    surface.setFocus()
    press(redlines, Qt.Key.Key_Return)
    assert redlines.window.shows_damage
    assert set(redlines.window.damage.plan.targets) == set(blast.who)


# ---- list, target, selection


def test_enter_in_the_list_makes_the_target(redlines: Program) -> None:
    """The list alone is enough to play: arrows and Enter, and the attack is on them."""
    panel = redlines.field.panel
    panel.list.setFocus()
    rows = panel.state.view.rows
    assert [row.distance for row in rows] == sorted(row.distance for row in rows)
    vee = next(at for at, row in enumerate(rows) if row.name == "Vee")
    panel.list.setCurrentIndex(panel.list.shown.index(vee))
    press(redlines, Qt.Key.Key_Return)
    assert panel.state.target == who(redlines, "Vee")
    assert redlines.connections.attack.choices["target"] == who(redlines, "Vee")
    line = panel.state.view.line
    assert line is not None
    assert line.head.endswith("Cutter to Vee")


def test_a_foe_clicked_on_the_plan_is_selected_in_the_table_and_aimed_at(
    redlines: Program,
) -> None:
    """Both ways: the table selects the token as well, and rings stay those of who acts."""
    surface = redlines.field.panel.surface
    QTest.mouseClick(surface, LEFT, NONE, seen_at(redlines, (46, 31)).toPoint())
    redlines.controller.second_frame.flush()
    assert redlines.controller.selected == (who(redlines, "Sister Ash"),)
    assert surface.state.target == who(redlines, "Sister Ash")
    assert surface.state.view.who == who(redlines, "Cutter")
    redlines.window.table.select([who(redlines, "Gunman A")])
    redlines.controller.second_frame.flush()
    assert surface.state.selected == (who(redlines, "Gunman A"),)


def test_digits_choose_a_token_as_in_the_table(redlines: Program) -> None:
    """6 is Gunman A, wherever in the field the keyboard is."""
    for part in (redlines.field.panel.surface, redlines.field.panel.list):
        redlines.window.table.select([who(redlines, "Cutter")])
        part.setFocus()
        press(redlines, Qt.Key.Key_6)
        assert redlines.controller.selected == (who(redlines, "Gunman A"),)


def test_the_slash_opens_the_command_line(redlines: Program) -> None:
    """Elsewhere it filters the table; in the field it is the line in which a move is said."""
    redlines.field.panel.surface.setFocus()
    QTest.keyClick(redlines.field.panel.surface, "/")
    assert redlines.window.command.isVisible()


def test_the_attack_is_resolved_while_the_plan_is_seen(redlines: Program) -> None:
    """T does it as without a plan: no key more."""
    redlines.window.table.select([who(redlines, "Gunman A")])
    drag(redlines, (23, 23), (35, 23.5))
    redlines.window.table.select([who(redlines, "Cutter")])
    redlines.controller.second_frame.flush()
    redlines.field.panel.list.setFocus()
    entries = len(redlines.controller.session.log.path())
    assert not redlines.window.attack_panel.why_not
    press(redlines, Qt.Key.Key_T)
    assert redlines.controller.waits_for or len(redlines.controller.session.log.path()) > entries


def test_an_attack_that_does_not_reach_says_so_and_the_plan_stays(redlines: Program) -> None:
    """Cutter has blades, and Halloran is 13 m away: T says why not, and the keyboard stays where it is."""
    surface = redlines.field.panel.surface
    surface.setFocus()
    entries = len(redlines.controller.session.log.path())
    press(redlines, Qt.Key.Key_T)
    assert surface.isVisible()
    assert surface.hasFocus()
    assert len(redlines.controller.session.log.path()) == entries
    assert redlines.window.attack_panel.why_not
    assert redlines.window.log.prompt.isVisible()


def test_e_leads_to_the_bench(redlines: Program) -> None:
    """What is to be set there is seen again."""
    redlines.field.panel.surface.setFocus()
    press(redlines, Qt.Key.Key_E)
    assert redlines.window.attack_panel.isVisible()
    assert not redlines.field.panel.isVisible()


# ---- view, sizes, words


def test_the_wheel_zooms_about_the_pointer_and_home_shows_everybody(redlines: Program) -> None:
    """What the pointer is on stays there; Ctrl+0 shows the whole plan, Home everybody again."""
    surface = redlines.field.panel.surface
    at = surface.room.center()
    before, point = surface.port.scale, surface.port.to_plan(at)
    wheel(surface, 120)
    assert surface.port.scale > before
    assert surface.port.to_plan(at) == pytest.approx(point)
    surface.setFocus()
    press(redlines, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    box = surface.port.box(80, 40)
    assert surface.room.adjusted(-1, -1, 1, 1).contains(box)
    press(redlines, Qt.Key.Key_Home)
    assert surface.port.scale == pytest.approx(before)


def test_plan_and_list_have_words_for_a_screen_reader(redlines: Program) -> None:
    """The plan is described by its line and its list, each row by all that stands in it."""
    panel = redlines.field.panel
    assert panel.surface.accessibleName() == "Plan of the fight"
    words = panel.surface.accessibleDescription()
    assert "Halloran" in words
    assert "13 m" in words
    assert "Crates" in words
    assert panel.list.accessibleName() == "Everybody on the plan, the nearest to Cutter first"
    role = Qt.ItemDataRole.AccessibleTextRole
    rows = [panel.list.shown.index(at).data(role) for at in range(len(panel.list.shown.rows))]
    target = next(row for row in rows if "Halloran" in row)
    assert target.startswith("1 Halloran, 13 m")
    assert target.endswith("target")


@pytest.mark.parametrize("size", [(1024, 700), (1366, 768), (1920, 1080)])
def test_the_list_stands_beside_the_plan_or_is_a_tab(
    redlines: Program, qtbot: QtBot, size: tuple[int, int]
) -> None:
    """In a small window one of the two is seen, and the button of the other leads to it."""
    redlines.window.resize(*size)
    panel = redlines.field.panel
    qtbot.waitUntil(lambda: redlines.window.width() == size[0])
    QApplication.processEvents()
    if panel.width() >= 820:
        assert panel.beside.isVisible()
        assert panel.beside.width() == LIST_WIDTH
        return
    assert panel.surface.isVisible()
    assert not panel.list.isVisible()
    qtbot.mouseClick(panel.head.tabs, LEFT)
    assert panel.list.isVisible()
    assert not panel.surface.isVisible()


def test_tokens_that_cover_each_other_become_a_stack_that_opens_under_the_pointer(
    redlines: Program,
) -> None:
    """All of it are found by the pointer; a click selects the one it is on."""
    surface = redlines.field.panel.surface
    one = who(redlines, "Corp guard 1")
    assert redlines.controller.perform(Put(who=(one,), at=(61, 30)))
    redlines.controller.second_frame.flush()
    surface.point_at(QPointF(5, 5))
    spot = surface.spot_at(seen_at(redlines, (61, 30)))
    assert spot is not None
    assert spot.count == 2
    surface.point_at(spot.at)
    assert surface.open_stack is not None
    _, members = fan(surface.open_stack, surface.room)
    for token, at in members:
        found = surface.token_at(at)
        assert found is not None
        assert found.who == token.who


# ---- leaving melee


def beside(redlines: Program) -> None:
    """A guard stands beside Cutter, who acts, and is in melee with her; nobody else is in reach of either."""
    guard = who(redlines, "Corp guard 1")
    assert redlines.controller.perform(Put(who=(guard,), at=(22, 23)))
    assert redlines.controller.perform(Engage(who=who(redlines, "Cutter"), target=guard))
    redlines.controller.second_frame.flush()
    redlines.window.table.select([who(redlines, "Cutter")])
    redlines.field.panel.surface.setFocus()
    redlines.controller.second_frame.flush()


def leave(redlines: Program) -> None:
    """Cutter is taken five metres away by keys."""
    press(redlines, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    press(redlines, Qt.Key.Key_Return)


@pytest.mark.rule("CWN-18")
@pytest.mark.parametrize(("key", "strikes"), [(Qt.Key.Key_Return, True), (Qt.Key.Key_0, False)])
def test_a_way_out_of_melee_asks_first_who_strikes(
    redlines: Program, key: Qt.Key, *, strikes: bool
) -> None:
    """Nothing is done before the answer; with it the move is one entry, and one step of undo takes it back."""
    beside(redlines)
    question, entries = redlines.field.panel.question, len(redlines.controller.session.log.path())
    leave(redlines)
    assert question.isVisible()
    assert question.words.text() == "Leaving melee: Corp guard 1 strikes"
    assert where(redlines, "Cutter") == (23, 23)
    QTest.keyClick(question, key)
    assert not question.isVisible()
    rolls = 0
    while redlines.controller.waits_for:  # the dice of the free attack, blank: the program rolls
        rolls += 1
        redlines.controller.answer([None for _ in redlines.controller.waits_for])
    assert bool(rolls) is strikes
    assert where(redlines, "Cutter") == (28, 23)
    assert len(redlines.controller.session.log.path()) == entries + 1
    redlines.window.actions_of["undo"].trigger()
    assert where(redlines, "Cutter") == (23, 23)


@pytest.mark.rule("CWN-18")
def test_escape_keeps_whoever_would_leave_melee(redlines: Program) -> None:
    """Nothing is done, the field stays open, and the keyboard is on the plan again."""
    beside(redlines)
    entries = len(redlines.controller.session.log.path())
    leave(redlines)
    QTest.keyClick(redlines.field.panel.question, Qt.Key.Key_Escape)
    assert not redlines.field.panel.question.isVisible()
    assert len(redlines.controller.session.log.path()) == entries
    assert redlines.field.panel.isVisible()
    assert not redlines.field.panel.surface.doing.paths
    assert redlines.field.panel.surface.hasFocus()


def test_nothing_is_asked_where_nobody_can_strike(redlines: Program) -> None:
    """A way that leaves nobody’s reach is done at once."""
    redlines.field.panel.surface.setFocus()
    leave(redlines)
    assert not redlines.field.panel.question.isVisible()
    assert where(redlines, "Cutter") == (28, 23)


def test_those_who_stand_close_in_melee_are_drawn_side_by_side(redlines: Program) -> None:
    """A metre from each other they would be one stack: each is seen, and found by the pointer."""
    vee = who(redlines, "Vee")
    assert redlines.controller.perform(Put(who=(vee,), at=(24, 23)))
    redlines.controller.second_frame.flush()
    surface = redlines.field.panel.surface
    near = [each for each in surface.spots if each.token.name in ("Cutter", "Vee")]
    assert [each.count for each in near] == [1, 1]
    one, other = (each.at for each in near)
    assert (one - other).manhattanLength() >= 22
    for each in near:
        found = surface.token_at(each.at)
        assert found is not None
        assert found.who == each.token.who


def move_by_line(redlines: Program, qtbot: QtBot) -> None:
    """Cutter is taken five metres away by a line that is typed; his number is said, as there are others."""
    number = redlines.controller.context.combatant(who(redlines, "Cutter")).number
    window = redlines.window
    window.actions_of["command"].trigger()
    qtbot.waitUntil(window.command.line.hasFocus)
    QTest.keyClicks(window.command.line, f"move {number} to 28 23")
    qtbot.waitUntil(lambda: window.command.is_seen)
    assert "Corp guard 1 strikes" in window.command.reading.note
    QTest.keyClick(window.command.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not window.command.isVisible())


@pytest.mark.rule("CWN-18")
@pytest.mark.parametrize("is_open", [True, False])
@pytest.mark.parametrize(("key", "strikes"), [(Qt.Key.Key_Return, True), (Qt.Key.Key_0, False)])
def test_a_line_out_of_melee_asks_the_same(
    redlines: Program, qtbot: QtBot, key: Qt.Key, *, strikes: bool, is_open: bool
) -> None:
    """Who strikes is asked on the plan, which is opened for it; nothing is done before the answer."""
    beside(redlines)
    if not is_open:
        redlines.field.panel.left.emit()
        assert not redlines.field.panel.isVisible()
    move_by_line(redlines, qtbot)
    question = redlines.field.panel.question
    qtbot.waitUntil(question.isVisible)
    assert question.words.text() == "Leaving melee: Corp guard 1 strikes"
    assert question.hasFocus()
    assert where(redlines, "Cutter") == (23, 23)
    QTest.keyClick(question, key)
    assert not question.isVisible()
    assert bool(redlines.controller.waits_for) is strikes  # the dice of the free attack
    if not strikes:
        assert where(redlines, "Cutter") == (28, 23)


@pytest.mark.rule("CWN-18")
def test_escape_leaves_a_line_out_of_melee_undone(redlines: Program, qtbot: QtBot) -> None:
    """As with a drag: nothing has happened."""
    beside(redlines)
    entries = len(redlines.controller.session.log.path())
    move_by_line(redlines, qtbot)
    QTest.keyClick(redlines.field.panel.question, Qt.Key.Key_Escape)
    assert where(redlines, "Cutter") == (23, 23)
    assert len(redlines.controller.session.log.path()) == entries
