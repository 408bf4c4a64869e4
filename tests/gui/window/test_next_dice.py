"""Where the keyboard is between two dice, with real keys: no number selects a row that was meant for a die."""

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.attack.dice_input import DiceInput
from encounter_gui.gui.attack.fields.list_chooser import ListChooser
from encounter_gui.gui.dice.dice_line import DiceLine
from encounter_gui.gui.log.faces_field import FacesField
from encounter_gui.play.session.rollers import Rollers
from encounter_gui.rules.model.commands import Add, Next
from tests.gui.window.conftest import Start, look, show
from tests.gui.window.test_shot_at_player import CASES, PROGRAM, Case, press_next

Key = Qt.Key
HAND = Rollers(by_side={"pc": "hand", "foe": "dice"})


def focus() -> QWidget:
    """Returns what has the keyboard."""
    found = QApplication.focusWidget()
    assert found is not None
    return found


def press(key: Key) -> None:
    """Presses a key wherever the keyboard is."""
    QTest.keyClick(focus(), key)
    QCoreApplication.processEvents()


def type_text(text: str) -> None:
    """Types letter by letter wherever the keyboard is."""
    for each in text:
        QTest.keyClicks(focus(), each)


def named(program: Program, name: str) -> CombatantId:
    """Returns the id of a combatant."""
    found = program.controller.context.state.combatants.values()
    return next(each.id for each in found if each.name == name)


def enter_bench(program: Program) -> None:
    """Goes from the table to the first die."""
    program.window.table.setFocus()
    press(Key.Key_E)


def answer_strip(program: Program) -> None:
    """Answers what is asked for in the strip, with the keys that are there: the first option, or a three."""
    for _ in range(12):
        if program.window.regions.current != "strip":
            return
        if program.window.log.prompt.option_buttons:
            type_text("1")
            QCoreApplication.processEvents()
        else:
            type_text("3")
            press(Key.Key_Return)


@pytest.fixture
def stairs(program: Program) -> Program:
    """Ann, Ben and Cid act at once against a foe; the table types their dice."""
    program.campaigns.create_encounter("Stairs", "cwn")
    controller = program.controller
    for name, side in (("Ann", "pc"), ("Ben", "pc"), ("Cid", "pc"), ("Foe", "foe")):
        controller.perform(Add(creature="gang_gunman", name=name, side=side))
    controller.set_rollers(PROGRAM)
    controller.perform(Next())
    for _ in range(40):
        if len(controller.context.state.acting) == 3:
            break
        press_next(program)
    controller.set_rollers(HAND)
    look(program)
    return program


def test_the_next_attack_is_typed_where_the_last_one_was(stairs: Program) -> None:
    """33 for a second attack selected row 3; while somebody has an action, it is the next die's."""
    controller = stairs.controller
    enter_bench(stairs)
    type_text("2")
    press(Key.Key_Return)
    answer_strip(stairs)
    selected = controller.selected
    assert isinstance(focus(), DiceInput)
    type_text("3")
    assert focus().text() == "3"
    assert controller.selected == selected
    press(Key.Key_Return)
    answer_strip(stairs)
    who = [e.command["who"] for e in controller.session.log.path() if e.command["do"] == "attack"]
    assert len(set(who)) == 2


def test_when_nobody_has_an_action_left_the_keyboard_is_in_the_table(stairs: Program) -> None:
    """N, letters and numbers mean there what they always mean."""
    enter_bench(stairs)
    for _ in range(12):
        if not isinstance(focus(), DiceLine):
            break
        if not focus().text():
            type_text("2")
        press(Key.Key_Return)
        answer_strip(stairs)
    assert stairs.window.table.hasFocus()


def test_escape_in_the_strip_leads_to_the_table(stairs: Program) -> None:
    """Who leaves a question for later is not led back to the dice of the bench."""
    enter_bench(stairs)
    type_text("19")
    press(Key.Key_Return)
    assert isinstance(focus(), FacesField)
    press(Key.Key_Escape)
    assert stairs.window.table.hasFocus()


def test_space_in_a_blank_die_is_next(stairs: Program) -> None:
    """The keyboard stays in the dice: Next is a key away, as from everywhere; between two dice it parts them."""
    heard: list[str] = []
    stairs.window.actions_of["next"].triggered.connect(lambda: heard.append("next"))
    enter_bench(stairs)
    type_text("2 ")
    assert heard == []
    press(Key.Key_Backspace)
    press(Key.Key_Backspace)
    press(Key.Key_Space)
    assert heard == ["next"]


