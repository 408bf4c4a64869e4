"""The forecast of one encounter by two rulesets of a game, fight by fight from the same dice.

Importing this module imports numpy.
"""

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.encounter.events import CombatantAdded, CombatantRemoved
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant
from encounter_gui.forecast.forecast import Plan, Share, Tally, added, chunks, play_chunk, won
from encounter_gui.forecast.start import plan_of
from encounter_gui.play.workshop.taking_over import as_by
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.ruleset import Ruleset

FIGHTS = 20_000
"""So many fights are played by each of the rulesets."""

_FIRST = 100
"""So many are played before the first figure: some ten per cent to either side, and there at once."""

_SEED = 0
"""Both are played from the same dice: what differs is the rules alone."""


class WinShares(Struct, frozen=True, kw_only=True):
    """Who holds the field in so many fights: the player characters' side, its foes, nobody."""

    fights: int
    pc: Share
    foe: Share
    draw: Share


class ForecastImpact(Struct, frozen=True, kw_only=True):
    """The forecast of an encounter before and after a change."""

    before: WinShares
    after: WinShares

    @property
    def is_same(self) -> bool:
        """Whether the two differ by no more than dice alone may: each share lies in the interval of the other."""
        old, new = self.before.pc, self.after.pc
        return old.low <= new.share <= old.high and new.low <= old.share <= new.high

    @property
    def is_whole(self) -> bool:
        """Whether as many fights are played as there may be."""
        return self.after.fights >= FIGHTS


class ForecastComparer:
    """Forecasts one encounter by what changes are compared with, and by a draft; the former is played once."""

    def __init__(self, system: System, encounter: RulesContext, before: Ruleset) -> None:
        """Takes the game, the encounter by its own rules, and what changes are compared with."""
        self._system = system
        self._encounter = encounter
        self._before = before
        self._plan: Plan | None = None
        self._tallies: list[Tally] = []

    def steps(self, after: Ruleset, is_stopped: Callable[[], bool]) -> Iterator[ForecastImpact]:
        """Yields the forecast before and after, from more and more fights.

        Raises:
            RuleError: this encounter cannot be forecast.
            StoppedError: ``is_stopped`` said so.
        """
        plan = self._made_plan(after)
        total: Tally | None = None
        for number, size in enumerate(_sizes(plan)):
            chunk = play_chunk(plan, number, size, is_stopped)
            total = chunk if total is None else added(total, chunk)
            before = self._tally_before(number, size, is_stopped)
            yield ForecastImpact(before=_shares(before), after=_shares(total))

    def prepare(self, is_stopped: Callable[[], bool]) -> None:
        """Plays what changes are compared with, so that the first change waits for its own fights alone.

        Raises:
            RuleError: this encounter cannot be forecast.
            StoppedError: ``is_stopped`` said so.
        """
        for number, size in enumerate(_sizes(self._plan_before)):
            self._tally_before(number, size, is_stopped)

    @property
    def _plan_before(self) -> Plan:
        if self._plan is None:
            self._plan = self._made_plan(self._before)
        return self._plan

    def _tally_before(self, number: int, size: int, is_stopped: Callable[[], bool]) -> Tally:
        """Returns the sum of the chunks up to this one, from what is known or played now."""
        if number >= len(self._tallies):
            chunk = play_chunk(self._plan_before, number, size, is_stopped)
            self._tallies.append(added(self._tallies[-1], chunk) if self._tallies else chunk)
        return self._tallies[number]

    def _made_plan(self, ruleset: Ruleset) -> Plan:
        context = _by_rules(self._system, self._encounter, ruleset)
        return plan_of(self._system, context, Orders(), _SEED)


def _sizes(plan: Plan) -> tuple[int, ...]:
    """Returns how many fights are played in each chunk."""
    return (_FIRST, *chunks(FIGHTS - _FIRST, len(plan.is_foe)))


def _by_rules(system: System, encounter: RulesContext, ruleset: Ruleset) -> RulesContext:
    """Returns the encounter by other rules; before its first round, copies of creatures that they change are new."""
    context = as_by(system, encounter, ruleset)
    if context.state.stage != "ready":
        return context
    for each in tuple(context.state.combatants.values()):
        was, now = (rules.creature(each.origin) for rules in (encounter.ruleset, ruleset))
        if was is None or now is None or was == now:
            continue
        copy = system.recruit(context, now, name=each.name, number=each.number)
        context = replace(context, state=fold(context.state, _replaced(each, copy)))
    return context


def _replaced(combatant: Combatant, copy: Combatant) -> tuple[CombatantRemoved, CombatantAdded]:
    """Returns what puts a fresh copy in the place of somebody who stays who they are."""
    same = replace(
        copy,
        id=combatant.id,
        side=combatant.side,
        flags=combatant.flags,
        place=combatant.place,
        conditions=combatant.conditions,
    )
    return CombatantRemoved(who=combatant.id), CombatantAdded(combatant=same)


def _shares(tally: Tally) -> WinShares:
    pc, foe, draw = won(tally)
    return WinShares(fights=tally.fights, pc=pc, foe=foe, draw=draw)
