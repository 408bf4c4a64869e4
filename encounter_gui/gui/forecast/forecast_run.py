"""One forecast as the window shows it: plain numbers, played out chunk by chunk in another thread."""

from collections.abc import Iterator
from threading import Event
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import AppError, refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, DurationKind, Side
from encounter_gui.play.prep.later_waves import LaterWaves
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.engine.battlefield.stopping import StoppedError
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import units
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.items import one_of_several

if TYPE_CHECKING:  # numpy, which is loaded in the other thread
    from encounter_gui.forecast.forecast import Plan, Share, Tally
    from encounter_gui.forecast.levers import Lever
    from encounter_gui.forecast.unplayed import Unplayed

MOST_FIGHTS = 100_000
"""So many fights are played while somebody watches; otherwise the first chunk alone."""

_BEFORE_LEVERS = 4_000
"""So many fights of the fight as it is, and of it with each change, are set against each other."""

SEED = 0
"""The same state has the same forecast, here and on the command line, which begins with this seed as well."""


class Chance(Struct, frozen=True, kw_only=True):
    """A share of the fights from 0 to 1, with the interval (95 %) in which the true chance lies."""

    share: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


class Fate(Struct, frozen=True, kw_only=True):
    """How it goes with somebody: shares of the fights from 0 to 1.

    ``alive``: at the end. ``first_out``: the first to go out. ``still_in``: after each round from the present one on.
    ``ammo``: rounds in the weapon in hand now, and on average at the end; None: it needs none. ``weapon`` is the
    name of that weapon where it is one of several of its kind; else empty.
    """

    who: CombatantId
    name: str
    side: Side
    alive: float
    first_out: float
    still_in: tuple[float, ...]
    ammo: tuple[int, float] | None = None
    weapon: str = ""


class LeverShare(Struct, frozen=True, kw_only=True):
    """What a change of one thing makes of the win chance; ``is_same``: no more than the dice alone may."""

    name: str
    side: Side
    share: float
    is_same: bool


