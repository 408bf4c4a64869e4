"""Exact odds of an attack: the rules, read over every weighted roll.

Source: CHR-13 to CHR-17, CHR-36 to CHR-46, CHR-54, CHR-57, CHR-61.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

import numpy as np
from msgspec import Struct
from typing_extensions import override

from encounter_gui.dice.exact import Probabilities
from encounter_gui.rules.engine.reading.alone import played
from encounter_gui.rules.engine.reading.asks import (
    Outcome,
    Play,
    Rule,
    Truth,
    Whole,
    fork,
    no,
)
from encounter_gui.rules.engine.reading.fields import ValueStore
from encounter_gui.rules.engine.reading.spread import Spread, known_spread
from encounter_gui.rules.model.ruleset import Number
from encounter_gui.rules.systems.chrome.rules import harm, nerve, panic
from encounter_gui.rules.systems.chrome.rules.fighter import BIT, Fighter
from encounter_gui.rules.systems.chrome.rules.harm import HarmPlan
from encounter_gui.rules.systems.chrome.rules.panic import PanicPlan
from encounter_gui.rules.systems.chrome.rules.rolls import (
    CRITICAL_FAILURE,
    CRITICAL_SUCCESS,
    D100,
    FACES,
    FAILURE,
    PLACES,
    SUCCESS,
    Roll,
    SeverPlan,
    rank_dist,
)
from encounter_gui.rules.systems.chrome.rules.said import Said
from encounter_gui.rules.systems.chrome.rules.strike import NOT_ROLLED, Blow, approach, strike

CHAIN = 10
"""How many such attacks in a row the chance to be out is given for."""

PASSING = sum(
    BIT[key] for key in ("adrenaline", "grit", "favoured", "hindered", "burning", "exposed")
)
"""The marks that an attack may use up."""

Ranks = tuple[float, ...]
"""The chances of Critical Failure, failure, success and Critical Success."""

ONE_HEAD = SeverPlan((harm.HEAD,) + (harm.NO_LIMB,) * (PLACES - 1))
"""A Sever takes the head by one face of the d10, and limbs do not matter."""


class Target(Struct, frozen=True, kw_only=True):
    """Who is attacked, as numbers.

    ``death`` is the Save at 0 Health; None: who has no Health left is gone. ``panics``: it is there to make Panic
    Checks. ``is_edgy``: a failed Prime Save frightens it. ``places`` is what a Sever takes, the head only where
    ``may_lose_head``.
    """

    health: int
    death: Roll | None = None
    panics: bool = False
    conviction: int = 0
    is_edgy: bool = False
    places: SeverPlan = ONE_HEAD
    may_lose_head: bool = True

    @property
    def head(self) -> int:
        """How many faces of a d10 take its head off."""
        return self.places.places.count(harm.HEAD) * self.may_lose_head


class Strike(Struct, frozen=True, kw_only=True):
    """An attack on a combatant, as numbers.

    ``test`` None: it needs none to hit. ``save`` None: none is made. ``harm`` is what a hit does. ``stress`` and
    ``dreads`` befall who fails the Save besides: so much Stress, and a Panic Check. ``fumble_stress`` is what the
    general row of a fumbled Save costs. ``mine`` and ``theirs`` are the marks of attacker and target, as bits, of which
    an attack may use something up; ``unnoticed``: the target has not noticed the attacker.
    """

    target: Target
    test: Roll | None = None
    save: Roll | None = None
    harm: HarmPlan = HarmPlan(tier=0)
    stress: int = 0
    dreads: bool = False
    fumble_stress: int = 3
    mine: int = 0
    theirs: int = 0
    unnoticed: bool = False


class HitOdds(Struct, frozen=True, kw_only=True):
    """One way to be hit: its chance, the damage after Soak, and what it does besides.

    ``out`` is the chance that such a hit puts the target out of the fight, ``panic`` that the target panics.
    """

    chance: float
    damage: int
    is_doubled: bool
    is_critical: bool
    out: float
    panic: float


class StrikeOdds(Struct, frozen=True, kw_only=True):
    """The exact odds of one attack.

    ``test`` and ``save`` are the chances by rank; None where it is not rolled. ``saved``: the Save keeps all of it off.
    ``hit`` is everything that gets through to the target, ``hits`` its ways. ``critical``: a critical hit. ``out``:
    the target is at 0 Health or without a head; ``dead`` for good. ``sever``: there is a die for a limb. ``panic``: it
    panics of this attack. ``loss[i]`` is the chance to lose ``i`` Health, the last element all that is left.
    """

    test: Ranks | None
    save: Ranks | None
    hit: float
    saved: float
    critical: float
    out: float
    dead: float
    sever: float
    panic: float
    hits: tuple[HitOdds, ...]
    loss: Probabilities

    @property
    def missed(self) -> float:
        """The chance of a plain failure of the attacker's check."""
        return self.test[FAILURE] if self.test else 0.0

    @property
    def fumbled(self) -> float:
        """The chance of a Critical Failure of the attacker's check."""
        return self.test[CRITICAL_FAILURE] if self.test else 0.0


