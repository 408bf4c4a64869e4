"""What the sides of a forecast do: whom they aim at, whether they defend themselves, when they flee."""

from typing import Literal, get_args

from msgspec import Struct

Doctrine = Literal["simple", "nearest", "weakest", "strongest", "focus", "spread"]
"""Whom a side aims at, the first in the order of joining where several are as good.

On a plan nobody is aimed at whom what is in hand does not reach. ``simple``: the first in the order of joining.
``nearest``: who is in melee with the attacker, else the nearest on the plan; without one who has the attacker's own
place among its side, or the place next to it. ``weakest``: who has least
left. ``strongest``: who has most left. ``focus``: who has lost most since the forecast began, so that who is hit is
finished; of those that have lost as much, who has least left. ``spread``: who has lost least.
"""

DOCTRINES: tuple[Doctrine, ...] = get_args(Doctrine)

MOST_ROUNDS = 100
"""After so many rounds a fight that is still open is a draw."""

MOST_ROUNDS_ASKED = 10_000
"""How many rounds may be asked for instead."""

MOST_FIGHTS_ASKED = 10_000_000
"""How many times a fight may be played out."""


class Orders(Struct, frozen=True, kw_only=True):
    """What both sides do, and for how many rounds at most, counted as the encounter counts them.

    ``pc_flees``, ``foe_flees``: the share of its members in per cent, 0 to 100, that a side loses before the others
    leave the fight, at least one of them; 100: it stays to the last. None: by the rules alone, such as Morale, which
    is not checked by a side with a share. ``pc_defends``, ``foe_defends``: a side uses every defense that costs no
    attack of its own, and gives up an attack for a defense where a hit would more likely than not put it down
    (``likely_loss``). ``strikes_first``: the side that acts before the other in the first round, whatever the
    initiative; only where ``Battle.can_strike_first``. None: as the dice fall.
    """

    pc: Doctrine = "simple"
    foe: Doctrine = "simple"
    most_rounds: int = MOST_ROUNDS
    pc_flees: int | None = None
    foe_flees: int | None = None
    pc_defends: bool = False
    foe_defends: bool = False
    strikes_first: Literal["pc", "foe"] | None = None

    @property
    def any_defends(self) -> bool:
        """Whether a side uses its defenses."""
        return self.pc_defends or self.foe_defends

    @property
    def all_simple(self) -> bool:
        """Whether both sides aim at the first who can be aimed at."""
        return self.pc == self.foe == "simple"

    def doctrine(self, *, is_foe: bool) -> Doctrine:
        """Returns whom a side aims at."""
        return self.foe if is_foe else self.pc

    def flees(self, *, is_foe: bool) -> int | None:
        """Returns the losses in per cent at which a side leaves; None: by the rules alone."""
        return self.foe_flees if is_foe else self.pc_flees

    def defends(self, *, is_foe: bool) -> bool:
        """Returns whether a side uses its defenses."""
        return self.foe_defends if is_foe else self.pc_defends
