"""Attacks of many fights at once: whom they are aimed at, the dice, damage, and what goes wrong.

Source: CHR-36 to CHR-45, CHR-73.
"""

import numpy as np

from encounter_gui.rules.engine.battle.battle import targets
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.battle import aftermath
from encounter_gui.rules.systems.chrome.battle.field import Field, Rows
from encounter_gui.rules.systems.chrome.battle.roster import (
    COMBAT,
    DROP,
    EMPTY,
    EXPOSED,
    FRENZY,
    JAM,
    SEVER,
    Bools,
)


def attack(field: Field, fights: Rows, who: Rows, weapon: Rows, *, by_operator: bool) -> None:
    """Lets each attack once, with all that follows from it. Source: CHR-36, CHR-63, CHR-73."""
    aimed = _aimed(field, fights, who)
    field.aimed[fights] = aimed
    strike(field, fights, who, weapon, aimed, by_operator=by_operator)
    finish_gesture(field, fights)


def finish_gesture(field: Field, fights: Rows) -> None:
    """Settles what is owed, ends fights that are over, and lets those in a frenzy attack at once. Source: CHR-63."""
    if field.any_owing:
        aftermath.settle(field, fights)
    if field.has_fallen:
        field.has_fallen = False
        field.end(fights)
    if field.any_frenzy:
        _rage(field, fights)


def _rage(field: Field, fights: Rows) -> None:
    """Lets everybody in a frenzy attack, out of turn, at no cost. Source: CHR-63."""
    field.any_frenzy = False
    for column in field.roster.by_speed:
        here = fights[field.open[fights] & (field.marks[fights, column] & FRENZY > 0)]
        if not here.size:
            continue
        who = np.full(here.size, column)
        field.marks[here, column] &= ~FRENZY
        weapon, is_there = usable(field, here, who)
        able = is_there & field.is_in[here, column]
        if able.any():
            attack(field, here[able], who[able], weapon[able], by_operator=True)


def usable(field: Field, fights: Rows, who: Rows) -> tuple[Rows, Bools]:
    """Returns the weapon each can use now, what is in hand first, then by the list; and whether there is any."""
    held = field.held[fights, who]
    found, is_there = held.copy(), field.ready[fights, who].copy()
    for number in range(field.weapons.is_there.shape[1]):
        if is_there.all():
            break
        other = np.full(fights.size, number)
        takes = ~is_there & field.can_use(fights, who, other)
        found[takes], is_there[takes] = number, True
    return found, is_there


def _aimed(field: Field, fights: Rows, who: Rows) -> Rows:
    """Returns whom each aims at: by the doctrine of its side."""
    is_foe, orders = field.roster.is_foe, field.orders
    standing = field.is_in[fights] & (is_foe != is_foe[who][:, None])
    if orders.pc == orders.foe == "simple":
        return np.asarray(standing.argmax(axis=1), np.intp)
    left = field.health[fights]
    taken = field.roster.health - left
    return targets(orders, is_foe[who], standing, left, taken, field.distances[who])


