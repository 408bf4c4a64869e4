"""Whom an attack form is aimed at before anybody is chosen."""

import pytest

from encounter_gui.encounter import events as ev
from encounter_gui.rules.engine.resolution import with_events
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
