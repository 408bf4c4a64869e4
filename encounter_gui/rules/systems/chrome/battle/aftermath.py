"""What attacks, fire and waking lead to, before anybody acts again: Saves at 0 Health, critical effects, panic.

Source: CHR-38, CHR-54, CHR-57 to CHR-63, CHR-73.
"""

import numpy as np

from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.battle.field import Field, Rows, Those
from encounter_gui.rules.systems.chrome.battle.roster import (
    ABLAZE,
    BURNS,
    DEATH,
    DOUBTS,
    FRENZY,
    HELD_BACK,
    KNOCKDOWN,
    SEVER,
    SHOCKS,
    THE_HEAD,
    Bools,
)

_RIGHT_ARM, _FIRST_LEG = 0, 2


def settle(field: Field, fights: Rows) -> None:
    """Rolls all that is owed in these fights, in the order of the rules. Source: CHR-73."""
    if not field.any_owing:
        return
    all_fights = fights = fights[field.is_owing[fights]]
    while fights.size:
        _save_lives(field, fights)
        if field.any_effect:
            _apply_effects(field, fights)
        owes = field.rows(field.owes_panic, fights)
        is_owed = owes.any(axis=1)
        if is_owed.any():
            _check_panic(field, fights[is_owed], owes[is_owed])
        again = field.rows(field.owes_panic, fights) | field.rows(field.owes_save, fights)
        fights = fights[again.any(axis=1)]
    field.is_owing[all_fights] = False
    field.any_owing = bool(field.is_owing.any())
    field.checked.reshape(-1, field.size)[all_fights] = False
    if field.any_panic:
        field.panicked.reshape(-1, field.size)[all_fights] = False
        field.any_panic = False
    field.aimed[all_fights] = -1


# ---- Saves at 0 Health


def _save_lives(field: Field, fights: Rows) -> None:
    """Rolls the Saves of the Operators at 0 Health: unconscious, or dead. Source: CHR-57."""
    owes = field.rows(field.owes_save, fights)
    while owes.any():
        those = _taken(field, fights, owes)
        field.owes_save[those.at] = False
        lives = field.save(DEATH, those) >= mechanics.SUCCESS
        field.die(those.where(~lives))
        those = those.where(lives)
        setting = field.setting
        minutes = field.rng.integers(1, setting.unconscious_sides + 1, those.at.size)
        field.health[those.at] = setting.surviving_health
        field.cold[those.at] = _last_round(field, minutes * mechanics.ROUNDS_A_MINUTE)
        field.lie_down(those)


def _taken(field: Field, fights: Rows, owes: Bools) -> Those:
    """Takes the first of those who owe something in each fight off, and returns them."""
    rows = np.flatnonzero(np.any(owes, axis=1))
    who = owes.take(rows, axis=0).argmax(axis=1)
    owes[rows, who] = False
    return field.those(fights.take(rows), who)


def _last_round(field: Field, rounds: Rows) -> Rows:
    return np.asarray(field.number + rounds - 1, np.intp)


# ---- critical effects


def take_effect(field: Field, those: Those, effects: Rows) -> None:
    """Applies critical effects to targets still alive, and keeps those that wait for a Save. Source: CHR-38, CHR-73."""
    waits = field.owes_save[those.at]
    field.effects[those.at[waits]] = effects[waits]
    field.any_effect |= bool(waits.any())
    now = ~waits & (field.health[those.at] > 0)
    _apply(field, those.where(now), effects[now])


def _apply_effects(field: Field, fights: Rows) -> None:
    field.any_effect = False
    waiting = field.rows(field.effects, fights)
    if not waiting.any():
        return
    which, who = np.nonzero(waiting)
    those = field.those(fights[which], who)
    effects = field.effects[those.at]
    field.effects[those.at] = 0
    alive = field.health[those.at] > 0
    _apply(field, those.where(alive), effects[alive])


def _apply(field: Field, those: Those, effects: Rows) -> None:
    roster, setting = field.roster, field.setting
    marks = np.where((effects & KNOCKDOWN > 0) & ~roster.is_large[those.who], setting.prone, 0)
    marks |= np.where(effects & BURNS, ABLAZE, 0)
    marks |= np.where((effects & SHOCKS > 0) & ~roster.is_synthetic[those.who], HELD_BACK, 0)
    field.marks[those.at] |= marks
    field.any_tick |= bool((marks & ABLAZE).any())
    severs = effects & SEVER > 0
    if severs.any():
        _sever(field, those.where(severs))


def _sever(field: Field, those: Those) -> None:
    """Rolls what a Sever takes: a limb, the head, or nothing more. Source: CHR-49, CHR-54, CHR-55."""
    roster, weapons = field.roster, field.weapons
    limb = field.setting.limbs[field.rng.integers(0, field.setting.limbs.size, those.at.size)]
    field.die(those.where((limb == THE_HEAD) & roster.may_lose_head[those.who]))
    cuts = (limb >= 0) & (limb < THE_HEAD)
    cuts &= (field.severed[those.at] >> np.maximum(limb, 0)) & 1 == 0
    those, limb = those.where(cuts), limb[cuts]
    if not those.at.size:
        return
    field.severed[those.at] |= 1 << limb
    field.bleeding[those.at] += 1
    field.any_tick = True
    legs = limb >= _FIRST_LEG
    field.marks[those.at[legs]] |= field.setting.prone
    held = field.held[those.at]
    drops = np.asarray(mechanics.lacks_arms(field.lost_arms(those), weapons.is_two_handed[held]))
    drops |= limb == _RIGHT_ARM
    drops &= ~legs & (held >= 0) & roster.is_operator[those.who]
    drop(field, those.where(drops), held[drops])
    field.refresh(those)


