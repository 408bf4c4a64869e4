"""One forecast as the window shows it: plain numbers, played out chunk by chunk in another thread."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from encounter_gui.core.errors import AppError, refuse
from encounter_gui.encounter.values import Side
from encounter_gui.rules.engine.battle.orders import Doctrine, Orders
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.system import System

if TYPE_CHECKING:  # numpy, which is loaded in the other thread
    from encounter_gui.forecast.forecast import Plan, Share, Tally

MOST_FIGHTS = 20_000
"""So many fights are played while somebody watches; otherwise the first chunk alone."""

SEED = 0
"""The same state has the same forecast, here and on the command line, which begins with this seed as well."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """A share of the fights from 0 to 1, with the interval (95 %) in which the true chance lies."""

    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """How often somebody is alive at the end, and how often the first who goes out."""

    name: str
    side: Side
    alive: float
    first_out: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """What so many fights came to, under these doctrines.

    ``rounds``: the rounds in which fights ended, counted as the encounter counts them, with the share that did.
    ``left``: how many more rounds a fight goes on, on average. ``left_out``: what of the fight is not played, in words.
    """

    fights: int
    pc_doctrine: Doctrine
    foe_doctrine: Doctrine
    pc: Chance
    foe: Chance
    draw: Chance
    left: float
    rounds: tuple[tuple[int, float], ...]
    fates: tuple[Fate, ...]
    left_out: tuple[str, ...]

    @property
    def is_whole(self) -> bool:
        """Whether as many fights are played as there may be."""
        return self.fights >= MOST_FIGHTS


class ForecastRun:
    """Plays one fight out; each call of ``advance`` plays a chunk more, in whatever thread it is called."""

    def __init__(
        self, system: System, context: RulesContext, pc_doctrine: Doctrine, foe_doctrine: Doctrine
    ) -> None:
        """Takes the fight as it stands and the doctrines; nothing is worked out yet."""
        self._system, self._context = system, context
        self._pc, self._foe = pc_doctrine, foe_doctrine
        self._plan: Plan | None = None
        self._tallies: Iterator[Tally] = iter(())
        self._last: Forecast | None = None

    def advance(self) -> Forecast | None:
        """Plays the next chunk and returns what all of them came to; once all are played, the last result again.

        Raises:
            AppError: this fight cannot be forecast; the sentence says why.
        """
        from encounter_gui.forecast.forecast import tallies

        try:
            if self._plan is None:
                self._plan = self._made_plan()
                self._tallies = tallies(self._plan, MOST_FIGHTS)
            tally = next(self._tallies, None)
            if tally is not None:
                self._last = self._summed(self._plan, tally)
        except AppError:
            raise
        except Exception as error:
            # Nobody asked for the forecast in the tool bar: a fault of it is written down, and the fight goes on.
            _log.exception("The forecast failed")
            raise refuse("forecast.fault") from error
        return self._last

    def _made_plan(self) -> "Plan":
        from encounter_gui.forecast.start import plan_of

        plan = plan_of(self._system, self._context, Orders(pc=self._pc, foe=self._foe), SEED)
        if len(set(plan.is_foe)) == 1:
            raise refuse("forecast.one_side")
        return plan

    def _summed(self, plan: "Plan", tally: "Tally") -> Forecast:
        from encounter_gui.forecast.forecast import won
        from encounter_gui.forecast.forecast_json import mean_rounds
        from encounter_gui.forecast.start import left_out_words

        pc, foe, draw = won(tally)
        fights = tally.fights
        members = [self._context.combatant(who) for who in plan.battle.who]
        now = self._context.state.round
        return Forecast(
            fights=fights,
            pc_doctrine=self._pc,
            foe_doctrine=self._foe,
            pc=_chance(pc),
            foe=_chance(foe),
            draw=_chance(draw),
            left=max(mean_rounds(tally) - max(now - 1, 0), 0.0),
            rounds=tuple(
                (number, count / fights)
                for number, count in enumerate(tally.rounds.tolist())
                if count
            ),
            fates=tuple(
                Fate(
                    name=member.name,
                    side=member.side,
                    alive=int(tally.alive[one]) / fights,
                    first_out=float(tally.first_out[one]) / fights,
                )
                for one, member in enumerate(members)
            ),
            left_out=left_out_words(plan, self._context),
        )


def _chance(share: "Share") -> Chance:
    return Chance(share=share.share, low=share.low, high=share.high)
