"""The panel of one combatant of a CHROME fight."""

from collections.abc import Iterator

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.items import ammo_gauge, ammo_text, number
from encounter_gui.rules.model.text_format import signed
from encounter_gui.rules.systems.chrome.attack_form.fields import (
    ability_note,
    effect_name,
    grenade_note,
    weapon_note,
)
from encounter_gui.rules.systems.chrome.sheet import action_budget, bolstering, character, gear
from encounter_gui.rules.systems.chrome.views.action_options import offered
from encounter_gui.rules.systems.chrome.views.chips import chips
from encounter_gui.rules.systems.chrome.views.notices import notices
from encounter_gui.rules.systems.chrome.views.table import ability_name, conviction_cell, life_cell
from encounter_gui.rules.view import Fact, GaugeCell, QuickAction, Section, Sheet, SlotsCell

__all__ = ["notices", "offered", "sheet"]

_ENDLESS = "∞"
_PRIME = "★"


def sheet(scene: Scene, who: CombatantId, possible: tuple[QuickAction, ...]) -> Sheet:
    """Returns the panel of one combatant; ``possible`` is what it may still do."""
    one = scene.one(who)
    return Sheet(
        who=who,
        number=one.number,
        name=one.name,
        side=one.side,
        role=_role(scene, one),
        chips=chips(scene, one),
        sections=tuple(_sections(scene, one, possible)),
        note=one.note,
    )


def _role(scene: Scene, one: Combatant) -> str:
    """``Street, Slick``; of an enemy its threat. Source: CHR-01, CHR-11."""
    keys = ("background", "loadout") if character.is_operator(one) else ("threat",)
    found = (str(one.sheet.get(key) or "").strip() for key in keys)
    text = ", ".join(each.capitalize() for each in found if each)
    return text or scene.words.word(
        "chrome.sheet.operator" if character.is_operator(one) else "chrome.sheet.enemy"
    )


def _sections(scene: Scene, one: Combatant, possible: tuple[QuickAction, ...]) -> Iterator[Section]:
    words = scene.words
    yield _condition_of_life(scene, one)
    if character.is_operator(one):
        yield Section(title="", stats=_tests(scene, one, character.STATS))
        yield Section(title="", stats=_tests(scene, one, character.SAVES))
    else:
        yield Section(title="", stats=_printed(scene, one))
    if possible:
        yield Section(title=words.word("chrome.sheet.possible"), offers=possible)
    arms = gear.weapons(one)
    if arms:
        yield Section(
            title=words.word("chrome.sheet.weapons"),
            note=words.word(
                "chrome.sheet.shots" if character.is_operator(one) else "chrome.sheet.left"
            ),
            facts=tuple(weapon_fact(scene, one, item) for item in arms),
        )
    yield from _abilities(scene, one)
    yield from _armor(scene, one)
    yield from _things(scene, one)


def _condition_of_life(scene: Scene, one: Combatant) -> Section:
    """Health and Conviction. Source: CHR-04, CHR-05."""
    health, conviction = life_cell(scene, one), conviction_cell(scene, one)
    gauges = tuple(each for each in (health, conviction) if isinstance(each, GaugeCell))
    slots = health if isinstance(health, SlotsCell) else None
    return Section(title="", slots=slots, gauges=gauges)


def _tests(scene: Scene, one: Combatant, tests: tuple[str, ...]) -> tuple[Fact, ...]:
    """Stats, or Saves with the Prime one starred. Source: CHR-02, CHR-03."""
    return tuple(
        Fact(
            name=f"{name} {_PRIME}" if character.is_prime(one, test) else name,
            value=str(character.value(scene, one, test)),
        )
        for test in tests
        for name in (character.name_of(scene, test),)
    )


def _printed(scene: Scene, one: Combatant) -> tuple[Fact, ...]:
    """What enemies have instead of Stats. Source: CHR-11, CHR-31."""
    word = scene.words.word
    metres = character.reach(scene, one, 1)
    moves = word("chrome.sheet.metres", metres=metres) if metres else word("chrome.dash")
    facts = [
        Fact(name=word("chrome.column.soak"), value=str(character.soak(scene, one))),
        Fact(name=word("chrome.sheet.move"), value=moves),
    ]
    if action_budget.goes_by_block(scene, one):
        left = (
            action_budget.left(scene, one, action_budget.MOVE)
            if one.id in scene.state.acting
            else None
        )
        if left is not None and metres:
            facts.append(Fact(name=word("chrome.sheet.moves_left"), value=str(left)))
    return tuple(facts)


