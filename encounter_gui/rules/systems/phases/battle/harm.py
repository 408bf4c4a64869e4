"""What wounds do in many fights at once: levels, places, stun, Shock Tests, COOL tests. Source: PHA-60 to PHA-66."""

import numpy as np

from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.battle.field import DONE, Field
from encounter_gui.rules.systems.phases.battle.roster import (
    ARM,
    COOL,
    DEATH,
    DROP_LEFT,
    DROP_RIGHT,
    FAINT,
    HANDS,
    LEG,
    LEVEL,
    LEVELS,
    SHOCK,
    STUN,
    WOUND,
    Ints,
)

_AT_PLACE = DEATH | FAINT | STUN | DROP_RIGHT | DROP_LEFT | LEG | ARM


def hurt(field: Field, cell: Ints, outcome: Ints, hit_row: Ints, late: Ints) -> None:
    """Lets outcomes hit combatants, each at most once. Source: PHA-34, PHA-78.

    ``late`` are the actions that combatants have rolled already, but that come true after these. Source: PHA-19.
    """
    most = -int(outcome.min())
    if most <= 0:
        _wound(field, cell, outcome - WOUND, late)
        return
    struck = (outcome >= WOUND).nonzero()[0]
    if struck.size:
        _wound(field, cell[struck], outcome[struck] - WOUND, late[struck])
    for count in range(most):
        more = outcome < -count
        more &= ~field.state.is_dead.ravel().take(cell)
        drawn = field.setting.tables.draw(field.rng, hit_row[more]).astype(np.int64)
        hits = drawn >= WOUND
        _wound(field, cell[more][hits], drawn[hits] - WOUND, late[more][hits])


def _wound(field: Field, cell: Ints, wound: Ints, late: Ints) -> None:
    """Wounds a place of each: level, what it does to the place, Shock Test, COOL test. Source: PHA-60 to PHA-66."""
    state, body = field.state, field.body
    is_dead = state.is_dead.ravel().take(cell)
    if np.count_nonzero(is_dead):
        alive = (~is_dead).nonzero()[0]
        cell, wound, late = cell[alive], wound[alive], late[alive]
    if not cell.size:
        return
    level = state.level.reshape(-1)
    hit = cell * state.level.shape[2] + wound // mechanics.CRITICAL
    before = level.take(hit)
    effect = body.effects.take(wound * LEVELS + before)
    after = effect & LEVEL
    level[hit] = after
    _weaken(field, cell, before, after)
    changed = (effect & _AT_PLACE).nonzero()[0]
    if changed.size:
        _at_place(field, cell[changed], effect[changed], late[changed])
    tested = (effect & SHOCK).nonzero()[0]
    if tested.size:
        _shock(field, cell[tested], after[tested])
    asked = cell[(effect & COOL).nonzero()[0]]
    if asked.size:
        _keep_cool(field, asked)


def _weaken(field: Field, cell: Ints, before: Ints, after: Ints) -> None:
    """Lets wounds take from rolls what they take now; no wound gets better in a fight. Source: PHA-66."""
    state, amounts = field.state, field.body.penalty
    penalty = state.penalty.reshape(-1)
    was, now = penalty.take(cell), amounts.take(after)
    if field.body.adds_penalties:
        now += was - amounts.take(before)
    else:
        now = np.minimum(was, now)
    penalty[cell] = now
    now = now - was
    state.own.reshape(-1)[cell] += now
    state.given.reshape(-1)[cell] -= now


def _at_place(field: Field, cell: Ints, marks: Ints, late: Ints) -> None:
    """Lets wounds that got worse do what they do to the place. Source: PHA-61, PHA-64."""
    state = field.state
    down = (marks & (DEATH | FAINT)).nonzero()[0]
    if down.size:
        state.is_dead.reshape(-1)[cell[(marks & DEATH).nonzero()[0]]] = True
        state.is_down.reshape(-1)[cell[down]] = True
        field.fall(cell[down])
    stunned = (marks & STUN).nonzero()[0]
    if stunned.size:
        _stun(field, cell[stunned], late[stunned])
    arm = (marks & ARM).nonzero()[0]
    if arm.size:
        _lose_arm(field, cell[arm], marks[arm])
    leg = (marks & LEG).nonzero()[0]
    if leg.size:
        _stumble(field, cell[leg])


