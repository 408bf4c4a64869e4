"""What attacks, fire and waking lead to, before anybody acts again: Saves at 0 Health, critical effects, panic.

Source: CHR-38, CHR-54, CHR-57 to CHR-63, CHR-73.
"""

import numpy as np

from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.battle.field import Field, Rows
from encounter_gui.rules.systems.chrome.battle.roster import (
    ABLAZE,
    BURNS,
    DEATH,
    FRENZY,
    HELD_BACK,
    KNOCKDOWN,
    SEVER,
    SHOCKS,
    THE_HEAD,
)

_ARMS = 2
_RIGHT_ARM = 0


def settle(field: Field, fights: Rows) -> None:
    """Rolls all that is owed in these fights, in the order of the rules. Source: CHR-73."""
    if not field.any_owing:
        return
    fights = fights[field.is_owing[fights]]
    all_fights = fights
    while fights.size:
        _save_lives(field, fights)
        _apply_effects(field, fights)
        owing = fights[(field.owes_panic[fights]).any(axis=1)]
        if owing.size:
            _check_panic(field, owing)
        again = field.owes_panic[fights] | field.owes_save[fights] | (field.effects[fights] > 0)
        fights = fights[again.any(axis=1)]
    field.is_owing[all_fights] = False
    field.any_owing = bool(field.is_owing.any())
    field.checked[all_fights] = False
    field.panicked[all_fights] = False
    field.aimed[all_fights] = -1


# ---- Saves at 0 Health


def _save_lives(field: Field, fights: Rows) -> None:
    """Rolls the Saves of the Operators at 0 Health: unconscious, or dead. Source: CHR-57."""
    if not (owes := field.owes_save[fights]).any():
        return
    for column in np.flatnonzero(owes.any(axis=0)):
        here = fights[owes[:, column]]
        who = np.full(here.size, column)
        field.owes_save[here, column] = False
        lives = field.save(DEATH, here, who) >= mechanics.SUCCESS
        field.die(here[~lives], who[~lives])
        here, who = here[lives], who[lives]
        setting = field.setting
        minutes = field.rng.integers(1, setting.unconscious_sides + 1, here.size)
        field.health[here, who] = setting.surviving_health
        field.cold[here, who] = _last_round(field, minutes * mechanics.ROUNDS_A_MINUTE)
        field.lie_down(here, who)


def _last_round(field: Field, rounds: Rows) -> Rows:
    return np.asarray(max(field.number, 1) + rounds - 1, np.intp)


# ---- critical effects


def take_effect(field: Field, fights: Rows, who: Rows, effects: Rows) -> None:
    """Applies critical effects to targets still alive, and keeps those that wait for a Save. Source: CHR-38, CHR-73."""
    waits = field.owes_save[fights, who]
    if waits.any():
        field.effects[fights[waits], who[waits]] = effects[waits]
        field.owe(fights[waits])
    now = ~waits & (field.health[fights, who] > 0)
    _apply(field, fights[now], who[now], effects[now])


def _apply_effects(field: Field, fights: Rows) -> None:
    if not (waiting := field.effects[fights] > 0).any():
        return
    which, who = np.nonzero(waiting)
    here = fights[which]
    effects = field.effects[here, who].astype(np.intp)
    field.effects[here, who] = 0
    alive = field.health[here, who] > 0
    _apply(field, here[alive], who[alive], effects[alive])


def _apply(field: Field, fights: Rows, who: Rows, effects: Rows) -> None:
    roster, setting = field.roster, field.setting
    marks = np.where((effects & KNOCKDOWN > 0) & ~roster.is_large[who], setting.prone, 0)
    marks |= np.where(effects & BURNS > 0, ABLAZE, 0)
    marks |= np.where((effects & SHOCKS > 0) & ~roster.is_synthetic[who], HELD_BACK, 0)
    field.marks[fights, who] |= marks
    field.ticks |= bool((marks & ABLAZE).any())
    severs = effects & SEVER > 0
    if severs.any():
        sever(field, fights[severs], who[severs])


def sever(field: Field, fights: Rows, who: Rows) -> None:
    """Rolls what a Sever takes: a limb, the head, or nothing more. Source: CHR-49, CHR-54, CHR-55."""
    roster, weapons = field.roster, field.weapons
    limb = field.setting.limbs[field.rng.integers(0, field.setting.limbs.size, fights.size)]
    heads = (limb == THE_HEAD) & roster.may_lose_head[who]
    field.die(fights[heads], who[heads])
    cuts = (limb >= 0) & (limb < THE_HEAD)
    fights, who, limb = fights[cuts], who[cuts], limb[cuts]
    new = (field.severed[fights, who] >> limb) & 1 == 0
    fights, who, limb = fights[new], who[new], limb[new]
    if not fights.size:
        return
    field.severed[fights, who] |= 1 << limb
    field.bleeding[fights, who] += 1
    field.ticks = True
    legs = limb >= _ARMS
    field.marks[fights[legs], who[legs]] |= field.setting.prone
    held = field.held[fights, who]
    both = (field.severed[fights, who] & 3) == 3
    drops = (limb == _RIGHT_ARM) | both | weapons.is_two_handed[who, held]
    drops &= ~legs & (held >= 0) & roster.is_operator[who]
    drop(field, fights[drops], who[drops], held[drops])
    field.refresh(fights, who)


