"""What the rules take from the plan: range, reach, areas, whether somebody goes straight, how far a phase takes them.

Source: PHA-12, PHA-13, PHA-22, PHA-30, PHA-31, PHA-34.
"""

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field.rules import Reading, Ring, Sweep
from encounter_gui.rules.engine.field.sight import along, distance
from encounter_gui.rules.engine.modifiers import Modifier, total
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.metres import Metres
from encounter_gui.rules.model.text_format import names_of, with_sign
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.field import areas, ranges, ways
from encounter_gui.rules.systems.phases.sheet import action_budget, character, gear

Gait = Literal["jog", "run", "sprint"]

GAITS: tuple[Gait, ...] = ("jog", "run", "sprint")
"""The gaits, the cheapest first."""

_SPRAYS = frozenset(("burst", "full", "laser", "shot"))
"""Modes that send more than one round or a beam along the line. Source: PHA-34."""

_STRIP = 5
"""How many feet wide the strip is in which others stand on the line of a burst. DEFAULT: PHA-34."""


# ---- what a command does not say


def completed(context: RulesContext, command: Command) -> Command:
    """Returns a command with what it does not say taken from the plan."""
    match command:
        case do.Attack():
            return whole_attack(context, command)
        case do.Move():
            return _whole_move(context, command)
        case _:
            return command


def whole_attack(context: RulesContext, command: do.Attack) -> do.Attack:
    """Returns an attack with its band, and whether the target goes straight. Source: PHA-31."""
    view = ways.as_seen(context, command.who)
    attacker = view.state.combatants.get(command.who)
    target = view.state.combatants.get(command.target)
    if attacker is None or target is None:
        return command
    far = distance(view.state, attacker.id, target.id)
    if far is None:
        return command
    item, straight = gear.find(attacker, command.weapon), command.straight
    if straight is None:
        straight = ways.goes_straight(view.state, attacker, target)
    band = command.band
    if not band and item is not None and not command.technique:
        band = ranges.band_at(context, gear.weapon_of(item), far)
    return replace(command, straight=straight, band=band)


def _whole_move(context: RulesContext, command: do.Move) -> do.Move:
    """Returns a move with the feet of its way. Source: PHA-12."""
    if command.feet is not None or command.gait not in GAITS:
        return command
    way = ways.way_of(ways.as_seen(context, command.who), command)
    return command if way is None else replace(command, feet=round(way.feet))


# ---- how far a phase takes somebody


def _rings(context: RulesContext, combatant: Combatant) -> tuple[Ring, ...]:
    """Returns how far jog, run and sprint take somebody in a phase. Source: PHA-12, PHA-22."""
    text_of = context.texts.text_of
    return tuple(
        Ring(
            name=text_of(f"phases.field.{gait}"),
            radius=character.move(context, combatant, gait),
            cost=cost,
            is_open=_is_open(context, combatant, gait),
            is_told=True,
        )
        for cost, gait in enumerate(GAITS)
    )


def _is_open(context: RulesContext, combatant: Combatant, gait: Gait) -> bool:
    """Returns whether somebody can still move by a gait in this phase; a run may still take the place of actions.

    Source: PHA-22, PHA-25, PHA-64.
    """
    try:
        if gait == "jog":
            action_budget.require_turn(context, combatant.id)
            return ways.jog_left(context, combatant) > 0
        action_budget.require_whole_phase(context, combatant.id, gait)
        action_budget.check_run(context, combatant)
    except RuleError:
        return False
    return character.move(context, combatant, gait) > 0


def _move_to(context: RulesContext, combatant: Combatant, to: Place, far: Metres) -> do.Move | None:
    """Returns the cheapest move that is left and goes so far, else the farthest; None: none is left."""
    left = [
        (gait, ring.radius)
        for gait, ring in zip(GAITS, _rings(context, combatant), strict=True)
        if ring.is_open
    ]
    if not left:
        return None
    gait = next((gait for gait, most in left if far <= most), left[-1][0])
    return do.Move(who=combatant.id, gait=gait, to=to.point, floor=to.floor)


# ---- in words