def choosers(program: Program) -> list[ListChooser]:
    """Returns the lists of the bench that are seen."""
    found = program.window.attack_panel.findChildren(ListChooser)
    return [each for each in found if each.isVisible()]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.system)
def test_digits_typed_at_a_list_of_the_bench_are_dice(
    case: Case, start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    """After a weapon was chosen in its list a digit was swallowed, or found an option."""
    program = start()
    program.campaigns.create(tmp_path / "Lists.encounter")
    program.campaigns.create_encounter("Lists", case.system)
    controller = program.controller
    assert controller.perform(Add(creature=case.player, name="Vesper", side="pc"))
    assert controller.perform(Add(creature=case.enemy, name="Gunner", side="foe"))
    show(program, qtbot)
    controller.set_rollers(PROGRAM)
    for _ in range(40):
        state = controller.context.state
        if [state.combatants[each].name for each in state.acting] == ["Vesper"]:
            break
        press_next(program)
    look(program)
    controller.set_rollers(HAND)
    selected = controller.selected
    lists = choosers(program)
    assert lists
    for chooser in lists:
        program.window.attack_panel.set_up.dice.wipe()
        chooser.setFocus()
        type_text("3")
        assert isinstance(focus(), DiceInput)
        assert focus().text() == "3"
        assert controller.selected == selected


def test_a_digit_typed_at_the_bench_while_its_attack_waits_is_its_next_die(
    stairs: Program,
) -> None:
    """What was typed in the bench for an attack that has begun was taken by nothing."""
    enter_bench(stairs)
    type_text("19")
    press(Key.Key_Return)
    assert isinstance(focus(), FacesField)
    choosers(stairs)[0].setFocus()
    type_text("4")
    assert isinstance(focus(), FacesField)
    assert focus().text() == "4"
    assert stairs.controller.waits_for is not None


# ---- what is said


def test_a_refusal_covers_nothing_that_waits(program: Program) -> None:
    """The sentence asked for initiative, and stood where it is typed."""
    program.controller.set_rollers(HAND)
    press_next(program)
    press_next(program)
    prompt = program.window.log.prompt
    assert prompt.field.isVisible()
    asked = prompt.text
    program.connections.prompts.say("SMG is jammed: clear it first")
    assert "jammed" in prompt.text
    assert prompt.field.isVisible()
    assert prompt.button.isVisible()
    prompt.take_focus()
    type_text("5")
    assert prompt.text == asked
    assert prompt.field.text() == "5"


def test_red_text_goes_with_the_next_success(program: Program) -> None:
    """Also what is said by other parts than the encounter itself."""
    prompt = program.window.log.prompt
    program.connections.prompts.say("There is no creature of that name")
    assert prompt.text
    assert program.controller.perform(Add(creature="gang_a"))
    assert prompt.text == ""


def test_what_the_bench_refused_goes_with_the_next_success(stairs: Program) -> None:
    """A sentence about an attack of before stood below the dice of the next."""
    panel = stairs.window.attack_panel
    stairs.connections.attack.refused.emit("Foe is out of the fight")
    assert "out of the fight" in panel.set_up.message.text
    assert stairs.controller.perform(Add(creature="gang_gunman", name="Late", side="foe"))
    look(stairs)
    assert "out of the fight" not in panel.set_up.message.text


def test_next_says_why_it_waits_and_what_lets_it_go_on(program: Program) -> None:
    """It did nothing at all when it was pressed again."""
    program.controller.set_rollers(HAND)
    press_next(program)
    press_next(program)
    prompt = program.window.log.prompt
    asked = prompt.text
    press_next(program)
    assert focus() is prompt.field
    assert prompt.text.startswith(asked)
    said = prompt.text.removeprefix(asked).strip()
    assert (
        said == "N waits for this: type d6 and Enter, or . for the program to roll; Esc leaves it"
    )
    type_text("5")
    assert prompt.text == asked


def test_before_its_first_die_an_attack_is_cancelled_and_after_it_left(stairs: Program) -> None:
    """Later said that it would come back, and it did not."""
    prompt = stairs.window.log.prompt
    command = stairs.connections.attack.form.command
    assert command is not None
    assert stairs.controller.start(command, ask=True)
    assert prompt.later.words == "Cancel"
    entries = len(stairs.controller.session.log)
    prompt.take_focus()
    press(Key.Key_Escape)
    assert not stairs.controller.context.state.obligations
    assert len(stairs.controller.session.log) == entries
    assert stairs.controller.start(command, ask=True)
    prompt.take_focus()
    type_text("19")
    press(Key.Key_Return)
    assert prompt.later.words == "Later"
    press(Key.Key_Escape)
    assert stairs.controller.context.state.obligations


def test_a_neutral_looked_at_is_not_the_target(stairs: Program) -> None:
    """A bystander was aimed at by the click that looked at its sheet."""
    controller = stairs.controller
    foe = named(stairs, "Foe")
    assert controller.perform(Add(creature="gang_gunman", name="Clerk", side="neutral"))
    look(stairs)
    clerk = named(stairs, "Clerk")
    controller.select((foe,))
    controller.select((clerk,))
    look(stairs)
    form = stairs.connections.attack.form
    assert next(each.chosen for each in form.fields if each.key == "target") == foe


# ---- one yellow button


def yellow_buttons(program: Program) -> list[str]:
    """Returns the names of the yellow buttons in sight."""
    window = program.window
    found = (
        window.turn_bar.next,
        window.attack_panel.set_up.dice.resolve,
        window.log.prompt.button,
    )
    return [
        each.accessibleName() or each.text()
        for each in found
        if each.isVisible() and each.property("primary") == "true"
    ]


def test_yellow_stands_on_one_button_at_a_time(stairs: Program) -> None:
    """Resolve while there is an attack to make, else Next, or the answer that moves the fight on."""
    window, controller = stairs.window, stairs.controller
    look(stairs)
    resolve = window.attack_panel.set_up.dice.resolve
    assert yellow_buttons(stairs) == [resolve.accessibleName()]
    controller.set_rollers(PROGRAM)
    for _ in range(12):
        if not resolve.is_bright:
            break
        window.actions_of["resolve"].trigger()
        look(stairs)
        while controller.waits_for is not None:
            controller.put_off()
    assert not resolve.is_bright
    assert yellow_buttons(stairs) == [window.turn_bar.next.accessibleName()]
    window.begin_change("-")
    QTest.keyClicks(focus(), "3")
    assert yellow_buttons(stairs) == []
    assert window.damage.head.apply_button.property("primary") == "true"


# ---- what stays chosen on the bench


def choose(program: Program, **choices: str) -> None:
    """Chooses on the bench, as its fields do, once all is shown."""
    look(program)
    program.window.attack_panel.choose(choices)
    look(program)


def chosen(program: Program, key: str) -> str:
    """Returns what a question of the bench is answered with."""
    form = program.connections.attack.form
    return next((each.chosen for each in form.fields if each.key == key), "")


def test_cover_belongs_to_the_target_it_was_chosen_for(stairs: Program) -> None:
    """The next target stood in the cover of the one before; back at the first, its cover is there again."""
    controller = stairs.controller
    assert controller.perform(Add(creature="gang_gunman", name="Other", side="foe"))
    look(stairs)
    controller.select((named(stairs, "Foe"),))
    choose(stairs, cover_partial="on", gm="2")
    on = {each.key for each in stairs.connections.attack.form.toggles if each.is_on}
    assert "cover_partial" in on
    controller.select((named(stairs, "Other"),))
    look(stairs)
    form = stairs.connections.attack.form
    assert chosen(stairs, "target") == named(stairs, "Other")
    assert "cover_partial" not in {each.key for each in form.toggles if each.is_on}
    assert chosen(stairs, "gm") == "0"
    controller.select((named(stairs, "Foe"),))
    look(stairs)
    form = stairs.connections.attack.form
    assert "cover_partial" in {each.key for each in form.toggles if each.is_on}
    assert chosen(stairs, "gm") == "2"


def test_a_swarm_goes_on_until_all_have_joined_and_one_strikes(stairs: Program) -> None:
    """Each had to choose Swarm anew, and when all had joined the button was nobody's who could strike."""
    stairs.controller.set_rollers(PROGRAM)
    window = stairs.window
    choose(stairs, how="swarm")
    for count in (1, 2, 3):
        command = stairs.connections.attack.form.command
        assert type(command).__name__ == "Swarm", count
        window.actions_of["resolve"].trigger()
        look(stairs)
    command = stairs.connections.attack.form.command
    assert getattr(command, "how", "") == "swarm"
    assert window.attack_panel.set_up.dice.resolve.is_bright