def _lose_arm(field: Field, cell: Ints, marks: Ints) -> None:
    """Lets weapons fall from wounded arms; those that need them may not be usable any more. Source: PHA-64."""
    state = field.state
    state.needs_care.reshape(-1)[cell] = True
    drops = (marks & (DROP_RIGHT | DROP_LEFT)).nonzero()[0]
    if drops.size:
        cell, is_left = cell[drops], (marks[drops] & DROP_LEFT) // DROP_LEFT
        who = cell // state.number.size
        state.is_gone.reshape(-1, HANDS)[cell] |= field.arms.drops[who, :, is_left]


def _stumble(field: Field, cell: Ints) -> None:
    """Lets those fall whose legs do not carry them any more. Source: PHA-64."""
    state, body = field.state, field.body
    right, left = body.legs
    if right < 0 or left < 0:
        return
    levels = state.level.reshape(-1, state.level.shape[2]).take(cell, axis=0)
    falls = body.falls.take(levels[:, right] * LEVELS + levels[:, left])
    falls &= ~state.is_prone.ravel().take(cell)
    cell = cell[falls.nonzero()[0]]
    state.is_prone.reshape(-1)[cell] = True
    state.own.reshape(-1)[cell] += field.at(cell, field.attacks.prone)
    state.given.reshape(-1)[cell] += field.at(cell, field.attacks.aimed_prone)


def _stun(field: Field, cell: Ints, late: Ints) -> None:
    """Takes an action of this phase, or else of the next, from those who are not down. Source: PHA-64."""
    state = field.state
    awake = (~state.is_down.ravel().take(cell)).nonzero()[0]
    cell, late = cell[awake], late[awake]
    fights = cell % state.number.size
    left = field.at(cell, field.attacks.limit) + late
    left -= state.used.ravel().take(cell) + state.lost.ravel().take(cell)
    now = left > 0
    state.lost.reshape(-1)[cell] += now
    state.stunned.reshape(-1)[cell] += ~now
    state.pending.reshape(-1)[cell[left == 1]] = DONE
    state.wakes[fights] = state.phase[fights] + 1


def _shock(field: Field, cell: Ints, level: Ints) -> None:
    """Rolls the Shock Tests of wounds; of who is In Shock the clock is moved. Source: PHA-62, PHA-70."""
    state, body = field.state, field.body
    known = state.shock_due.ravel().take(cell)
    who = cell // state.number.size
    passed = body.shock_passes.ravel().take(who * body.shock_passes.shape[1] + level)
    moves = field.rng.random(cell.size) >= passed
    moves |= known > 0
    moved = moves.nonzero()[0]
    gone = state.is_dead.ravel().take(cell[moved]) | (state.death_due.ravel().take(cell[moved]) > 0)
    if np.count_nonzero(gone):
        moved = moved[(~gone).nonzero()[0]]
    if not moved.size:
        return
    cell, who, known = cell[moved], who[moved], known[moved]
    fights = cell - who * state.number.size
    due = state.phase[fights] + body.interval.take(field.worst(cell))
    if np.count_nonzero(known):
        due = np.where(known > 0, np.minimum(known, due), due)
    state.shock_due.reshape(-1)[cell] = due
    np.minimum.at(state.wakes, fights, due)
    drops = body.drops_in_shock.take(who).nonzero()[0]
    if drops.size:
        field.fall(cell[drops])


def _keep_cool(field: Field, cell: Ints) -> None:
    """Rolls COOL tests; who fails is out. Source: PHA-63."""
    state, body = field.state, field.body
    who = cell // state.number.size
    spared = state.is_down.ravel().take(cell) | state.has_held.ravel().take(cell)
    spared |= ~body.tests_cool.take(who)
    if np.count_nonzero(spared):
        stays = (~spared).nonzero()[0]
        cell, who = cell[stays], who[stays]
    taken = -state.penalty.ravel().take(cell)
    chance = body.cool_passes.ravel().take(who * body.cool_passes.shape[1] + taken)
    holds = field.rng.random(cell.size) < chance
    state.has_held.reshape(-1)[cell] |= holds
    down = cell[(~holds).nonzero()[0]]
    state.is_down.reshape(-1)[down] = True
    field.fall(down)
