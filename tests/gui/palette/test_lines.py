"""Lines typed by real keys into the real window, in every game: what they do, what is said before, what is refused."""

import pytest
from PySide6.QtCore import Qt

from encounter_gui.gui.control.settings import COMMANDS
from encounter_gui.play.session.rollers import Rollers
from encounter_gui.rules.model import commands as do
from tests.gui.palette.conftest import Palette


def numbers(palette: Palette, count: int) -> str:
    return " ".join(str(each.number) for each in palette.up(count=count))


def last(palette: Palette) -> dict[str, object]:
    """The command of the last entry of the log."""
    return dict(palette.program.controller.session.log.path()[-1].command)


def length(palette: Palette) -> int:
    return len(palette.program.controller.session.log.path())


def test_nothing_is_red_before_a_letter_is_typed(palette: Palette) -> None:
    """Only lines to try are shown, all of them right in this very fight."""
    palette.open()
    assert not palette.panel.said.isVisible()
    assert palette.titles
    for line in palette.titles:
        reading = palette.program.connections.commands.reading(line)
        refused = reading.error
        # A line may be right and not allowed at this moment; it is never not understood.
        assert not reading.unknown, line
        assert reading.button or reading.hint or refused, line


def test_damage_to_three_at_a_place_past_armour(palette: Palette, game: str) -> None:
    """`3 5 7 -12 l.arm ap`: a row for each target before Enter, one entry after it.

    Cities Without Number has no places: the line says so, and does without.
    """
    three = palette.up(count=3)
    before = length(palette)
    palette.type(f"{numbers(palette, 3)} -12 l.arm ap")
    if game == "cwn":
        assert "Leave the place out" in palette.panel.said.text()
        palette.press(Qt.Key.Key_Escape)
        palette.type(f"{numbers(palette, 3)} -12 ap")
    assert [row.who for row in palette.reading.changes] == [each.id for each in three]
    assert palette.panel.rows.isVisible()
    assert palette.panel.apply.isEnabled()
    assert length(palette) == before
    palette.enter()
    assert not palette.panel.isVisible()
    controller = palette.program.controller
    kept = [str(each.command["do"]) for each in controller.session.log.path()[before:]]
    waiting = controller.command
    said = kept or [str(waiting.__struct_config__.tag) if waiting else ""]
    assert said[0] == "damage"


def test_a_condition_for_two_rounds(palette: Palette, game: str) -> None:
    """`c stun 2` where the game knows stunned; the beginning of its first condition elsewhere."""
    who = palette.up(count=1)[0]
    context = palette.program.controller.context
    known = [each for each in context.ruleset.conditions if each.by_hand]
    is_stunned = any(each.key == "stunned" for each in known)
    word = "stun" if is_stunned else "prone"
    key = "stunned" if is_stunned else "prone"
    palette.program.window.table.select([who.id])
    palette.type(f"c {word} 2")
    assert palette.reading.conditions
    palette.enter()
    assert palette.program.controller.context.combatant(who.id).has(key)
    assert game in ("phases", "d6pool") or not is_stunned


def test_a_condition_behind_numbers_needs_no_letter(palette: Palette) -> None:
    """`4 9 prone`: Tab completes what is begun."""
    who = palette.up(count=2)
    palette.type(f"{numbers(palette, 2)} pro")
    assert palette.panel.line.ghost == "ne"
    palette.press(Qt.Key.Key_Tab)
    assert palette.panel.line.text().endswith("prone")
    palette.enter()
    context = palette.program.controller.context
    assert all(context.combatant(each.id).has("prone") for each in who)


def test_creatures_are_added(palette: Palette) -> None:
    """`add 4 ganger`, with a creature this game has."""
    before = len(palette.program.controller.context.state.combatants)
    creatures = palette.program.controller.context.ruleset.creatures
    creature = next(each for each in creatures if each.side == "foe" and not each.is_named)
    palette.type(f"add 4 {creature.name.lower()}")
    assert creature.name in palette.reading.words
    palette.enter()
    assert len(palette.program.controller.context.state.combatants) == before + 4


def test_running_is_declared_in_every_game(palette: Palette, game: str) -> None:
    """`declare run`: by the rules where they know declarations, else the log keeps it; or it says why not."""
    who = palette.up(count=1)[0]
    before = length(palette)
    palette.type(f"{who.number} declare run")
    if palette.reading.error:
        assert game in ("phases", "d6pool")
        assert palette.panel.said.isVisible()
        palette.enter()
        assert length(palette) == before
        return
    palette.enter()
    assert length(palette) == before + 1
    assert last(palette)["do"] in ("declare", "note")


def test_three_steps_are_taken_back(palette: Palette) -> None:
    """`undo 3`: the preview names them."""
    controller = palette.program.controller
    for text in ("one", "two", "three"):
        controller.perform(do.Note(text=text))
    before = length(palette)
    palette.type("undo 3")
    assert all(text in palette.reading.note for text in ("one", "two", "three"))
    palette.enter()
    assert length(palette) == before - 3


def test_a_refusal_says_why_and_does_nothing(palette: Palette) -> None:
    """Nobody has that number: the sentence says so, and Enter does nothing."""
    before = length(palette)
    palette.type("99 -3")
    assert "99" in palette.reading.error
    assert palette.panel.said.isVisible()
    palette.enter()
    assert palette.panel.isVisible()
    assert length(palette) == before
    palette.press(Qt.Key.Key_Escape)
    assert not palette.panel.isVisible()
    assert palette.program.window.table.hasFocus()


@pytest.mark.parametrize("line", ["c ", "note ", "add ", "3 "])
def test_a_line_that_is_begun_is_no_mistake(palette: Palette, line: str) -> None:
    """What comes next is said, and not in red."""
    palette.program.window.table.select([palette.up(count=1)[0].id])
    palette.type(line)
    assert not palette.reading.error
    assert palette.panel.said.property("role") != "danger"


def test_up_brings_earlier_lines_back(palette: Palette) -> None:
    """The last first; down leads forward again, to the empty line."""
    for text in ("first", "second"):
        palette.type(f"note {text}")
        palette.enter()
    palette.open()
    palette.press(Qt.Key.Key_Up)
    assert palette.panel.line.text() == "note second"
    palette.press(Qt.Key.Key_Up)
    assert palette.panel.line.text() == "note first"
    palette.press(Qt.Key.Key_Down)
    assert palette.panel.line.text() == "note second"


def test_it_opens_from_a_text_field_too(palette: Palette) -> None:
    """There the system would cut the line off with that key."""
    field = palette.program.window.attack_panel.set_up.dice.inputs[0]
    field.setFocus()
    palette.qtbot.keyClicks(field, "12")
    field.home(False)
    palette.open()
    assert field.text() == "12"


def test_the_last_lines_are_there_after_a_start(palette: Palette) -> None:
    """Up brings back what was carried out before the program was closed."""
    palette.type("note kept")
    palette.enter()
    assert palette.program._settings.get(COMMANDS)[-1] == "note kept"


@pytest.mark.parametrize("game", ["d6pool"], indirect=True)
def test_dice_a_line_asks_the_table_for_are_typed_at_once(palette: Palette) -> None:
    """Kestrel's player rolls Resistance (D6P-34): the keyboard is where it is typed, not in the table."""
    palette.program.controller.set_rollers(Rollers())
    palette.type("1 -9")
    palette.enter()
    assert palette.program.controller.waits_for
    assert palette.program.window.log.prompt.field.hasFocus()
