"""What the rules take from the plan: range, cover, who is in a blast, and how far a move goes.

Source: CHR-07, CHR-16, CHR-31, CHR-32, CHR-34, CHR-46, CHR-47.
"""

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import moving
from encounter_gui.rules.engine.field.rules import FieldRules, PointAim, Reading, Ring
from encounter_gui.rules.engine.field.sight import (
    Sight,
    between,
    distance,
    from_point,
    near,
    sight,
)
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.items import number
from encounter_gui.rules.model.metres import Metres, metres_text
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, gear, stride

_POOR = ("poor_conditions",)
_CLOSE = 2
"""The limit of Close range as shipped, at which who goes towards somebody stops. Source: CHR-07."""


def completed(context: RulesContext, command: Command) -> Command:
    """Returns a command with what it does not say taken from the plan."""
    match command:
        case do.Attack():
            return _attack(context, command)
        case do.Throw():
            return _throw(context, command)
        case do.Move():
            return _move(context, command)
        case _:
            return command


def _attack(context: RulesContext, command: do.Attack) -> do.Attack:
    """Returns an attack with its distance, cover and conditions. Source: CHR-07, CHR-16, CHR-34."""
    seen = sight(context.state, command.who, command.target)
    if seen is None:
        return command
    combatant = context.combatant(command.who)
    item = gear.find(combatant, command.weapon)
    cover = command.cover
    if cover is None and item is not None and is_screened(seen, item):
        cover = True
    return replace(
        command,
        metres=_metres(command, seen),
        cover=cover,
        modifiers=_modifiers(context, combatant, seen, command),
    )


def _throw(context: RulesContext, command: do.Throw) -> do.Throw:
    """Returns a throw with its distance and everybody its blast catches. Source: CHR-07, CHR-46, CHR-47."""
    state, landing = context.state, landing_of(context, command)
    combatant = state.combatants.get(command.who)
    own = combatant.place if combatant is not None else None
    if combatant is None or landing is None or own is None:
        return command
    seen = between(state, own, landing)
    if seen is None:
        return command
    others = command.caught
    if others is None:
        reached = blast(context, landing, but=command.target)
        others = tuple(do.Caught(target=each.id) for each, _ in reached)
    beside = command.near
    if beside is None and character.is_operator(combatant):
        beside = _near_squad(context, combatant, own)
    return replace(
        command,
        metres=_metres(command, seen),
        cover=is_covered(state, landing, command.target)
        if command.cover is None and command.target is not None
        else command.cover,
        caught=tuple(_caught(state, landing, each) for each in others),
        near=None if beside is None else tuple(_caught(state, own, each) for each in beside),
        modifiers=_modifiers(context, combatant, seen, command),
    )


def landing_of(context: RulesContext, command: do.Throw) -> Place | None:
    """Returns where a grenade goes off; None: it is aimed at nobody who stands on the plan. Source: CHR-46.

    Raises:
        RuleError: there is no such point.
    """
    if command.at is not None:
        return moving.require_point(context, command.who, command.at, command.floor)
    target = context.state.combatants.get(command.target) if command.target is not None else None
    return None if target is None else target.place


def _near_squad(context: RulesContext, combatant: Combatant, own: Place) -> tuple[do.Caught, ...]:
    """Returns who is hit by a blast near the thrower: who stands within its reach, of the squad who stands nowhere.

    Source: CHR-46.
    """
    reached = [each.id for each, _ in blast(context, own)]
    unplaced = (
        each.id
        for each in context.state.combatants.values()
        if each.place is None and character.team(each) == character.team(combatant)
    )
    return tuple(do.Caught(target=each) for each in (*reached, *unplaced))


def _caught(state: EncounterState, point: Place, each: do.Caught) -> do.Caught:
    if each.cover is not None:
        return each
    return replace(each, cover=is_covered(state, point, each.target))


def is_covered(state: EncounterState, point: Place, who: CombatantId) -> bool:
    """Returns whether cover lies between where a grenade goes off and somebody. Source: CHR-47."""
    seen = from_point(state, point, who)
    return seen is not None and bool(seen.of_kind("cover"))


def blast(
    context: RulesContext, point: Place, *, but: CombatantId | None = None
) -> tuple[tuple[Combatant, Metres], ...]:
    """Returns whom a blast catches, the nearest first, with how far they are from it. Source: CHR-46."""
    left_out = () if but is None else (but,)
    reached = near(context.state, point, context.number(mechanics.BLAST_METRES), but=left_out)
    return tuple(
        (each, far)
        for each, far in reached
        if not character.is_dead(each) and "left" not in each.flags
    )


def is_screened(seen: Sight, item: Item) -> bool:
    """Returns whether cover helps against this weapon: none does against a blow. Source: CHR-34."""
    is_ranged = item.kind == "weapon" and gear.weapon_of(item).is_ranged
    return is_ranged and bool(seen.of_kind("cover"))


def band_between(
    context: RulesContext, who: CombatantId, target: CombatantId
) -> gear.RangeBand | None:
    """Returns the range between two; None: one of them stands nowhere, or it is beyond all. Source: CHR-07."""
    far = distance(context.state, who, target)
    return None if far is None else gear.band_at(context.ruleset, far)


def _metres(command: do.Attack | do.Throw, seen: Sight) -> Metres | None:
    if command.metres is not None or command.band:
        return command.metres
    return seen.distance