def strike(
    field: Field, fights: Rows, who: Rows, weapon: Rows, aimed: Rows, *, by_operator: bool
) -> None:
    """Rolls one attack of each and lets it take effect. Source: CHR-36, CHR-39, CHR-41, CHR-43, CHR-44."""
    roster, weapons = field.roster, field.weapons
    _fire(field, fights, who, weapon)
    doubled = np.zeros(fights.size, np.intp)
    if by_operator:
        ranks = _test(field, fights, who, weapon, aimed)
        fumbles = ranks == mechanics.CRITICAL_FAILURE
        if fumbles.any():
            _complicate(field, fights[fumbles], who[fumbles], weapon[fumbles])
        hits = ranks >= mechanics.SUCCESS
        fights, who, weapon, aimed = fights[hits], who[hits], weapon[hits], aimed[hits]
        doubled = (ranks[hits] == mechanics.CRITICAL_SUCCESS).astype(np.intp)
    way = 2 * doubled
    saves = roster.is_operator[aimed]
    if saves.any():
        ranks = np.full(fights.size, mechanics.FAILURE)
        test = weapons.save[who, weapon][saves]
        ranks[saves] = field.save(test, fights[saves], aimed[saves])
        if not by_operator:
            field.marks[fights[saves], aimed[saves]] &= ~field.setting.exposed
        hits = ranks < mechanics.SUCCESS
        way += ranks == mechanics.CRITICAL_FAILURE
        fights, who, weapon, aimed, way = (each[hits] for each in (fights, who, weapon, aimed, way))
        scared = weapons.frightens[who, weapon, aimed, way]
        field.frighten(fights[scared], aimed[scared])
    damage = weapons.applied[who, weapon, aimed, way]
    field.hurt(fights, aimed, damage)
    _critical(field, fights, who, weapon, aimed, way)


def _fire(field: Field, fights: Rows, who: Rows, weapon: Rows) -> None:
    """Takes a shot off each firearm, hit or miss, and remembers what is in hand. Source: CHR-29b, CHR-36."""
    field.held[fights, who] = weapon
    shoots = field.weapons.magazine[who, weapon] > 0
    if shoots.any():
        fights, who, weapon = fights[shoots], who[shoots], weapon[shoots]
        left = field.ammo[fights, who, weapon] - 1
        field.ammo[fights, who, weapon] = left
        empty = left <= 0
        field.ready[fights[empty], who[empty]] = False


def _test(field: Field, fights: Rows, who: Rows, weapon: Rows, aimed: Rows) -> Rows:
    """Rolls the Combat Checks, with the Stress and Conviction they bring. Source: CHR-17 to CHR-19, CHR-24."""
    once = field.tests.stat_once
    if field.any_unnoticed:
        unseen = field.unnoticed[fights, who, aimed]
        field.unnoticed[fights, who, aimed] = False
        ranks = field.roll(COMBAT + unseen.astype(np.intp), fights, who, once)
    else:
        ranks = field.roll(COMBAT, fights, who, once)
    field.change_conviction(fights, who, field.weapons.change[who, weapon, ranks])
    return np.asarray(ranks)


def _critical(field: Field, fights: Rows, who: Rows, weapon: Rows, aimed: Rows, way: Rows) -> None:
    """Applies the critical effects of critical hits, a Sever of any by house rule. Source: CHR-38, CHR-43, CHR-54."""
    effects = field.weapons.effects[who, weapon]
    if not effects.any():
        return
    critical = (way >= 2) | ((way == 1) & field.setting.critical_save)
    always = SEVER if field.setting.severs_always else 0
    effects = np.where(critical, effects, effects & always)
    has = effects > 0
    if has.any():
        aftermath.take_effect(field, fights[has], aimed[has], effects[has])


def _complicate(field: Field, fights: Rows, who: Rows, weapon: Rows) -> None:
    """Rolls what goes wrong with fumbled attacks; nobody stands in the line of a shot. Source: CHR-40."""
    weapons, table = field.weapons, field.setting.complications
    face = field.rng.integers(0, table.shape[1], fights.size)
    effect = table[weapons.is_melee[who, weapon].astype(np.intp), face]
    effect = np.where((effect == EMPTY) & (weapons.magazine[who, weapon] == 0), EXPOSED, effect)
    for kind in (JAM, EMPTY, DROP, EXPOSED):
        those = effect == kind
        here, mine, arm = fights[those], who[those], weapon[those]
        if kind == JAM:
            field.is_jammed[here, mine, arm] = True
        elif kind == EMPTY:
            field.ammo[here, mine, arm] = 0
        elif kind == DROP:
            aftermath.drop(field, here, mine, arm)
        else:
            field.marks[here, mine] |= field.setting.exposed
            continue
        field.ready[here, mine] = False
