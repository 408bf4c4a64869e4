"""Attacks of many fights at once: whom they are aimed at, the dice, damage, and what goes wrong.

Source: CHR-36 to CHR-45, CHR-73.
"""

import numpy as np

from encounter_gui.rules.engine.battle.battle import targets
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.battle import aftermath
from encounter_gui.rules.systems.chrome.battle.field import Field, Rows, Those
from encounter_gui.rules.systems.chrome.battle.roster import (
    COMBAT,
    DROP,
    EMPTY,
    EXPOSED,
    FRENZY,
    JAM,
    RANKS,
    SEVER,
    Bools,
)

_DOUBLED = 2
"""The first way of ``Strike`` in which the attacker's check was a Critical Success."""


def attack(field: Field, those: Those, arm: Rows, *, by_operator: bool) -> None:
    """Lets each attack once, with all that follows from it. Source: CHR-36, CHR-63, CHR-73."""
    aimed = _aimed(field, those)
    field.aimed[those.fights] = aimed
    strike(field, those, arm, aimed, by_operator=by_operator)
    finish_gesture(field, those.fights)


def finish_gesture(field: Field, fights: Rows) -> None:
    """Settles what is owed, ends fights that are over, and lets those in a frenzy attack at once. Source: CHR-63."""
    aftermath.settle(field, fights)
    if field.fallen:
        field.end()
    if field.any_frenzy:
        _rage(field, fights)


def _rage(field: Field, fights: Rows) -> None:
    """Lets everybody in a frenzy attack, out of turn, at no cost. Source: CHR-63."""
    field.any_frenzy = False
    for column in sorted(field.roster.by_speed):
        those = field.those(fights, column)
        those = those.where(field.open[fights] & (field.marks[those.at] & FRENZY > 0))
        if not those.at.size:
            continue
        field.marks[those.at] &= ~FRENZY
        arm, is_there = usable(field, those)
        able = is_there & field.is_in[those.at]
        if able.any():
            attack(field, those.where(able), arm[able], by_operator=True)


def usable(field: Field, those: Those) -> tuple[Rows, Bools]:
    """Returns the weapon each can use now, what is in hand first, then by the list; and whether there is any."""
    arm, is_there = field.held[those.at], field.ready[those.at]
    width = field.arms // field.size
    for number in range(width):
        if is_there.all():
            break
        other = those.who * width + number
        takes = ~is_there & field.can_use(those, other)
        arm = np.where(takes, other, arm)
        is_there = is_there | takes
    return arm, is_there


def _aimed(field: Field, those: Those) -> Rows:
    """Returns whom each aims at: by the doctrine of its side."""
    orders, roster = field.orders, field.roster
    standing = field.rows(field.is_in, those.fights) & field.is_enemy.take(those.who, axis=0)
    if orders.pc == orders.foe == "simple":
        return np.asarray(standing.argmax(axis=1), np.intp)
    left = field.rows(field.health, those.fights)
    foes, far = roster.is_foe[those.who], field.distances.take(those.who, axis=0)
    return targets(orders, foes, standing, left, roster.health - left, far)


def strike(field: Field, those: Those, arm: Rows, aimed: Rows, *, by_operator: bool) -> None:
    """Rolls one attack of each and lets it take effect. Source: CHR-36, CHR-39, CHR-41, CHR-43, CHR-44."""
    roster, weapons, setting = field.roster, field.weapons, field.setting
    _fire(field, those, arm)
    if by_operator:
        ranks = _test(field, those, arm, aimed)
        fumbles = ranks == mechanics.CRITICAL_FAILURE
        if fumbles.any():
            _complicate(field, those.where(fumbles), arm[fumbles])
        hits = (ranks >= mechanics.SUCCESS).nonzero()[0]
        arm, aimed = arm.take(hits), aimed.take(hits)
        way = np.where(ranks.take(hits) == mechanics.CRITICAL_SUCCESS, _DOUBLED, 0)
        victims = field.those(those.fights.take(hits), aimed)
    else:
        victims = field.those(those.fights, aimed)
        way = np.zeros(aimed.size, np.intp)
    wielded = arm  # its number among those used on who is, or is not, in cover
    if field.orders.any_defends:
        wielded = arm + field.arms * field.in_cover[victims.at]
    saves = roster.is_operator[aimed]
    if saves.any():
        savers = victims.where(saves)
        ranks = np.full(aimed.size, mechanics.FAILURE)
        ranks[saves] = field.save(weapons.save[wielded[saves]], savers)
        if not by_operator and setting.exposed:
            field.marks[savers.at] &= ~setting.exposed
        way += ranks == mechanics.CRITICAL_FAILURE
        hits = (ranks < mechanics.SUCCESS).nonzero()[0]
        arm, way, wielded = arm.take(hits), way.take(hits), wielded.take(hits)
        victims = victims.take(hits)
        place = (wielded * field.size + victims.who) * RANKS + way
        field.frighten(victims.where(weapons.frightens[place]))
    else:
        place = (wielded * field.size + victims.who) * RANKS + way
    field.hurt(victims, weapons.applied[place])
    effects = weapons.effects[arm]
    if effects.any():
        critical = (way >= _DOUBLED) | ((way > 0) & setting.critical_save)
        always = SEVER if setting.severs_always else 0
        effects = np.where(critical, effects, effects & always)
        has = effects > 0
        if has.any():
            aftermath.take_effect(field, victims.where(has), effects[has])


def _fire(field: Field, those: Those, arm: Rows) -> None:
    """Takes a shot off each firearm, hit or miss, and remembers what is in hand. Source: CHR-29b, CHR-36."""
    field.held[those.at] = arm
    shoots = field.weapons.magazine[arm] > 0
    if shoots.any():
        if not shoots.all():
            those, arm = those.where(shoots), arm[shoots]
        place = field.arm_at(those, arm)
        left = field.ammo[place] - 1
        field.ammo[place] = left
        empty = left <= 0
        if empty.any():
            field.ready[those.at[empty]] = False


def _test(field: Field, those: Those, arm: Rows, aimed: Rows) -> Rows:
    """Rolls the Combat Checks, with the Stress and Conviction they bring. Source: CHR-17 to CHR-19, CHR-24."""
    test: int | Rows = COMBAT
    if field.any_unnoticed:
        place = those.at * field.size + aimed
        test = COMBAT + field.unnoticed[place].astype(np.intp)
        field.unnoticed[place] = False
    ranks = field.roll(test, those, field.tests.stat_once)
    field.change_conviction(those, field.weapons.change[arm * RANKS + ranks])
    return ranks


def _complicate(field: Field, those: Those, arm: Rows) -> None:
    """Rolls what goes wrong with fumbled attacks; nobody stands in the line of a shot. Source: CHR-40."""
    weapons, table = field.weapons, field.setting.complications
    face = field.rng.integers(0, table.shape[1], those.at.size)
    effect = table[weapons.is_melee[arm].astype(np.intp), face]
    effect = np.where((effect == EMPTY) & (weapons.magazine[arm] == 0), EXPOSED, effect)
    place = field.arm_at(those, arm)
    field.is_jammed[place[effect == JAM]] = True
    field.ammo[place[effect == EMPTY]] = 0
    drops = effect == DROP
    aftermath.drop(field, those.where(drops), arm[drops])
    field.ready[those.at[(effect == JAM) | (effect == EMPTY)]] = False
    field.marks[those.at[effect == EXPOSED]] |= field.setting.exposed
