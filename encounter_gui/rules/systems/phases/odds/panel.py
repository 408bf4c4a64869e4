"""The odds panel of a fight in phases: exact odds of the attack on the bench, in words and charts."""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import total
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.presenters.words.odds import OddsWords
from encounter_gui.rules.systems.phases.attack_form.form import strike_of
from encounter_gui.rules.systems.phases.attack_form.selection import Strike
from encounter_gui.rules.systems.phases.combat.attack_plan import (
    fumbles_by,
    passive_dn,
    plan_attack,
)
from encounter_gui.rules.systems.phases.harm.wounds import may_need_cool
from encounter_gui.rules.systems.phases.odds.attack import (
    ActionOdds,
    Case,
    action_odds,
    first_odds,
    hit_damage,
)
from encounter_gui.rules.systems.phases.odds.in_a_row import CHAIN, SOON, Row, soon, within
from encounter_gui.rules.systems.phases.odds.wounds import Victim
from encounter_gui.rules.systems.phases.rules.anatomy import anatomy
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.view import (
    Bars,
    HeadlineNumber,
    HeatRow,
    HeatStrip,
    LaterBars,
    LaterMeasures,
    LaterNoted,
    LaterWithin,
    Measures,
    NotedNumber,
    Odds,
    OddsChart,
    PlaceOdds,
    Share,
    Spread,
    Threshold,
)


def odds(context: RulesContext, command: Command) -> Odds | None:
    """Returns the exact odds of a command; None for one without an attack."""
    strike = strike_of(context, command)
    if strike is None:
        return None
    case = case_of(strike)
    words = OddsWords(context)
    victim = _known_victim(strike.view, strike.target.id)
    chances = first_odds(case, victim)
    if case.rule == "technique":
        return Odds(title=words.text("title"), headline_numbers=_technique(context, chances))
    later = _Later(case, victim)
    return Odds(
        title=words.text("title" if len(case.totals) == 1 else "title.many"),
        headline_numbers=_figures(context, chances, later),
        charts=tuple(_exhibits(context, strike, chances, later)),
        remark=_remark(context, case, chances),
        places=_places(strike, case, chances),
        noted=tuple(_noted(chances, later)),
    )


def measures(context: RulesContext, command: Command) -> Measures | None:
    """Returns what an attack is compared by; wounds are levels and are not added up. Source: PHA-30 to PHA-78."""
    strike = strike_of(context, command)
    if strike is None:
        return None
    case, victim = case_of(strike), _known_victim(strike.view, strike.target.id)
    chances = first_odds(case, victim)
    if case.rule == "technique":
        return Measures(hit=chances.hit)
    later = _Later(case, victim)
    if not chances.is_whole:
        return LaterMeasures(work=later.out_weakened, one_of=lambda: _measured(later.whole()))
    one = _measured(chances)
    return LaterMeasures(hit=one.hit, hurt=one.hurt, out=one.out, work=later.out_weakened)


def _measured(chances: ActionOdds) -> Measures:
    return Measures(hit=chances.hit, hurt=chances.wound, out=chances.out)


class _Later:
    """What comes of several such actions, or of one that takes long: it is worked out when the rest is painted."""

    def __init__(self, case: Case, victim: Victim) -> None:
        """Takes the action and its target."""
        self.case, self.victim = case, victim
        self.is_weakened = case.strikes_once and case.rule != "technique"
        self.critical_count = SOON if self.is_weakened else int(len(case.totals) == 1)

    @property
    def most(self) -> int:
        """How many actions in a row are looked at."""
        victim = self.victim
        if victim.is_out or not victim.drops_in_shock:
            return CHAIN
        is_tested = victim.body.tests_flesh or not victim.is_tested
        return CHAIN if self.case.strikes_once and is_tested else 1

    def whole(self) -> ActionOdds:
        """Returns the odds of the action, followed to its end."""
        return action_odds(self.case, self.victim)

    def row(self) -> Row | None:
        """Returns what comes of a few, wounds weakening the defenses; None: not known exactly."""
        return soon(self.case, self.victim)

    def out(self) -> tuple[float, ...]:
        """Returns the chances to be out within 1, 2 … such actions, each rolled as the first."""
        return within(self.case, self.victim)

    def out_weakened(self) -> tuple[float, ...]:
        """Returns the same, within three with defenses weakened by wounds."""
        found, row = self.out(), self.row()
        if row is None or not row.out:
            return found
        return (*found[: SOON - 1], row.out[-1], *found[SOON:])

    def critical(self, count: int) -> float:
        """Returns the chance of a new Critical wound within so many."""
        row = self.row()
        return row.criticals[count - 1] if row else 0.0


