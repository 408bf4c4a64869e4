"""Nothing said at the table is lost: what was typed is kept at once; what follows stays owed until it is answered."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.play.session.rollers import Rollers
from encounter_gui.rules.model.commands import Note
from tests.gui.window.conftest import Start, show
from tests.gui.window.test_window import press, type_text

Key = Qt.Key
SAMPLE = "night-harbour.toml"
HAND = Rollers(by_side={"pc": "hand", "ally": "hand", "foe": "hand", "neutral": "hand"})


@pytest.fixture
def harbour(start: Start, qtbot: QtBot, tmp_path: Path) -> Program:
    """The sample of phases and wounds; everybody's dice are typed at the table."""
    program = start()
    program.campaigns.create(tmp_path / "Harbour.encounter")
    program.campaigns.replay(paths.data_folder("resources") / "samples" / SAMPLE)
    program.controller.set_rollers(HAND)
    show(program, qtbot)
    return program


def victim(program: Program) -> CombatantId:
    """Somebody who is up, not in Shock, and unhurt at the torso."""
    context = program.controller.context
    rows = {row.who: row for row in program.controller.system.rows(context)}
    return next(
        each.id
        for each in context.state.combatants.values()
        if not rows[each.id].is_out
        and not each.has("in_shock")
        and not each.has("cool_held")
        and "torso" not in each.locations
    )


def owed(program: Program) -> set[str]:
    return {each.kind for each in program.controller.context.state.obligations}


def wound(program: Program, who: CombatantId) -> int:
    place = program.controller.context.combatant(who).locations.get("torso")
    return place.level if place else 0


def hit(program: Program) -> CombatantId:
    """A hit by hand at the torso that wounds for sure."""
    who = victim(program)
    assert program.controller.strike(who, "torso", 20)
    return who


def test_the_hit_is_an_entry_with_its_wound_before_its_tests_are_rolled(harbour: Program) -> None:
    who = hit(harbour)
    assert wound(harbour, who) > 0
    assert owed(harbour) == {"shock_test", "cool_test"}
    assert harbour.window.log.prompt.state.question is not None


def later(program: Program, qtbot: QtBot) -> None:
    program.window.log.prompt.dismiss()


def next_(program: Program, qtbot: QtBot) -> None:
    program.window.actions_of["next"].trigger()


def note(program: Program, qtbot: QtBot) -> None:
    assert program.controller.start(Note(text="rain"))


def look_back(program: Program, qtbot: QtBot) -> None:
    program.controller.view_entry(program.controller.session.log.path()[-2].id)
    program.controller.view_head()


def reopen(program: Program, qtbot: QtBot) -> None:
    program.window.log.prompt.dismiss()
    program.campaigns.open_encounter(program.campaigns.encounter)


@pytest.mark.parametrize("way", [later, next_, note, look_back, reopen])
def test_nothing_drops_the_hit_or_its_tests(
    harbour: Program, qtbot: QtBot, way: Callable[[Program, QtBot], None]
) -> None:
    who = hit(harbour)
    level = wound(harbour, who)
    way(harbour, qtbot)
    assert wound(harbour, who) == level
    assert owed(harbour) == {"shock_test", "cool_test"}


def test_next_waits_for_the_dice_of_the_table(harbour: Program, qtbot: QtBot) -> None:
    hit(harbour)
    moment = harbour.controller.context.state.round, harbour.controller.context.state.group
    for _ in range(3):
        next_(harbour, qtbot)
    state = harbour.controller.context.state
    assert (state.round, state.group) == moment
    assert owed(harbour) == {"shock_test", "cool_test"}
    assert harbour.window.log.prompt.field.hasFocus()


def test_typed_dice_of_a_test_are_kept_and_the_next_one_is_asked_for(
    harbour: Program, qtbot: QtBot
) -> None:
    hit(harbour)
    harbour.window.log.prompt.take_focus()
    type_text(qtbot, "666")
    press(qtbot, Key.Key_Return)
    assert owed(harbour) == {"cool_test"}
    assert harbour.controller.session.log.path()[-1].rolls[0].faces == (6, 6, 6)
    assert harbour.window.log.prompt.state.question is not None


def test_the_program_rolls_for_those_it_rolls_for(harbour: Program) -> None:
    harbour.controller.set_rollers(Rollers(by_side={}))
    who = hit(harbour)
    assert wound(harbour, who) > 0
    assert owed(harbour) == set()


def test_del_waives_with_the_words_in_the_field_as_the_reason(
    harbour: Program, qtbot: QtBot
) -> None:
    hit(harbour)
    prompt = harbour.window.log.prompt
    assert prompt.waive.isVisible()
    prompt.take_focus()
    press(qtbot, Key.Key_Delete)
    assert owed(harbour) == {"cool_test"}
    prompt.take_focus()
    type_text(qtbot, "adrenalin")
    qtbot.mouseClick(prompt.waive, Qt.MouseButton.LeftButton)
    assert owed(harbour) == set()
    assert harbour.controller.session.log.path()[-1].label.params["note"] == "adrenalin"
    press(qtbot, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert owed(harbour) == {"cool_test"}
