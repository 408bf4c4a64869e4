"""Attacks and targets in plain numbers, read by the rules of the table in states that have a chance."""

from typing import Any

import numpy as np
from msgspec.structs import replace

from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.engine.reading.asks import Play, Rule, Whole, roll
from encounter_gui.rules.engine.reading.chain import Chain
from encounter_gui.rules.engine.reading.rows import Columns, Reading, Weighed, play
from encounter_gui.rules.systems.phases.battle.shots import Armory
from encounter_gui.rules.systems.phases.odds.attack import Case
from encounter_gui.rules.systems.phases.odds.wounds import Victim
from encounter_gui.rules.systems.phases.rules import harm, strike
from encounter_gui.rules.systems.phases.rules.anatomy import Anatomy
from encounter_gui.rules.systems.phases.rules.fighter import Fighter
from encounter_gui.rules.systems.phases.rules.plans import HitPlan, Place, ShotPlan
from encounter_gui.rules.systems.phases.sheet.gear import Damage

DECIDES = ("wound", "penalty", "cool_held", "is_in")
"""What the next attack and its end depend on."""


def start_of(victim: Victim) -> dict[str, Any]:
    """A target as columns."""
    amounts = [victim.body.penalties[each] for each in victim.levels]
    found: dict[str, Any] = {each: [0] for each in Fighter.fields()}
    found |= {each: [-1] for each in ("in_shock", "clinically_dead")}
    found |= {each: [False] for each in ("dead", "unconscious", "is_down", "prone", "moves")}
    return found | {
        "wound": [list(victim.levels)],
        "grip": [[False, False]],
        "worst": [max(victim.levels)],
        "penalty": [sum(amounts) if victim.body.adds_penalties else min(amounts)],
        "cool_held": [not victim.is_tested],
        "cool": [victim.cool],
        "stamina": [victim.stamina],
        "has_nerves": [True],
        "drops_in_shock": [victim.drops_in_shock],
        "limit": [1],
        "now": [1],
        "is_in": [True],
    }


def plan_of(case: Case) -> ShotPlan:
    """An attack in plain numbers as what the rules roll."""
    last, places = 0, []
    for number, share in enumerate(case.shares):
        faces = range(last + 1, last + round(share * 10) + 1)
        last = faces[-1] if faces else last
        place = Place(
            key=str(number),
            name="",
            rolls=tuple(faces),
            armor=case.armor[number],
            factor=case.factor[number],
        )
        places.append(place)
    dice, flat, divisor, minimum = case.damage
    part = (Modifier(name="", amount=case.totals[0]),)
    return ShotPlan(
        attack=part,
        defense=() if case.is_passive else (Modifier(name="", amount=case.defense),),
        passive=case.defense if case.is_passive else None,
        defends="",
        critical=case.fumbles_at,
        rule=case.rule,  # type: ignore[arg-type]  # one of them
        most=case.most[0],
        landing=HitPlan(
            places=tuple(places),
            thresholds=case.thresholds,
            damage=Damage(dice=dice, flat=flat, divisor=divisor, minimum=minimum),
            kind="summed" if case.is_summed else "pellets" if case.rule == "pellets" else "one",
            graze=case.graze,
            graze_armor=case.graze_armor,
        ),
    )


def attacked(play: Play, target: Fighter, plan: ShotPlan, body: Anatomy) -> Rule[Whole]:
    """An attack as its target sees it."""
    fired = yield from roll(strike.volley, plan)
    return (yield from harm.land(play, target, plan, fired, body))


def likeness(columns: Columns) -> Columns:
    """States that agree in these go on alike."""
    return {each: columns[each] for each in DECIDES}


def out_by_the_rules(case: Case, victim: Victim, times: int) -> list[float]:
    """The chances to be out within 1, 2 … attacks; wounds weaken the defense, nobody goes on at somebody out."""
    armory, plan, body = Armory(), plan_of(case), victim.body
    kind = armory.rolls(plan, is_passive=case.is_passive)
    landing = armory.landings(replace(plan, attack=(), passive=0))
    chain = Chain(
        Reading(body=Fighter, rolls=Weighed(), books={}), start_of(victim), likeness=likeness
    )
    first, found = start_of(victim)["penalty"][0], []
    for _ in range(times):
        is_in = np.asarray(chain.columns["is_in"])[:, 0].astype(bool)
        weaker = (first - np.asarray(chain.columns["penalty"])[is_in, 0]) * (not case.is_passive)
        count = weaker.size
        shots = armory.shots_at(
            np.full(count, kind),
            case.totals[0] - case.defense + weaker,
            np.full(count, landing),
            np.full(count, plan.is_whole),
            np.full(count, case.is_passive),
        )
        chain.apply(attacked, shots, body, where=is_in, people=1)
        is_in = np.asarray(chain.columns["is_in"])[:, 0].astype(bool)
        found.append(1.0 - float(chain.weight[is_in].sum()))
    return found


def out_by_a_hit(case: Case, victim: Victim) -> float:
    """The chance to be out by one hit of an attack with all its tests."""
    armory, plan = Armory(), plan_of(case)
    one = np.zeros(1, np.int64)
    shots = armory.shots_at(
        one + armory.rolls(plan, is_passive=case.is_passive),
        one + case.totals[0] - case.defense,
        one + armory.landings(replace(plan, attack=(), passive=0)),
        np.array([plan.is_whole]),
        np.array([case.is_passive]),
    )
    columns = {name: np.array([each]) for name, each in start_of(victim).items()}
    reading, body = Reading(body=Fighter, rolls=Weighed(), books={}), victim.body
    ends = play(reading, harm.hit_once, columns, one, (one,), shots, body, weight=np.ones(1))
    hit = out = 0.0
    for each in ends:
        assert each.weight is not None
        hits = each.weight * np.asarray(each.value)
        is_in = np.asarray(each.written[0].get("is_in", True))
        hit, out = hit + float(hits.sum()), out + float((hits * ~is_in).sum())
    return out / hit if hit else 0.0
