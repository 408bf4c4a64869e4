"""Who gives its attack up for All-Out Dodge, in many fights at once. Source: PHA-25, PHA-48, PHA-51."""

import numpy as np

from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.battle.field import DONE, Field
from encounter_gui.rules.systems.phases.battle.roster import (
    COOL,
    DEATH,
    FAINT,
    LEVEL,
    SHOCK,
    Bools,
    Ints,
)


def dodge(field: Field, aimed: Ints, row: Ints, is_early: Bools, is_passive: Ints | None) -> Ints:
    """Lets targets abort to All-Out Dodge, and returns what dodging takes from each of these attacks.

    A target does so before its initiative, with all of its actions left, when a hit would more likely than not put it
    out; it dodges all attacks of the phase then, those of a tie from the first on that it aborts against.

    Args:
        field: the fights.
        aimed: the targets in the arrays, in the order of the attacks.
        row: the rows of the outcomes against Standard Defense.
        is_early: whose initiative is still to come.
        is_passive: who rolls no defense against this attack; None: everybody does.
    """
    state, attacks, number = field.state, field.attacks, np.arange(aimed.size)
    pending, used = state.pending.reshape(-1), state.used.reshape(-1)
    dodges, is_off_balance = state.dodges.reshape(-1), state.is_off_balance.reshape(-1)
    may = field.defends.take(aimed // state.number.size) & is_early & (pending.take(aimed) != DONE)
    may &= (used.take(aimed) + state.lost.ravel().take(aimed) == 0) & ~dodges.take(aimed)
    may &= field.at(aimed, attacks.can_step) > 0
    if is_passive is not None:
        may &= is_passive == 0
    begins = may.nonzero()[0]
    begins = begins[_would_fall(field, aimed[begins], row[begins])]
    first = np.full(used.size, number.size)
    np.minimum.at(first, aimed[begins], begins)
    since = first.take(aimed)
    takes = state.is_prone.ravel().take(aimed) * field.at(aimed, attacks.dodge_prone)
    takes += field.at(aimed, attacks.dodge)
    takes *= dodges.take(aimed) | (since <= number)
    unsteady = is_off_balance.take(aimed) & (since == number)
    takes += unsteady * field.at(aimed, attacks.dodge_unsteady)
    if is_passive is not None:
        takes *= is_passive == 0
    begun = aimed[begins]
    dodges[begun] = True
    pending[begun] = DONE
    used[begun] = field.at(begun, attacks.limit)
    is_off_balance[begun] = False
    return takes


def _would_fall(field: Field, cell: Ints, row: Ints) -> Bools:
    """Returns who would more likely than not be out by one hit with its tests. Source: PHA-60 to PHA-66."""
    state, body, hits = field.state, field.body, field.setting.hits[row]
    wound, places = np.arange(hits.shape[1]), state.level.shape[2]
    before = state.level.reshape(-1, places)[cell][:, wound // mechanics.CRITICAL]
    effect = body.effects[wound, before]
    after = effect & LEVEL
    who = (cell // state.number.size)[:, None]
    stays = 1.0 * (effect & (DEATH | FAINT) == 0)
    shaken = (effect & SHOCK > 0) & body.drops_in_shock[who]
    stays *= np.where(shaken, body.shock_passes[who, after], 1.0)
    was, amounts = state.penalty.ravel()[cell][:, None], body.penalty
    now = np.minimum(was, amounts[after])
    if body.adds_penalties:
        now = was - amounts[before] + amounts[after]
    asked = (effect & COOL > 0) & body.tests_cool[who] & ~state.has_held.ravel()[cell][:, None]
    stays *= np.where(asked, body.cool_passes[who, -now], 1.0)
    return np.asarray((hits * (1.0 - stays)).sum(axis=1) > 1 / 2)
