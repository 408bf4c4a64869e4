"""Q on the plan takes the next weapon, Shift+Q the next way: no more keys for a grenade or a charge than without it."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui.encounter.events import Resolved
from encounter_gui.gui.attack.weapon_ways import way_words
from encounter_gui.rules.model.commands import Add, Next, Put, SetPlan
from encounter_gui.rules.systems.cwn.commands import Attack, Blast, Throw
from tests.gui.field.conftest import Start, open_field, show
from tests.gui.window.conftest import look
from tests.rules.systems.cwn.field.ground import Ground

FOES = 5


def test_a_grenade_on_five_people(start: Start, qtbot: QtBot, tmp_path: Path) -> None:
    """The next weapon, the throw, the blast: everybody whom it reaches is hurt or has saved, and the plan stays."""
    program = start()
    program.campaigns.create(tmp_path / "Thrown.encounter")
    program.campaigns.create_encounter("Thrown", "cwn")
    controller = program.controller
    thrower = Ground()
    who = thrower.pc("Op", side="foe", items=["frag_grenade"], shoot=4, dexterity=18)
    op = thrower.combatant(who)
    assert controller.perform(Add(combatant=op))
    for number in range(FOES):
        assert controller.perform(Add(creature="halloran", name=f"Guard {number}", side="pc"))
    known = {each.name: each.id for each in controller.context.state.combatants.values()}
    assert controller.perform(SetPlan(size=(80, 40)))
    assert controller.perform(Put(who=(known["Op"],), at=(10, 20)))
    guards = tuple(who for name, who in known.items() if name != "Op")
    for number, who in enumerate(guards):
        assert controller.perform(Put(who=(who,), at=(18 + number % 3, 20 + number // 3)))
    show(program, qtbot)
    for _ in range(20):
        if known["Op"] in controller.context.state.acting:
            break
        controller.perform(Next())
        look(program)
    panel = open_field(program, qtbot)
    panel.take_focus()
    look(program)
    keys = 0

    def press(key: Qt.Key) -> None:
        nonlocal keys
        keys += 1
        QTest.keyClick(QApplication.focusWidget(), key)
        look(program)
        controller.second_frame.flush()

    press(Qt.Key.Key_Q)
    assert not isinstance(program.connections.attack.form.command, Throw)
    assert panel.state.view.weapon == "Unarmed"  # list and line are for what is chosen
    assert panel.state.view.line is not None
    assert panel.state.view.line.why_not
    press(Qt.Key.Key_Q)  # past the bare hands to the grenade again
    assert panel.state.view.weapon == "Frag grenade"
    assert not panel.state.view.line.why_not
    assert isinstance(program.connections.attack.form.command, Throw)
    press(Qt.Key.Key_T)
    while not isinstance(program.connections.attack.form.command, Blast):  # a 1: it bounced away
        program.window.actions_of["undo"].trigger()
        keys -= 1
        look(program)
        press(Qt.Key.Key_T)
    blast = program.connections.attack.form.command
    assert isinstance(blast, Blast)
    assert {each.target for each in blast.targets} == set(guards)
    press(Qt.Key.Key_T)
    assert keys <= FOES
    assert panel.isVisible()
    entries = controller.session.log.path()
    blasts = [
        event
        for entry in entries
        for event in entry.events
        if isinstance(event, Resolved) and event.what == "blast"
    ]
    assert len(blasts) == FOES


def test_a_charge_takes_no_more_keys_than_without_a_plan(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """The way, and T; whoever charges stands beside the target then, and the plan stays."""
    program = start()
    program.campaigns.create(tmp_path / "Charge.encounter")
    program.campaigns.create_encounter("Charge", "cwn")
    controller = program.controller
    ground = Ground()
    op = ground.combatant(ground.pc("Op", side="foe", items=["sword"], stab=4, strength=18))
    assert controller.perform(Add(combatant=op))
    assert controller.perform(Add(creature="halloran", name="Guard", side="pc"))
    known = {each.name: each.id for each in controller.context.state.combatants.values()}
    assert controller.perform(SetPlan(size=(80, 40)))
    assert controller.perform(Put(who=(known["Op"],), at=(10, 20)))
    assert controller.perform(Put(who=(known["Guard"],), at=(20, 20)))
    show(program, qtbot)
    for _ in range(20):
        if known["Op"] in controller.context.state.acting:
            break
        controller.perform(Next())
        look(program)
    panel = open_field(program, qtbot)
    panel.take_focus()
    look(program)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Q, Qt.KeyboardModifier.ShiftModifier)
    look(program)
    command = program.connections.attack.form.command
    assert isinstance(command, Attack)
    assert command.how == "charge"
    controller.second_frame.flush()
    line = panel.state.view.line
    assert line is not None
    assert line.head.endswith(", charge")
    assert not line.why_not  # the blade alone does not reach so far
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_T)
    look(program)
    place = controller.context.combatant(known["Op"]).place
    assert place is not None
    assert place.x > 17
    assert panel.isVisible()


def test_a_burst_takes_no_more_keys_than_without_a_plan(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """The number of the way, and T as ever. Shift+Q comes to modes, to what is done with them, and round again."""
    program = start()
    program.campaigns.create(tmp_path / "Burst.encounter")
    program.campaigns.create_encounter("Burst", "cwn")
    controller = program.controller
    ground = Ground()
    op = ground.combatant(ground.pc("Op", side="foe", items=["combat_rifle"], shoot=4))
    assert controller.perform(Add(combatant=op))
    assert controller.perform(Add(creature="halloran", name="Guard", side="pc"))
    known = {each.name: each.id for each in controller.context.state.combatants.values()}
    assert controller.perform(SetPlan(size=(80, 40)))
    assert controller.perform(Put(who=(known["Op"],), at=(10, 20)))
    assert controller.perform(Put(who=(known["Guard"],), at=(20, 20)))
    show(program, qtbot)
    for _ in range(20):
        if known["Op"] in controller.context.state.acting:
            break
        controller.perform(Next())
        look(program)
    panel = open_field(program, qtbot)
    panel.take_focus()
    look(program)

    def press(key: Qt.Key, held: Qt.KeyboardModifier) -> str:
        QTest.keyClick(QApplication.focusWidget(), key, held)
        look(program)
        controller.second_frame.flush()
        return way_words(program.connections.attack.form)

    again, alone = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
    assert [press(Qt.Key.Key_Q, again) for _ in range(4)] == ["burst 3", "swarm", "snap −4", ""]
    assert press(Qt.Key.Key_2, alone) == "burst 3"
    assert press(Qt.Key.Key_9, alone) == "burst 3"
    line = panel.state.view.line
    assert line is not None
    assert line.head.endswith(", burst 3")
    assert "2 Burst 3" in panel.list_head.toolTip()