class Forecast(Struct, frozen=True, kw_only=True):
    """What so many fights came to, under these orders.

    ``unit`` is what the game counts as rounds: its own, phases or turns. ``first_round`` is the first that is played.
    ``rounds``: those in which fights ended, counted as the encounter counts them, with the share that did; ``middle``
    those between which 80 % of the fights ended. ``left``: how many more rounds a fight goes on, on average. ``lost``:
    shares of fights in which 0, 1 … of the player characters' side went out. ``left_out``: what of the fight is not
    played, in words; ``waves``, those that are still to come, are one of these. ``levers``: the changes that are
    reckoned, best first; ``waiting``: what the others are called, with whose side they stand for.
    """

    fights: int
    orders: Orders
    pc: Chance
    foe: Chance
    draw: Chance
    first_round: int
    left: float
    rounds: tuple[tuple[int, float], ...]
    middle: tuple[int, int]
    lost: tuple[float, ...]
    fates: tuple[Fate, ...]
    left_out: tuple[str, ...]
    waves: LaterWaves | None = None
    can_strike_first: bool = False
    unit: DurationKind = "round"
    levers: tuple[LeverShare, ...] = ()
    waiting: tuple[tuple[str, Side], ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether as many fights are played as there may be."""
        return self.fights >= MOST_FIGHTS


class ForecastRun:
    """Plays one fight out; each call of ``advance`` plays a chunk more, in whatever thread it is called."""

    def __init__(
        self,
        system: System,
        context: RulesContext,
        orders: Orders,
        expected: tuple[Combatant, ...] = (),
        waves: LaterWaves | None = None,
    ) -> None:
        """Takes the fight as it stands, the orders, who joins before it begins, and the waves that come later.

        Waves are not played: it is said that they are left out. Nothing is worked out yet.
        """
        self._system, self._context, self._orders = system, context, orders
        self._expected, self._waves = expected, waves
        self._steps = self._played()
        self._last: Forecast | None = None
        self._is_stopped = Event()
        self._unplayed: tuple[Unplayed, ...] = ()

    def stop(self) -> None:
        """Has it end soon, prepared up to a combatant or played up to a roll; nothing more comes of this run."""
        self._is_stopped.set()

    def advance(self) -> Forecast | None:
        """Plays the next chunk and returns what all of them came to; once all are played, the last result again.

        None: it was stopped.

        Raises:
            AppError: this fight cannot be forecast; the sentence says why.
        """
        try:
            self._last = next(self._steps, self._last)
        except StoppedError:
            return None
        except AppError:
            raise
        except Exception as error:
            # Nobody asked for the forecast in the tool bar: a fault of it is written down, and the fight goes on.
            import logging

            logging.getLogger(__name__).exception("The forecast failed")
            raise refuse("forecast.fault") from error
        return None if self._is_stopped.is_set() else self._last

    def _played(self) -> Iterator[Forecast]:
        """Yields the forecast chunk by chunk; after the first of them, what decides the fight, change by change."""
        from encounter_gui.forecast.forecast import tallies
        from encounter_gui.forecast.levers import levers_of
        from encounter_gui.forecast.start import with_joined
        from encounter_gui.forecast.unplayed import reckoned, unplayed

        if self._expected:
            self._context = with_joined(self._context, self._expected)
        plan = self._made_plan(self._context)
        ammo = self._ammo_now(plan)
        levers = list(levers_of(plan, self._context))
        found: list[LeverShare] = []
        waiting = [self._named(lever) for lever in levers]
        self._unplayed = unplayed(plan, self._context)
        is_first = True
        for tally in tallies(plan, MOST_FIGHTS, self._is_stopped.is_set):
            forecast = self._summed(plan, tally, ammo)
            yield replace(forecast, levers=_ranked(found), waiting=tuple(waiting))
            if is_first:
                stopped = self._is_stopped.is_set
                self._unplayed = tuple(reckoned(self._system, self._context, plan, stopped))
                is_first = False
            if tally.fights >= _BEFORE_LEVERS and waiting:
                for lever in levers:
                    found.append(self._pulled(lever, plan, tally))
                    del waiting[0]
                    yield replace(forecast, levers=_ranked(found), waiting=tuple(waiting))

    def _made_plan(self, context: RulesContext, orders: Orders | None = None) -> "Plan":
        from encounter_gui.forecast.start import plan_of

        plan = plan_of(self._system, context, orders or self._orders, SEED, self._is_stopped.is_set)
        if len(set(plan.is_foe)) == 1:
            raise refuse("forecast.one_side")
        return plan

    def _pulled(self, lever: "Lever", base: "Plan", tally: "Tally") -> LeverShare:
        """Plays as many fights with a change, from the same seeds."""
        from encounter_gui.forecast.forecast import tallies, won
        from encounter_gui.forecast.levers import is_same, moved

        orders = replace(base.orders, strikes_first=lever.side if lever.kind == "first" else None)
        plan = self._made_plan(moved(self._context, lever), orders)
        *_, other = tallies(plan, tally.fights, self._is_stopped.is_set)
        name, side = self._named(lever)
        share = won(other)[0].share
        return LeverShare(name=name, side=side, share=share, is_same=is_same(tally, other))

    def _named(self, lever: "Lever") -> tuple[str, Side]:
        """Returns what a change is called, and the side of whom it is about."""
        who = self._context.combatant(lever.who) if lever.who else None
        words = self._context.texts.text_of(
            f"gui.forecast.lever.{lever.kind}",
            who=who.name if who else self._context.side_name(lever.side),
        )
        return words, who.side if who else lever.side

    def _ammo_now(self, plan: "Plan") -> tuple[int, ...]:
        """Returns the rounds in each weapon in hand: what is left after a fight of no rounds."""
        from encounter_gui.forecast.forecast import play_chunk

        nothing = replace(plan, orders=replace(plan.orders, most_rounds=0))
        return tuple(play_chunk(nothing, 0, 1).ammo.tolist())

    def _summed(self, plan: "Plan", tally: "Tally", ammo: tuple[int, ...]) -> Forecast:
        from encounter_gui.forecast.forecast import still_in, won
        from encounter_gui.forecast.forecast_json import mean_rounds
        from encounter_gui.forecast.unplayed import unplayed_words

        pc, foe, draw = won(tally)
        fights = tally.fights
        now = max(self._context.state.round, 1)
        over = tally.rounds.cumsum()
        early, late = (int((over >= share * fights).argmax()) for share in (0.1, 0.9))
        last = int((over >= _NEARLY_ALL * fights).argmax())
        squad = sum(not each for each in plan.is_foe)
        return Forecast(
            fights=fights,
            orders=plan.orders,
            pc=_chance(pc),
            foe=_chance(foe),
            draw=_chance(draw),
            first_round=now,
            unit=next(iter(units(self._context.ruleset.time))),
            left=max(mean_rounds(tally) - (now - 1), 0.0),
            rounds=tuple(
                (number, count / fights)
                for number, count in enumerate(tally.rounds.tolist())
                if count
            ),
            middle=(early, late),
            lost=tuple(count / fights for count in tally.lost[: squad + 1].tolist()),
            fates=tuple(
                Fate(
                    who=who,
                    name=member.name,
                    side=member.side,
                    alive=int(tally.alive[one]) / fights,
                    first_out=float(tally.first_out[one]) / fights,
                    still_in=still_in(tally, one, max(last, now))[now - 1 :],
                    ammo=(ammo[one], int(tally.ammo[one]) / fights) if ammo[one] >= 0 else None,
                    weapon=weapon.name if (weapon := one_of_several(member)) else "",
                )
                for one, (who, member) in enumerate(
                    (who, self._context.combatant(who)) for who in plan.battle.who
                )
                if not plan.was_out[one]
            ),
            left_out=(
                *((self._waves.left_out(self._context.texts),) if self._waves else ()),
                *unplayed_words(self._unplayed, self._context),
            ),
            waves=self._waves,
            can_strike_first=plan.battle.can_strike_first,
        )


_NEARLY_ALL = 0.98
"""Curves end with the round by which so many of the fights are over."""


def _chance(share: "Share") -> Chance:
    return Chance(share=share.share, low=share.low, high=share.high)


def _ranked(levers: list[LeverShare]) -> tuple[LeverShare, ...]:
    return tuple(sorted(levers, key=lambda each: -each.share))
