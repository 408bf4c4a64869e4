"""What the plan means for an attack with a weapon. Source: D6P-26, D6P-28, D6P-30, D6P-38."""

from collections.abc import Iterator

from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import amounts
from encounter_gui.rules.engine.field.rules import FieldRules, Reading
from encounter_gui.rules.engine.field.sight import Sight, sight
from encounter_gui.rules.engine.modifiers import Modifier, modifier_of
from encounter_gui.rules.model.metres import Metres
from encounter_gui.rules.model.text_format import with_sign
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.combat.attack_plan import band_of, ladder
from encounter_gui.rules.systems.d6pool.sheet import gear


def seen_for(seen: Sight, mode: str) -> Sight:
    """Returns what somebody has before it, as far as it means anything to an attack in this mode.

    Hand to hand neither cover nor darkness does, and a point that something is thrown at is behind no cover. The game
    master's own modifiers of areas count always. Source: D6P-28, D6P-30, D6P-38.
    """
    lost = {"melee": ("cover", "dark"), "at_point": ("cover",)}.get(mode, ())
    areas = (replace(each, kind="") if each.kind in lost else each for each in seen.areas)
    return replace(seen, areas=tuple(areas))


def weapon(combatant: Combatant, key: str) -> Item:
    """Returns what somebody attacks with: what has this key, else what is in hand, else bare hands."""
    return gear.find(combatant, key) or gear.UNARMED


def reading(
    context: RulesContext,
    rules: FieldRules,
    attacker: Combatant,
    target: Combatant,
    item: Item | None,
) -> Reading:
    """Returns what the plan means for an attack on somebody with a weapon."""
    seen = sight(context.state, attacker.id, target.id)
    item = item or gear.UNARMED
    return Reading() if seen is None else reading_of(context, rules, seen, item)


def reading_of(context: RulesContext, rules: FieldRules, seen: Sight, item: Item) -> Reading:
    """Returns what the plan means for an attack with an item on what one has before oneself: somebody or a point."""
    if item.kind == "explosive":
        ranges, mode = gear.explosive_of(item).ranges, "at_point"
    else:
        used = gear.weapon_of(item)
        ranges, mode = used.ranges, used.mode
    counts = tuple(_parts(context, rules, seen_for(seen, mode)))
    text_of = context.texts.text_of
    found = Reading(
        amount=sum(each.amount for each in counts),
        reasons=tuple(
            text_of("rules.field.part", name=each.name, amount=with_sign(each.amount))
            for each in counts
        ),
    )
    if mode == "melee":
        return replace(found, in_reach=seen.distance <= mechanics.NEAR)
    return _with_band(context, found, seen.distance, ranges, item.name)


def _with_band(
    context: RulesContext, found: Reading, metres: Metres, ranges: tuple[int, ...], weapon: str
) -> Reading:
    """Returns what the plan means with the range and its difficulty, or why it is too far. Source: D6P-26."""
    try:
        band = band_of(metres, "", ranges, weapon=weapon)
    except RuleError as refused:
        return replace(found, why_not=context.texts.text(refused.message))
    name = context.texts.text_of(f"d6pool.band.{band}")
    return replace(found, band=f"{name} {ladder(context, band)}")


def _parts(context: RulesContext, rules: FieldRules, seen: Sight) -> Iterator[Modifier]:
    for key in rules.modifiers(context, seen):
        known = context.ruleset.modifier(key)
        if known is not None:
            yield modifier_of(known)
    yield from amounts.parts(context, amounts.counting(seen), "D6P-28")
