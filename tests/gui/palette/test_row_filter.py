"""The filter of the combatant table, in the real window with real keys, in all four games."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from encounter_gui.rules.model import commands as do
from tests.gui.palette.conftest import Palette
from tests.gui.palette.test_groups import gang, group, rows

Key = Qt.Key
Ctrl = Qt.KeyboardModifier.ControlModifier


def type_filter(palette: Palette, text: str) -> None:
    """Opens the filter by its key and types into it."""
    palette.press(Key.Key_Slash)
    bar = palette.program.window.filter_bar
    palette.qtbot.waitUntil(bar.field.hasFocus)
    bar.field.clear()
    palette.qtbot.keyClicks(bar.field, text)


def names(palette: Palette) -> list[str]:
    """The names in the table."""
    return [row.cells["name"].words() for row in rows(palette)]


def test_a_side_is_all_that_is_shown_until_escape(palette: Palette) -> None:
    """It says how many of how many; Enter leads into the rows, Escape there shows everybody again."""
    bar, table = palette.program.window.filter_bar, palette.program.window.table
    everybody = names(palette)
    state = palette.program.controller.context.state
    foes = [each.name for each in state.combatants.values() if each.side == "foe"]
    type_filter(palette, "foes")
    assert sorted(names(palette)) == sorted(foes)
    assert bar.count.text() == f"{len(foes)} of {len(state.combatants)} shown"
    palette.press(Key.Key_Return)
    assert table.hasFocus()
    assert bar.isVisible()
    palette.press(Key.Key_Escape)
    assert names(palette) == everybody
    assert not bar.isVisible()


def test_escape_in_the_field_shows_everybody_again(palette: Palette) -> None:
    """The keyboard is back in the table."""
    everybody = names(palette)
    type_filter(palette, "no such name")
    assert names(palette) == []
    assert palette.program.window.filter_bar.count.text().startswith("0 of ")
    palette.press(Key.Key_Escape)
    assert names(palette) == everybody
    assert palette.program.window.table.hasFocus()


def test_a_condition_and_a_part_of_a_name_both_have_to_fit(palette: Palette) -> None:
    """Two words are both meant; a condition that comes shows whom it comes on at once."""
    made = gang(palette, 4)
    controller = palette.program.controller
    known = next(each for each in controller.context.ruleset.conditions if each.by_hand)
    assert controller.perform(do.Afflict(who=(made[1].id, made[2].id), condition=known.key))
    word = known.name.casefold().split()[0]
    type_filter(palette, f"{made[0].name.split()[0].casefold()} {word}")
    shown = {each for row in rows(palette) for each in (row.who, *(who for who, _ in row.members))}
    assert shown == {made[1].id, made[2].id}
    assert controller.perform(do.Relieve(who=(made[1].id,), condition=known.key))
    assert [row.who for row in rows(palette)] == [made[2].id]


def test_who_can_act_is_shown_and_nobody_else(palette: Palette) -> None:
    """The words may stand before or behind others."""
    controller = palette.program.controller
    type_filter(palette, "can act")
    able = {each.id for each in controller.system.taking_part(controller.context)}
    shown = {each for row in rows(palette) for each in (row.who, *(who for who, _ in row.members))}
    assert shown == able


def test_a_number_finds_who_is_not_shown(palette: Palette) -> None:
    """The filter gives way to the one that is selected by number; with another selected it is as before."""
    state = palette.program.controller.context.state
    other = next(each for each in state.combatants.values() if each.side != "foe")
    type_filter(palette, "foes")
    palette.press(Key.Key_Return)
    before = names(palette)
    for digit in str(other.number):
        palette.press(Key(ord(digit)))
    table = palette.program.window.table
    assert table.selected() == (other.id,)
    assert other.name in names(palette)
    foe = next(row.who for row in rows(palette) if row.who != other.id)
    table.select([foe])
    palette.qtbot.waitUntil(lambda: names(palette) == before, timeout=10_000)


def test_select_all_reaches_only_those_who_are_shown(palette: Palette) -> None:
    """What commands touch does not change without being said: all that are selected are all that are seen."""
    state = palette.program.controller.context.state
    type_filter(palette, "foes")
    palette.press(Key.Key_Return)
    palette.press(Key.Key_A, Ctrl)
    assert {state.combatants[each].side for each in palette.program.controller.selected} == {"foe"}


def test_a_change_that_reaches_the_hidden_says_how_many(palette: Palette) -> None:
    """A group of which three are shown is still one of six: the preview says that three of them are not shown."""
    made = gang(palette, 6)
    controller, window = palette.program.controller, palette.program.window
    known = next(each for each in controller.context.ruleset.conditions if each.by_hand)
    assert controller.perform(
        do.Afflict(who=tuple(each.id for each in made[:3]), condition=known.key)
    )
    type_filter(palette, known.name.casefold().split()[0])
    palette.press(Key.Key_Return)
    window.table.select([group(palette).who])
    palette.press(Key.Key_D)
    focus = QApplication.focusWidget()
    palette.qtbot.keyClicks(focus, "1xall"[:2])
    palette.qtbot.keyClicks(window.damage.head.crowd.count, "all")
    assert "3 of them are not shown" in window.damage.foot.words
    window.damage.dismiss()
    assert window.filter_bar.is_on


def test_who_is_selected_stays_so_while_a_filter_is_typed(palette: Palette) -> None:
    """On the way to ``foes`` nobody is called ``f``: the foe that was selected is selected again."""
    table = palette.program.window.table
    (foe,) = palette.up(count=1)
    table.select([foe.id])
    type_filter(palette, "no such name")
    assert table.selected() == ()
    palette.program.window.filter_bar.field.clear()
    palette.qtbot.keyClicks(palette.program.window.filter_bar.field, "foes")
    assert table.selected() == (foe.id,)
    palette.press(Key.Key_Escape)
    assert table.selected() == (foe.id,)


def test_who_is_only_planned_is_filtered_as_well(palette: Palette) -> None:
    """Before an encounter begins its planned rows obey the filter; another campaign begins without one."""
    program = palette.program
    program.campaigns.create_encounter("Later", program.controller.context.ruleset.id)
    assert program.prep is not None
    creatures = program.controller.context.ruleset.creatures
    foe = next(each for each in creatures if each.side == "foe" and not each.is_named)
    program.prep.plans.editor.type_roster(f"3 {foe.name.casefold()}")
    palette.qtbot.waitUntil(lambda: bool(rows(palette)), timeout=10_000)
    program.window.table.setFocus()
    type_filter(palette, "pcs")
    assert rows(palette) == []
    program.window.filter_bar.dismiss()
    assert rows(palette)
