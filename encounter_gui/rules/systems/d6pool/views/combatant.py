"""The panel of the selected combatant under the D6-pool rules."""

from collections.abc import Iterator
from functools import partial

from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.dry_run import DryRun
from encounter_gui.rules.model import items
from encounter_gui.rules.model.items import ammo_text
from encounter_gui.rules.presenters.words.facts import attribute_facts, fact, skill_facts
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.systems.d6pool.views.table import dodge_cell, health_cell
from encounter_gui.rules.view import Fact, Section


def sections(dry_run: DryRun, combatant: Combatant) -> Iterator[Section]:
    """Yields the sections of the panel."""
    context = dry_run.context
    texts = context.texts
    full = character.health(combatant)
    yield Section(
        title=texts.text_of("d6pool.column.th"),
        note=texts.text_of("d6pool.sheet.health", health=full),
        gauges=(health_cell(context, combatant),),
    )
    level_of = partial(character.level, context, combatant)
    yield Section(title="", stats=attribute_facts(context, level_of))
    yield _dodge(context, combatant)
    yield _resistance(context, combatant)
    yield Section(title=texts.text_of("d6pool.sheet.skills"), facts=skill_facts(context, level_of))
    hero = combatant.gauges.get("hero", 0)
    if hero or items.number(combatant.sheet.get("hero_points")):
        most = items.number(combatant.sheet.get("hero_points"))
        yield Section(title=texts.text_of("d6pool.sheet.hero"), note=f"{hero}/{most}")
    yield from (_weapon(context, combatant, item) for item in gear.weapons(combatant))


def _dodge(context: RulesContext, combatant: Combatant) -> Section:
    cell = dodge_cell(context, combatant)
    note = context.texts.text_of("d6pool.sheet.left", left=cell.left, total=cell.total)
    return Section(title=context.texts.text_of("d6pool.sheet.dodge"), note=note, dice=cell)


def _resistance(context: RulesContext, combatant: Combatant) -> Section:
    texts = context.texts
    pool = character.resistance(context, combatant)
    armors = [item for item in combatant.items if item.kind == "armor"]
    facts = [Fact(name=pool.modifiers[0].name, value=f"{pool.modifiers[0].amount}d6")]
    facts += [
        Fact(
            name=item.name,
            value=f"+{items.number(item.values.get('level'))}d6",
            note=texts.text_of("d6pool.armor"),
            number=f"{item.key}.level",
        )
        for item in armors
    ]
    facts.append(
        fact(context, "sheet.against", f"{pool.dice}d6", texts.text_of("d6pool.sheet.when_stunned"))
    )
    return Section(title=texts.text_of("d6pool.sheet.resistance"), facts=tuple(facts))


def _weapon(context: RulesContext, combatant: Combatant, item: Item) -> Section:
    texts = context.texts
    held = texts.text_of("d6pool.sheet.in_hand") if item.key in gear.in_hands(combatant) else ""
    note = " · ".join(part for part in (held, ammo_text(combatant, item)) if part)
    if item.kind == "explosive":
        return _explosive(context, gear.explosive_of(item), note)
    weapon = gear.weapon_of(item)
    level = weapon.damage
    if weapon.adds_strength:
        level += character.level(context, combatant, "strength")
    modes = " · ".join(texts.text_of(f"d6pool.mode.{mode}") for mode in weapon.modes)
    damage = f"{max(level, 0)}d6"
    facts = (fact(context, "sheet.damage", damage, modes, number=f"{weapon.key}.damage"),)
    return Section(
        title=weapon.name, note=note, facts=facts, columns=_ranges(context, weapon.ranges)
    )


def _explosive(context: RulesContext, explosive: gear.Explosive, note: str) -> Section:
    facts = (
        fact(context, "sheet.throw", _metres(explosive.ranges), number=f"{explosive.key}.ranges"),
        fact(context, "sheet.blast", _metres(explosive.blast), number=f"{explosive.key}.blast"),
        fact(
            context,
            "sheet.damage",
            " · ".join(f"{each}d6" for each in explosive.damage),
            number=f"{explosive.key}.blast_damage",
        ),
    )
    return Section(title=explosive.name, note=note, facts=facts)


def _metres(limits: tuple[int, ...]) -> str:
    return "/".join(str(limit) for limit in limits) + " m"


def _ranges(context: RulesContext, limits: tuple[int, ...]) -> tuple[Fact, ...]:
    chosen = context.switch("d6pool.rangeLadder")
    table = context.ruleset.tables.get(f"ladder_{chosen}", {})
    return tuple(
        fact(context, f"band.{band}", f"{limit} m", f"DN {table.get(band)}")
        for band, limit in zip(gear.BANDS, limits, strict=False)
    )