def drop(field: Field, fights: Rows, who: Rows, weapon: Rows) -> None:
    """Drops weapons to the ground. Source: CHR-40, CHR-55."""
    field.is_dropped[fights, who, weapon] = True
    held = field.held[fights, who] == weapon
    field.held[fights[held], who[held]] = -1
    field.ready[fights[held], who[held]] = False


# ---- panic


def _check_panic(field: Field, fights: Rows) -> None:
    """Rolls the Panic Checks of these fights: who was aimed at first, then by Speed. Source: CHR-61, CHR-73."""
    owes = field.owes_panic[fights]
    field.owes_panic[fights] = False
    field.checked[fights] |= owes
    owes &= field.roster.is_operator
    aimed = field.aimed[fights]
    is_aimed = (aimed >= 0) & owes[np.arange(fights.size), aimed]
    _check(field, fights[is_aimed], aimed[is_aimed])
    for column in field.roster.by_speed:
        due = owes[:, column] & ~(is_aimed & (aimed == column))
        if due.any():
            _check(field, fights[due], np.full(int(due.sum()), column))
    _spread(field, fights)


def _check(field: Field, fights: Rows, who: Rows) -> None:
    """Compares a d20 with Conviction, of those still awake. Source: CHR-61."""
    awake = field.is_awake(fights, who)
    fights, who = fights[awake], who[awake]
    face = field.rng.integers(1, mechanics.PANIC_SIDES + 1, fights.size)
    panics = np.asarray(mechanics.panics(face, field.conviction[fights, who]))
    if panics.any():
        _panic(field, fights[panics], who[panics], face[panics])


def _panic(field: Field, fights: Rows, who: Rows, face: Rows) -> None:
    """Applies the rows of the panic table. Source: CHR-63."""
    panic = field.setting.panic
    field.panicked[fights, who] = True
    crashes = panic.crash[face]
    field.conviction[fights[crashes], who[crashes]] = 0
    field.change_conviction(fights, who, -panic.stress[face])
    _unsettle(field, fights, who, panic.near_stress[face])
    marks = panic.marks[face]
    field.marks[fights, who] |= marks
    field.any_frenzy |= bool((marks & FRENZY).any())
    most = np.maximum(field.most_conviction[fights, who] - panic.max_loss[face], 0)
    field.most_conviction[fights, who] = most
    field.conviction[fights, who] = np.minimum(field.conviction[fights, who], most)
    damage = panic.damage[who, face]
    hurts = damage > 0
    field.hurt(fights[hurts], who[hurts], damage[hurts])
    _faint(field, fights, who, face)


def _unsettle(field: Field, fights: Rows, who: Rows, stress: Rows) -> None:
    """Gives Stress to the other Operator listed first. Source: CHR-63."""
    shakes = stress > 0
    if not shakes.any():
        return
    fights, who, stress = fights[shakes], who[shakes], stress[shakes]
    roster = field.roster
    near = field.is_in[fights] & roster.is_operator
    near &= roster.is_foe == roster.is_foe[who][:, None]
    near[np.arange(fights.size), who] = False
    found = near.any(axis=1)
    others = near.argmax(axis=1)
    field.change_conviction(fights[found], others[found], -stress[found])


def _faint(field: Field, fights: Rows, who: Rows, face: Rows) -> None:
    """Lets them faint who still are awake. Source: CHR-63."""
    dice = field.setting.panic.faint[face]
    faints = dice.any(axis=1)
    if not faints.any():
        return
    faints &= field.is_awake(fights, who)
    fights, who, dice = fights[faints], who[faints], dice[faints]
    rounds = dice[:, 2].copy()
    for number in range(int(dice[:, 0].max(initial=0))):
        shown = field.rng.integers(1, np.maximum(dice[:, 1], 1) + 1)
        rounds += np.where(dice[:, 0] > number, shown, 0)
    field.faint[fights, who] = _last_round(field, rounds)
    field.lie_down(fights, who)


def _spread(field: Field, fights: Rows) -> None:
    """Frightens those who have seen several of the squad panic in this gesture. Source: CHR-62."""
    several, roster = field.setting.panic.several, field.roster
    panicked = field.panicked[fights]
    if not several or panicked.sum(axis=1).max(initial=0) < several:
        return
    for column in roster.by_speed:
        mates = panicked & (roster.is_foe == roster.is_foe[column])
        mates[:, column] = False
        sees = (mates.sum(axis=1) >= several) & field.is_in[fights, column]
        field.frighten(fights[sees], np.full(int(sees.sum()), column))
