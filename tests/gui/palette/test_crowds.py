"""So many of a group, in the real window with real keys, in all four games: one question, one preview, one undo."""

from collections.abc import Sequence

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.gui.damage.crowd_dialog import CrowdDialog
from encounter_gui.gui.dialogs.condition_picker import ConditionPicker
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.view import GaugeCell
from tests.gui.palette.conftest import Palette
from tests.gui.palette.test_groups import gang, group, rows

Key = Qt.Key
DIGITS = {str(digit): Key(Key.Key_0 + digit) for digit in range(10)}


class Hands:
    """A game master's keys on the window, each counted."""

    def __init__(self, palette: Palette) -> None:
        """Takes the window."""
        self._palette = palette
        self.count = 0

    def type(self, text: str) -> None:
        """Types signs where the keyboard is."""
        for sign in text:
            focus = QApplication.focusWidget()
            assert focus is not None
            self._palette.qtbot.keyClicks(focus, sign)
            self.count += 1

    def press(self, key: Qt.Key) -> None:
        """Presses a key where the keyboard is."""
        self._palette.press(key)
        self.count += 1

    def row(self, number: int) -> None:
        """Selects a row by its number."""
        self.type(str(number))


@pytest.fixture
def hands(palette: Palette) -> Hands:
    """Counted keys on the window."""
    return Hands(palette)


def crowd(palette: Palette, count: int = 32) -> list[Combatant]:
    """Has a group join; somebody else is selected, as when one looks up from the table."""
    made = gang(palette, count)
    table = palette.program.window.table
    other = next(row.who for row in rows(palette) if not row.members)
    table.select([other])
    table.setFocus()
    palette.qtbot.waitUntil(lambda: len(group(palette).members) == count, timeout=10_000)
    return made


def targets(palette: Palette) -> list[CombatantId]:
    """Whom the change that is open reaches, as the panel shows it."""
    return [row.who for row in palette.program.window.damage.list.rows.shown.rows]


def last(palette: Palette) -> dict[str, object]:
    """The command of the last entry of the log."""
    return dict(palette.program.controller.session.log.path()[-1].command)


def now(palette: Palette, made: Sequence[Combatant]) -> list[Combatant]:
    """These as they are now."""
    return [palette.program.controller.context.combatant(each.id) for each in made]


def test_eight_damage_to_seven_of_32_is_at_most_ten_keys(palette: Palette, hands: Hands) -> None:
    """From looking at the table to Enter: the row by its number, D, the amount, x, how many; the preview says who."""
    made = crowd(palette)
    hands.row(group(palette).number)
    hands.press(Key.Key_D)
    hands.type("8x7")
    assert targets(palette) == [each.id for each in made[:7]]
    assert palette.program.window.damage.head.crowd.count.isVisible()
    hands.press(Key.Key_Return)
    assert hands.count <= 10
    controller = palette.program.controller
    if controller.waits_for is None:
        reached = [each["who"] for each in last(palette)["targets"]]  # type: ignore[attr-defined]
        assert reached == [each.id for each in made[:7]]


def test_how_many_can_be_reached_with_tab(palette: Palette, hands: Hands) -> None:
    """Tab goes from the amount to how many, whose number is typed over."""
    made = crowd(palette, 5)
    hands.row(group(palette).number)
    hands.press(Key.Key_D)
    hands.type("1")
    palette.press(Key.Key_Tab)
    hands.type("3")
    assert targets(palette) == [each.id for each in made[:3]]


@pytest.mark.parametrize("count", ["0", "6", "-1", "many", ""])
def test_a_count_that_cannot_be_is_said_and_enter_does_nothing(
    palette: Palette, hands: Hands, count: str, game: str
) -> None:
    """None, more than stand, a word: it says what can be typed, and what was typed stays."""
    if game != "cwn" and count != "0":
        pytest.skip("the same field in every game")
    crowd(palette, 5)
    controller, panel = palette.program.controller, palette.program.window.damage
    before = controller.context.state
    hands.row(group(palette).number)
    hands.press(Key.Key_D)
    hands.type("3x")
    panel.head.crowd.count.clear()
    palette.qtbot.keyClicks(panel.head.crowd.count, count or " ")
    assert "1 to 5, or all" in panel.foot.words
    hands.press(Key.Key_Return)
    assert controller.context.state is before
    assert panel.isVisible()
    panel.head.crowd.count.clear()
    palette.qtbot.keyClicks(panel.head.crowd.count, "all")
    assert len(targets(palette)) == 5


