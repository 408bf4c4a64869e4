"""The panel of one combatant of a CHROME fight."""

from collections.abc import Iterator

from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.by_hand.corrections import OF_SHEET
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.dry_run import DryRun
from encounter_gui.rules.model.items import ammo_gauge, ammo_text, number
from encounter_gui.rules.model.text_format import with_sign
from encounter_gui.rules.presenters.words.facts import fact
from encounter_gui.rules.systems.chrome.attack_form.weapon_words import (
    ability_note,
    effect_name,
    grenade_note,
    weapon_note,
)
from encounter_gui.rules.systems.chrome.checks import bolstering
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, gear
from encounter_gui.rules.systems.chrome.views.action_options import still_possible
from encounter_gui.rules.systems.chrome.views.table import ability_name, conviction_cell, life_cell
from encounter_gui.rules.view import (
    Fact,
    GaugeCell,
    Section,
    SlotsCell,
)

_ENDLESS = "∞"
_PRIME = "★"


def role(context: RulesContext, combatant: Combatant) -> str:
    """``Street, Slick``; of an enemy its threat. Source: CHR-01, CHR-11."""
    keys = ("background", "loadout") if character.is_operator(combatant) else ("threat",)
    found = (str(combatant.sheet.get(key) or "").strip() for key in keys)
    text = ", ".join(each.capitalize() for each in found if each)
    return text or context.texts.text_of(
        "chrome.sheet.operator" if character.is_operator(combatant) else "chrome.sheet.enemy"
    )


def sections(dry_run: DryRun, combatant: Combatant) -> Iterator[Section]:
    """Yields the sections of the panel, with what may still be done."""
    context, possible = dry_run.context, still_possible(dry_run, combatant.id)
    texts = context.texts
    yield _condition_of_life(context, combatant)
    if character.is_operator(combatant):
        yield Section(title="", stats=_tests(context, combatant, character.STATS))
        yield Section(title="", stats=_tests(context, combatant, character.SAVES))
    else:
        yield Section(title="", stats=_printed_facts(context, combatant))
    if possible:
        yield Section(title=texts.text_of("chrome.sheet.possible"), offers=possible)
    arms = gear.weapons(combatant)
    if arms:
        yield Section(
            title=texts.text_of("chrome.sheet.weapons"),
            note=texts.text_of(
                "chrome.sheet.shots" if character.is_operator(combatant) else "chrome.sheet.left"
            ),
            facts=tuple(weapon_fact(context, combatant, item) for item in arms),
        )
    yield from _abilities(context, combatant)
    yield from _armor(context, combatant)
    yield from _things(context, combatant)


def _condition_of_life(context: RulesContext, combatant: Combatant) -> Section:
    """Health and Conviction. Source: CHR-04, CHR-05."""
    health, conviction = life_cell(context, combatant), conviction_cell(context, combatant)
    gauges = tuple(each for each in (health, conviction) if isinstance(each, GaugeCell))
    slots = health if isinstance(health, SlotsCell) else None
    return Section(title="", slots=slots, gauges=gauges)


def _tests(context: RulesContext, combatant: Combatant, tests: tuple[str, ...]) -> tuple[Fact, ...]:
    """Stats, or Saves with the Prime one starred. Source: CHR-02, CHR-03."""
    return tuple(
        Fact(
            name=f"{name} {_PRIME}" if character.is_prime(combatant, test) else name,
            value=str(character.value(context, combatant, test)),
            number=f"{OF_SHEET}{test}",
        )
        for test in tests
        for name in (character.name_of(context, test),)
    )


def _printed_facts(context: RulesContext, combatant: Combatant) -> tuple[Fact, ...]:
    """What enemies have instead of Stats. Source: CHR-11, CHR-31."""
    text_of = context.texts.text_of
    metres = character.reach(context, combatant, 1)
    moves = text_of("chrome.sheet.metres", metres=metres) if metres else text_of("chrome.dash")
    facts = [
        fact(
            context,
            "column.soak",
            character.soak(context, combatant),
            number=f"{OF_SHEET}soak",
        ),
        fact(context, "sheet.move", moves, number=f"{OF_SHEET}move"),
    ]
    if action_budget.goes_by_block(context, combatant):
        left = (
            action_budget.actions_left(context, combatant, action_budget.MOVE)
            if combatant.id in context.state.acting
            else None
        )
        if left is not None and metres:
            facts.append(fact(context, "sheet.moves_left", left))
    return tuple(facts)


def weapon_fact(context: RulesContext, combatant: Combatant, item: Item) -> Fact:
    """Returns a weapon as a line: damage by band, critical effects, shots left. Source: CHR-06, CHR-11."""
    if item.kind == "explosive":
        effects = [effect_name(context, each) for each in gear.grenade_of(item).effects]
        value = " · ".join((grenade_note(context, item), *effects))
        return Fact(
            name=item.name,
            value=value,
            note=ammo_text(combatant, item),
            number=ammo_gauge(item.key),
        )
    weapon = gear.weapon_of(item)
    times = f" ×{weapon.attacks}" if weapon.attacks > 1 else ""
    name = _named_in_hand(context, combatant, item)
    return Fact(
        name=f"{name}{times}",
        value=weapon_note(context, weapon),
        note=_shots_left(context, combatant, item, weapon.attacks),
        number=f"{action_budget.MADE}.{item.key}"
        if action_budget.goes_by_block(context, combatant)
        else ammo_gauge(item.key),
    )


