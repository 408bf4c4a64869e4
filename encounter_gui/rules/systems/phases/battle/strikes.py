"""Attacks of many fights at once: who acts, with what and on whom, the dice, and results that are true at once.

Source: PHA-19, PHA-23, PHA-26 to PHA-35, PHA-77, PHA-78.
"""

import numpy as np

from encounter_gui.rules.engine.battle.battle import targets
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.battle import dodging, harm
from encounter_gui.rules.systems.phases.battle.field import DONE, Field, Places
from encounter_gui.rules.systems.phases.battle.roster import (
    BARE,
    FUMBLE,
    HANDS,
    WOUND,
    Bools,
    Ints,
)

_ONE_LEVEL = 1_000
"""How much more a level of a wound says of what is left than anybody's strength."""


def act(
    field: Field, cell: Ints, place: Places, *, has_ties: bool, looks_ahead: bool = False
) -> None:
    """Lets each of these act once, at most one group of equals in each fight, in the order of joining.

    All roll from the state before all of them; ``place`` (T,) is where the phase of each fight is. Where it is looked
    ahead, they are of several groups, and who comes after the first harm in a fight has not acted yet. Source: PHA-19,
    PHA-23.
    """
    state = field.state
    who = cell // state.number.size
    fight = cell - who * state.number.size
    number, wielded, target, outcome, hit_row = _roll(field, who, fight, cell, place)
    harms = (outcome >= WOUND) | (outcome < 0)
    acted = cell
    if looks_ahead:
        place = _first_places(field, cell[number[harms]])
        acts = state.pending.ravel().take(cell) <= place.take(fight)
        acted, counts = cell[acts], acts.take(number)
        number, wielded, target = number[counts], wielded[counts], target[counts]
        outcome, hit_row, harms = outcome[counts], hit_row[counts], harms[counts]
    attackers = cell if number.size == cell.size else cell[number]
    _spend(field, attackers, wielded, outcome == FUMBLE)
    field.release()
    hits = harms.nonzero()[0]
    target, outcome, hit_row = target[hits], outcome[hits], hit_row[hits]
    late = np.zeros(target.size, np.int64)
    if has_ties:
        hits = number[hits]
        at_once = state.pending.ravel().take(target) == place.take(fight[hits])
        late = 1 * (at_once & (target > cell[hits]))
    state.used.reshape(-1)[acted] += 1
    if field.has_tasks:
        _count_task(field, acted)
    else:
        state.pending.reshape(-1)[acted] = DONE
    while target.size:
        is_first = _first_of_each(field, target) if has_ties else None
        if is_first is None:
            harm.hurt(field, target, outcome, hit_row, late)
            break
        now, then = is_first.nonzero()[0], (~is_first).nonzero()[0]
        harm.hurt(field, target[now], outcome[now], hit_row[now], late[now])
        target, outcome, hit_row, late = target[then], outcome[then], hit_row[then], late[then]
    field.decide_fallen()


def _first_places(field: Field, cell: Ints) -> Places:
    """Returns the first place in the phase of each fight, (T,), at which one of these acts; ``DONE``: none does."""
    pending = field.state.pending
    places = np.full(pending.shape, DONE)
    places.reshape(-1)[cell] = pending.ravel().take(cell)
    return np.asarray(places.min(axis=0))


def _first_of_each(field: Field, target: Ints) -> Bools | None:
    """Returns which are the first attacks on their targets; None: all of them are. Source: PHA-78."""
    number = np.arange(target.size)
    first = np.empty(field.state.used.size, np.int64)
    first[target[::-1]] = number[::-1]
    is_first: Bools = first.take(target) == number
    return None if np.count_nonzero(is_first) == target.size else is_first


def _count_task(field: Field, cell: Ints) -> None:
    """Notes whose attacks of this phase are all made, or who has no action left. Source: PHA-23, PHA-24."""
    state = field.state
    todo = state.todo.reshape(-1)
    todo[cell] -= 1
    spent = state.used.ravel().take(cell) + state.lost.ravel().take(cell)
    is_done = (todo.take(cell) <= 0) | (field.at(cell, field.attacks.limit) <= spent)
    state.pending.reshape(-1)[cell[is_done]] = DONE
    state.needs_care.reshape(-1)[cell] = True


