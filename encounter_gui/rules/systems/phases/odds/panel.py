"""The odds panel of a fight in phases: exact odds of the attack on the bench, in words and charts."""

from functools import lru_cache

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import total
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.attack_form.form import strike_of
from encounter_gui.rules.systems.phases.attack_form.selection import Strike
from encounter_gui.rules.systems.phases.combat.attack_plan import passive_dn, plan_attack
from encounter_gui.rules.systems.phases.harm.wounds import Injury, needs_cool
from encounter_gui.rules.systems.phases.odds.attack import (
    CHAIN,
    ActionOdds,
    Case,
    action_odds,
    hit_damage,
)
from encounter_gui.rules.systems.phases.odds.wound_chain import Victim
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.view import (
    Bars,
    HeadlineNumber,
    HeatRow,
    HeatStrip,
    Measures,
    Odds,
    OddsChart,
    PlaceOdds,
    Share,
    Spread,
    Threshold,
    Within,
)

_OUT_IN = 3
"""How many attacks the second figure of being out looks ahead."""


def odds(context: RulesContext, command: Command) -> Odds | None:
    """Returns the exact odds of a command; None for one without an attack."""
    strike = strike_of(context, command)
    if strike is None:
        return None
    case = case_of(strike)
    texts = context.texts
    chances = action_odds(case, _known_victim(strike.view, strike.target.id))
    if case.rule == "technique":
        return Odds(
            title=texts.text_of("phases.odds.title"), headline_numbers=_technique(context, chances)
        )
    return Odds(
        title=texts.text_of(
            "phases.odds.title" if len(case.totals) == 1 else "phases.odds.title.many"
        ),
        headline_numbers=_figures(context, strike, chances),
        charts=tuple(_exhibits(context, strike, case, chances)),
        remark=_remark(context, case, chances),
        places=_places(strike, case, chances),
    )


def measures(context: RulesContext, command: Command) -> Measures | None:
    """Returns what an attack is compared by; wounds are levels and are not added up. Source: PHA-30 to PHA-78."""
    strike = strike_of(context, command)
    if strike is None:
        return None
    case = case_of(strike)
    chances = action_odds(case, _known_victim(strike.view, strike.target.id))
    if case.rule == "technique":
        return Measures(hit=chances.hit)
    within = chances.within
    if chances.out_in_three is not None and len(within) >= _OUT_IN:
        within = (*within[: _OUT_IN - 1], chances.out_in_three, *within[_OUT_IN:])
    return Measures(hit=chances.hit, hurt=chances.wound, out=chances.out, within=within)


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
        critical=context.number(mechanics.CRITICAL_MARGIN),
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
    keys = [each.key for each in context.ruleset.locations]
    numbers = range(mechanics.DESTROYED + 1)
    asks = needs_cool(
        context, combatant, Injury(dealt=mechanics.SLIGHT, before=0, level=mechanics.SLIGHT)
    )
    return Victim(
        levels=tuple(character.wound(combatant, key) for key in keys),
        head=_place(keys, character.HEAD),
        torso=_place(keys, character.TORSO),
        head_out=character.table_number(context, "location_effects", "head_unconscious", 4),
        destroys=context.switch("phases.critCrit") != "critical",
        penalties=tuple(character.level_penalty(context, number) for number in numbers),
        adds_penalties=context.switch("phases.woundPenalty") == "sum",
        cool=character.level(context, combatant, "cool")
        + character.level(context, combatant, "initiative"),
        cool_dn=character.table_number(context, "care", "cool_dn", 16),
        is_tested=asks,
        flesh_tested=bool(context.switch("phases.coolTestOnFlesh")),
        shock=character.level(context, combatant, "stamina")
        + total(character.fatigue_parts(context, combatant)),
        shock_dns=(0, *(character.wound_dn(context, number) for number in numbers[1:])),
        is_in_shock=combatant.has("in_shock") or combatant.has("clinically_dead"),
        drops_in_shock=character.is_ordinary(combatant) and bool(context.switch("phases.mookRule")),
        is_out=character.is_out(context, combatant),
        legs=(_place(keys, character.LEGS[0]), _place(keys, character.LEGS[1])),
        falls_at=character.table_number(context, "location_effects", "leg_falls", 4),
    )


def _place(keys: list[str], key: str) -> int:
    return keys.index(key) if key in keys else -1


def _technique(context: RulesContext, chances: ActionOdds) -> tuple[HeadlineNumber, ...]:
    texts = context.texts
    return (
        HeadlineNumber(
            label=texts.text_of("phases.odds.works"),
            probability=chances.hit,
            tip=texts.text_of("phases.odds.works.tip"),
        ),
    )


