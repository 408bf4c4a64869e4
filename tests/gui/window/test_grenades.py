"""The last grenade: once it is thrown it is not left chosen on the bench, in every game that has grenades."""

import pytest

from encounter_gui.app.program import Program
from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Choice
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.model.commands import Add
from encounter_gui.rules.systems.cwn.commands import Ready, Stow
from tests.gui.window.conftest import look
from tests.gui.window.test_shot_at_player import CASES, PROGRAM, press_next

ENEMIES = {each.system: each.enemy for each in CASES}
THROWERS = {"chrome": "nova", "cwn": "halloran", "d6pool": "hening"}


def explosive_of(combatant: Combatant) -> str:
    """Returns the key of the first grenade somebody carries."""
    return next(each.key for each in combatant.items if each.kind == "explosive")


@pytest.mark.parametrize("game", THROWERS)
def test_a_grenade_that_is_thrown_is_not_left_chosen(program: Program, game: str) -> None:
    """The bench stood at it, and refused every further attack."""
    program.campaigns.create_encounter("Grenades", game)
    controller, window = program.controller, program.window
    assert controller.perform(Add(creature=THROWERS[game], name="Ann", side="pc"))
    assert controller.perform(Add(creature=ENEMIES[game], name="Foe", side="foe"))
    controller.set_rollers(PROGRAM)
    ann = next(iter(controller.context.state.combatants))
    grenade = explosive_of(controller.context.combatant(ann))
    go_to_turn(program, ann)
    if game == "cwn":  # it takes both hands' rifle away first
        assert controller.perform(Stow(who=ann, item=""))
        go_to_turn(program, ann)
        assert controller.perform(Ready(who=ann, item=grenade))
        go_to_turn(program, ann)
    window.attack_panel.choose({"weapon": grenade})
    look(program)
    assert weapon(program) == grenade
    resolve = window.attack_panel.set_up.dice.resolve
    for _ in range(40):  # the throw, then whom it catches, then on to the next attack
        if program.connections.attack.form.actor == ann and weapon(program) not in (grenade, ""):
            break
        if resolve.is_bright:
            window.actions_of["resolve"].trigger()
        elif window.log.prompt.button.isVisible():  # nobody else is caught
            window.log.prompt.button.click()
        else:
            press_next(program)
        look(program)
        while (waits := controller.waits_for) is not None:
            if isinstance(waits, Choice):
                controller.choose(waits.options[-1])
            else:
                controller.answer((None,) * len(waits))
    assert controller.context.combatant(ann).gauges[f"ammo.{grenade}"] == 0
    assert weapon(program) not in (grenade, "")


def go_to_turn(program: Program, who: CombatantId) -> None:
    """Goes on until a combatant acts, in another round than now."""
    before = program.controller.context.state.round
    for _ in range(40):
        press_next(program)
        state = program.controller.context.state
        if who in state.acting and state.round > before:
            break
    look(program)


def weapon(program: Program) -> str:
    """Returns what the bench attacks with; empty: it is not asked now, or somebody else stands there."""
    form = program.connections.attack.form
    return next((each.chosen for each in form.fields if each.key == "weapon"), "")