def _reading(
    context: RulesContext, attacker: Combatant, target: Combatant, item: Item | None
) -> Reading:
    """Returns what the plan means for an attack with a weapon. Source: PHA-30, PHA-31, PHA-34."""
    view = ways.as_seen(context, attacker.id)
    attacker = view.combatant(attacker.id)
    far = distance(view.state, attacker.id, target.id)
    if far is None or item is None:
        return Reading()
    weapon = gear.weapon_of(item)
    seen = areas.seen_by(view, attacker.id, target.id, is_melee=weapon.is_melee)
    parts = (*areas.area_parts(view, seen), *_gait_part(view, attacker, target))
    band = ranges.band_at(view, weapon, far)
    of_range = (ranges.range_part(view, band),) if band else ()
    in_line = _in_line(view, attacker, target, item)
    weightiest = sorted(parts, key=lambda each: -abs(each.amount))
    return Reading(
        band="".join(_in_words(view, each) for each in of_range),
        amount=total((*parts, *of_range)),
        reasons=(
            *(_in_words(view, each) for each in weightiest),
            *areas.unnumbered(view, seen),
            *((in_line,) if in_line else ()),
        ),
        in_line=in_line,
        in_reach=far <= mechanics.REACH if weapon.is_melee else None,
        why_not=_why_not(view, attacker, target, weapon),
    )


def _in_words(context: RulesContext, part: Modifier) -> str:
    if not part.amount:
        return part.name
    amount = with_sign(part.amount)
    return context.texts.text_of("rules.field.part", name=part.name, amount=amount)


def _gait_part(
    context: RulesContext, attacker: Combatant, target: Combatant
) -> tuple[Modifier, ...]:
    """Returns what the gait of a target does to attacks on it. Source: PHA-31."""
    gait = character.gait(target)
    if gait not in character.GAITS or character.is_helpless(target):
        return ()
    if ways.goes_straight(context.state, attacker, target):
        return ()
    amount = character.table_number(context, "gait_target", gait)
    name = context.texts.text_of(f"phases.gait.{gait}")
    return (Modifier(name=name, amount=amount, rule="PHA-31"),) if amount else ()


def _in_line(context: RulesContext, attacker: Combatant, target: Combatant, item: Item) -> str:
    """Returns in words who else stands on the line of a burst or beam; the rules leave to the GM what comes of it.

    It is asked for opponents alone: that of a hundred people is what takes time.
    """
    if attacker.side == target.side:
        return ""
    if not _SPRAYS & set(gear.weapon_of(item).modes):
        return ""
    others = tuple(_between(context, attacker, target))
    return context.texts.text_of("phases.field.in_line", who=names_of(others)) if others else ""


def _sweep(context: RulesContext, command: Command) -> Sweep | None:
    """Returns the strip along the line of a burst, a salvo or a beam; a single shot or a blow has none. Source: PHA-34.

    None: it is no attack, or one of the two is not there.
    """
    if not isinstance(command, do.Attack):
        return None
    known = context.state.combatants
    attacker, target = known.get(command.who), known.get(command.target)
    if attacker is None or target is None:
        return None
    item = gear.find(attacker, command.weapon)
    mode = command.mode or (gear.weapon_of(item).modes[0] if item is not None else "")
    if command.technique or mode not in _SPRAYS:
        return Sweep(who=attacker.id, target=target.id)
    others = tuple(each.id for each in _between(context, attacker, target))
    return Sweep(who=attacker.id, target=target.id, width=_STRIP, others=others)


def _between(context: RulesContext, attacker: Combatant, target: Combatant) -> Iterator[Combatant]:
    here, there = attacker.place, target.place
    far = distance(context.state, attacker.id, target.id)
    if here is None or there is None or far is None:
        return
    for each, away in along(context.state, here, there.point, _STRIP):
        is_one_of_them = each.id in (attacker.id, target.id)
        if not is_one_of_them and away <= far and not character.is_dead(each):
            yield each


def _why_not(
    context: RulesContext, attacker: Combatant, target: Combatant, weapon: gear.Weapon
) -> str:
    """Returns why what is in hand does not get there in this phase, in words; empty: it does."""
    command = do.Attack(who=attacker.id, target=target.id)
    try:
        if weapon.is_melee:
            ways.way_in(context, attacker, target)
        else:
            ranges.require_range(context, attacker, target, weapon, command)
    except RuleError as refused:
        return context.texts.text(refused.message)
    return ""


RULES = replace(
    ways.MEASURES,
    completed=completed,
    rings=_rings,
    move_to=_move_to,
    weapon=gear.find,
    reading=_reading,
    sweep=_sweep,
)
