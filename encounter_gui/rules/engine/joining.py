"""How combatants come into a fight: from the library, from another fight, as doubles."""

import re
from collections.abc import Iterable, Mapping
from typing import Protocol

from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.evolve import evolve
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.plan import Plan
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import GROUP, Combatant, Item, Value
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field.laying import is_sound_place
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model import items
from encounter_gui.rules.model.ruleset import CreatureDef
from encounter_gui.rules.model.text_format import names_of

MOST_AT_ONCE = 100
"""Most combatants added by one command; more is likely a slip of the finger."""


_BROUGHT = (items.HELD, *items.OTHER_HANDS, "role")
"""The records that a double has of whom it is the double of."""


class Recruits(Protocol):
    """What joining needs of a system."""

    def recruit(
        self, context: RulesContext, creature: CreatureDef, *, name: str, number: int
    ) -> Combatant:
        """Returns a new combatant made from a library creature."""
        ...


def free_name(taken: Iterable[str], wanted: str, *, always_number: bool = False) -> str:
    """Returns a name nobody has: the wanted one, or in a group the wanted one with the least free number.

    A group is several at once, or others numbered so already; who bears the bare name counts as its first.
    """
    names = set(taken)
    group = re.compile(rf"{re.escape(wanted)} \d+")
    is_group = always_number or any(group.fullmatch(name) for name in names)
    if wanted not in names and not is_group:
        return wanted
    number = 2 if wanted in names else 1
    while f"{wanted} {number}" in names:
        number += 1
    return f"{wanted} {number}"


def combatant_id(name: str, number: int) -> CombatantId:
    """Returns the id of a new combatant: readable, and unique by its number."""
    slug = re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")
    return CombatantId(f"{slug or 'combatant'}_{number}")


def new_combatant(
    context: RulesContext,
    creature: CreatureDef,
    *,
    name: str,
    number: int,
    sheet: Mapping[str, Value],
    gauges: Mapping[str, int],
    other_hand: str = "off",
) -> Combatant:
    """Returns a copy of a library creature with these values, its own items, its first weapon in hand, full magazines.

    ``other_hand`` is the record under which the game keeps what is in the other hand.

    Raises:
        RuleError: the ruleset has no such item.
    """
    copies = items.copies(context.ruleset, creature.items)
    first = creature.held or _first_in_hand(copies, "")
    held, off = items.in_both_hands(copies, first, creature.off)
    if held == off and not creature.held:
        held = _first_in_hand(copies, off)
    return Combatant(
        id=combatant_id(name, number),
        number=number,
        name=name,
        side=creature.side,
        sheet=sheet,
        items=copies,
        gauges={**gauges, **items.full_ammo(copies)},
        memo={key: hand for key, hand in (("held", held), (other_hand, off)) if hand},
        flags=("named",) if creature.is_named else (),
        origin=creature.key,
        note=creature.note,
    )


def _first_in_hand(copies: Iterable[Item], off: str) -> str:
    """Returns the key of the first weapon that takes a hand and is not in the other one; empty: there is none."""
    weapons = (item for item in copies if item.kind == "weapon" and item.key != off)
    return next((item.key for item in weapons if not item.values.get("integral")), "")


def addition_events(system: Recruits, context: RulesContext, command: do.Add) -> Outcome:
    """Has copies of a creature of the ruleset join, or one combatant.

    Raises:
        RuleError: there is no such creature, or they are too many.
    """
    joined = [command.combatant] if command.combatant else _recruit(system, context, command)
    if command.is_group:
        name = command.name or joined[0].name.rpartition(" ")[0] or joined[0].name
        joined = [replace(each, memo={**each.memo, GROUP: name}) for each in joined]
    label = say("rules.log.joined", who=names_of(joined))
    return Outcome(label=label, events=_all_join(context.state, joined))


def joined(context: RulesContext, command: do.Join) -> Outcome:
    """Has combatants who were made elsewhere join, together.

    Raises:
        RuleError: there are none.
    """
    if not command.combatants:
        raise refuse("rules.nobody_named")
    key = "rules.log.wave" if command.wave else "rules.log.joined"
    label = say(key, who=names_of(command.combatants), wave=command.wave)
    return Outcome(label=label, events=_all_join(context.state, command.combatants))


def _all_join(state: EncounterState, combatants: Iterable[Combatant]) -> tuple[ev.Event, ...]:
    events: list[ev.Event] = []
    for combatant in combatants:
        event = _joins(state, combatant)
        events.append(event)
        state = evolve(state, event)
    return tuple(events)


def _joins(state: EncounterState, combatant: Combatant) -> ev.Event:
    """Nobody who joins takes the place of one who has the same id, brought along from another fight, say."""
    key, number = combatant.id, state.next_number
    while key in state.combatants:
        key = combatant_id(combatant.name, number)
        number += 1
    place = combatant.place if _is_on(state.plan, combatant.place) else None
    return ev.CombatantAdded(
        combatant=replace(combatant, id=key, number=state.next_number, place=place)
    )


def _is_on(plan: Plan | None, place: Place | None) -> bool:
    """Returns whether a place lies on the plan of a fight: somebody may bring one along from another."""
    if plan is None or place is None or not is_sound_place(place):
        return False
    return 0 <= place.x <= plan.width and 0 <= place.y <= plan.height


def _recruit(system: Recruits, context: RulesContext, command: do.Add) -> list[Combatant]:
    creature = context.ruleset.creature(command.creature)
    if creature is None:
        raise refuse("rules.no_such_creature", creature=command.creature)
    if not 1 <= command.count <= MOST_AT_ONCE:
        raise refuse("rules.too_many_at_once", count=command.count, most=MOST_AT_ONCE)
    taken = [other.name for other in context.state.combatants.values()]
    joined: list[Combatant] = []
    for step in range(command.count):
        wanted = command.name or creature.name
        name = free_name(taken, wanted, always_number=command.count > 1)
        taken.append(name)
        number = context.state.next_number + step
        combatant = system.recruit(context, creature, name=name, number=number)
        joined.append(replace(combatant, side=command.side or combatant.side))
    return joined


def duplicate_events(system: Recruits, context: RulesContext, command: do.Duplicate) -> Outcome:
    """Has a fresh double of somebody join.

    Raises:
        RuleError: there is no such combatant.
    """
    (combatant,) = context.combatants((command.who,))
    taken = [each.name for each in context.state.combatants.values()]
    stem = re.sub(r" \d+$", "", combatant.name)
    name = free_name(taken, stem)
    number = context.state.next_number
    twin = CreatureDef(
        key=combatant.origin or combatant.id, name=name, side=combatant.side, sheet=combatant.sheet
    )
    fresh = system.recruit(context, twin, name=name, number=number)
    whole = replace(
        fresh,
        items=combatant.items,
        origin=combatant.origin,
        note=combatant.note,
        flags=tuple(flag for flag in combatant.flags if flag == "named"),
        memo={key: text for key, text in combatant.memo.items() if key in _BROUGHT},
        gauges={**fresh.gauges, **items.full_ammo(combatant.items)},
    )
    return Outcome(label=say("rules.log.joined", who=name), events=(_joins(context.state, whole),))
