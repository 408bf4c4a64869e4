"""The line understands people: bugs that others had as acceptance cases, and what is said in one's own words."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.gui.control.settings import PHRASES
from encounter_gui.rules.engine.by_hand.labels import labels_of
from encounter_gui.rules.view import ChipsCell
from tests.gui.palette.conftest import Palette


def entries(palette: Palette) -> int:
    return len(palette.program.controller.session.log.path())


def now(palette: Palette, who: Combatant) -> Combatant:
    return palette.program.controller.context.combatant(who.id)


def said(palette: Palette) -> str:
    return palette.panel.said.text()


def test_not_found_is_not_nearest(palette: Palette) -> None:
    """L1: a name that fits nobody hurts nobody; the line that was probably meant waits for Tab, and then for Enter."""
    who = palette.up(count=1)[0]
    before = entries(palette)
    wrong = f"{who.name[:3]}q{who.name[3:]}".casefold()
    palette.type(f"{wrong.split()[0]} -3")
    palette.enter()
    assert entries(palette) == before
    assert palette.panel.isVisible()
    assert "Tab" in said(palette)
    palette.press(Qt.Key.Key_Tab)
    assert [row.who for row in palette.reading.changes] == [who.id]
    assert entries(palette) == before


def test_dan_is_not_daniel(palette: Palette) -> None:
    """L2: a new name may be part of an old one; an exact name always wins; a part that fits two runs nothing."""
    one, other = palette.up(count=2)
    palette.type(f"rename {one.number} to Daniel")
    palette.enter()
    palette.type(f"rename {other.number} to Dan")
    palette.enter()
    assert (now(palette, one).name, now(palette, other).name) == ("Daniel", "Dan")
    palette.type("dan -1")
    assert [row.who for row in palette.reading.changes] == [other.id]
    palette.press(Qt.Key.Key_Escape)
    palette.type("daniel -1")
    assert [row.who for row in palette.reading.changes] == [one.id]
    palette.press(Qt.Key.Key_Escape)
    palette.type(f"rename {other.number} to Danton")
    palette.enter()
    before = entries(palette)
    palette.type("dan -1")
    palette.enter()
    assert "Daniel" in said(palette)
    assert "Danton" in said(palette)
    assert entries(palette) == before


def test_my_own_word_first(palette: Palette) -> None:
    """L3: a phrase of the game master's own runs, though an action is called the same; it is there the next time."""
    who = palette.up(count=1)[0]
    palette.type(f"print means {who.number} -1")
    assert "print" in palette.reading.words
    palette.enter()
    palette.type("print")
    assert [row.who for row in palette.reading.changes] == [who.id]
    assert palette.panel.list.place == -1
    palette.press(Qt.Key.Key_Escape)
    kept = palette.program._settings.get(PHRASES)
    assert kept == (f"print\t{who.number} -1",)
    palette.type("forget print")
    palette.enter()
    palette.type("print")
    assert not palette.reading.changes
    assert palette.program._settings.get(PHRASES) == ()


def test_whom_did_i_mean(palette: Palette) -> None:
    """L6: the preview names how many and whom before Enter; who is selected decides nothing that is said otherwise."""
    selected = palette.up(count=1)[0]
    palette.program.window.table.select([selected.id])
    palette.type("2 of foes -1")
    who = [row.who for row in palette.reading.changes]
    assert len(who) == 2
    context = palette.program.controller.context
    assert all(context.combatant(each).side == "foe" for each in who)
    assert palette.panel.rows.isVisible()


def test_a_label_stands_in_the_table_and_goes(palette: Palette) -> None:
    """`label 4 "has the key"`: in the row, through undo, and off again; nothing reads it."""
    who = palette.up(count=1)[0]
    palette.type(f'label {who.number} "has the key"')
    assert "has the key" in palette.reading.words
    assert who.name in palette.reading.words
    palette.enter()
    assert labels_of(now(palette, who)) == ("has the key",)
    controller = palette.program.controller
    row = next(each for each in controller.system.rows(controller.context) if each.who == who.id)
    cells = row.cells.values()
    chips = [chip.text for cell in cells if isinstance(cell, ChipsCell) for chip in cell.chips]
    assert "has the key" in chips
    palette.type(f"unlabel {who.number}")
    palette.enter()
    assert labels_of(now(palette, who)) == ()
    controller.undo()
    assert labels_of(now(palette, who)) == ("has the key",)


