"""What most games do on the battlefield."""

import numpy as np

from encounter_gui.rules.engine.battlefield.field import Battlefield
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.engine.battlefield.start import Start
from encounter_gui.rules.engine.reading.asks import QUIET, Array, Play
from encounter_gui.rules.engine.reading.fields import Body
from encounter_gui.rules.engine.reading.rows import Reading
from encounter_gui.rules.engine.reading.tied import TiedColumns


class PlainGame:
    """What most games do: nothing besides turns, nobody in melee, who is dead and the rounds left are fields.

    A game gives ``start``, ``body``, ``order``, ``act`` and ``left``. Its fields have ``dead``, and ``ammo`` if there
    is any to run out of.
    """

    start: Start
    body: type[Body]
    acts_tied = False
    own_pace = False

    def reading(self, play: Play | None = None) -> Reading:
        """Returns what rules are read with; the battlefield brings the dice."""
        return Reading(body=self.body, said=play or QUIET, books={})

    def begin_call(self, orders: Orders) -> None:
        """Remembers nothing of a call."""

    def begin(self, field: Battlefield) -> None:
        """Plays nothing before the first round."""

    def begin_place(self, field: Battlefield, at: Array, who: Array) -> None:
        """Plays nothing before somebody acts."""

    def end_place(self, field: Battlefield) -> None:
        """Plays nothing when all at a place have acted."""

    def end_tie(self, field: Battlefield, tied: TiedColumns) -> None:
        """Plays nothing when all of a tie have acted."""

    def end_round(self, field: Battlefield) -> None:
        """Plays nothing at the end of a round."""

    def near(self, field: Battlefield, at: Array, who: Array) -> Array | None:
        """Returns None: nobody is ever in melee."""
        return None

    def is_dead(self, field: Battlefield) -> Array:
        """Returns the field ``dead``."""
        return field.columns["dead"]

    def rounds_left(self, field: Battlefield) -> Array:
        """Returns the field ``ammo``; -1 without it."""
        found = field.columns.get("ammo")
        return np.full(field.columns["is_in"].shape, -1) if found is None else found