def _figures(
    context: RulesContext, strike: Strike, chances: ActionOdds
) -> tuple[HeadlineNumber, ...]:
    """Returns the large odds: hit, wound, out by this attack, out by three like it."""
    texts = context.texts
    numbers = [
        HeadlineNumber(
            label=texts.text_of("phases.odds.hit"),
            probability=chances.hit,
            note=texts.text_of("phases.odds.graze", percent=_percent(chances.graze))
            if chances.graze
            else "",
            tip=texts.text_of("phases.odds.graze.tip", percent=_percent(_miss(chances))),
        ),
        HeadlineNumber(
            label=texts.text_of("phases.odds.wound"),
            probability=chances.wound,
            tip=texts.text_of(
                "phases.odds.wound.tip",
                shock=_percent(chances.shock),
                faints=_percent(chances.faints),
                critical=_critical(context, chances),
            ),
        ),
    ]
    if chances.out is not None and not character.is_out(strike.view, strike.target):
        numbers.append(
            HeadlineNumber(
                label=texts.text_of("phases.odds.out"),
                probability=chances.out,
                tip=texts.text_of("phases.odds.out.tip", percent=_percent(chances.out_cool)),
            )
        )
        soon = chances.out_in_three
        if len(chances.within) >= _OUT_IN:
            numbers.append(
                HeadlineNumber(
                    label=texts.text_of("phases.odds.out_in", times=_OUT_IN),
                    probability=chances.within[_OUT_IN - 1] if soon is None else soon,
                    tip=texts.text_of(
                        "phases.odds.out_in.tip" if soon is None else "phases.odds.out_in.weaker"
                    ),
                )
            )
    return tuple(numbers)


def _exhibits(
    context: RulesContext, strike: Strike, case: Case, chances: ActionOdds
) -> tuple[OddsChart, ...]:
    """Returns the charts, the most useful first: wounds by place, damage, tests, and out within k."""
    texts = context.texts
    found: list[OddsChart] = [
        _heat(context, strike, case, chances),
        _spread(context, strike, case, chances),
        _tests(context, chances),
    ]
    if len(chances.within) > 1:
        title = texts.text_of("phases.odds.within", most=CHAIN)
        note = texts.text_of("phases.odds.within.note")
        found.append(Within(title=title, chances=chances.within, note=note))
    return tuple(found)


def _heat(context: RulesContext, strike: Strike, case: Case, chances: ActionOdds) -> HeatStrip:
    """Returns the wound a place has after a hit there. Source: PHA-41, PHA-61."""
    texts = context.texts
    columns = (
        Threshold(value=0, text=texts.text_of("phases.odds.same"), level=0),
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
    title = "phases.odds.heat.round" if case.is_rapid else "phases.odds.heat"
    return HeatStrip(title=texts.text_of(title), columns=columns, rows=tuple(rows))


def _spread(context: RulesContext, strike: Strike, case: Case, chances: ActionOdds) -> Spread:
    """Returns the damage past armour of a hit at the place aimed at, else at the torso. Source: PHA-38 to PHA-42."""
    texts = context.texts
    keys = [each.key for each in context.ruleset.locations]
    aim = strike.plan.aim or (character.TORSO if character.TORSO in keys else keys[0])
    dealt = hit_damage(case, chances.dos, keys.index(aim))
    limits = case.thresholds
    letters = {each.level: each.letter for each in context.ruleset.wound_levels}
    known = character.location(context, aim)
    name = known.short if known else aim
    return Spread(
        title=texts.text_of("phases.odds.spread", place=name),
        unit=texts.text_of("phases.odds.damage"),
        lowest=0,
        probabilities=tuple(dealt.p.tolist()),
        thresholds=tuple(
            Threshold(value=limit, text=letters.get(level, ""), level=level)
            for level, limit in enumerate(limits, start=1)
        ),
        mean=dealt.mean,
    )


def _tests(context: RulesContext, chances: ActionOdds) -> Bars:
    """Returns what tests a hit fails, and a Critical wound. Source: PHA-60, PHA-62, PHA-63."""
    texts = context.texts
    shares = (
        Share(text=texts.text_of("phases.odds.shock"), probability=chances.shock, look="weak"),
        Share(text=texts.text_of("phases.odds.faints"), probability=chances.faints, look="bad"),
        Share(
            text=texts.text_of("phases.odds.critical"),
            probability=chances.critical,
            look="strong",
            note=_criticals(context, chances),
        ),
    )
    return Bars(title=texts.text_of("phases.odds.tests"), shares=shares)


def _criticals(context: RulesContext, chances: ActionOdds) -> str:
    """Returns how likely a Critical wound is within some attacks, in words; empty: not known exactly."""
    many = len(chances.criticals)
    if not many:
        return ""
    key = "phases.odds.critical_in" if many > 1 else "phases.odds.critical_now"
    return context.texts.text_of(key, times=many, percent=_percent(chances.criticals[-1]))


def _critical(context: RulesContext, chances: ActionOdds) -> str:
    """Returns how likely a hit gives a Critical wound, and how likely there is one within some attacks."""
    parts = (_percent(chances.critical), _criticals(context, chances))
    return ", ".join(part for part in parts if part)


def _remark(context: RulesContext, case: Case, chances: ActionOdds) -> str:
    """Returns what the odds leave out; empty: nothing."""
    keys = []
    if len(case.totals) > 1:
        is_followed = case.is_played_out or case.defends_anew
        keys.append("phases.odds.remark.shots" if is_followed else "phases.odds.remark.many")
    if chances.out is None:
        keys.append("phases.odds.remark.shock")
    return ". ".join(context.texts.text_of(key) for key in keys)


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


def _miss(chances: ActionOdds) -> float:
    return max(1.0 - chances.hit - chances.graze, 0.0)


def _percent(chance: float) -> str:
    """Returns a chance as the window writes it: without decimals, below 1 % as ``< 1 %``."""
    if 0 < chance < 0.01:
        return "< 1 %"
    return f"{100 * chance:.0f} %"
