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
from encounter_gui.rules.systems.phases.sheet import character


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
_MEMOS = ("full", "plan", "last_plan", "intent", "singles", "gait", "aid", "floundering")
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

    Its clocks count from now. Somebody who has been in no fight keeps what is planned for it.
    Source: PHA-19, PHA-20, PHA-63, PHA-70.
    """
    passing = _PASSING if any(key in combatant.gauges for key in _GAUGES) else ()
    conditions = (each for each in combatant.conditions if each.key not in passing)
    return replace(
        combatant,
        gauges={key: value for key, value in combatant.gauges.items() if key not in _GAUGES},
        memo={key: text for key, text in combatant.memo.items() if key not in _MEMOS},
        conditions=tuple(_counted_anew(context, combatant, each) for each in conditions),
    )


def _counted_anew(context: RulesContext, combatant: Combatant, condition: Condition) -> Condition:
    now = max(context.state.round, 1)
    match condition.key:
        case "in_shock":
            return replace(condition, count=wounds.next_test(context, combatant))
        case "clinically_dead":
            minute = character.table_number(context, "care", "resuscitation_phases", 20)
            return replace(condition, count=now + minute)
        case "incapacitated":
            return replace(condition, count=None)
        case _:
            return condition
