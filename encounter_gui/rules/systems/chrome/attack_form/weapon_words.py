"""The numbers of weapons, grenades and abilities in short. Source: CHR-06 to CHR-11."""

from encounter_gui.encounter.values import Item
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.chrome.sheet import character, gear
from encounter_gui.rules.systems.chrome.sheet.gear import Ability, Weapon


def weapon_note(context: RulesContext, weapon: Weapon) -> str:
    """Returns a weapon's numbers in short: ``Close · Massive 4 · Sever``, or ``C 4 · S 6 · L 4``."""
    text_of = context.texts.text_of
    bands = weapon.bands
    if len(bands) == 1:
        found = [text_of(f"chrome.band.{bands[0]}"), tier_text(context, weapon.tier(bands[0]))]
    else:
        found = [f"{text_of(f'chrome.band.{band}.letter')} {weapon.tier(band)}" for band in bands]
    found += [effect_name(context, each) for each in weapon.effects]
    if weapon.grapples:
        found.append(text_of("chrome.form.grapples"))
    return " · ".join(found)


def tier_text(context: RulesContext, tier: int) -> str:
    """Returns damage with the name of its tier, where it has one: ``Massive 4``. Source: CHR-09."""
    named = (key for key, amount in context.ruleset.tables["tiers"].items() if amount == tier)
    key = next(named, "")
    known = (
        context.texts.text_of(f"chrome.tier.{key}")
        if key in ("standard", "massive", "deadly")
        else ""
    )
    return f"{known} {tier}".strip()


def effect_name(context: RulesContext, effect: str) -> str:
    """Returns a critical effect in a word; of a house rule's own, as it is written. Source: CHR-38."""
    if effect in ("knockdown", "sever", "ablaze", "shock"):
        return context.texts.text_of(f"chrome.effect.{effect}")
    return effect.capitalize()


def grenade_note(context: RulesContext, item: Item) -> str:
    """Returns a grenade's numbers in short."""
    grenade = gear.grenade_of(item)
    return context.texts.text_of("chrome.form.blast", centre=grenade.centre, near=grenade.near)


def ability_note(context: RulesContext, ability: Ability) -> str:
    """Returns what a special ability does in short: ``Sanity Save · 2 Stress``."""
    text_of = context.texts.text_of
    found = [text_of("chrome.form.save", save=character.name_of(context, ability.save))]
    if ability.stress:
        found.append(text_of("chrome.form.stress", amount=ability.stress))
    if ability.panics:
        found.append(text_of("chrome.form.panic"))
    return " · ".join(found)