def test_dice_are_rolled_into_the_log(palette: Palette) -> None:
    """`roll 3d6+2`: any dice of the notation, with their faces in the entry."""
    palette.type("roll 3d6+2 for the safe")
    palette.enter()
    controller = palette.program.controller
    if controller.waits_for is not None:
        controller.answer((None,))
    entry = controller.session.log.path()[-1]
    assert entry.command["do"] == "roll"
    (rolled,) = entry.rolls
    assert len(rolled.faces) == 3
    text = controller.session.game.texts.sentence(entry.label)
    assert f"{sum(rolled.faces) + 2}" in text
    assert "the safe" in text


@pytest.mark.parametrize("line", ["roll 3d", "roll 0d6", "roll 101d6"])
def test_what_are_no_dice_is_told(palette: Palette, line: str) -> None:
    """In words, and nothing is written."""
    before = entries(palette)
    palette.type(line)
    palette.enter()
    assert entries(palette) == before
    assert said(palette)


def test_killed_by_ones_word(palette: Palette) -> None:
    """`kill 4`: dead in every game, by whatever the game has for it."""
    who = next(each for each in palette.up(count=9) if each.side == "foe")
    palette.type(f"kill {who.number}")
    assert palette.reading.button, said(palette)
    palette.enter()
    controller = palette.program.controller
    row = next(each for each in controller.system.rows(controller.context) if each.who == who.id)
    assert row.is_out


def test_me_and_target_are_those_of_the_bench(palette: Palette) -> None:
    """`target -1`: whom the attack bench aims at; `me`: who stands on it."""
    form = palette.program.connections.attack.form
    chosen = {each.key: each.chosen for each in form.fields}
    palette.type("me -1")
    assert [row.who for row in palette.reading.changes] == [form.actor]
    palette.press(Qt.Key.Key_Escape)
    if chosen.get("target"):
        palette.type("target -1")
        assert [row.who for row in palette.reading.changes] == [chosen["target"]]


def test_the_side_is_changed_in_words(palette: Palette) -> None:
    """`make 4 an ally`: the preview names the side, and one step takes it back."""
    who = next(each for each in palette.up(count=9) if each.side == "foe")
    palette.type(f"make {who.number} an ally")
    assert who.name in palette.reading.words
    palette.enter()
    assert now(palette, who).side == "ally"
    assert dict(palette.program.controller.session.log.path()[-1].command)["do"] == "side"


def test_the_filter_never_hides_whom_a_line_touches(palette: Palette) -> None:
    """`foes -4` while a filter leaves foes out: the preview says how many of them are not shown."""
    table = palette.program.window.table
    table.setFocus()
    palette.qtbot.keyClick(table, Qt.Key.Key_Slash)
    palette.qtbot.keyClicks(QApplication.focusWidget(), "pc")
    palette.qtbot.waitUntil(lambda: bool(palette.program.controller.hidden))
    foes = {who for who in palette.program.controller.hidden if _side(palette, who) == "foe"}
    palette.type("foes -1")
    touched = {row.who for row in palette.reading.changes}
    assert touched & foes
    assert str(len(touched & foes)) in palette.reading.note
    palette.press(Qt.Key.Key_Escape)
    table.setFocus()
    palette.qtbot.keyClick(table, Qt.Key.Key_Escape)


def _side(palette: Palette, who: CombatantId) -> str:
    return palette.program.controller.context.combatant(who).side


def test_several_are_done_in_one_step(palette: Palette) -> None:
    """`kill foes`: one undo brings all of them back."""
    controller = palette.program.controller
    before = controller.session.state
    palette.type("kill foes")
    assert palette.reading.button, said(palette)
    palette.enter()
    rows = {row.who: row for row in controller.system.rows(controller.context)}
    foes = [each for each in before.combatants.values() if each.side == "foe"]
    assert all(rows[each.id].is_out for each in foes)
    controller.undo()
    assert controller.session.state.combatants == before.combatants


def test_many_attack_by_a_line(palette: Palette) -> None:
    """`foes shoot pcs`: who and whom stands in the preview, or why none of them can; nothing before Enter."""
    before = entries(palette)
    palette.type("foes shoot pcs")
    assert entries(palette) == before
    assert palette.reading.words or palette.reading.error
    if palette.reading.button:
        assert palette.reading.note
        names = [each.name for each in palette.program.controller.context.state.combatants.values()]
        assert all(any(name in part.words for name in names) for part in palette.reading.legend)
        palette.enter()
        assert entries(palette) > before


def test_a_command_of_nobody_has_a_preview(palette: Palette) -> None:
    """What is about the whole fight needs nobody selected: its preview says what it is."""
    commands = {"chrome": "new_day", "cwn": "refresh", "phases": "pass_time 1", "d6pool": "apply"}
    palette.program.controller.select(())
    palette.type(commands[palette.program.controller.context.ruleset.id])
    assert "Select somebody" not in palette.reading.error
    assert palette.reading.button or palette.reading.error
