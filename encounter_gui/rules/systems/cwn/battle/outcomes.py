"""What strikes come to where fights are played out: exact rows, also with Total Defense. Source: CWN-25, CWN-36g."""

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from encounter_gui.dice.exact import Dist, constant
from encounter_gui.rules.engine.battle.battle import OutcomeTables, likely_loss
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.cwn.combat.attack_plan import Strike, with_total_defense
from encounter_gui.rules.systems.cwn.odds.attack import hit_chance, miss_damage, strike_parts

HARM, TRAUMATIC, SHOCK_STOPPED, DEFENDED = range(4)
"""What an outcome tells besides its damage; it is drawn as four times the damage and this.

``DEFENDED``: the target has gone over to Total Defense, and the damage is what is left of the attack.
"""

_Part = tuple[float, Dist, int]
"""A chance, the damage then, and the kind of the outcome."""


class Defenses(Struct, frozen=True, kw_only=True):
    """What Total Defense makes of strikes; all arrays by the row of the strike without it. Source: CWN-24, CWN-36g.

    ``under`` are the rows against who is in Total Defense, ``on_hit`` those against who answers a hit with it that
    becomes a miss, ``on_any`` those against who answers Shock with it too. ``hit`` is the most points that a hit more
    likely than not takes off, ``shock`` what Shock does. ``tables`` have all these rows and those of the strikes: its
    own, as another thread may be drawing from those of the strikes alone.
    """

    tables: OutcomeTables
    under: npt.NDArray[np.int64]
    on_hit: npt.NDArray[np.int64]
    on_any: npt.NDArray[np.int64]
    hit: npt.NDArray[np.int64]
    shock: npt.NDArray[np.int64]


class Outcomes:
    """The exact outcomes of strikes, a row for each that differs; those with Total Defense are made when asked for."""

    def __init__(self) -> None:
        """Begins without a strike."""
        self.tables = OutcomeTables()
        self._known: dict[object, int] = {}
        self._strikes: list[tuple[Strike, Strike]] = []
        self._defenses: Defenses | None = None

    def row(self, context: RulesContext, strike: Strike) -> int:
        """Returns the row of a strike's outcomes: the damage of each way, and how it came. Source: CWN-25."""
        key = (
            *(strike.bonus, strike.armor_class, strike.damage, strike.damage_flat, strike.trauma),
            *(strike.trauma_plus, strike.trauma_target, strike.rating, strike.shock),
            *(strike.is_shock_ignored, strike.graze, strike.least, strike.swarm),
        )
        if key not in self._known:
            self._known[key] = _add(self.tables, *_parts(strike))
            self._strikes.append((strike, with_total_defense(context, strike)))
        return self._known[key]

    @property
    def defenses(self) -> Defenses:
        """What Total Defense makes of all these strikes."""
        if self._defenses is None:
            tables = OutcomeTables()
            for strike, _ in self._strikes:
                _add(tables, *_parts(strike))
            made = [_with_defense(tables, *both) for both in self._strikes]
            under, on_hit, on_any, hit, shock = np.array(made, np.int64).reshape(-1, 5).T
            self._defenses = Defenses(
                tables=tables, under=under, on_hit=on_hit, on_any=on_any, hit=hit, shock=shock
            )
        return self._defenses


def _with_defense(
    tables: OutcomeTables, strike: Strike, better: Strike
) -> tuple[int, int, int, int, int]:
    """Adds the rows of a strike with Total Defense, and returns the values of ``Defenses`` for it."""
    shock, *hits, missed = _parts(strike)
    chance = hit_chance(strike.bonus, strike.armor_class)
    turned = chance - hit_chance(better.bonus, better.armor_class)
    left = miss_damage(0, strike.graze) or constant(0)
    stay = [(each * (1.0 - turned / chance), dist, kind) for each, dist, kind in hits]
    on_hit = on_any = _add(tables, shock, *stay, missed, (turned, left, DEFENDED))
    if strike.shock:
        on_any = _add(tables, *stay, (turned + 1.0 - chance, left, DEFENDED))
    most = likely_loss(*((each, dist) for each, dist, _ in hits))
    return _add(tables, *_parts(better)), on_hit, on_any, most, strike.shock


def _add(tables: OutcomeTables, *parts: _Part) -> int:
    """Adds a row of these parts, and returns its number."""
    those = [each for each in parts if each[0] > 0.0]
    chances = [chance * dist.p for chance, dist, _ in those]
    values = [4 * np.maximum(dist.x, 0) + kind for _, dist, kind in those]
    return tables.add(np.concatenate(chances), np.concatenate(values))


def _parts(strike: Strike) -> tuple[_Part, ...]:
    """Returns Shock, a hit, a Traumatic Hit and a harmless miss: the chance of each and the damage then."""
    parts = strike_parts(strike)
    missed = max(0.0, 1.0 - sum(chance for _, chance, _ in parts))
    harmless = SHOCK_STOPPED if strike.is_shock_ignored else HARM
    return (
        *((chance, dist, TRAUMATIC if how == "traumatic" else HARM) for how, chance, dist in parts),
        (missed, constant(0), harmless),
    )
