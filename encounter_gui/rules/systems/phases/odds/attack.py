"""Exact odds of an attack action: everything the table would roll, over every weighted roll.

Source: PHA-30 to PHA-42, PHA-60 to PHA-66, PHA-78.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.dice.exact import Dist, Probabilities, convolve, mixture, push
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.odds import (
    bursts,
    defense_per_shot,
    joint_wounds,
    separate_shots,
    until_death,
)
from encounter_gui.rules.systems.phases.odds.rolls import (
    LEVEL_COUNT,
    DamageKey,
    Margins,
    damage,
    least_damage,
    level_chances,
    margins,
    overall_margins,
    pellets,
    sum_of_hits,
    tail,
)
from encounter_gui.rules.systems.phases.odds.three_attacks import (
    ThreeAttacks,
    three_attacks,
    weakenings,
)
from encounter_gui.rules.systems.phases.odds.wound_chain import (
    Chain,
    Victim,
    chain,
    moves,
    shock_fails,
    stacking,
)

CHAIN = 10
"""How many such attacks in a row the chance to be out is given for."""


_WIDTH_STEP = 8
"""Degrees of Success are looked at in steps of so many, so that few tables serve all modifiers."""

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
    critical: int = mechanics.CRITICAL_MARGIN.default

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


class _Blow(NamedTuple):
    """What of an attack decides what its hits do, apart from how well they hit; see ``Case``."""

    rule: str
    is_rapid: bool
    is_summed: bool
    most: int
    damage: DamageKey
    graze: int
    graze_armor: bool
    shares: tuple[float, ...]
    armor: tuple[int, ...]
    factor: tuple[int, ...]
    thresholds: tuple[int, ...]


class _Harm(Struct, frozen=True, kw_only=True):
    """What discharges do, by place and level flattened to (P · 5): of one hit by DoS, of one graze."""

    by_dos: Probabilities
    graze: Probabilities


class ActionOdds(Struct, frozen=True, kw_only=True):
    """The exact odds of one attack action.

    ``hit``: at least one discharge hits. ``graze``: none does, but one grazes. ``wound``: the level of some place
    changes. ``out``: out of the fight after it with all its tests, ``out_cool`` the part of it by failed COOL;
    ``within[i]``: out within ``i + 1`` such actions, with wounds that stack, each rolled as this one, jams cleared in
    between. None: not known exactly. ``out_in_three``: out within three, where wounds weaken the defenses between them;
    None: not known exactly.

    ``dos``: the chance of the first discharge to hit by 0, 1 …

    By place, (P,): ``place_hit`` and ``place_wound`` in the whole action, as long as the target lives; of several
    discharges as if what one does changed nothing for the roll of the next. Of one hit of the first discharge:
    ``after`` (P, 7) the level of the place after it; ``shock``, ``faints``, ``critical``: it fails a Shock Test, fails
    a COOL test, gets a Critical wound or worse. ``criticals[i]``: a new Critical wound or worse within ``i + 1``
    actions.
    """

    hit: float
    graze: float
    wound: float
    out: float | None
    out_cool: float
    within: tuple[float, ...]
    out_in_three: float | None
    dos: Probabilities
    place_hit: Probabilities
    place_wound: Probabilities
    after: Probabilities
    shock: float
    faints: float
    critical: float
    criticals: tuple[float, ...]


@lru_cache(256)
def action_odds(case: Case, victim: Victim) -> ActionOdds:
    """Returns the exact odds of an attack action on a combatant. Source: PHA-78."""
    losses = _losses(case, victim)
    weaker = _weaker(case, losses) if losses else None
    rolls = (weaker.row(losses.index(0)),) if weaker else _rolls(case)
    if not weaker and (len(rolls) == 1 or case.per_shot):
        rolls = tuple(each.overall for each in rolls)
    harm = _harm(case, max(each.dos.shape[1] for each in rolls))
    links = chain(victim)
    matrix = _action_matrix(case, rolls, harm, links)
    within, by_cool = _chain_sums(matrix, links)
    by_dos = rolls[0].weights @ rolls[0].dos
    first = _first_hit(case, by_dos, harm)
    new = stacking(destroys=victim.destroys)[list(victim.levels), 1:]
    changes = 1.0 * (new != np.array(victim.levels)[:, None])
    joint = joint_wounds.joint_odds(_alike(case, rolls, harm), victim)
    three = _three(weaker, harm, victim) if weaker else None
    chances = joint.out if victim.drops_in_shock else within
    wounds = _any(case, rolls, harm, _columns(changes))
    missed = float(_without(case, rolls, [each.hit for each in rolls]))
    unhurt = 1.0 - float(wounds[0])
    if case.is_played_out and not victim.is_out:
        missed, idle, after = _played_out(case, victim, links, changes)
        unhurt = unhurt if idle is None else idle
        by_cool = float(after[-2])
        chances = (float(after[-2:].sum()), *chances[1:]) if chances else ()
    if case.defends_anew and not victim.is_out:
        play = bursts.play_bursts if case.is_rapid else defense_per_shot.play_shots
        shots = play(len(case.totals), _shot_by_defense(case), victim, jams=case.jams)
        missed, unhurt, by_cool = shots.missed, shots.unhurt, shots.by_cool
        chances = (shots.out, *chances[1:]) if chances else ()
    place_hit, place_wound = _place_hits(case, rolls), wounds[1:]
    if until_death.may_kill(victim, _may_deal(harm), _most_hits(case)):
        discharges = _discharges(case, rolls, harm)
        place_hit, place_wound = until_death.place_chances(rolls[0].weights, discharges, victim)
    untouched = float(_without(case, rolls, [each.hit + each.graze for each in rolls]))
    return ActionOdds(
        hit=1.0 - missed,
        graze=max(missed - untouched, 0.0),
        wound=1.0 - unhurt,
        out=chances[0] if chances else None,
        out_cool=by_cool,
        within=chances,
        out_in_three=three.out[-1] if three else None,
        dos=by_dos,
        place_hit=place_hit,
        place_wound=place_wound,
        after=_after(first, case, victim),
        shock=_shock(first, victim, new),
        faints=float(first.ravel() @ links.faints),
        critical=float((first * changes * (new >= mechanics.CRITICAL)).sum()),
        criticals=three.criticals if three else joint.criticals,
    )


class DischargeOdds(Struct, frozen=True, kw_only=True):
    """What one discharge does, without the tests it leads to; a row for each of L leads.

    ``first`` (L, P · 5): what one hit does that is no graze.

    ``fumble`` (L,); ``wounds`` (L, P · 5): the one wound it deals, by place and level. Where rounds hit one by one
    these are grazes, ``counts`` (L, most) are the chances that so many rounds hit, and ``hit`` (P · 5,) is what each of
    them does; else there are no columns, and nothing.
    """

    fumble: Probabilities
    wounds: Probabilities
    counts: Probabilities
    hit: Probabilities
    first: Probabilities


def discharge_odds(case: Case, leads: Sequence[int]) -> DischargeOdds:
    """Returns what the first discharge does if its bonus exceeds that of the defense by these leads. Source: PHA-35."""
    fumbles_at = case.critical if case.by_margin else 0
    rolls = overall_margins(tuple(leads), is_passive=case.is_passive, fumbles_at=fumbles_at)
    harm = _harm(case, rolls.dos.shape[1])
    if case.is_rapid:
        return DischargeOdds(
            fumble=rolls.fumble,
            wounds=np.outer(rolls.graze, harm.graze),
            counts=_rounds(case, 0, rolls)[:, 1:],
            hit=harm.by_dos[0],
            first=np.tile(harm.by_dos[0], (len(leads), 1)),
        )
    wounds = _events(rolls, harm)
    chance = np.maximum(rolls.dos.sum(axis=1), _ROUNDING)
    return DischargeOdds(
        fumble=rolls.fumble,
        wounds=wounds,
        counts=np.zeros((len(wounds), 0)),
        hit=np.zeros(wounds.shape[1]),
        first=(rolls.dos @ harm.by_dos[: rolls.dos.shape[1]]) / chance[:, None],
    )


def _losses(case: Case, victim: Victim) -> tuple[int, ...]:
    """Returns by how much wounds may weaken the next defense; nothing for attacks that strike more than once, or never.

    Source: PHA-66, PHA-78.
    """
    if len(case.totals) > 1 or case.is_rapid or case.rule == "technique":
        return ()
    return weakenings(victim)


def _weaker(case: Case, losses: tuple[int, ...]) -> Margins:
    """Returns the attack roll over all defense rolls, a row for each loss of the defense. Source: PHA-66, PHA-78."""
    lead = case.totals[0] - case.defense
    leads = tuple(lead + by * (not case.is_passive) for by in losses)
    fumbles_at = case.critical if case.by_margin else 0
    return overall_margins(leads, is_passive=case.is_passive, fumbles_at=fumbles_at)


def _three(rolls: Margins, harm: _Harm, victim: Victim) -> ThreeAttacks:
    """Returns the chances of three attacks that strike at most once each, from the rolls on weaker defenses."""
    events = _events(rolls, harm)
    return three_attacks(victim, events.reshape(len(events), -1, LEVEL_COUNT))


def _played_out(
    case: Case, victim: Victim, links: Chain, changes: Probabilities
) -> tuple[float, float | None, Probabilities]:
    """Returns the chances of no hit and of no new wound, and where the target is after the action.

    None: what it does to the target does not bear on new wounds. Source: PHA-78.
    """
    kinds = [
        _rolls(replace(case, totals=tuple(each + by for each in case.totals)))
        for by in (0, case.fallen, case.down)
    ]
    harm = _harm(case, max(each.dos.shape[1] for rolls in kinds for each in rolls))
    by_shot = [tuple(rolls[number] for rolls in kinds) for number in range(len(case.totals))]
    every = [_shot(rolls, [_events(each, harm) for each in rolls]) for rolls in by_shot]
    grazes = [
        _shot(rolls, [each.graze[:, None] * harm.graze for each in rolls]) for rolls in by_shot
    ]
    same = 1.0 - changes.ravel()
    idle = [_shot(shot.rolls, [each * same for each in shot.events]) for shot in every]
    hits = tuple(np.stack([each.hit for each in rolls]) for rolls in by_shot)
    wounds = tuple(np.stack([each @ changes.ravel() for each in shot.events]) for shot in every)
    course = partial(separate_shots.play_shots, links=links, victim=victim, jams=case.jams)
    has_wounds = any(
        victim.levels
    )  # without one no wound is ignored, so the first of all changes something
    return (
        float(course(tuple(grazes), lost=hits).sum()),
        float(course(tuple(idle), lost=wounds).sum()) if has_wounds else None,
        course(tuple(every)),
    )


def _shot_by_defense(case: Case) -> defense_per_shot.ShotAt:
    """Returns how a shot meets the defense rolled for it, by what those before have done. Source: PHA-32, PHA-66."""
    known: dict[tuple[int, int, bool, bool], defense_per_shot.Shot] = {}

    def shot(number: int, lost: int, has_fallen: bool, is_out: bool) -> defense_per_shot.Shot:  # noqa: FBT001 - as called
        key = (number, lost, has_fallen, is_out)
        if key not in known:
            gained = case.down if is_out else case.fallen * has_fallen
            lead = case.totals[number] + gained
            lead -= case.down_dn if is_out else case.defense - lost * (not case.is_passive)
            (roll,) = margins(
                (lead,),
                is_passive=is_out or case.is_passive,
                fumbles_at=case.critical if case.by_margin else 0,
            )
            whole = roll.overall
            harm = _harm(case, whole.dos.shape[1])
            hit = _first_hit(case, whole.dos[0], harm)
            counts = _rounds(case, number, whole)[0, 1:] if case.is_rapid else whole.hit
            known[key] = defense_per_shot.Shot(
                margins=whole,
                counts=tuple(counts.tolist()),
                hit=hit,
                graze=harm.graze.reshape(-1, LEVEL_COUNT),
            )
        return known[key]

    return shot


def _shot(rolls: Sequence[Margins], events: Sequence[Probabilities]) -> separate_shots.Shot:
    up, fallen, down = rolls
    of_up, of_fallen, of_down = events
    return separate_shots.Shot(rolls=(up, fallen, down), events=(of_up, of_fallen, of_down))


def _rolls(case: Case) -> tuple[Margins, ...]:
    """Returns the attack rolls of the discharges, each against the defense. Source: PHA-30, PHA-32, PHA-33."""
    leads = tuple(total - case.defense for total in case.totals)
    fumbles_at = case.critical if case.by_margin else 0
    return margins(leads, is_passive=case.is_passive, fumbles_at=fumbles_at)


def _columns(changes: Probabilities) -> Probabilities:
    """Returns the wounds that change something as columns: anywhere, and at each place alone; (P · 5, 1 + P)."""
    return (_anywhere_or_there(len(changes)) * changes[:, :, None]).reshape(changes.size, -1)


@lru_cache(16)
def _anywhere_or_there(places: int) -> Probabilities:
    """Returns 1 for a wound anywhere and for one at its own place; (P, 1, 1 + P)."""
    return np.concatenate((np.ones((places, 1)), np.eye(places)), axis=1)[:, None, :]


def _harm(case: Case, width: int) -> _Harm:
    """Returns what a hit by 0, 1 … and a graze do, at least ``width`` of them; see ``_harm_of``."""
    blow = _Blow(
        rule=case.rule,
        is_rapid=case.is_rapid,
        is_summed=case.is_summed,
        most=case.most[0],
        damage=case.damage,
        graze=case.graze,
        graze_armor=case.graze_armor,
        shares=case.shares,
        armor=case.armor,
        factor=case.factor,
        thresholds=case.thresholds,
    )
    return _harm_of(blow, -(-width // _WIDTH_STEP) * _WIDTH_STEP)


@lru_cache(64)
def _harm_of(case: _Blow, width: int) -> _Harm:
    """Returns what a hit by 0, 1 … and a graze do, by place and level, each place with its share."""
    shares = np.array(case.shares)[:, None]
    if case.rule == "technique":
        nothing = np.zeros(len(case.shares) * LEVEL_COUNT)
        return _Harm(by_dos=np.broadcast_to(nothing, (width, nothing.size)), graze=nothing)
    levels = _levels(case, width) * shares
    armor = np.array(case.armor) * case.graze_armor
    past = mechanics.past_armor(case.graze, armor, np.array(case.factor))
    dealt = np.asarray(mechanics.wound_level(past, case.thresholds))[:, None]
    graze = (dealt == np.arange(1, LEVEL_COUNT + 1)) * shares
    return _Harm(by_dos=levels.reshape(len(levels), -1), graze=graze.ravel())


def _levels(case: _Blow, width: int) -> Probabilities:
    """Returns the chances of each level at each place for a hit by 0, 1 …; (width, P, 5), rapid fire has one row."""
    if case.rule == "pellets":
        return _of_pellets(case, width)
    least = least_damage(case.armor, case.factor, case.thresholds)
    if case.is_rapid:
        return level_chances(tail(damage(case.damage)), least)[None]
    if case.is_summed:
        rows = [
            level_chances(tail(sum_of_hits(case.damage, count)), least)
            for count in range(1, min(case.most, max(width - 1, 1)) + 1)
        ]
        return np.stack(rows)[_counts(case.most, width) - 1]
    dos = np.arange(width)[:, None, None]
    return level_chances(tail(damage(case.damage)), least - dos)


def _of_pellets(case: _Blow, width: int) -> Probabilities:
    """Returns the same for shot: armour is taken from each pellet, so places with equal armour are alike."""
    counts = _counts(case.most, width)
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
    return np.asarray(mechanics.hit_count(np.arange(width), most))


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


def _action_matrix(
    case: Case, rolls: tuple[Margins, ...], harm: _Harm, links: Chain
) -> Probabilities:
    """Returns the transition of a whole action, (S, S): one defense for all discharges. Source: PHA-32, PHA-78."""
    steps = _rapid_steps(case, rolls, harm, links) if case.is_rapid else None
    whole: Probabilities | None = None
    for number in reversed(range(len(rolls))):
        roll = rolls[number]
        step = steps[number] if steps is not None else links.step(_events(roll, harm))
        if whole is None:
            whole = step
        else:
            whole = step @ whole + _stop(case, roll, whole)
    if whole is None:
        return np.eye(links.size)
    total: Probabilities = rolls[0].weights @ whole.reshape(len(whole), -1)
    return total.reshape(links.size, -1)


def _stop(case: Case, roll: Margins, rest: Probabilities) -> Probabilities:
    """Returns what changes because a jam ends the action before the rest of it, (Y, S, S). Source: PHA-35."""
    if not case.jams:
        return np.zeros(1)
    stop = roll.fumble[:, None, None]
    lost = rest * -stop
    lost.reshape(len(lost), -1)[:, :: rest.shape[-1] + 1] += stop[:, 0]
    return lost


def _rapid_steps(
    case: Case, rolls: tuple[Margins, ...], harm: _Harm, links: Chain
) -> list[Probabilities]:
    """Returns the transition of each rapid discharge, (Y, S, S): so many hits, each by itself, or one graze."""
    hit, graze = links.step(harm.by_dos[0]), links.step(harm.graze)
    powers = [np.eye(links.size)]
    for _ in range(max(case.most)):
        powers.append(powers[-1] @ hit)
    flat = np.stack([*powers, graze]).reshape(len(powers) + 1, -1)
    shape = (-1, links.size, links.size)
    made = []
    for number, roll in enumerate(rolls):
        weights = np.zeros((len(roll.weights), len(flat)))
        weights[:, : case.most[number] + 1] = _rounds(case, number, roll)
        weights[:, -1] = roll.graze
        made.append((weights @ flat).reshape(shape))
    return made


def _chain_sums(matrix: Probabilities, links: Chain) -> tuple[tuple[float, ...], float]:
    """Returns the chances to be out within 1, 2 … actions, and to be out by COOL after the first."""
    at = np.zeros((CHAIN + 1, links.size))
    at[0, links.start] = 1.0
    for number in range(CHAIN):
        np.matmul(at[number], matrix, out=at[number + 1])
    found = np.minimum(at[1:, -2] + at[1:, -1], 1.0)
    return tuple(found.tolist()), float(at[1, -2])


def _without(case: Case, rolls: tuple[Margins, ...], chances: list[Probabilities]) -> Probabilities:
    """Returns the chance that no discharge does what it does with these chances, each (Y,) or (Y, M)."""
    none: Probabilities | None = None
    for roll, chance in zip(reversed(rolls), reversed(chances), strict=True):
        if none is None:
            none = 1.0 - chance
            continue
        stop = (roll.fumble * case.jams).reshape(-1, *[1] * (chance.ndim - 1))
        none = stop + (1.0 - chance - stop) * none
    return rolls[0].weights @ none if none is not None else np.ones(1)


def _any(case: Case, rolls: tuple[Margins, ...], harm: _Harm, mask: Probabilities) -> Probabilities:
    """Returns the chances that the action deals one of the wounds in each column of the mask (P · 5, M); (M,)."""
    chances = []
    for number, roll in enumerate(rolls):
        if case.is_rapid:
            spared = (1.0 - harm.by_dos[0] @ mask) ** np.arange(case.most[number] + 1)[:, None]
            grazed = np.outer(roll.graze, harm.graze @ mask)
            rounds = _rounds(case, number, roll)
            chances.append(rounds @ (1.0 - spared) + grazed)
        else:
            chances.append(_events(roll, harm) @ mask)
    return 1.0 - _without(case, rolls, chances)


def _place_hits(case: Case, rolls: tuple[Margins, ...]) -> Probabilities:
    """Returns the chance that each place is hit or grazed in the action; (P,)."""
    shares, chances = np.array(case.shares), []
    for number, roll in enumerate(rolls):
        if case.is_rapid:
            spared = (1.0 - shares) ** np.arange(case.most[number] + 1)[:, None]
            rounds = _rounds(case, number, roll)
            chances.append(rounds @ (1.0 - spared) + np.outer(roll.graze, shares))
        else:
            chances.append(np.outer(roll.hit + roll.graze, shares))
    return 1.0 - _without(case, rolls, chances)


def _may_deal(harm: _Harm) -> Probabilities:
    """Returns what a hit or a graze may deal at all, (P, 5): 0 where nothing does."""
    dealt: Probabilities = harm.by_dos.max(axis=0) + harm.graze
    return dealt.reshape(-1, LEVEL_COUNT)


def _most_hits(case: Case) -> int:
    """Returns how many wounds an action may deal one after the other."""
    return sum(case.most) if case.is_rapid else len(case.totals)


def _discharges(case: Case, rolls: tuple[Margins, ...], harm: _Harm) -> list[until_death.Discharge]:
    """Returns the discharges of an action, each by what one of its hits and its graze do."""
    shares = np.array(case.shares)
    grazed = until_death.Strike(shares, harm.graze.reshape(1, -1, LEVEL_COUNT))
    found = []
    for number, roll in enumerate(rolls):
        if case.is_rapid:
            dealt, counts = harm.by_dos[:1], _rounds(case, number, roll)[:, 1:]
        else:
            chance = np.maximum(roll.hit, _ROUNDING)[:, None]
            dealt, counts = roll.dos @ harm.by_dos[: roll.dos.shape[1]] / chance, roll.hit[:, None]
        found.append(
            until_death.Discharge(
                hit=until_death.Strike(shares, dealt.reshape(len(dealt), -1, LEVEL_COUNT)),
                counts=counts,
                grazed=grazed,
                graze=roll.graze,
                stop=roll.fumble * case.jams,
            )
        )
    return found


def _first_hit(case: Case, by_dos: Probabilities, harm: _Harm) -> Probabilities:
    """Returns the chances of place and level of a hit of a discharge, (P, 5); no hit is possible: 0."""
    if case.is_rapid:
        found = harm.by_dos[0]
    else:
        total = by_dos.sum()
        found = by_dos @ harm.by_dos[: by_dos.size] / (total or 1.0)
    by_place: Probabilities = found.reshape(-1, LEVEL_COUNT)
    return by_place


def _after(first: Probabilities, case: Case, victim: Victim) -> Probabilities:
    """Returns the level of each place after a hit there; (P, 7), 0 where it cannot be hit. Source: PHA-61."""
    levels, shares = np.array(victim.levels), np.array(case.shares)
    given = first / np.where(shares > 0, shares, 1.0)[:, None]
    after: Probabilities = (given[:, None, :] @ moves(destroys=victim.destroys)[levels])[:, 0]
    same = 1.0 * (shares > 0) - given.sum(axis=1)
    after[np.arange(len(levels)), levels] += np.where(same > _ROUNDING, same, 0.0)
    return after


def _shock(first: Probabilities, victim: Victim, new: npt.NDArray[np.int64]) -> float:
    """Returns the chance that a hit fails a Shock Test. Source: PHA-62."""
    if victim.is_in_shock or victim.is_out:
        return 0.0
    rates = shock_fails(victim)[new] * (new != np.array(victim.levels)[:, None])
    for place in (victim.head, victim.torso):
        if place >= 0:
            rates[place, new[place] >= mechanics.DESTROYED] = 0.0  # the dead are not tested
    return float((first * rates).sum())


def _alike(case: Case, rolls: tuple[Margins, ...], harm: _Harm) -> joint_wounds.Alike | None:
    """Returns the action as hits that are alike; None where they are not."""
    if len(rolls) > 1 or case.rule == "technique":
        return None
    (roll,) = rolls
    graze = harm.graze.reshape(-1, LEVEL_COUNT)
    if case.is_rapid:
        return joint_wounds.Alike(
            events=harm.by_dos[0].reshape(graze.shape),
            counts=_rounds(case, 0, roll)[0],
            graze=float(roll.graze[0]),
            graze_events=graze,
        )
    events = _events(roll, harm)[0].reshape(graze.shape)
    return joint_wounds.Alike(events=events, counts=None, graze=0.0, graze_events=graze)


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
    return push(lambda each: np.asarray(mechanics.past_armor(each, armor, factor)), amount, lo=0)
