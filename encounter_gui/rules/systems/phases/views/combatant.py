"""The panel of the selected combatant of a fight in phases."""

from collections.abc import Iterator
from functools import partial

from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.by_hand.corrections import OF_SHEET
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.dry_run import DryRun
from encounter_gui.rules.model.items import ammo_gauge, ammo_text, number
from encounter_gui.rules.model.text_format import plain
from encounter_gui.rules.presenters.words.facts import attribute_facts, fact, skill_facts
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.actions import movement
from encounter_gui.rules.systems.phases.combat import defenses
from encounter_gui.rules.systems.phases.sheet import character, gear
from encounter_gui.rules.systems.phases.sheet.test_dice import dice_text
from encounter_gui.rules.view import Fact, Section


def sections(dry_run: DryRun, combatant: Combatant) -> Iterator[Section]:
    """Yields the sections of the panel."""
    context = dry_run.context
    texts = context.texts
    level_of = partial(character.level, context, combatant)
    yield Section(title="", stats=attribute_facts(context, level_of))
    yield Section(
        title=texts.text_of("phases.sheet.weapons"),
        note=texts.text_of("phases.sheet.rounds"),
        facts=tuple(_weapon(context, combatant, item) for item in gear.weapons(combatant)),
    )
    yield Section(title=texts.text_of("phases.sheet.wounds"), facts=_wounds(context, combatant))
    yield Section(
        title=texts.text_of("phases.sheet.defense"), facts=tuple(_defenses(context, combatant))
    )
    yield Section(
        title=texts.text_of("phases.sheet.move"),
        note=texts.text_of("phases.sheet.feet"),
        columns=_moves(context, combatant),
        facts=(
            fact(
                context,
                "sheet.breath",
                texts.text_of(
                    "phases.sheet.breath.rounds", rounds=movement.breath(context, combatant)
                ),
            ),
        ),
    )
    yield _armor(context, combatant)
    yield Section(
        title=texts.text_of("phases.sheet.thresholds"),
        note=texts.text_of("phases.sheet.past_armor"),
        columns=thresholds(context, combatant),
    )
    for group in ("skill", "specialty"):
        facts = skill_facts(context, level_of, group)
        if facts:
            yield Section(title=texts.text_of(f"phases.sheet.{group}"), facts=facts)


def thresholds(context: RulesContext, combatant: Combatant) -> tuple[Fact, ...]:
    """Returns the damage past armour from which each wound level begins, by letter. Source: PHA-60."""
    levels = [each for each in context.ruleset.wound_levels if each.level <= mechanics.CRITICAL]
    return tuple(
        Fact(name=each.letter, value=str(limit), note=each.name)
        for each, limit in zip(levels, character.thresholds(context, combatant), strict=False)
    )


def _wounds(context: RulesContext, combatant: Combatant) -> tuple[Fact, ...]:
    texts = context.texts
    worst = character.worst_level(combatant)
    facts = [
        fact(
            context,
            "sheet.worst",
            character.level_name(context, worst) if worst else texts.text_of("phases.dash"),
            texts.text_of("phases.sheet.dn", dn=character.wound_dn(context, worst))
            if worst
            else "",
        ),
        fact(
            context,
            "sheet.penalty",
            plain(character.wound_penalty(context, combatant)),
            texts.text_of("phases.sheet.all_tests"),
        ),
    ]
    tired = character.fatigue(combatant)
    load = number(combatant.sheet.get("load"))
    if tired:
        facts.append(fact(context, "part.fatigue", plain(-tired)))
    if load:
        capacity = 5 * (
            character.level(context, combatant, "strength")
            + character.level(context, combatant, "athletics")
        )
        facts.append(
            fact(
                context,
                "part.encumbrance",
                plain(-character.burden(context, combatant)),
                texts.text_of("phases.sheet.load", load=load, capacity=capacity),
                number=f"{OF_SHEET}load",
            )
        )
    return tuple(facts)


def _defenses(context: RulesContext, combatant: Combatant) -> Iterator[Fact]:
    """Yields the totals of the defenses as they would be rolled now. Source: PHA-32, PHA-47, PHA-48, PHA-49."""
    for kind in (defenses.STANDARD, "dodge", "block", "parry", defenses.ALL_OUT):
        bonus = defenses.defense(context, combatant, kind).bonus
        yield fact(
            context,
            f"sheet.{kind}",
            dice_text(bonus.amount),
            bonus.text if kind == defenses.STANDARD else "",
        )


def _moves(context: RulesContext, combatant: Combatant) -> tuple[Fact, ...]:
    """Returns feet in a phase: on foot, climbing, in the water. Source: PHA-12, PHA-14, PHA-16."""
    feet = {gait: character.move(context, combatant, gait) for gait in ("jog", "run", "sprint")}
    feet["climb"] = movement.climb_speed(context, combatant)
    feet["swim"] = movement.swim_speed(context, combatant)
    return tuple(fact(context, f"sheet.{way}", each) for way, each in feet.items())


def _armor(context: RulesContext, combatant: Combatant) -> Section:
    return Section(
        title=context.texts.text_of("phases.sheet.armor"),
        columns=tuple(
            Fact(
                name=each.short,
                value=str(gear.armor_value(combatant, each.key)),
                note=each.name,
                number=f"armor.{each.key}",
            )
            for each in context.ruleset.locations
        ),
    )


def _weapon(context: RulesContext, combatant: Combatant, item: Item) -> Fact:
    """Returns a weapon in a line: damage, what it does, rounds. Source: PHA-04."""
    held = (
        (context.texts.text_of("phases.sheet.in_hand"),)
        if character.hand_of(combatant, item.key)
        else ()
    )
    parts = (weapon_text(context, gear.weapon_of(item)), *held)
    return Fact(
        name=item.name,
        value=" · ".join(parts),
        note=ammo_text(combatant, item),
        number=ammo_gauge(item.key),
    )


def weapon_text(context: RulesContext, weapon: gear.Weapon) -> str:
    """Returns damage, fire modes and recoil in short: ``3d6 semi · R2``. Source: PHA-04, PHA-33."""
    texts = context.texts
    if not weapon.is_firearm:
        skill = character.field_name(context.ruleset, weapon.skill)
        short = {each.key: each.short for each in context.ruleset.fields}
        return f"{weapon.damage.text} · {short.get(weapon.characteristic, '')}/{skill}"
    modes = "/".join(texts.text_of(f"phases.fire.{mode}") for mode in weapon.modes)
    recoil = (texts.text_of("phases.sheet.recoil", recoil=weapon.recoil),) if weapon.recoil else ()
    return " · ".join((f"{weapon.damage.text} {modes}", *recoil))
