"""The phases of many fights: each begins its next one once nobody has to act any more in its own.

Source: PHA-11, PHA-24, PHA-33, PHA-64, PHA-70, PHA-72.
"""

import numpy as np

from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.battle.field import DONE, NEVER, Field, by_row
from encounter_gui.rules.systems.phases.battle.roster import Bools, Ints


def begin(field: Field, fights: Ints) -> None:
    """Begins the next phase of these fights; those after the last phase are over. Source: PHA-11, PHA-24."""
    state = field.state
    phase = state.phase[fights] + 1
    goes_on = phase <= field.orders.most_rounds
    if np.count_nonzero(goes_on) < fights.size:
        state.is_over[fights[~goes_on]] = True
        fights, phase = fights[goes_on], phase[goes_on]
    state.phase[fights] = phase
    state.used[:, fights] = 0
    state.pending[:, fights] = state.turn.take(fights, axis=1)
    if field.orders.any_defends:
        state.dodges[:, fights] = False
    if field.setting.keeps_recoil:
        state.recoil[:, fights[(phase - 1) % mechanics.PHASES_A_ROUND == 0]] = 0
    woken = fights[phase >= state.wakes[fights]]
    if woken.size:
        _wake(field, woken)


def _wake(field: Field, fights: Ints) -> None:
    """Begins a phase in which something is due besides everybody's action."""
    state, attacks = field.state, field.attacks
    phase = state.phase[fights]
    epoch = attacks.starts.searchsorted(phase, "right") - 1
    changed = epoch != state.epoch[fights]
    if np.count_nonzero(changed):
        _begin_epoch(field, fights[changed], epoch[changed])
    _clock(field, fights, phase)
    everybody = np.arange(field.size)[:, None]
    limit = by_row(attacks.limit, epoch * field.size + everybody)
    stunned = state.stunned.take(fights, axis=1)
    lost = np.minimum(stunned, limit)
    state.lost[:, fights] = lost
    who, row = stunned.nonzero()
    state.stunned[who, fights[row]] = stunned[who, row] - lost[who, row]
    idle = limit <= lost
    if not attacks.can_act.all():
        idle |= ~attacks.can_act[epoch].T
    who, row = idle.nonzero()
    state.pending[who, fights[row]] = DONE
    _sleep(field, fights, stunned.max(axis=0) > 0)


def _begin_epoch(field: Field, fights: Ints, epoch: Ints) -> None:
    """Begins to attack as the state says from this phase on, once each phase. Source: PHA-23, PHA-33."""
    state = field.state
    state.epoch[fights] = epoch
    field.reckon(fights)
    state.needs_care[:, fights] |= state.has_fired[:, fights]
    state.has_fired[:, fights] = False
    state.todo[:, fights] = 1
    if not field.setting.keeps_recoil:
        state.recoil[:, fights] = 0


def _clock(field: Field, fights: Ints, phase: Ints) -> None:
    """Lets the clinically dead die when it is time, and rolls Shock Tests that are due. Source: PHA-70, PHA-72."""
    state, body = field.state, field.body
    due = state.death_due.take(fights, axis=1)
    who, row = ((due > 0) & (due <= phase)).nonzero()
    if who.size:
        state.is_dead[who, fights[row]] = True
        state.death_due[who, fights[row]] = 0
    due = state.shock_due.take(fights, axis=1)
    who, row = ((due > 0) & (due <= phase)).nonzero()
    cell = who * state.number.size + fights[row]
    alive = (~state.is_dead.ravel().take(cell)).nonzero()[0]
    if not alive.size:
        return
    who, cell, now = who[alive], cell[alive], phase[row[alive]]
    worst = field.worst(cell)
    passed = field.rng.random(cell.size) < body.shock_passes[who, worst]
    state.shock_due.reshape(-1)[cell] = np.where(passed, now + body.interval[worst], 0)
    failed = cell[~passed]
    if body.reanimates:
        state.death_due.reshape(-1)[failed] = now[~passed] + body.reanimates
    else:
        state.is_dead.reshape(-1)[failed] = True
    state.is_down.reshape(-1)[failed] = True
    field.fall(failed)
    field.decide_fallen()


def _sleep(field: Field, fights: Ints, soon: Bools) -> None:
    """Notes the phase before which these fights have to be looked at again; ``soon`` (k,): before the next."""
    state, starts = field.state, field.attacks.starts
    phase = state.phase[fights]
    wakes = np.append(starts, NEVER)[starts.searchsorted(phase, "right")]
    for known in (state.shock_due, state.death_due):
        who, row = (due := known.take(fights, axis=1)).nonzero()
        np.minimum.at(wakes, row, due[who, row])
    state.wakes[fights] = np.where(soon, phase + 1, wakes)