def _modifiers(
    context: RulesContext, combatant: Combatant, seen: Sight, command: do.Attack | do.Throw
) -> tuple[str, ...]:
    """Returns the modifiers of an Operator's check; an enemy makes none. Source: CHR-16, CHR-39."""
    if not character.is_operator(combatant):
        return command.modifiers
    return RULES.with_modifiers(context, seen, command.modifiers, command.overruled)


def _move(context: RulesContext, command: do.Move) -> do.Move:
    """Returns a move with the ground it takes. Source: CHR-32."""
    metres = moving.ground_of(context, RULES, command)
    return command if metres is None else replace(command, metres=metres)


def _rings(context: RulesContext, combatant: Combatant) -> tuple[Ring, ...]:
    """Returns how far a move goes, and how far both Major Actions do. Source: CHR-31, CHR-32."""
    left, text_of = stride.moves_left(context, combatant), context.texts.text_of
    one = Ring(
        name=text_of("chrome.field.move"),
        radius=stride.room(context, combatant),
        is_open=left > 0,
    )
    if stride.option_of(context, combatant):
        return (one,) if character.move_band(combatant) != "none" else ()
    both = Ring(
        name=text_of("chrome.field.move_twice"),
        radius=stride.room(context, combatant, actions=2),
        cost=1,
        is_open=left > 1,
    )
    return one, both


def _move_to(context: RulesContext, combatant: Combatant, to: Place, far: Metres) -> Command | None:
    left = stride.moves_left(context, combatant)
    if left < 1 or not action_budget.is_running(context):  # out of a fight nothing is spent
        return None
    twice = left > 1 and far > stride.room(context, combatant)
    return do.Move(who=combatant.id, to=to.point, floor=to.floor, twice=twice)


def _weapon(combatant: Combatant, key: str) -> Item | None:
    return gear.find(combatant, key) or next(iter(gear.weapons(combatant)), None)


def _reading(
    context: RulesContext, attacker: Combatant, target: Combatant, item: Item | None
) -> Reading:
    """Returns the range for a weapon, whether it reaches, and whether cover helps. Source: CHR-07, CHR-34."""
    seen = sight(context.state, attacker.id, target.id)
    return Reading() if seen is None else _reading_of(context, attacker, seen, item)


def _reading_of(
    context: RulesContext, attacker: Combatant, seen: Sight, item: Item | None
) -> Reading:
    """Returns what the plan means for an item, from somebody to what they have before them."""
    text_of = context.texts.text_of
    band = gear.band_at(context.ruleset, seen.distance)
    named = text_of(f"chrome.band.{band}") if band else text_of("chrome.field.beyond")
    reasons: list[str] = []
    if item is not None and is_screened(seen, item):
        reasons.append(text_of("chrome.field.cover"))
    if seen.of_kind("dark", "smoke") and character.is_operator(attacker):
        reasons.append(text_of("chrome.field.poor"))
    if item is None or item.kind != "weapon":
        return Reading(band=named, reasons=tuple(reasons))
    weapon = gear.weapon_of(item)
    reaches = band is not None and weapon.works_at(band)
    return Reading(
        band=named,
        reasons=tuple(reasons),
        in_reach=None if weapon.is_ranged else reaches,
        why_not="" if reaches else _why_not(context, seen, item, named, is_far=band is None),
    )


def _point_aim(context: RulesContext, command: Command) -> PointAim | None:
    """Returns what a throw at a point of the plan comes to. Source: CHR-07, CHR-46."""
    if not isinstance(command, do.Throw) or command.at is None or context.state.plan is None:
        return None
    thrower = context.state.combatants.get(command.who)
    item = gear.find(thrower, command.weapon) if thrower is not None else None
    point = landing_of(context, command)
    if thrower is None or thrower.place is None or item is None or point is None:
        return None
    seen = between(context.state, thrower.place, point)
    if seen is None:
        return None
    found = _reading_of(context, thrower, seen, item)
    whole = _throw(context, command)
    caught = {each.id: far for each, far in blast(context, point)}
    return PointAim(
        who=thrower.id,
        point=point,
        apart=seen.distance,
        radius=context.number(mechanics.BLAST_METRES),
        caught=tuple(
            (each.target, caught[each.target])
            for each in whole.caught or ()
            if each.target in caught
        ),
        band=found.band,
        why_not=found.why_not or _too_far(context, seen, item),
    )


def _too_far(context: RulesContext, seen: Sight, item: Item) -> str:
    """Returns why a grenade does not fly so far; empty: it does. Source: CHR-46."""
    if gear.band_at(context.ruleset, seen.distance) != "long":
        return ""
    return context.texts.text_of("chrome.throw_too_far", weapon=item.name)


def _why_not(context: RulesContext, seen: Sight, item: Item, band: str, *, is_far: bool) -> str:
    """Returns why a weapon does not reach so far, in the words of the refusal."""
    text_of = context.texts.text_of
    if is_far:
        most = number(context.ruleset.tables["bands"].get("long"))
        return text_of("chrome.out_of_range", metres=metres_text(seen.distance), most=most)
    return text_of("chrome.wrong_band", weapon=item.name, band=band)


RULES = FieldRules(
    unit="m",
    reach=_CLOSE,
    steps={"dark": _POOR, "smoke": _POOR},
    has_amounts=False,  # checks know Advantage and Disadvantage alone: CHR-16
    completed=completed,
    rings=_rings,
    move_to=_move_to,
    weapon=_weapon,
    reading=_reading,
    point_aim=_point_aim,
)
"""What CHROME makes of the plan."""