def by_rank(plan: Roll) -> Ranks:
    """Returns the chances of each outcome of a test, worst first. Source: CHR-13 to CHR-16."""
    return tuple(rank_dist(plan.target, plan.edge, plan.by_outcome, plan.zero).p.tolist())


@lru_cache(512)
def faces(target: int, zero: bool) -> tuple[int, ...]:  # noqa: FBT001 - a key of the cache
    """Returns what each face of a d100, 00 to 99, comes to against a target. Source: CHR-13 to CHR-15."""
    return tuple(map(D100(key="", target=target, zero=zero).rank, range(FACES)))


def success(ranks: Ranks) -> float:
    """Returns the chance of a success, critical ones included."""
    return ranks[SUCCESS] + ranks[CRITICAL_SUCCESS]


# ---- the rules, read


class NumbersSaid(Said):
    """Nobody listens, and the numbers of the rules are those of the attack."""

    def __init__(self, fumble_stress: int) -> None:
        """Takes the Stress of a fumbled Save."""
        super().__init__()
        self._fumble_stress = fumble_stress

    @override
    def ruled(self, number: Number) -> int:
        """Returns a number of the rules, as far as it decides about anything here."""
        return self._fumble_stress if number is nerve.FUMBLED_STRESS else number.default


class Attacked(Outcome):
    """What an attack comes to: ranks, whether it hits, critically, and what has become of the target.

    ``mine``, ``theirs`` and ``unnoticed`` are what it has left of those of the attack.
    """

    test: Whole
    save: Whole
    hit: Truth = False
    critical: Truth = False
    out: Truth = False
    dead: Truth = False
    sever: Truth = False
    panic: Truth = False
    lost: Whole = 0
    mine: Whole = 0
    theirs: Whole = 0
    unnoticed: Truth = False


_BARE = {
    "is_dead": False,
    "is_in": True,
    "owes_save": False,
    "fell": 0,
    "owes_panic": False,
    "checked": False,
    "effects": 0,
    "alarm": 0,
    "severed": 0,
    "bleeding": 0,
    "cold": 0,
    "held": -1,
    "off": -1,
    "dropped": 0,
    "two_handed": False,
    "is_large": False,
    "is_synthetic": False,
}
"""The fields of somebody about whom nothing is known."""


def attacked(play: Play, plan: Strike) -> Rule[Attacked]:
    """Makes one attack, with what is owed at once by its target. Source: CHR-36 to CHR-45, CHR-57, CHR-73."""
    said = NumbersSaid(plan.fumble_stress)
    who, target = _people(plan)
    found = yield from _made(said, plan, who, target)
    if found.hit is not False:
        yield from _settled(said, plan, target, found)
    found.mine, found.theirs = who.marks, target.marks & PASSING
    found.unnoticed = who.unnoticed[target]
    return found


def _people(plan: Strike) -> tuple[Fighter, Fighter]:
    mark = plan.target
    who = ValueStore(
        **_BARE,
        health=0,
        conviction=0,
        most_conviction=0,
        marks=plan.mine,
        is_operator=plan.test is not None,
        unnoticed=plan.unnoticed,
    )
    target = ValueStore(
        **_BARE,
        health=mark.health,
        conviction=mark.conviction,
        most_conviction=mark.conviction,
        marks=plan.theirs | BIT["on_the_edge"] * mark.is_edgy,
        is_operator=mark.death is not None,
        may_lose_head=mark.may_lose_head,
    )
    return Fighter(who), Fighter(target)


