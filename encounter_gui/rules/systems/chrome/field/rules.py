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
from encounter_gui.rules.engine.field.rules import FieldRules, Reading, Ring
from encounter_gui.rules.engine.field.sight import Sight, distance, from_point, near, sight
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
    seen, state = sight(context.state, command.who, command.target), context.state
    combatant = state.combatants.get(command.who)
    target = state.combatants.get(command.target)
    if seen is None or combatant is None or target is None:
        return command
    landing, own = target.place, combatant.place
    if landing is None or own is None:
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
        if command.cover is None
        else command.cover,
        caught=tuple(_caught(state, landing, each) for each in others),
        near=None if beside is None else tuple(_caught(state, own, each) for each in beside),
        modifiers=_modifiers(context, combatant, seen, command),
    )


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
    end, here = end_of(context, command), context.known_combatant(command.who).place
    if end is None or here is None:
        return command
    return replace(command, metres=moving.ground(context, RULES, here, end))


def end_of(context: RulesContext, command: do.Move) -> Place | None:
    """Returns where a move leads; None: it names no place.

    Raises:
        RuleError: there is no such place, or one of them stands nowhere.
    """
    return moving.goal(
        context, RULES, command.who, to=command.to, towards=command.towards, floor=command.floor
    )


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
    if seen is None:
        return Reading()
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
)
"""What CHROME makes of the plan."""