def drop(field: Field, those: Those, arm: Rows) -> None:
    """Drops the weapons in hand to the ground. Source: CHR-40, CHR-55."""
    field.is_dropped[field.arm_at(those, arm)] = True
    field.held[those.at] = -1
    field.ready[those.at] = False


# ---- panic


def _check_panic(field: Field, fights: Rows, owes: Bools) -> None:
    """Rolls the Panic Checks of these fights: who was aimed at first, then by Speed. Source: CHR-61, CHR-73."""
    field.owes_panic.reshape(-1, field.size)[fights] = False
    field.checked.reshape(-1, field.size)[fights] |= owes
    owes = owes & field.roster.is_operator
    aimed = field.aimed[fights]
    is_aimed: Bools = (aimed >= 0) & owes[np.arange(fights.size), aimed]
    if is_aimed.any():
        _check(field, field.those(fights, aimed).where(is_aimed))
        owes[is_aimed, aimed[is_aimed]] = False
    fastest = np.array(field.roster.by_speed, np.intp)
    owes = owes.take(fastest, axis=1)
    while owes.any():
        those = _taken(field, fights, owes)
        _check(field, field.those(those.fights, fastest[those.who]))
    if field.any_panic:
        _spread(field, fights)


def _check(field: Field, those: Those) -> None:
    """Compares a d20 with Conviction, of those still awake. Source: CHR-61."""
    those = those.where(field.is_awake(those.at))
    face = field.rng.integers(1, mechanics.PANIC_SIDES + 1, those.at.size)
    panics = np.asarray(mechanics.panics(face, field.conviction[those.at]))
    if panics.any():
        _panic(field, those.where(panics), face[panics])


def _panic(field: Field, those: Those, face: Rows) -> None:
    """Applies the rows of the panic table. Source: CHR-63."""
    panic = field.setting.panic
    field.panicked[those.at] = field.any_panic = True
    field.conviction[those.at[panic.crash[face]]] = 0
    field.change_conviction(those, -panic.stress[face])
    shakes = panic.near_stress[face] > 0
    if shakes.any():
        _unsettle(field, those.where(shakes), panic.near_stress[face[shakes]])
    marks = panic.marks[face]
    field.marks[those.at] |= marks
    field.any_frenzy |= bool((marks & FRENZY).any())
    field.any_doubt |= bool((marks & DOUBTS).any())
    loss = panic.max_loss[face]
    if loss.any():
        most = np.maximum(field.most_conviction[those.at] - loss, 0)
        field.most_conviction[those.at] = most
        field.conviction[those.at] = np.minimum(field.conviction[those.at], most)
    damage = panic.damage[those.who, face]
    hurts = damage > 0
    if hurts.any():
        field.hurt(those.where(hurts), damage[hurts])
    faints: Bools = np.any(panic.faint[face], axis=1)
    if faints.any():
        _faint(field, those.where(faints), face[faints])


def _unsettle(field: Field, those: Those, stress: Rows) -> None:
    """Gives Stress to the other Operator listed first. Source: CHR-63."""
    near = field.squad(those)
    near[np.arange(those.at.size), those.who] = False
    found: Bools = np.any(near, axis=1)
    others = field.those(those.fights, near.argmax(axis=1)).where(found)
    field.change_conviction(others, -stress[found])


def _faint(field: Field, those: Those, face: Rows) -> None:
    """Lets them faint who still are awake. Source: CHR-63."""
    awake = field.is_awake(those.at)
    those, dice = those.where(awake), field.setting.panic.faint[face[awake]]
    rounds = dice[:, 2].copy()
    for number in range(int(dice[:, 0].max(initial=0))):
        shown = field.rng.integers(1, np.maximum(dice[:, 1], 1) + 1)
        rounds += np.where(dice[:, 0] > number, shown, 0)
    field.faint[those.at] = _last_round(field, rounds)
    field.lie_down(those)


def _spread(field: Field, fights: Rows) -> None:
    """Frightens those who have seen several of the squad panic in this gesture. Source: CHR-62."""
    several, roster = field.setting.panic.several, field.roster
    panicked = field.rows(field.panicked, fights)
    many: Bools = np.sum(panicked, axis=1) >= several
    if not several or not many.any():
        return
    fights, panicked = fights[many], panicked[many]
    for column in roster.by_speed:
        mates = panicked & (roster.is_foe == roster.is_foe[column])
        mates[:, column] = False
        others = field.those(fights, column)
        sees: Bools = np.sum(mates, axis=1) >= several
        field.frighten(others.where(sees & field.is_in[others.at]))
