"""Whose turn the next step brings, said first among what it does."""

from msgspec.structs import replace

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import evolve
from encounter_gui.encounter.values import Slot
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model.commands import Add
from encounter_gui.rules.presenters.conditions.next_effects import next_effects
from encounter_gui.rules.systems import system_for
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table


def test_the_turn_that_comes_is_said_by_name_and_more_than_two_by_side() -> None:
    """One acts; two act; three are their side; nothing where the same still acts."""
    system = system_for("d6pool")
    table = Table(system, shipped("d6pool"), message_catalog())
    table.play(Add(creature="ganger", name="K", count=6))
    ids = list(table.context.state.combatants)
    groups = (0, 1, 1, 2, 2, 2)
    slots = tuple(
        Slot(who=who, score=9 - group, group=group) for who, group in zip(ids, groups, strict=True)
    )
    state = table.context.state
    for event in (ev.RoundBegan(number=1), ev.OrderSet(slots=slots)):
        state = evolve(state, event)
    moments = [
        replace(table.context, state=evolve(state, ev.TurnMoved(group=group))) for group in range(3)
    ]
    rules = system.views().chips
    start = replace(table.context, state=state)

    def said(before: int | None, after: int) -> list[str]:
        begin = start if before is None else moments[before]
        return [each.text for each in next_effects(begin, moments[after], rules)]

    assert said(None, 0) == ["K 1 acts"]
    assert said(0, 1) == ["K 2, K 3 act"]
    assert said(1, 2) == ["Foes act"]
    assert said(1, 1) == []
