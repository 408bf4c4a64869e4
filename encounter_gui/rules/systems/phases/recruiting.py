"""Who joins: copies of library creatures, people from earlier fights. Source: PHA-01 to PHA-04, PHA-19, PHA-77."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine import joining
from encounter_gui.rules.engine.by_hand.sheets import SheetRules
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.ruleset import CreatureDef
from encounter_gui.rules.systems.phases.harm import wounds
from encounter_gui.rules.systems.phases.sheet import character, clocks


def recruit(context: RulesContext, creature: CreatureDef, *, name: str, number: int) -> Combatant:
    """Returns a new combatant made from a library creature: unhurt, rested, magazines full.

    Source: PHA-01 to PHA-04, PHA-18, PHA-77.
    """
    gauges = {character.FATIGUE: 0}
    return joining.new_combatant(
        context, creature, name=name, number=number, sheet=creature.sheet, gauges=gauges
    )


SHEET = SheetRules(shares={character.INITIATIVE: character.tie_break})
"""What hangs on the numbers of a sheet: initiative, rolled once, from the next phase on. Source: PHA-19."""

_GAUGES = (
    *(character.INITIATIVE, character.EDGE, character.ACTIONS, character.USED),
    *(character.LOST, character.RECOIL, character.MOVED),
)
_MEMOS = ("full", "plan", "last_plan", "intent", "singles", "gait", "way", "aid", "floundering")
_ON_CLOCK = ("in_shock", "clinically_dead", "incapacitated")
_PASSING = (
    *("cool_held", "stunned", "off_balance", "grabbed", "grabbing", "clinched", "aiding"),
    *("unaware", "ambushed", "aborted", "all_out_dodge", "snap_shot", "ducking", "hunkering"),
)


def as_newcomers(context: RulesContext, events: Iterable[ev.Event]) -> tuple[ev.Event, ...]:
    """Returns the joining of combatants with nothing left of the fight they come from. Source: PHA-19, PHA-63."""
    return tuple(
        msgspec.structs.replace(event, combatant=newcomer(context, event.combatant))
        if isinstance(event, ev.CombatantAdded)
        else event
        for event in events
    )


def newcomer(context: RulesContext, combatant: Combatant) -> Combatant:
    """Returns a combatant as it enters a fight: wounds, burdens and Shock stay, initiative and COOL are rolled anew.

    What runs on the campaign's clock goes on from there; other clocks count from now. Nobody comes asleep. Somebody who
    has been in no fight keeps what is planned for it. Source: PHA-18 to PHA-20, PHA-63, PHA-70.
    """
    passing = _PASSING if any(key in combatant.gauges for key in _GAUGES) else ()
    conditions = (each for each in combatant.conditions if each.key not in passing)
    counted = tuple(_counted_anew(context, combatant, each) for each in conditions)
    over = {clocks.COUNTED[key] for key in _set_anew(context, combatant, counted)}
    return replace(
        combatant,
        gauges={key: value for key, value in combatant.gauges.items() if key not in _GAUGES},
        memo={key: text for key, text in combatant.memo.items() if key not in _MEMOS},
        conditions=counted,
        running=tuple(
            each
            for each in combatant.running
            if each.kind not in (clocks.ASLEEP, clocks.BREATH, *over)
        ),
    )


def _counted_anew(context: RulesContext, combatant: Combatant, condition: Condition) -> Condition:
    left = _phase_on_clock(context, combatant, condition.key)
    match condition.key:
        case "in_shock":
            due = wounds.next_test(context, combatant)
            return replace(condition, count=due if left is None else min(left, due))
        case "clinically_dead":
            minute = character.table_number(context, "care", "resuscitation_phases", 20)
            due = clocks.phase_now(context.state) + minute
            return replace(condition, count=due if left is None else min(left, due))
        case "incapacitated":
            return replace(condition, count=left)
        case _:
            return condition


def _phase_on_clock(context: RulesContext, combatant: Combatant, key: str) -> int | None:
    """Returns the phase that a condition leads to by the campaign's clock; None: nothing runs for it."""
    found = clocks.running_of(context, combatant, key) if key in _ON_CLOCK else None
    return clocks.phase_at(context, found[1].due) if found else None


def _set_anew(
    context: RulesContext, combatant: Combatant, counted: Iterable[Condition]
) -> Iterable[str]:
    """Yields the conditions that count something else now than what runs for them on the clock."""
    for each in counted:
        if each.key in _ON_CLOCK and each.count != _phase_on_clock(context, combatant, each.key):
            yield each.key