def case_of(strike: Strike) -> Case:
    """Returns an attack in plain numbers. Source: PHA-30 to PHA-42."""
    plan, context = strike.plan, strike.view
    faces = sum(len(each.rolls) for each in plan.places)
    return Case(
        totals=tuple(each.bonus.amount for each in plan.discharges),
        most=tuple(each.most for each in plan.discharges),
        defense=strike.defense.bonus.amount if strike.defense else plan.passive or 0,
        is_passive=strike.defense is None,
        per_shot=bool(context.switch("phases.defensePerShot")),
        by_margin=bool(context.switch("phases.attackFumbleOnMargin")),
        critical=fumbles_by(context),
        jams=plan.weapon.can_jam and not plan.is_melee,
        rule=plan.hits,
        is_summed=plan.is_summed,
        damage=(plan.damage.dice, plan.damage.flat, plan.damage.divisor, plan.damage.minimum),
        graze=plan.graze,
        graze_armor=plan.graze_armor,
        shares=tuple(
            float(each.key == plan.aim) if plan.aim else len(each.rolls) / faces
            for each in plan.places
        ),
        armor=tuple(each.armor for each in plan.places),
        factor=tuple(each.factor for each in plan.places),
        thresholds=plan.thresholds,
        fallen=_gain_of(strike, "prone"),
        down=_gain_of(strike, "unconscious"),
        down_dn=_down_dn(context, strike.target.id, is_melee=plan.is_melee),
    )


@lru_cache(16)
def _down_dn(view: RulesContext, target: CombatantId, *, is_melee: bool) -> int:
    """Returns the DN of a target once it is unconscious, which then rolls no defense. Source: PHA-32."""
    added = ev.ConditionAdded(who=target, condition=Condition(key="unconscious"))
    after = replace(view, state=fold(view.state, (added,)))
    return passive_dn(after, after.combatant(target), is_melee=is_melee) or 0


def _gain_of(strike: Strike, key: str) -> int:
    """Returns what the next shot gains when the target has come to this condition by the one before. Source: PHA-78."""
    if len(strike.plan.discharges) < 2 or strike.plan.hits not in ("one", "burst"):
        return 0
    added = ev.ConditionAdded(who=strike.target.id, condition=Condition(key=key))
    after = replace(strike.view, state=fold(strike.view.state, (added,)))
    now = plan_attack(after, strike.command).discharges[0].bonus.amount
    return now - strike.plan.discharges[0].bonus.amount


@lru_cache(8)
def _known_victim(view: RulesContext, target: CombatantId) -> Victim:
    return victim_of(view, view.combatant(target))


def victim_of(context: RulesContext, combatant: Combatant) -> Victim:
    """Returns a target in plain numbers. Source: PHA-60 to PHA-66, PHA-74."""
    body = anatomy(context)
    skips = character.is_mook(combatant) and bool(context.switch("phases.mookSkipCool"))
    return Victim(
        levels=tuple(character.wound(combatant, key) for key in body.keys),
        body=body,
        cool=character.level(context, combatant, "cool")
        + character.level(context, combatant, "initiative"),
        stamina=character.level(context, combatant, "stamina")
        + total(character.fatigue_parts(context, combatant)),
        is_tested=may_need_cool(combatant) and not skips,
        is_in_shock=combatant.has("in_shock") or combatant.has("clinically_dead"),
        drops_in_shock=character.is_ordinary(combatant) and bool(context.switch("phases.mookRule")),
        is_out=character.is_out(context, combatant),
    )


