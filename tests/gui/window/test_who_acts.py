"""Who acts on the bench where several may act now: whoever is selected, so that dice typed for one are that one's."""

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.app.program import Program
from encounter_gui.dice.requests import Faces
from encounter_gui.play.session.rollers import Rollers
from encounter_gui.rules.model.commands import Add, Next
from tests.gui.window.conftest import Start, show
from tests.gui.window.test_window import press, type_text


def test_dice_typed_with_somebody_selected_are_theirs(program: Program, qtbot: QtBot) -> None:
    """A side of Cities Without Number acts in any order. A digit selects, E leads to the bench."""
    program.campaigns.create_encounter("Stairs", "cwn")
    controller, bench = program.controller, program.connections.attack
    for name, side in (("Ann", "pc"), ("Ben", "pc"), ("Cid", "pc"), ("Foe", "foe")):
        controller.perform(Add(creature="gang_gunman", name=name, side=side))
    ann, ben, cid, foe = controller.context.state.combatants
    controller.perform(Next())
    controller.start(Next(), {"@pc": Faces(values=(8,)), "@foe": Faces(values=(1,))})
    assert controller.context.state.acting == (ann, ben, cid)
    program.window.table.setFocus()
    press(qtbot, Qt.Key.Key_2)
    assert controller.selected == (ben,)
    assert bench.form.actor == ben
    press(qtbot, Qt.Key.Key_E)
    type_text(qtbot, "2")
    press(qtbot, Qt.Key.Key_Return)
    press(qtbot, Qt.Key.Key_1)  # the miss stands
    last = controller.session.log.entry(controller.session.log.head)
    assert (last.command["do"], last.command["who"]) == ("attack", ben)
    assert [(roll.request.who, roll.faces) for roll in last.rolls][:1] == [(ben, (2,))]
    acts = bench.form.actor
    assert acts != ben, "the next who can"
    controller.select((foe,))
    assert bench.form.actor == acts, "a foe that is selected is aimed at"
    controller.select((cid,))
    assert bench.form.actor == cid


def test_the_keyboard_is_led_to_the_dice_of_the_table_first(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """Rook's player shoots at Marrow, whose defense stands first and is rolled by the program."""
    program = start()
    program.campaigns.create(tmp_path / "Harbour.encounter")
    program.campaigns.replay(paths.data_folder("resources") / "samples" / "night-harbour.toml")
    show(program, qtbot)
    bench = program.window.attack_panel
    press(qtbot, Qt.Key.Key_E)
    assert [each.key for each in bench.set_up.dice.inputs if each.hasFocus()] == ["defense"]
    program.window.table.setFocus()
    program.controller.set_rollers(Rollers())
    press(qtbot, Qt.Key.Key_E)
    assert [each.key for each in bench.set_up.dice.inputs if each.hasFocus()] == ["attack"]
