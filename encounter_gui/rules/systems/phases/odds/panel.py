"""The odds panel of a fight in phases: exact odds of the attack on the bench, in words and charts."""

from dataclasses import replace

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.modifiers import total
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.attack_form.form import Strike, strike_of
from encounter_gui.rules.systems.phases.combat.attack_plan import plan_attack
from encounter_gui.rules.systems.phases.harm.wounds import needs_cool
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
    Exhibit,
    Figure,
    HeatRow,
    HeatStrip,
    Odds,
    PlaceOdds,
    Share,
    Spread,
    Threshold,
    Within,
)

_WORST_BAR = 45
"""The chart shows damage up to here, or a little past the threshold of a Critical wound."""

_LEAST_BAR = 0.005
"""The chart goes on as long as so much lies in the bar and beyond it."""

_OUT_IN = 3
"""How many attacks the second figure of being out looks ahead."""


def odds(scene: Scene, command: Command) -> Odds | None:
    """Returns the exact odds of a command; None for one without an attack."""
    strike = strike_of(scene, command)
    if strike is None:
        return None
    case = case_of(strike)
    words = scene.words
    chances = action_odds(case, victim_of(strike.view, strike.target))
    if case.rule == "technique":
        return Odds(title=words.word("phases.odds.title"), figures=_technique(scene, chances))
    return Odds(
        title=words.word(
            "phases.odds.title" if len(case.totals) == 1 else "phases.odds.title.many"
        ),
        figures=_figures(scene, strike, chances),
        exhibits=tuple(_exhibits(scene, strike, case, chances)),
        remark=_remark(scene, case, chances),
        places=_places(strike, case, chances),
    )


def case_of(strike: Strike) -> Case:
    """Returns an attack in plain numbers. Source: PHA-30 to PHA-42."""
    plan, view = strike.plan, strike.view
    faces = sum(len(each.rolls) for each in plan.places)
    return Case(
        totals=tuple(each.bonus.amount for each in plan.discharges),
        most=tuple(each.most for each in plan.discharges),
        defense=strike.defense.bonus.amount if strike.defense else plan.passive or 0,
        is_passive=strike.defense is None,
        per_shot=bool(view.switch("phases.defensePerShot")),
        by_margin=bool(view.switch("phases.attackFumbleOnMargin")),
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
        fallen=_gained(strike, "prone"),
        down=_gained(strike, "unconscious"),
    )


def _gained(strike: Strike, key: str) -> int:
    """Returns what the next shot gains when the target has come to this condition by the one before. Source: PHA-78."""
    if len(strike.plan.discharges) < 2 or strike.plan.hits != "one":
        return 0
    added = ev.ConditionAdded(who=strike.target.id, condition=Condition(key=key))
    after = replace(strike.view, state=fold(strike.view.state, (added,)))
    now = plan_attack(after, strike.command).discharges[0].bonus.amount
    return now - strike.plan.discharges[0].bonus.amount


def victim_of(scene: Scene, one: Combatant) -> Victim:
    """Returns a target in plain numbers. Source: PHA-60 to PHA-66, PHA-74."""
    keys = [each.key for each in scene.ruleset.locations]
    numbers = range(mechanics.DESTROYED + 1)
    asks = needs_cool(scene, one, mechanics.SLIGHT, 0, mechanics.SLIGHT)
    return Victim(
        levels=tuple(character.wound(one, key) for key in keys),
        head=_place(keys, character.HEAD),
        torso=_place(keys, character.TORSO),
        head_out=character.figure(scene, "location_effects", "head_unconscious", 4),
        destroys=scene.switch("phases.critCrit") != "critical",
        penalties=tuple(character.level_penalty(scene, number) for number in numbers),
        adds_penalties=scene.switch("phases.woundPenalty") == "sum",
        cool=character.level(scene, one, "cool") + character.level(scene, one, "initiative"),
        cool_dn=character.figure(scene, "care", "cool_dn", 16),
        is_tested=asks,
        flesh_tested=bool(scene.switch("phases.coolTestOnFlesh")),
        shock=character.level(scene, one, "stamina") + total(character.physical(scene, one)),
        shock_dns=(0, *(character.wound_dn(scene, number) for number in numbers[1:])),
        is_in_shock=one.has("in_shock") or one.has("clinically_dead"),
        drops_in_shock=character.is_ordinary(one) and bool(scene.switch("phases.mookRule")),
        is_out=character.is_out(scene, one),
        legs=(_place(keys, character.LEGS[0]), _place(keys, character.LEGS[1])),
        falls_at=character.figure(scene, "location_effects", "leg_falls", 4),
    )


def _place(keys: list[str], key: str) -> int:
    return keys.index(key) if key in keys else -1


def _technique(scene: Scene, chances: ActionOdds) -> tuple[Figure, ...]:
    words = scene.words
    return (Figure(label=words.word("phases.odds.works"), probability=chances.hit),)