def weapon_fact(scene: Scene, one: Combatant, item: Item) -> Fact:
    """Returns a weapon as a line: damage by band, critical effects, shots left. Source: CHR-06, CHR-11."""
    if item.kind == "explosive":
        effects = [effect_name(scene, each) for each in gear.grenade_of(item).effects]
        value = " · ".join((grenade_note(scene, item), *effects))
        return Fact(name=item.name, value=value, note=ammo_text(one, item))
    weapon = gear.weapon_of(item)
    times = f" ×{weapon.attacks}" if weapon.attacks > 1 else ""
    held = character.is_operator(one) and one.memo.get("held") == item.key
    name = scene.words.word("chrome.sheet.in_hand", item=item.name) if held else item.name
    return Fact(
        name=f"{name}{times}",
        value=weapon_note(scene, weapon),
        note=_left(scene, one, item, weapon.attacks),
    )


def _left(scene: Scene, one: Combatant, item: Item, attacks: int) -> str:
    """Shots of an Operator's weapon; of an enemy's attack, how many are left of this turn."""
    if not action_budget.goes_by_block(scene, one):
        return ammo_text(one, item) or _ENDLESS
    if one.id not in scene.state.acting:
        return f"{attacks}/{attacks}"
    return f"{action_budget.left(scene, one, item.key)}/{attacks}"


def _abilities(scene: Scene, one: Combatant) -> Iterator[Section]:
    """Special abilities of an enemy, or those of a Presence. Source: CHR-11, CHR-60."""
    word = scene.words.word
    facts = [
        Fact(
            name=each.name,
            value=ability_note(scene, each),
            note=_uses(scene, one, each.key, each.uses),
        )
        for each in gear.abilities(one)
    ]
    if character.is_presence(one):
        facts += [
            Fact(
                name=ability_name(scene, each),
                value="",
                note=word(
                    f"chrome.sheet.{'unused' if bolstering.is_unused(one, each) else 'used'}"
                ),
            )
            for each in bolstering.abilities(scene, one)
        ]
    if facts:
        title = "chrome.sheet.presence" if character.is_presence(one) else "chrome.sheet.special"
        yield Section(title=word(title), facts=tuple(facts))


def _uses(scene: Scene, one: Combatant, key: str, most: int) -> str:
    if not action_budget.goes_by_block(scene, one) or one.id not in scene.state.acting:
        return f"{most}/{most}"
    return f"{action_budget.left(scene, one, key)}/{most}"


def _armor(scene: Scene, one: Combatant) -> Iterator[Section]:
    """What is worn, with the Soak it comes to, and CyberTech by its slots. Source: CHR-01, CHR-10."""
    words = scene.words
    facts = tuple(
        Fact(name=item.name, value=_flags(scene, item), note=str(number(item.values.get("soak"))))
        for item in one.items
        if item.kind == "armor" or item.values.get("soak") or item.values.get("slot")
    )
    if not facts:
        return
    soak = words.word("chrome.body.soak", soak=character.soak(scene, one))
    yield Section(title=words.word("chrome.sheet.armor"), note=soak, facts=facts)


def _flags(scene: Scene, item: Item) -> str:
    """What an item says of itself besides its Soak. Source: CHR-01, CHR-10, CHR-32, CHR-33."""
    flags = ("no_stack", "no_decapitation", "speed_disadvantage", "strength_to_move", "acts_first")
    known = [scene.words.word(f"chrome.sheet.{each}") for each in flags if item.values.get(each)]
    slot, metres = item.values.get("slot"), number(item.values.get("metres"))
    if slot:
        known.insert(0, scene.words.word(f"chrome.sheet.slot.{slot}"))
    if metres:
        known.append(scene.words.word("chrome.sheet.more_metres", metres=signed(metres)))
    return ", ".join(known)


def _things(scene: Scene, one: Combatant) -> Iterator[Section]:
    """Skills, consumables, credits and Distortions. Source: CHR-01, CHR-19, CHR-29j, CHR-64."""
    word = scene.words.word
    known = character.skills(one)
    if known:
        facts = tuple(Fact(name=each, value="") for each in known)
        yield Section(title=word("chrome.sheet.skills"), facts=facts)
    things = tuple(
        Fact(
            name=item.name,
            value=_gives(scene, item),
            note=str(one.gauges.get(ammo_gauge(item.key), 0)),
        )
        for item in gear.consumables(one)
    )
    if things:
        yield Section(
            title=word("chrome.sheet.consumables"), note=word("chrome.sheet.left"), facts=things
        )
    money = number(one.sheet.get("credits"))
    if money:
        yield Section(title=word("chrome.sheet.credits"), note=f"€{money:,}".replace(",", " "))
    scars = tuple(Fact(name=each, value="") for each in character.distortions(one))
    if scars:
        yield Section(title=word("chrome.sheet.distortions"), facts=scars)


def _gives(scene: Scene, item: Item) -> str:
    """What a consumable gives back. Source: CHR-68."""
    found = (
        scene.words.word(f"chrome.sheet.{key}", amount=amount)
        for key in ("heals", "calms")
        if (amount := number(item.values.get(key)))
    )
    return " · ".join(found)