def _named_in_hand(context: RulesContext, combatant: Combatant, item: Item) -> str:
    """Returns the name of a weapon, and that it is in one of the hands."""
    text_of = context.texts.text_of
    if character.is_operator(combatant) and combatant.memo.get("held") == item.key:
        return text_of("chrome.sheet.in_hand", item=item.name)
    if character.is_operator(combatant) and gear.other_hand_key(combatant) == item.key:
        return text_of("chrome.sheet.in_other_hand", item=item.name)
    return item.name


def _shots_left(context: RulesContext, combatant: Combatant, item: Item, attacks: int) -> str:
    """Shots of an Operator's weapon; of an enemy's attack, how many are left of this turn."""
    if not action_budget.goes_by_block(context, combatant):
        return ammo_text(combatant, item) or _ENDLESS
    if combatant.id not in context.state.acting:
        return f"{attacks}/{attacks}"
    return f"{action_budget.actions_left(context, combatant, item.key)}/{attacks}"


def _abilities(context: RulesContext, combatant: Combatant) -> Iterator[Section]:
    """Special abilities of an enemy, or those of a Presence. Source: CHR-11, CHR-60."""
    text_of = context.texts.text_of
    facts = [
        Fact(
            name=each.name,
            value=ability_note(context, each),
            note=_uses(context, combatant, each.key, each.uses),
        )
        for each in gear.abilities(combatant)
    ]
    if character.is_presence(combatant):
        facts += [
            Fact(
                name=ability_name(context, each),
                value="",
                note=text_of(
                    f"chrome.sheet.{'unused' if bolstering.is_unused(combatant, each) else 'used'}"
                ),
            )
            for each in bolstering.abilities(context, combatant)
        ]
    if facts:
        title = (
            "chrome.sheet.presence" if character.is_presence(combatant) else "chrome.sheet.special"
        )
        yield Section(title=text_of(title), facts=tuple(facts))


def _uses(context: RulesContext, combatant: Combatant, key: str, most: int) -> str:
    if (
        not action_budget.goes_by_block(context, combatant)
        or combatant.id not in context.state.acting
    ):
        return f"{most}/{most}"
    return f"{action_budget.actions_left(context, combatant, key)}/{most}"


def _armor(context: RulesContext, combatant: Combatant) -> Iterator[Section]:
    """What is worn, with the Soak it comes to, and CyberTech by its slots. Source: CHR-01, CHR-10."""
    texts = context.texts
    facts = tuple(
        Fact(
            name=item.name,
            value=_flags(context, item),
            note=str(number(item.values.get("soak"))),
            number=f"{item.key}.soak",
        )
        for item in combatant.items
        if item.kind == "armor" or item.values.get("soak") or item.values.get("slot")
    )
    if not facts:
        return
    soak = texts.text_of("chrome.body.soak", soak=character.soak(context, combatant))
    yield Section(title=texts.text_of("chrome.sheet.armor"), note=soak, facts=facts)


def _flags(context: RulesContext, item: Item) -> str:
    """What an item says of itself besides its Soak. Source: CHR-01, CHR-10, CHR-32, CHR-33."""
    flags = ("no_stack", "no_decapitation", "speed_disadvantage", "strength_to_move", "acts_first")
    known = [
        context.texts.text_of(f"chrome.sheet.{each}") for each in flags if item.values.get(each)
    ]
    slot, metres = item.values.get("slot"), number(item.values.get("metres"))
    if slot:
        known.insert(0, context.texts.text_of(f"chrome.sheet.slot.{slot}"))
    if metres:
        known.append(context.texts.text_of("chrome.sheet.more_metres", metres=with_sign(metres)))
    return ", ".join(known)


def _things(context: RulesContext, combatant: Combatant) -> Iterator[Section]:
    """Skills, consumables, credits and Distortions. Source: CHR-01, CHR-19, CHR-29j, CHR-64."""
    text_of = context.texts.text_of
    known = character.skills(combatant)
    if known:
        facts = tuple(Fact(name=each, value="") for each in known)
        yield Section(title=text_of("chrome.sheet.skills"), facts=facts)
    things = tuple(
        Fact(
            name=item.name,
            value=_gives(context, item),
            note=str(combatant.gauges.get(ammo_gauge(item.key), 0)),
            number=ammo_gauge(item.key),
        )
        for item in gear.consumables(combatant)
    )
    if things:
        yield Section(
            title=text_of("chrome.sheet.consumables"),
            note=text_of("chrome.sheet.left"),
            facts=things,
        )
    money = number(combatant.sheet.get("credits"))
    if money:
        yield Section(title=text_of("chrome.sheet.credits"), note=f"€{money:,}".replace(",", " "))
    scars = tuple(Fact(name=each, value="") for each in character.distortions(combatant))
    if scars:
        yield Section(title=text_of("chrome.sheet.distortions"), facts=scars)


def _gives(context: RulesContext, item: Item) -> str:
    """What a consumable gives back. Source: CHR-68."""
    found = (
        context.texts.text_of(f"chrome.sheet.{key}", amount=amount)
        for key in ("heals", "calms")
        if (amount := number(item.values.get(key)))
    )
    return " · ".join(found)
