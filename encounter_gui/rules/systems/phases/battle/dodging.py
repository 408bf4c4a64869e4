"""Who gives its attack up for All-Out Dodge, in many fights at once. Source: PHA-25, PHA-48, PHA-51."""

import numpy as np
from msgspec.structs import replace

from encounter_gui.rules.engine.battlefield.field import Battlefield
from encounter_gui.rules.engine.reading.asks import Array
from encounter_gui.rules.engine.reading.rows import Weighed, play
from encounter_gui.rules.systems.phases.battle.arms import Epochs
from encounter_gui.rules.systems.phases.battle.shots import Shots
from encounter_gui.rules.systems.phases.rules import costs, harm
from encounter_gui.rules.systems.phases.rules.anatomy import Anatomy

_DECIDES = ("wound", "cool_held", "in_shock", "penalty")
"""Fields that decide, besides its kind, whether a hit puts somebody out."""


class Dodging:
    """What decides who gives its actions up."""

    def __init__(self, epochs: Epochs, kind: Array, body: Anatomy) -> None:
        """Takes who can step aside when, everybody's kind, and the body."""
        self._epochs, self._kind, self._body = epochs, kind, body

    def dodged(
        self, field: Battlefield, at: Array, who: Array, target: Array, shots: Shots
    ) -> Array:
        """Returns who of the targets dodges everything.

        A target aborts to it before its initiative, with all of its actions left, when a hit would more likely than not
        put it out. It dodges all attacks of the phase then, those of a tie from the first on that it aborts against.
        """
        columns, number = field.columns, np.arange(at.size)
        aimed = field.cells(at, target)
        dodges = columns["all_out_dodge"].take(aimed)
        if not field.orders.any_defends:
            return dodges
        place = field.extra["places"]
        early = place.take(aimed) > place.take(field.cells(at, who))
        spent = columns["used"].take(aimed) + field.value("lost", at, aimed)
        may = field.defends.take(target) & early & (spent == 0) & ~dodges
        may &= self._epochs.can_step[self._epochs.at(columns["now"].take(aimed)), target]
        may &= columns["limit"].take(aimed) > 0
        may &= ~shots.is_passive
        rows = may.nonzero()[0]
        rows = rows[self._would_fall(field, at[rows], target[rows], shots[rows])]
        first = np.full(columns["used"].size, at.size)
        np.minimum.at(first, aimed[rows], rows)
        since = first.take(aimed)
        new = (since == number).nonzero()[0]
        if new.size:
            field.run(costs.dodge_all, at[new], (target[new],))
        return dodges | (since <= number)

    def _would_fall(self, field: Battlefield, at: Array, target: Array, shots: Shots) -> Array:
        """Returns who would more likely than not be out by one hit with its tests. Source: PHA-60 to PHA-66."""
        if not at.size:
            return np.zeros(0, bool)
        key = [shots.index, shots.where, self._kind.take(target)]
        for name in _DECIDES:
            here = field.value(name, at, field.cells(at, target))
            key += [here] if here.ndim == 1 else list(here.T)
        _, first, which = np.unique(
            np.stack(key, axis=1), axis=0, return_index=True, return_inverse=True
        )
        reading = replace(field.reading, rolls=Weighed())
        ends = play(
            reading,
            harm.hit_once,
            field.columns,
            at[first],
            (target[first],),
            shots[first],
            self._body,
            weight=np.ones(first.size),
        )
        hit, out = np.zeros(first.size), np.zeros(first.size)
        for each in ends:
            if each.weight is None:
                continue
            hits = each.weight * np.broadcast_to(each.value, each.weight.shape)
            gone = ~np.asarray(each.written[0].get("is_in", np.ones(each.of.size, bool)), bool)
            hit += np.bincount(each.of, hits, first.size)
            out += np.bincount(each.of, hits * gone, first.size)
        return (out > hit / 2)[which.ravel()]
