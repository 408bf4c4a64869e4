"""With what everybody in a CHROME fight attacks, as numbers, by the plans of the table. Source: CHR-06, CHR-36."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec.structs import replace

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.battle.battle import is_foe
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.chrome.battle.rolls import COVER, TestMaker, with_condition
from encounter_gui.rules.systems.chrome.battle.roster import EFFECTS, Ints, Weapons
from encounter_gui.rules.systems.chrome.combat.attack_plan import plan_attack
from encounter_gui.rules.systems.chrome.commands import Attack
from encounter_gui.rules.systems.chrome.odds.threats import strike_of
from encounter_gui.rules.systems.chrome.sheet import gear
from encounter_gui.rules.systems.chrome.sheet.gear import RangeBand, Weapon

_Harm = tuple[tuple[int, int, int, int], tuple[bool, bool, bool, bool]]


def arms_of(one: Combatant) -> tuple[Weapon, ...]:
    """Returns what somebody attacks with, in listed order: no explosives. Source: CHR-06, CHR-11."""
    return tuple(gear.weapon_of(item) for item in one.items if item.kind == "weapon")


def _band(weapon: Weapon) -> RangeBand:
    """Returns the band of all its attacks: Short where a firearm reaches it, else its first. Source: CHR-07."""
    if weapon.kind == "firearm" and weapon.works_at("short"):
        return "short"
    return weapon.bands[0] if weapon.bands else "close"


def _in_hand(one: Combatant, arms: Sequence[Weapon]) -> int:
    item = gear.find(one, "")
    keys = [weapon.key for weapon in arms]
    return keys.index(item.key) if item is not None and item.key in keys else -1


def held_of(members: Sequence[Combatant], arms: Sequence[Sequence[Weapon]]) -> Ints:
    """Returns what is in hand, by its number among all weapons; -1: nothing to attack with."""
    width = max((len(each) for each in arms), default=0) or 1
    found = (_in_hand(one, own) for one, own in zip(members, arms, strict=True))
    return np.array(
        [place * width + weapon if weapon >= 0 else -1 for place, weapon in enumerate(found)],
        np.intp,
    )


def weapons_of(
    context: RulesContext,
    members: Sequence[Combatant],
    arms: Sequence[Sequence[Weapon]],
    tests: TestMaker,
) -> Weapons:
    """Returns everybody's weapons as numbers. Source: CHR-06 to CHR-11, CHR-36 to CHR-44."""
    shape = (len(members), max((len(each) for each in arms), default=0) or 1)
    applied = np.zeros((2, *shape, len(members), 4), np.intp)
    frightens = np.zeros((2, *shape, len(members), 4), bool)
    change = np.zeros((*shape, 4), np.intp)
    save = np.zeros((2, *shape), np.intp)
    known: dict[object, tuple[_Harm, _Harm]] = {}
    hidden = {each.id: with_condition(each, COVER) for each in members}
    in_cover = replace(
        context, state=replace(context.state, combatants={**context.state.combatants, **hidden})
    )
    for mine, (one, own) in enumerate(zip(members, arms, strict=True)):
        for place, weapon in enumerate(own):
            save[0, mine, place] = tests.save_against(one, weapon)
            save[1, mine, place] = tests.save_against(one, weapon, in_cover=True)
            change[mine, place] = tests.change_of_attack(one, weapon)
            for theirs, other in enumerate(members):
                if is_foe(one) != is_foe(other) and weapon.bands:
                    alike = theirs, weapon.tiers, weapon.kind, weapon.effects
                    if alike not in known:
                        harm = _harm(context, one, other, weapon)
                        known[alike] = (
                            harm,
                            _harm(in_cover, one, other, weapon) if weapon.is_ranged else harm,
                        )
                    for covered, (damage, scares) in enumerate(known[alike]):
                        applied[covered, mine, place, theirs] = damage
                        frightens[covered, mine, place, theirs] = scares

    ranged = [[each.is_ranged for each in own] + [False] * (shape[1] - len(own)) for own in arms]
    danger = (applied[0, ..., 0] * np.array(ranged, bool).reshape(shape)[..., None]).max(axis=1)

    def of(values: Any, kind: Any = bool) -> Any:  # noqa: ANN401 - a table of any numbers
        """Returns a number of each weapon."""
        found = np.zeros(shape, kind)
        for mine, (one, own) in enumerate(zip(members, arms, strict=True)):
            for place, weapon in enumerate(own):
                found[mine, place] = values(one, weapon)
        return found.ravel()

    return Weapons(
        is_there=of(lambda one, weapon: bool(weapon.bands)),
        magazine=of(lambda one, weapon: weapon.magazine, np.intp),
        ammo=of(lambda one, weapon: one.gauges.get(weapon.ammo, 0), np.intp),
        is_jammed=of(lambda one, weapon: gear.is_jammed(one, weapon.key)),
        is_dropped=of(lambda one, weapon: gear.is_dropped(one, weapon.key)),
        is_melee=of(lambda one, weapon: weapon.kind == "melee"),
        is_two_handed=of(lambda one, weapon: weapon.is_two_handed),
        effects=of(
            lambda one, weapon: sum({EFFECTS.get(key, 0) for key in weapon.effects}), np.intp
        ),
        save=save.ravel(),
        change=change.ravel(),
        applied=applied.ravel(),
        frightens=frightens.ravel(),
        danger=danger.T,
    )


def _harm(context: RulesContext, one: Combatant, other: Combatant, weapon: Weapon) -> _Harm:
    """Returns what an attack does to its target, by the ways of ``Strike``; it is no matter who makes it.

    Source: CHR-36, CHR-37, CHR-43, CHR-44.
    """
    command = Attack(who=one.id, target=other.id, weapon=weapon.key, band=_band(weapon))
    plan = plan_attack(context, command)
    strike = strike_of(context, plan, other, save=plan.save)
    return strike.applied, strike.frightens