def _roll(
    field: Field, who: Ints, fight: Ints, cell: Ints, place: Places
) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    """Rolls an action of each of these; what they do before it, their recoil and dodging are true now.

    Returns numbers of those among them that attack, with what, their targets in the arrays, the outcomes, and the rows
    of each single round. Source: PHA-19, PHA-23, PHA-33, PHA-35, PHA-77.
    """
    state, attacks = field.state, field.attacks
    number, hand = np.arange(cell.size), state.hand.ravel().take(cell)
    variant: Ints | int = 0
    unsteady: Ints | int = 0
    care = state.needs_care.ravel().take(cell).nonzero()[0]
    if care.size:
        is_able = np.ones(cell.size, bool)
        variant, unsteady = np.zeros_like(hand), np.zeros_like(hand)
        hand[care], variant[care], unsteady[care], is_able[care] = _with_care(
            field, cell[care], who[care]
        )
        if np.count_nonzero(is_able) < cell.size:
            number = is_able.nonzero()[0]
            who, fight, cell, hand = who[number], fight[number], cell[number], hand[number]
            variant, unsteady = variant[number], unsteady[number]
    target = _aimed(field, who, fight)
    aimed = target * state.number.size + fight
    wielded = who * HANDS + hand
    attack = state.epoch.take(fight) * (field.size * HANDS) + wielded
    plan = (attack * attacks.kinds + variant) * field.size + target
    row = attacks.lead.take(plan)
    row += state.own.ravel().take(cell)
    row += state.given.ravel().take(aimed)
    row += unsteady
    is_passive = None
    if attacks.any_passive:
        is_passive = attacks.is_passive.take(attack * field.size + target)
        row += state.penalty.ravel().take(aimed) * is_passive
    if field.counts_recoil:
        row -= _recoil(field, fight, cell, wielded)
    lowest, highest = attacks.lowest.take(plan), attacks.highest.take(plan)
    if field.orders.any_defends:
        known = np.minimum(np.maximum(row, lowest), highest)
        is_early = state.pending.ravel().take(aimed) > place.take(fight)
        row -= dodging.dodge(field, aimed, known, is_early, is_passive)
    row = np.minimum(np.maximum(row, lowest), highest)
    outcome = field.setting.tables.draw(field.rng, row).astype(np.int64)
    return number, wielded, aimed, outcome, attacks.hit_row.take(plan)


def _recoil(field: Field, fight: Ints, cell: Ints, wielded: Ints) -> Ints:
    """Returns what recoil takes from attacks, and notes that they are made. Source: PHA-33."""
    state, arms = field.state, field.arms
    each = arms.recoil.ravel().take(wielded)
    recoil, is_first = state.recoil.reshape(-1), state.epoch.take(fight) == 0
    before = recoil.take(cell)
    recoil[cell] += each if field.setting.keeps_recoil else each * is_first
    state.has_fired.reshape(-1)[cell] |= arms.is_single.ravel().take(wielded) & is_first
    return np.asarray(before * (each > 0))


def _spend(field: Field, cell: Ints, wielded: Ints, fumbled: Bools) -> None:
    """Takes rounds, and notes who is off balance or has a jam now. Source: PHA-35, PHA-77."""
    state, arms = field.state, field.arms
    loaded = cell * HANDS + wielded % HANDS
    ammo = state.ammo.reshape(-1)
    before, rounds = ammo.take(loaded), arms.rounds.ravel().take(wielded)
    left = np.where(before < 0, before, np.maximum(before - rounds, 0))
    ammo[loaded] = left
    short = ((left < rounds) & (before >= 0)).nonzero()[0]
    if short.size:
        state.needs_care.reshape(-1)[cell[short]] = True
    failed = fumbled.nonzero()[0]
    if failed.size:
        cell, wielded, loaded = cell[failed], wielded[failed], loaded[failed]
        state.needs_care.reshape(-1)[cell] = True
        is_melee = arms.is_melee.ravel().take(wielded)
        state.is_off_balance.reshape(-1)[cell[is_melee]] = True
        jams = arms.can_jam.ravel().take(wielded)
        state.is_jammed.reshape(-1)[loaded[jams]] = True