def _made(said: Said, plan: Strike, who: Fighter, target: Fighter) -> Rule[Attacked]:
    """Makes an attack, or uses a special ability. Source: CHR-11, CHR-36 to CHR-45, CHR-71."""
    if plan.dreads or plan.stress:
        save = (yield from played(said, nerve.check(said, target, plan.save))).rank
        failed = save < SUCCESS
        nerve.suffer_dread(said, target, plan.stress, plan.dreads, failed, "")
        return Attacked(NOT_ROLLED, save, failed)
    approach(said, who, target, by_enemy=plan.test is None)
    blow = Blow(plan.test, plan.save, plan.harm)
    found = yield from played(said, strike(said, who, target, blow))
    doubled, fumbled = (
        found.test == CRITICAL_SUCCESS,
        found.save == CRITICAL_FAILURE,
    )
    critical = plan.harm.variant(doubled, fumbled).is_critical
    return Attacked(found.test, found.save, found.is_hit, found.is_hit & critical)


def _settled(said: Said, plan: Strike, target: Fighter, found: Attacked) -> Rule[None]:
    """Plays what the target owes: its Save at 0 Health, critical effects, a Panic Check. Source: CHR-57, CHR-73."""
    out: Truth = target.owes_save
    if (yield from fork(out)):
        yield from played(said, harm.death_save(said, target, plan.target.death))
    effects = target.effects
    if (yield from fork(effects > 0)):
        found.sever = no(target.is_dead)
        places = plan.target.places
        yield from played(said, harm.owed_effects(said, target, target, places, effects))
    is_dead = target.is_dead
    found.out, found.dead = out | is_dead, is_dead
    stands = no(found.out)
    owes = target.owes_panic & stands & plan.target.panics
    if owes is not False:
        check = PanicPlan(conviction=target.conviction, rows=())
        found.panic = (yield from panic.check(said, check)).panics & owes
    found.lost = plan.target.health - target.health * stands


@lru_cache(2048)
def strike_odds(plan: Strike) -> StrikeOdds:
    """Returns the exact odds of one attack.

    Source: CHR-36 to CHR-45, CHR-54, CHR-57, CHR-58, CHR-61, CHR-73.
    """
    found = known_spread(attacked, plan)
    test = by_rank(plan.test) if plan.test else None
    save = by_rank(plan.save) if plan.save else None
    reached = success(test) if test else 1.0
    most = max(plan.target.health, 0) + 1
    loss = np.bincount(found.of["lost"], found.p, most).astype(np.float64)
    loss.setflags(write=False)
    return StrikeOdds(
        test=test,
        save=save,
        saved=reached * success(save) if save else 0.0,
        **found.chances("hit", "critical", "out", "dead", "sever", "panic"),
        hits=tuple(_hits(plan, found)),
        loss=loss,
    )


def _hits(plan: Strike, found: Spread) -> Iterator[HitOdds]:
    """Yields the ways to be hit: with and without a critical check, with and without a fumbled Save."""
    of = found.of
    hit = found.p * of["hit"]
    way = 2 * (of["test"] == CRITICAL_SUCCESS) + (of["save"] == CRITICAL_FAILURE)
    chances, out, panics = (
        np.bincount(way, weight, 4).tolist() for weight in (hit, hit * of["out"], hit * of["panic"])
    )
    for number, (is_doubled, is_fumbled) in enumerate(product((False, True), (False, True))):
        if (is_doubled and not plan.test) or (is_fumbled and not plan.save):
            continue
        variant = plan.harm.variant(is_doubled, is_fumbled)
        chance = chances[number]
        yield HitOdds(
            chance=min(1.0, chance),
            damage=int(variant.past_soak(variant.raw)),
            is_doubled=is_doubled,
            is_critical=bool(variant.is_critical),
            out=out[number] / chance if chance else 0.0,
            panic=panics[number] / chance if chance else 0.0,
        )