def _figures(scene: Scene, strike: Strike, chances: ActionOdds) -> tuple[Figure, ...]:
    """Returns the large odds: hit, wound, out by this attack, out by three like it."""
    words = scene.words
    figures = [
        Figure(
            label=words.word("phases.odds.hit"),
            probability=chances.hit,
            note=words.word("phases.odds.graze", percent=_percent(chances.graze))
            if chances.graze
            else "",
            tip=words.word("phases.odds.graze.tip", percent=_percent(_miss(chances))),
        ),
        Figure(
            label=words.word("phases.odds.wound"),
            probability=chances.wound,
            tip=words.word(
                "phases.odds.wound.tip",
                shock=_percent(chances.shock),
                faints=_percent(chances.faints),
                critical=_critical(scene, chances),
            ),
        ),
    ]
    if chances.out is not None and not character.is_out(strike.view, strike.target):
        figures.append(
            Figure(
                label=words.word("phases.odds.out"),
                probability=chances.out,
                tip=words.word("phases.odds.out.tip", percent=_percent(chances.out_cool)),
            )
        )
        if len(chances.within) >= _OUT_IN:
            figures.append(
                Figure(
                    label=words.word("phases.odds.out_in", times=_OUT_IN),
                    probability=chances.within[_OUT_IN - 1],
                    tip=words.word("phases.odds.out_in.tip"),
                )
            )
    return tuple(figures)


def _exhibits(scene: Scene, strike: Strike, case: Case, chances: ActionOdds) -> tuple[Exhibit, ...]:
    """Returns the charts, the most useful first: wounds by place, damage, tests, and out within k."""
    words = scene.words
    found: list[Exhibit] = [
        _heat(scene, strike, case, chances),
        _spread(scene, strike, case),
        _tests(scene, chances),
    ]
    if len(chances.within) > 1:
        title = words.word("phases.odds.within", most=CHAIN)
        found.append(Within(title=title, chances=chances.within))
    return tuple(found)


def _heat(scene: Scene, strike: Strike, case: Case, chances: ActionOdds) -> HeatStrip:
    """Returns the wound a place has after a hit there. Source: PHA-41, PHA-61."""
    words = scene.words
    columns = (
        Threshold(value=0, text=words.word("phases.odds.same"), level=0),
        *(
            Threshold(value=each.level, text=each.letter, level=each.level)
            for each in scene.ruleset.wound_levels
        ),
    )
    rows = []
    for place, known in enumerate(scene.ruleset.locations):
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
    return HeatStrip(title=words.word(title), columns=columns, rows=tuple(rows))


def _spread(scene: Scene, strike: Strike, case: Case) -> Spread:
    """Returns the damage past armour of a hit at the place aimed at, else at the torso. Source: PHA-38 to PHA-42."""
    words = scene.words
    keys = [each.key for each in scene.ruleset.locations]
    aim = strike.plan.aim or (character.TORSO if character.TORSO in keys else keys[0])
    dealt = hit_damage(case, keys.index(aim))
    limits = case.thresholds
    letters = {each.level: each.letter for each in scene.ruleset.wound_levels}
    likely = int((dealt.p[::-1].cumsum()[::-1] >= _LEAST_BAR).sum())
    shown = min(max(limits[-1] + 2, likely), max(_WORST_BAR, limits[-1] + 2), len(dealt.p))
    known = character.location(scene, aim)
    name = known.short if known else aim
    return Spread(
        title=words.word("phases.odds.spread", place=name),
        unit=words.word("phases.odds.damage"),
        lowest=0,
        probabilities=tuple(float(p) for p in dealt.p[:shown]),
        thresholds=tuple(
            Threshold(value=limit, text=letters.get(level, ""), level=level)
            for level, limit in enumerate(limits, start=1)
        ),
        mean=dealt.mean,
    )


def _tests(scene: Scene, chances: ActionOdds) -> Bars:
    """Returns what tests a hit fails, and a Critical wound. Source: PHA-60, PHA-62, PHA-63."""
    words = scene.words
    shares = (
        Share(text=words.word("phases.odds.shock"), probability=chances.shock, look="weak"),
        Share(text=words.word("phases.odds.faints"), probability=chances.faints, look="bad"),
        Share(
            text=words.word("phases.odds.critical"),
            probability=chances.critical,
            look="strong",
            note=_criticals(scene, chances),
        ),
    )
    return Bars(title=words.word("phases.odds.tests"), shares=shares)


def _criticals(scene: Scene, chances: ActionOdds) -> str:
    """Returns how likely a Critical wound is within some attacks, in words; empty: not known exactly."""
    many = len(chances.criticals)
    if not many:
        return ""
    key = "phases.odds.critical_in" if many > 1 else "phases.odds.critical_now"
    return scene.words.word(key, times=many, percent=_percent(chances.criticals[-1]))


def _critical(scene: Scene, chances: ActionOdds) -> str:
    """Returns how likely a hit gives a Critical wound, and how likely there is one within some attacks."""
    parts = (_percent(chances.critical), _criticals(scene, chances))
    return ", ".join(part for part in parts if part)


def _remark(scene: Scene, case: Case, chances: ActionOdds) -> str:
    """Returns what the odds leave out; empty: nothing."""
    keys = []
    if len(case.totals) > 1:
        keys.append("phases.odds.remark.shots" if case.is_played_out else "phases.odds.remark.many")
    if chances.out is None:
        keys.append("phases.odds.remark.shock")
    return ". ".join(scene.words.word(key) for key in keys)


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
