"""Exact odds of an attack action: everything the table would roll, over every weighted roll.

Source: PHA-30 to PHA-42, PHA-60 to PHA-66, PHA-78.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.dice.exact import Dist, Probabilities, convolve, mixture, push
from encounter_gui.rules.systems.phases.odds import until_death
from encounter_gui.rules.systems.phases.odds.alike_hits import chances_to_keep
from encounter_gui.rules.systems.phases.odds.rolls import (
    LEVEL_COUNT,
    DamageKey,
    Margins,
    damage,
    least_damage,
    level_chances,
    margins,
    pellets,
    sum_of_hits,
    tail,
)
from encounter_gui.rules.systems.phases.odds.wounds import (
    AS_IT_WAS,
    BY_COOL,
    CHANGED,
    HIT,
    OUT,
    Discharge,
    Kind,
    OneHit,
    Question,
    Strike,
    Victim,
    Wounds,
    one_hit,
)
from encounter_gui.rules.systems.phases.rules.strike import level_of, past_armor, rounds_hit
from encounter_gui.rules.systems.phases.rules.wounding import DESTROYED

_WIDTH_STEP = 8
"""Degrees of Success are looked at in steps of so many, so that few tables serve all modifiers."""

_LEVELS = DESTROYED + 1
"""Levels that a place may have, 0 for none."""

_ROUNDING = 1e-14
"""What is left over less than this is an error of rounding."""


class Case(Struct, frozen=True, kw_only=True):
    """An attack action in plain numbers.

    ``totals`` are the bonuses of its discharges and ``most`` the rounds or pellets of each that can hit. ``defense`` is
    the bonus of the defense, or the DN with ``is_passive``. ``rule`` is the plan's; ``shares`` the chance of each
    place, ``armor`` and ``factor`` what it has. ``graze`` is the damage of a tie. ``jams``: a fumble ends the action.
    ``by_margin``: an attack that loses by ``critical`` fumbles.
    ``fallen`` and ``down`` are what later shots of the action gain when the target has fallen, or is out; ``down_dn``
    is the DN of one who is out.
    """

    totals: tuple[int, ...]
    most: tuple[int, ...]
    defense: int
    is_passive: bool
    per_shot: bool
    by_margin: bool
    jams: bool
    rule: str
    is_summed: bool
    damage: DamageKey
    graze: int
    graze_armor: bool
    shares: tuple[float, ...]
    armor: tuple[int, ...]
    factor: tuple[int, ...]
    thresholds: tuple[int, ...]
    fallen: int = 0
    down: int = 0
    down_dn: int = 18
    critical: int = 5

    @property
    def is_played_out(self) -> bool:
        """Whether what a shot does to the target changes the rolls of the next ones. Source: PHA-78."""
        several = len(self.totals) > 1 and not self.is_rapid and not self.per_shot
        return several and self.rule == "one" and bool(self.fallen or self.down)

    @property
    def defends_anew(self) -> bool:
        """Whether each shot or burst meets a defense of its own, less what those before did. Source: PHA-32, PHA-66."""
        return self.per_shot and len(self.totals) > 1 and self.rule in ("one", "burst")

    @property
    def is_rapid(self) -> bool:
        """Whether the rounds of a discharge hit one by one, each by itself. Source: PHA-34."""
        return self.rule == "burst" or (self.rule == "salvo" and not self.is_summed)

    @property
    def is_followed(self) -> bool:
        """Whether what a discharge does to the target changes the next one."""
        return self.is_played_out or self.defends_anew

    @property
    def takes_long(self) -> bool:
        """Whether following it takes longer than a frame: bursts, each at what those before left of the defense."""
        return self.is_rapid and self.defends_anew and not self.is_passive

    @property
    def strikes_once(self) -> bool:
        """Whether the action is one hit at most."""
        return len(self.totals) == 1 and not self.is_rapid

    @property
    def fumbles_at(self) -> int:
        """By how much a miss is a fumble; 0: by no margin. Source: PHA-35."""
        return self.critical if self.by_margin else 0


class _Harm(Struct, frozen=True, kw_only=True):
    """What discharges do, by place and level flattened to (P · 5): of one hit by DoS, of one graze."""

    by_dos: Probabilities
    graze: Probabilities


class ActionOdds(Struct, frozen=True, kw_only=True):
    """The exact odds of one attack action.

    ``hit``: at least one discharge hits. ``graze``: none does, but one grazes. ``wound``: the level of some place
    changes. ``out``: out of the fight after it with all its tests, ``out_cool`` the part of it by failed COOL; None: by
    house rule Shock puts out, which is not known exactly of much rapid fire.
    ``dos``: the chance of the first discharge to hit by 0, 1 …

    By place, (P,): ``place_hit`` and ``place_wound`` in the whole action, as long as the target lives; of several
    discharges as if what one does changed nothing for the roll of the next. Of one hit of the first discharge:
    ``after`` (P, 7) the level of the place after it; ``shock``, ``faints``, ``critical``: it fails a Shock Test, fails
    a COOL test, gets a Critical wound or worse.

    ``is_whole``: the action has been followed from discharge to discharge. Until then ``hit``, ``graze`` and ``wound``
    are as if none changed anything for the next; ``out`` is of no meaning unless it is None.
    """

    hit: float
    graze: float
    wound: float
    out: float | None
    out_cool: float
    dos: Probabilities
    place_hit: Probabilities
    place_wound: Probabilities
    after: Probabilities
    shock: float
    faints: float
    critical: float
    is_whole: bool = True


@lru_cache(256)
def action_odds(case: Case, victim: Victim) -> ActionOdds:
    """Returns the exact odds of an attack action on a combatant. Source: PHA-78."""
    first = first_odds(case, victim)
    return first if first.is_whole else _followed(case, victim, first)


@lru_cache(256)
def first_odds(case: Case, victim: Victim) -> ActionOdds:
    """Returns what of the odds of an attack action takes no longer than a frame: mostly all of it."""
    rolls = _rolls(case)
    harm = _harm(case, max(each.dos.shape[1] for each in rolls))
    by_dos = rolls[0].weights @ rolls[0].dos
    first = _first_hit(case, by_dos, harm)
    does = one_hit(victim)
    changes = _columns(does.changes)
    chances = [_chances(case, number, roll, harm, changes) for number, roll in enumerate(rolls)]
    without = _without(case, rolls, chances)
    missed, untouched, unhurt = without[[0, 1, 2 + len(victim.levels)]].tolist()
    out: float | None = 1.0
    by_cool = 0.0
    is_whole = victim.is_out or case.strikes_once
    if case.strikes_once and not victim.is_out:
        dealt = _events(rolls[0], harm)[0].reshape(first.shape)
        out = float(np.vdot(dealt, does.out))
        by_cool = float(np.vdot(dealt, does.faints * (1.0 - does.drops)))
    elif not is_whole and _is_unknown(case, victim):
        out = None
    places = len(victim.levels)
    place_hit, place_wound = 1.0 - without[2 : 2 + places], 1.0 - without[3 + places :]
    many = _most_hits(case)
    if many > 1 and until_death.may_kill(victim, _may_deal(harm), many):
        discharges = [_discharge(case, number, roll, harm) for number, roll in enumerate(rolls)]
        place_hit, place_wound = until_death.place_chances(rolls[0].weights, discharges, victim)
    found = ActionOdds(
        hit=1.0 - missed,
        graze=max(missed - untouched, 0.0),
        wound=1.0 - unhurt,
        out=out,
        out_cool=by_cool,
        dos=by_dos,
        place_hit=place_hit,
        place_wound=place_wound,
        after=_after(first, case, victim, does),
        shock=float(np.vdot(first, does.shock)),
        faints=float(np.vdot(first, does.faints)),
        critical=float(np.vdot(first, does.is_severe)),
        is_whole=is_whole,
    )
    return found if is_whole or case.takes_long else _followed(case, victim, found)


def _is_unknown(case: Case, victim: Victim) -> bool:
    """Returns whether nobody knows exactly if an action puts out: Shock may do it in much rapid fire."""
    return case.is_rapid and len(case.totals) > 1 and victim.drops_in_shock


def _followed(case: Case, victim: Victim, first: ActionOdds) -> ActionOdds:
    """Returns the odds with what one discharge changes for the next, and who is out after the last of them."""
    action, is_rapid = Action(case), case.is_rapid and victim.drops_in_shock
    faces = replace(victim, drops_in_shock=False) if is_rapid else victim
    course = Wounds(faces, action.question(counts=case.is_followed))
    after = course.action(course.begin(), len(case.totals), action.at)
    out: float | None = after.chance(OUT)
    if is_rapid:
        out = None if first.out is None else action.chance_to_fall(Wounds(victim, Question()))
    hit, wound = first.hit, first.wound
    if case.is_followed:
        hit, wound = after.chance(HIT), after.chance(CHANGED)
    graze = max(first.hit + first.graze - hit, 0.0)
    cool = after.chance(BY_COOL)
    return replace(first, hit=hit, graze=graze, wound=wound, out=out, out_cool=cool, is_whole=True)


class Action:
    """An attack action as discharges at a target of any kind."""

    def __init__(self, case: Case) -> None:
        """Takes the attack."""
        self.case = case
        self._known: dict[tuple[int, Kind], Discharge] = {}

    def question(self, *, counts: bool = False) -> Question:
        """Returns what decides how the action goes; ``counts``: hits and new wounds are asked for."""
        case = self.case
        return Question(
            follows=case.is_followed,
            weakens=case.defends_anew and not case.is_passive,
            falls=case.is_followed and bool(case.fallen),
            counts=counts,
        )

    def at(self, number: int, kind: Kind) -> Discharge:
        """Returns a discharge by its number at a target of a kind. Source: PHA-32, PHA-66, PHA-78."""
        key = (number, kind)
        if key not in self._known:
            self._known[key] = self._made(number, kind)
        return self._known[key]

    def _made(self, number: int, kind: Kind) -> Discharge:
        roll = self._roll(number, kind)
        return _discharge(self.case, number, roll, _harm(self.case, roll.dos.shape[1]))

    def _roll(self, number: int, kind: Kind) -> Margins:
        case = self.case
        is_passive = case.is_passive
        lead = case.totals[number] + (case.down if kind.is_out else case.fallen * kind.has_fallen)
        if kind.is_out and case.defends_anew:
            lead, is_passive = lead - case.down_dn, True
        else:
            lead -= case.defense - kind.lost * (not is_passive)
        return _rolled(case, lead, is_passive=is_passive)

    def chance_to_fall(self, course: Wounds) -> float | None:
        """Returns the chance that rapid fire puts out, or makes a Critical wound; None: not known exactly."""
        of = self.at(0, AS_IT_WAS)
        kept = chances_to_keep(course, of.hit.events[0], of.counts.shape[1])
        grazed = chances_to_keep(course, of.grazed.events[0], 1)
        if kept is None or grazed is None:
            return None
        fallen = of.counts[0] @ (1.0 - kept[1:]) + of.graze[0] * (1.0 - grazed[1])
        return min(max(float(fallen), 0.0), 1.0)

    def at_weaker(self, lost: int) -> Probabilities:
        """Returns the chances of place and level, (1, P, 5), of one hit at most; ``lost`` is of the defense."""
        roll = self._roll(0, Kind(lost, has_fallen=False, is_out=False)).overall
        return _events(roll, _harm(self.case, roll.dos.shape[1])).reshape(1, -1, LEVEL_COUNT)


def _rolls(case: Case) -> tuple[Margins, ...]:
    """Returns the attack rolls of the discharges, each against the defense. Source: PHA-30, PHA-32, PHA-33."""
    return tuple(
        _rolled(case, total - case.defense, is_passive=case.is_passive) for total in case.totals
    )


def _rolled(case: Case, lead: int, *, is_passive: bool) -> Margins:
    """Returns the roll of a discharge, by the defense roll where several discharges meet the same."""
    roll = margins(lead, is_passive=is_passive, fumbles_at=case.fumbles_at)
    return roll.overall if len(case.totals) == 1 or case.per_shot else roll


def _columns(changes: npt.NDArray[np.bool_]) -> Probabilities:
    """Returns the wounds that change something as columns: anywhere, and at each place alone; (P · 5, 1 + P)."""
    return (_anywhere_or_there(len(changes)) * changes[:, :, None]).reshape(changes.size, -1)


@lru_cache(16)
def _anywhere_or_there(places: int) -> Probabilities:
    """Returns 1 for a wound anywhere and for one at its own place; (P, 1, 1 + P)."""
    return np.concatenate((np.ones((places, 1)), np.eye(places)), axis=1)[:, None, :]


def _harm(case: Case, width: int) -> _Harm:
    """Returns what a hit by 0, 1 … and a graze do, at least ``width`` of them; see ``_harm_of``."""
    alike = replace(
        case,
        totals=(0,),
        most=case.most[:1],
        defense=0,
        is_passive=False,
        per_shot=False,
        by_margin=False,
        jams=False,
        fallen=0,
        down=0,
        down_dn=0,
        critical=0,
    )
    return _harm_of(alike, -(-width // _WIDTH_STEP) * _WIDTH_STEP)


@lru_cache(64)
def _harm_of(case: Case, width: int) -> _Harm:
    """Returns what a hit by 0, 1 … and a graze do, by place and level, each place with its share."""
    shares = np.array(case.shares)[:, None]
    if case.rule == "technique":
        nothing = np.zeros(len(case.shares) * LEVEL_COUNT)
        return _Harm(by_dos=np.broadcast_to(nothing, (width, nothing.size)), graze=nothing)
    levels = _levels(case, width) * shares
    dealt = [
        level_of(past_armor(case.graze, armor * case.graze_armor, factor), case.thresholds)
        for armor, factor in zip(case.armor, case.factor, strict=True)
    ]
    graze = (np.array(dealt)[:, None] == np.arange(1, LEVEL_COUNT + 1)) * shares
    return _Harm(by_dos=levels.reshape(len(levels), -1), graze=graze.ravel())


def _levels(case: Case, width: int) -> Probabilities:
    """Returns the chances of each level at each place for a hit by 0, 1 …; (width, P, 5), rapid fire has one row."""
    if case.rule == "pellets":
        return _of_pellets(case, width)
    least = least_damage(case.armor, case.factor, case.thresholds)
    if case.is_rapid:
        return level_chances(tail(damage(case.damage)), least)[None]
    if case.is_summed:
        rows = [
            level_chances(tail(sum_of_hits(case.damage, count)), least)
            for count in range(1, min(case.most[0], max(width - 1, 1)) + 1)
        ]
        return np.stack(rows)[_counts(case.most[0], width) - 1]
    dos = np.arange(width)[:, None, None]
    return level_chances(tail(damage(case.damage)), least - dos)


def _of_pellets(case: Case, width: int) -> Probabilities:
    """Returns the same for shot: armour is taken from each pellet, so places with equal armour are alike."""
    counts = _counts(case.most[0], width)
    found = {}
    for armor, factor in set(zip(case.armor, case.factor, strict=True)):
        least = least_damage((0,), (factor,), case.thresholds)[0]
        rows = [
            level_chances(tail(pellets(case.damage, armor, count)), least)
            for count in range(1, int(counts.max()) + 1)
        ]
        found[armor, factor] = np.stack(rows)[counts - 1]
    return np.stack([found[key] for key in zip(case.armor, case.factor, strict=True)], axis=1)


def _counts(most: int, width: int) -> npt.NDArray[np.int64]:
    """Returns how many rounds or pellets of at most so many hit by 0, 1 … degrees of success. Source: PHA-34."""
    return np.asarray(rounds_hit(np.arange(width), most))


def _rounds(case: Case, number: int, roll: Margins) -> Probabilities:
    """Returns the chances that 0, 1 … rounds of a rapid discharge hit, (Y, most + 1); the rest is a graze."""
    most = case.most[number]
    chances = np.zeros((len(roll.weights), most + 1))
    if case.rule == "burst":
        chances[:, 1:] = roll.hit[:, None] / most
    else:
        counts = _counts(most, roll.dos.shape[1])
        for count in range(1, most + 1):
            chances[:, count] = roll.dos[:, 1:] @ (counts[1:] == count)
    chances[:, 0] = 1.0 - roll.hit - roll.graze
    return chances


def _events(roll: Margins, harm: _Harm) -> Probabilities:
    """Returns the chances of place and level of a discharge that hits once, (Y, P · 5)."""
    return roll.dos @ harm.by_dos[: roll.dos.shape[1]] + roll.graze[:, None] * harm.graze


def _without(case: Case, rolls: tuple[Margins, ...], chances: list[Probabilities]) -> Probabilities:
    """Returns the chances that no discharge does what it does with these chances, each (Y, M); (M,)."""
    none: Probabilities | None = None
    for roll, chance in zip(reversed(rolls), reversed(chances), strict=True):
        if none is None:
            none = 1.0 - chance
            continue
        stop = (roll.fumble * case.jams)[:, None]
        none = stop + (1.0 - chance - stop) * none
    return rolls[0].weights @ none if none is not None else np.ones(1)


def _chances(
    case: Case, number: int, roll: Margins, harm: _Harm, changes: Probabilities
) -> Probabilities:
    """Returns the chances of a discharge to hit, to hit or graze, and by place that; then those of ``changes``.

    ``changes`` has wounds as columns (P · 5, 1 + P), see ``_columns``; (Y, 3 + 2 · P).
    """
    shares, hit, graze = np.array(case.shares), roll.hit[:, None], roll.graze[:, None]
    struck = hit + graze
    if case.is_rapid:
        rounds = _rounds(case, number, roll)
        of_round = np.concatenate((shares, harm.by_dos[0] @ changes))
        spared = (1.0 - of_round) ** np.arange(rounds.shape[1])[:, None]
        of_graze = np.concatenate((shares, harm.graze @ changes))
        each = rounds @ (1.0 - spared) + graze * of_graze
        return np.concatenate((hit, struck, each), axis=1)
    wounds = _events(roll, harm) @ changes
    return np.concatenate((hit, struck, struck * shares, wounds), axis=1)


def _may_deal(harm: _Harm) -> Probabilities:
    """Returns what a hit or a graze may deal at all, (P, 5): 0 where nothing does."""
    dealt: Probabilities = harm.by_dos.max(axis=0) + harm.graze
    return dealt.reshape(-1, LEVEL_COUNT)


def _most_hits(case: Case) -> int:
    """Returns how many wounds an action may deal one after the other."""
    return sum(case.most) if case.is_rapid else len(case.totals)


def _discharge(case: Case, number: int, roll: Margins, harm: _Harm) -> Discharge:
    """Returns a discharge by what one of its hits and its graze do."""
    shares = np.array(case.shares)
    if case.is_rapid:
        dealt, counts = harm.by_dos[:1], _rounds(case, number, roll)[:, 1:]
    else:
        chance = np.maximum(roll.hit, _ROUNDING)[:, None]
        dealt, counts = roll.dos @ harm.by_dos[: roll.dos.shape[1]] / chance, roll.hit[:, None]
    return Discharge(
        weights=roll.weights,
        hit=Strike(shares, dealt.reshape(len(dealt), -1, LEVEL_COUNT)),
        counts=counts,
        grazed=Strike(shares, harm.graze.reshape(1, -1, LEVEL_COUNT)),
        graze=roll.graze,
        stop=roll.fumble * case.jams,
    )


def _first_hit(case: Case, by_dos: Probabilities, harm: _Harm) -> Probabilities:
    """Returns the chances of place and level of a hit of a discharge, (P, 5); no hit is possible: 0."""
    if case.is_rapid:
        found = harm.by_dos[0]
    else:
        total = by_dos.sum()
        found = by_dos @ harm.by_dos[: by_dos.size] / (total or 1.0)
    by_place: Probabilities = found.reshape(-1, LEVEL_COUNT)
    return by_place


def _after(first: Probabilities, case: Case, victim: Victim, does: OneHit) -> Probabilities:
    """Returns the level of each place after a hit there; (P, 7), 0 where it cannot be hit. Source: PHA-61."""
    shares = np.array(case.shares)
    given = first / np.where(shares > 0, shares, 1.0)[:, None]
    place = np.arange(len(shares))[:, None]
    cells = (place * _LEVELS + does.level).ravel()
    flat: npt.NDArray[Any] = np.bincount(cells, given.ravel(), len(shares) * _LEVELS)
    after = flat.reshape(-1, _LEVELS)
    same = 1.0 * (shares > 0) - given.sum(axis=1)
    after[place[:, 0], list(victim.levels)] += np.where(same > _ROUNDING, same, 0.0)
    return after


def hit_damage(case: Case, dos: Probabilities, place: int) -> Dist:
    """Returns the damage past armour of a hit at a place; what lies beyond 1e-15 is left out.

    ``dos``: the chance to hit by 0, 1 …, not all of them 0 for there to be damage.
    """
    hit = float(dos.sum())
    armor, factor = case.armor[place], case.factor[place]
    if not hit:
        return Dist(0, np.ones(1))
    by_dos = dos / hit
    if case.rule == "pellets":
        return _past(_mix(case, by_dos, lambda n: pellets(case.damage, armor, n)), 0, factor)
    if case.is_summed:
        return _past(_mix(case, by_dos, lambda n: sum_of_hits(case.damage, n)), armor, factor)
    dealt = damage(case.damage)
    return _past(dealt if case.is_rapid else convolve(dealt, Dist(0, by_dos)), armor, factor)


def _mix(case: Case, by_dos: Probabilities, of: Callable[[int], Dist]) -> Dist:
    counts = _counts(case.most[0], by_dos.size)[1:]
    return mixture(
        *((float(by_dos[1:] @ (counts == n)), of(n)) for n in range(1, int(counts.max()) + 1))
    )


def _past(amount: Dist, armor: int, factor: int) -> Dist:
    return push(lambda each: np.asarray(past_armor(each, armor, factor)), amount, lo=0)