def test_the_preview_says_how_many_fall_and_who(palette: Palette, hands: Hands, game: str) -> None:
    """Damage that kills: the foot counts them and names their numbers before Enter; undo raises them all."""
    if game not in ("cwn", "chrome"):
        pytest.skip("there the place is rolled first")
    made = crowd(palette, 9)
    controller, panel = palette.program.controller, palette.program.window.damage
    before = controller.context.state
    hands.row(group(palette).number)
    hands.press(Key.Key_D)
    hands.type("200x7")
    numbers = made[0].name.rpartition(" ")[2], made[6].name.rpartition(" ")[2]
    assert f"7 of 7: {made[0].group} {numbers[0]}–{numbers[1]}" in panel.foot.words
    hands.press(Key.Key_Return)
    out = {row.who for row in controller.system.rows(controller.context) if row.is_out}
    assert out.issuperset(each.id for each in made[:7])
    assert not out.intersection(each.id for each in made[7:])
    entry = controller.session.log.path()[-1]
    texts = controller.context.texts
    assert f"{made[0].group} ×7" in texts.sentence(entry.label)
    assert made[3].name not in texts.sentence(entry.label)
    told = " ".join(texts.sentence(reason.text) for reason in entry.reasons)
    assert all(each.name in told for each in made[:7])
    controller.undo()
    assert controller.context.state == before


def test_the_dead_are_no_part_of_all(palette: Palette, hands: Hands, game: str) -> None:
    """Two of six are down: of 4, and all are four; with one left the row asks nothing any more."""
    if game == "phases":
        pytest.skip("nobody falls by a gauge alone there")
    made = crowd(palette, 6)
    controller, panel = palette.program.controller, palette.program.window.damage
    assert controller.perform(do.Adjust(who=tuple(each.id for each in made[:2]), change="-99"))
    if controller.waits_for is not None:
        pytest.skip("dice of the table come first")
    hands.row(group(palette).number)
    hands.press(Key.Key_D)
    hands.type("1xall")
    assert targets(palette) == [each.id for each in made[2:]]
    panel.dismiss()
    assert controller.perform(do.Remove(who=tuple(each.id for each in made[1:])))
    palette.program.window.table.select([made[0].id])
    palette.program.window.table.setFocus()
    hands.press(Key.Key_D)
    assert not panel.head.crowd.count.isVisible()
    panel.dismiss()


def test_a_condition_on_four_of_nine(palette: Palette, hands: Hands) -> None:
    """The picker asks how many; the preview says who; one undo takes it off them all."""
    made = crowd(palette, 9)
    controller = palette.program.controller
    known = next(each for each in controller.context.ruleset.conditions if each.by_hand)
    before = controller.context.state
    hands.row(group(palette).number)
    hands.press(Key.Key_C)
    (picker,) = palette.program.window.findChildren(ConditionPicker)
    hands.type(known.name.casefold())
    picker.crowd.take_focus()
    hands.type("4")
    assert "4 of 9" in picker.preview.accessibleName()
    hands.press(Key.Key_Return)
    has = [each.has(known.key) for each in now(palette, made)]
    assert has == [True] * 4 + [False] * 5
    controller.undo()
    assert controller.context.state == before


def ask(palette: Palette) -> CrowdDialog:
    """The dialog that asks how many; fails if there is none."""
    (dialog,) = (
        each for each in palette.program.window.findChildren(CrowdDialog) if each.isVisible()
    )
    return dialog


def test_three_of_nine_are_removed_and_come_back(palette: Palette, hands: Hands) -> None:
    """Del asks how many, all of them where nothing is typed; undo restores who they were."""
    made = crowd(palette, 9)
    controller = palette.program.controller
    before = controller.context.state
    hands.row(group(palette).number)
    palette.program.handlers._remove_now(controller.selected)
    dialog = ask(palette)
    assert "9 of 9" in dialog.preview.text()
    dialog.crowd.take_focus()
    palette.qtbot.keyClicks(dialog.crowd.count, "3")
    assert "3 of 9" in dialog.preview.text()
    palette.qtbot.keyClick(dialog.crowd.count, Key.Key_Return)
    there = controller.context.state.combatants
    assert [each.id in there for each in made] == [False] * 3 + [True] * 6
    assert f"{made[0].group}" in controller.context.texts.sentence(
        controller.session.log.path()[-1].label
    )
    controller.undo()
    assert controller.context.state == before