def _technique(context: RulesContext, chances: ActionOdds) -> tuple[HeadlineNumber, ...]:
    words = OddsWords(context)
    return (words.number("hit", "works", chances.hit),)


def _figures(
    context: RulesContext, chances: ActionOdds, later: _Later
) -> tuple[HeadlineNumber, ...]:
    """Returns the large odds: hit, wound, out by this attack, out by three like it."""
    words = OddsWords(context)

    def number(name: str, key: str, of: Callable[[ActionOdds], _Told]) -> HeadlineNumber:
        if chances.is_whole:
            told = of(chances)
            return words.number(name, key, told.chance, note=told.note, tip=told.tip)

        def worded() -> tuple[str, str]:
            told = of(later.whole())
            return told.note, told.tip

        return words.later(name, key, lambda: of(later.whole()).chance, tip="", words_of=worded)

    numbers = [
        number("hit", "hit", partial(_hit, words)),
        number("wound", "wound", partial(_wound, words)),
    ]
    if chances.out is not None and not later.victim.is_out:
        numbers.append(number("out.1", "out", partial(_out, words)))
        if later.most >= SOON:
            how = "weaker" if later.is_weakened else "tip"
            numbers.append(
                words.later(
                    f"out.{SOON}",
                    "out_in",
                    lambda: later.out_weakened()[SOON - 1],
                    tip=words.text(f"out_in.{how}"),
                    times=SOON,
                )
            )
    return tuple(numbers)


class _Told(NamedTuple):
    """A large number of one action: its chance, its note, its tip."""

    chance: float
    note: str
    tip: str


def _hit(words: OddsWords, chances: ActionOdds) -> _Told:
    note = words.text("graze", percent=_percent(chances.graze)) if chances.graze else ""
    return _Told(chances.hit, note, words.text("graze.tip", percent=_percent(_miss(chances))))


def _wound(words: OddsWords, chances: ActionOdds) -> _Told:
    tip = words.text(
        "wound.tip",
        shock=_percent(chances.shock),
        faints=_percent(chances.faints),
        critical=_percent(chances.critical),
    )
    return _Told(chances.wound, "", tip)


def _out(words: OddsWords, chances: ActionOdds) -> _Told:
    tip = words.text("out.tip", percent=_percent(chances.out_cool))
    return _Told(chances.out or 0.0, "", tip)


def _noted(chances: ActionOdds, later: _Later) -> Iterator[NotedNumber]:
    """Yields what notes and tips say in words: grazes, misses, COOL, a Critical wound within so many attacks."""
    found: dict[str, Callable[[ActionOdds], float]] = {"graze": _graze, "missed": _miss}
    if chances.out is not None and not later.victim.is_out:
        found["out_by_cool.1"] = _out_by_cool
    for name, of in found.items():
        if chances.is_whole:
            yield NotedNumber(id=name, probability=of(chances))
        else:
            yield LaterNoted(id=name, work=partial(_of_whole, later, of))
    for count in range(1, later.critical_count + 1):
        yield LaterNoted(id=f"critical.{count}", work=partial(later.critical, count))


def _exhibits(
    context: RulesContext, strike: Strike, chances: ActionOdds, later: _Later
) -> tuple[OddsChart, ...]:
    """Returns the charts, the most useful first: wounds by place, damage, tests, and out within k."""
    words = OddsWords(context)
    found: list[OddsChart] = [
        _heat(context, strike, later.case, chances),
        _spread(context, strike, later.case, chances),
        _tests(context, chances, later),
    ]
    if later.most > 1:
        title = words.text("within", most=CHAIN)
        note = words.text("within.note")
        found.append(
            LaterWithin(id="out_unweakened", title=title, work=later.out, most=CHAIN, note=note)
        )
    return tuple(found)