def _with_care(field: Field, cell: Ints, who: Ints) -> tuple[Ints, Ints, Ints, Bools]:
    """Looks at everything that can keep somebody from attacking as usual.

    Returns the hands, which plans of the attack, what being off balance takes, and who attacks at all.
    """
    state, arms = field.state, field.arms
    gone = state.is_gone.reshape(-1, HANDS).take(cell, axis=0)
    first: Ints = gone.argmin(axis=1)
    off_balance = state.is_off_balance.reshape(-1)
    unsteady = off_balance.take(cell) * field.at(cell, field.attacks.unsteady)
    off_balance[cell] = False
    is_busy = _make_ready(field, cell, who, first)
    is_fit = _is_usable(field, cell, who, first)
    hand, is_able = first, ~is_busy
    if np.count_nonzero(is_fit) < cell.size:
        hand = np.where(is_fit, first, BARE)
        is_able &= is_fit | _is_usable(field, cell, who, hand)
    wielded = who * HANDS + hand
    ammo = state.ammo.ravel().take(cell * HANDS + hand)
    rounds = arms.rounds.ravel().take(wielded)
    loads = np.minimum(np.maximum(ammo, 0), rounds)
    variant = arms.variant.ravel().take(wielded * arms.variant.shape[2] + loads)
    variant = np.where(ammo < 0, 0, variant)
    state.hand.reshape(-1)[cell] = hand
    stays = ~is_able | state.is_jammed.ravel().take(cell * HANDS + first)
    stays |= (ammo >= 0) & (ammo < rounds)
    state.needs_care.reshape(-1)[cell] = stays
    return hand, variant, unsteady, is_able


def _make_ready(field: Field, cell: Ints, who: Ints, hand: Ints) -> Bools:
    """Reloads what is empty, else clears what is jammed; returns whose action is used up by it. Source: PHA-26."""
    state, setting = field.state, field.setting
    ammo, is_jammed = state.ammo.reshape(-1), state.is_jammed.reshape(-1)
    held = cell * HANDS + hand
    magazine = field.arms.magazine.ravel().take(who * HANDS + hand)
    is_empty = (ammo.take(held) == 0) & (magazine > 0)
    clears = is_jammed.take(held) & (~is_empty | setting.reload_is_free)
    ammo[held[is_empty]] = magazine[is_empty]
    is_jammed[held[clears]] = False
    is_busy: Bools = is_empty & (not setting.reload_is_free)
    is_busy |= clears & (not setting.clear_is_free)
    return is_busy


def _is_usable(field: Field, cell: Ints, who: Ints, hand: Ints) -> Bools:
    """Returns whether the rules let it be attacked with. Source: PHA-27, PHA-53, PHA-64, PHA-77."""
    state, arms, body = field.state, field.arms, field.body
    wielded = who * HANDS + hand
    is_usable = arms.is_allowed.ravel().take(wielded)
    is_usable &= state.ammo.ravel().take(cell * HANDS + hand) != 0
    is_usable &= ~(arms.is_single.ravel().take(wielded) & state.has_fired.ravel().take(cell))
    for number, arm in enumerate(body.arms):
        if arm >= 0:
            is_useless = body.is_useless[field.levels(cell, arm)]
            is_usable &= ~(is_useless & arms.needs.ravel().take(wielded * 2 + number))
    return np.asarray(is_usable, np.bool_)


def _aimed(field: Field, who: Ints, fight: Ints) -> Ints:
    """Returns whom each aims at: by the doctrine of its side."""
    setting, state = field.setting, field.state
    foes = setting.is_foe.take(who)
    if field.is_simple:
        return state.aims.ravel().take(foes * state.number.size + fight)
    standing = ~state.is_out.T[fight] & (setting.is_foe != foes[:, None])
    worst = state.level.max(axis=2).T[fight].astype(np.int64)
    left = (mechanics.DESTROYED - worst) * _ONE_LEVEL + field.body.toughness
    taken = worst - setting.start.level.max(axis=1)
    return targets(field.orders, foes, standing, left, taken, field.distances[who])
