"""Whom an attack form is aimed at before anybody is chosen."""

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import with_events
from encounter_gui.rules.facade import System
from tests.helpers.samples import sample_session

NAMES = ("canal-bridge", "deep-static", "night-harbour", "redlines")


@pytest.mark.parametrize("name", NAMES)
def test_a_bystander_is_aimed_at_last(name: str) -> None:
    """With the last foe but one down, Enter shot at the busker who lay beside the fight."""
    playing = sample_session(name)
    system, context = playing.game.system, playing.context
    free = [
        ev.ConditionRemoved(who=each.id, key="grappling")
        for each in context.state.combatants.values()
        if each.has("grappling")  # it would strike whom it holds
    ]
    context = with_events(context, free)
    first = system.attack_form(context, {})
    foe = context.combatant(first.command.target)
    bystander = with_events(context, [ev.SideChanged(who=foe.id, to="neutral")])
    then = system.attack_form(bystander, {})
    assert then.command.who == first.command.who
    aimed = bystander.combatant(then.command.target)
    assert aimed.side not in ("neutral", bystander.combatant(first.command.who).side)


@pytest.mark.parametrize("name", NAMES)
def test_nobody_who_is_out_of_the_fight_is_aimed_at(name: str) -> None:
    """With every foe down in turn, whoever is left is aimed at; with the last one down, nobody."""
    playing = sample_session(name)
    system, context = playing.game.system, playing.context
    aimed = 0
    while True:
        form = system.attack_form(context, {})
        chosen = next((each.chosen for each in form.fields if each.key == "target"), "")
        if not chosen:
            break
        out = {row.who for row in system.rows(context) if row.is_out}
        assert chosen not in out
        aimed += 1
        context = put_down(system, context, CombatantId(chosen))
    assert aimed > 1


def put_down(system: System, context: RulesContext, who: CombatantId) -> RulesContext:
    """Returns the context in which somebody lies there; where falling is a number's matter, has left."""
    fallen = ev.ConditionAdded(who=who, condition=Condition(key="unconscious"))
    after = with_events(context, [fallen])
    if any(row.who == who and row.is_out for row in system.rows(after)):
        return after
    return with_events(context, [ev.FlagSet(who=who, flag="left", on=True)])