def _heat(context: RulesContext, strike: Strike, case: Case, chances: ActionOdds) -> HeatStrip:
    """Returns the wound a place has after a hit there. Source: PHA-41, PHA-61."""
    words = OddsWords(context)
    columns = (
        Threshold(value=0, text=words.text("same"), level=0),
        *(
            Threshold(value=each.level, text=each.letter, level=each.level)
            for each in context.ruleset.wound_levels
        ),
    )
    rows = []
    for place, known in enumerate(context.ruleset.locations):
        if not case.shares[place]:
            continue
        after = [float(p) for p in chances.after[place]]
        before = character.wound(strike.target, known.key)
        same = after[before]
        after[before] = 0.0
        rows.append(
            HeatRow(
                key=known.key,
                text=known.name,
                share=case.shares[place],
                chances=(same, *after[1:]),
            )
        )
    title = "heat.round" if case.is_rapid else "heat"
    return HeatStrip(id="place_if_hit", title=words.text(title), columns=columns, rows=tuple(rows))


def _spread(context: RulesContext, strike: Strike, case: Case, chances: ActionOdds) -> Spread:
    """Returns the damage past armour of a hit at the place aimed at, else at the torso. Source: PHA-38 to PHA-42."""
    words = OddsWords(context)
    keys = [each.key for each in context.ruleset.locations]
    aim = strike.plan.aim or (character.TORSO if character.TORSO in keys else keys[0])
    dealt = hit_damage(case, chances.dos, keys.index(aim))
    limits = case.thresholds
    letters = {each.level: each.letter for each in context.ruleset.wound_levels}
    known = character.location(context, aim)
    name = known.short if known else aim
    return Spread(
        id="damage_if_hit",
        title=words.text("spread", place=name),
        unit=words.text("damage"),
        lowest=0,
        probabilities=tuple(dealt.p.tolist()),
        thresholds=tuple(
            Threshold(value=limit, text=letters.get(level, ""), level=level)
            for level, limit in enumerate(limits, start=1)
        ),
        mean=dealt.mean,
    )


def _tests(context: RulesContext, chances: ActionOdds, later: _Later) -> Bars:
    """Returns what tests a hit fails, and a Critical wound. Source: PHA-60, PHA-62, PHA-63."""
    words = OddsWords(context)
    shares = (
        words.share("shock", "shock", chances.shock, "weak"),
        words.share("unconscious", "faints", chances.faints, "bad"),
        words.share("critical", "critical", chances.critical, "strong"),
    )
    title = words.text("tests")
    if not later.critical_count:
        return Bars(id="if_hit", title=title, shares=shares)

    def noted() -> tuple[Share, ...]:
        many = later.critical_count
        key = "critical_in" if many > 1 else "critical_now"
        note = words.text(key, times=many, percent=_percent(later.critical(many)))
        return (*shares[:-1], replace(shares[-1], note=note))

    return LaterBars(id="if_hit", title=title, shares=shares, work=noted)


def _remark(context: RulesContext, case: Case, chances: ActionOdds) -> str:
    """Returns what the odds leave out; empty: nothing."""
    keys = []
    if len(case.totals) > 1:
        keys.append("remark.shots" if case.is_followed else "remark.many")
    if chances.out is None:
        keys.append("remark.shock")
    return ". ".join(OddsWords(context).text(key) for key in keys)


def _places(strike: Strike, case: Case, chances: ActionOdds) -> tuple[PlaceOdds, ...]:
    return tuple(
        PlaceOdds(
            key=each.key,
            hit=float(chances.place_hit[place]),
            wound=float(chances.place_wound[place]),
        )
        for place, each in enumerate(strike.plan.places)
        if case.shares[place]
    )


def _of_whole(later: _Later, of: Callable[[ActionOdds], float]) -> float:
    return of(later.whole())


def _graze(chances: ActionOdds) -> float:
    return chances.graze


def _out_by_cool(chances: ActionOdds) -> float:
    return chances.out_cool


def _miss(chances: ActionOdds) -> float:
    return max(1.0 - chances.hit - chances.graze, 0.0)


def _percent(chance: float) -> str:
    """Returns a chance as the window writes it: without decimals, below 1 % as ``< 1 %``."""
    if 0 < chance < 0.01:
        return "< 1 %"
    return f"{100 * chance:.0f} %"