def test_five_of_nine_change_sides_and_are_two_groups(palette: Palette, hands: Hands) -> None:
    """Those who went over are a group of their own side; each is asked about alone; undo makes them one again."""
    made = crowd(palette, 9)
    controller = palette.program.controller
    hands.row(group(palette).number)
    ally = next(
        each for each in palette.program.window.menus["side"].actions() if each.data() == "ally"
    )
    ally.trigger()
    dialog = ask(palette)
    dialog.crowd.take_focus()
    palette.qtbot.keyClicks(dialog.crowd.count, "5")
    palette.qtbot.keyClick(dialog.crowd.count, Key.Key_Return)
    assert [each.side for each in now(palette, made)] == ["ally"] * 5 + ["foe"] * 4
    groups = [row for row in rows(palette) if row.members]
    assert sorted(len(row.members) for row in groups) == [4, 5]
    controller.undo()
    assert len(group(palette).members) == 9
    controller.redo()
    assert sorted(len(row.members) for row in rows(palette) if row.members) == [4, 5]


def test_thirty_joined_is_one_line_that_counts_them(palette: Palette, hands: Hands) -> None:
    """The line says how many of whom; the arithmetic behind it names all thirty."""
    made = crowd(palette, 30)
    session = palette.program.controller.session
    entry = next(
        each for each in reversed(session.log.path()) if each.command.get("do") in ("add", "join")
    )
    words = palette.program.controller.context.texts.sentence(entry.label)
    assert f"{made[0].group} ×30" in words
    assert made[7].name not in words
    _, lines = palette.program.connections.log.explanation(entry.id)
    told = " ".join(text for line in lines for text, _ in line.segments)
    assert all(each.name in told for each in made)


def test_the_row_shows_what_all_of_them_lose(palette: Palette, hands: Hands, game: str) -> None:
    """While damage to three is typed, the pool of the row falls by what the three lose together."""
    if game != "cwn":
        pytest.skip("the bar of the main gauge stands in the table of this game alone")
    made = crowd(palette, 9)
    table, controller = palette.program.window.table, palette.program.controller
    gauge = controller.context.ruleset.main_gauge
    assert gauge is not None
    place = table.rows.place_of(group(palette).who)
    hands.row(group(palette).number)
    hands.press(Key.Key_D)
    hands.type("200x3")
    cell = next(
        each
        for each in group(palette).cells.values()
        if isinstance(each, GaugeCell) and each.name == gauge.name
    )
    change = table.rows.change_in(place, cell)
    assert change is not None
    lost = sum(each.gauges[gauge.key] for each in made[:3])
    assert change.before.current == cell.current
    assert change.after.current == cell.current - lost
    hands.press(Key.Key_Return)
    assert table.selected() == (group(palette).who,)


def test_initiative_of_four_of_nine_is_one_entry(palette: Palette, hands: Hands, game: str) -> None:
    """A number typed into the row asks how many; one undo takes it back."""
    made = crowd(palette, 9)
    controller = palette.program.controller
    before = controller.context.state
    entries = len(controller.session.log.path())
    palette.program.handlers._set_initiative(group(palette).who, "6")
    dialog = ask(palette)
    dialog.crowd.take_focus()
    palette.qtbot.keyClicks(dialog.crowd.count, "4")
    assert "4 of 9" in dialog.preview.text()
    palette.qtbot.keyClick(dialog.crowd.count, Key.Key_Return)
    if len(controller.session.log.path()) == entries:
        assert game in ("chrome", "phases")  # there the dice or the block give the order
        assert controller.context.state == before
        return
    assert len(controller.session.log.path()) == entries + 1
    known = controller.system.initiative(controller.context)
    scores = {who: row.score for row in known for who in row.members}
    assert [scores[each.id] for each in made[:4]] == [6] * 4
    controller.undo()
    assert controller.context.state == before


def test_what_the_rules_make_of_it_is_said_once_for_all(
    palette: Palette, hands: Hands, game: str
) -> None:
    """Seven who die of the same are one sentence with their count beside the sheet, not seven."""
    if game != "cwn":
        pytest.skip("the rule of this game")
    made = crowd(palette, 9)
    controller = palette.program.connections.damage
    hands.row(group(palette).number)
    hands.press(Key.Key_D)
    hands.type("200x7")
    assert controller.plan is not None
    sentences = [text for text, _ in controller.shown(controller.plan).preview.sentences]
    assert sum(made[0].group in text for text in sentences) == 1
    assert f"{made[0].group} ×7" in " ".join(sentences)
