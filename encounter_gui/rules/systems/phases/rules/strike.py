"""Attack against defense, and where and how hard a hit lands. Source: PHA-30 to PHA-42."""

from encounter_gui.core.messages import say
from encounter_gui.rules.engine.reading.asks import (
    Dice,
    Outcome,
    Play,
    Rule,
    Whole,
    dice,
    either,
    fork,
)
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.rules.anatomy import of_number
from encounter_gui.rules.systems.phases.rules.damage_dice import DamageDice, raw_of
from encounter_gui.rules.systems.phases.rules.plans import HitPlan, ShotPlan
from encounter_gui.rules.systems.phases.rules.tests import THREE, Asked
from encounter_gui.rules.systems.phases.sheet import test_dice

FUMBLE, MISS, GRAZE, HIT = range(4)
"""How an attack went. Source: PHA-08, PHA-35, PHA-40."""

RESULTS = ("fumble", "miss", "graze", "hit")
"""The same in words."""


class Volley(Outcome):
    """What a discharge comes to: how it went, by how much it led, and how many rounds or pellets hit."""

    result: Whole
    margin: Whole
    count: Whole = 0


def strikes(plan: ShotPlan, volley: Volley) -> Whole:
    """Returns how many hits a discharge is that are rolled one by one. Source: PHA-34, PHA-40."""
    hits = either(plan.is_whole, 1, volley.count)
    return either(volley.result == HIT, hits, (volley.result == GRAZE) * 1)


class Hit(Outcome):
    """What a hit comes to: the number of the place, and the level of the wound that is dealt there, 0: none."""

    place: Whole
    dealt: Whole


class Landing(Outcome):
    """Where a hit lands, and the damage past the armour there."""

    place: Whole
    past: Whole


# ---- attack against defense


def volley(play: Play, plan: ShotPlan) -> Rule[Volley]:
    """A discharge with the defense that it meets. Source: PHA-32, PHA-35."""
    against = yield from defense(play, plan)
    return (yield from discharge(play, plan, against))


def defense(play: Play, plan: ShotPlan) -> Rule[Whole]:
    """Returns what an attack has to beat. Source: PHA-32, PHA-47 to PHA-52."""
    if plan.passive is not None:
        dn = play.number("target", plan.passive)
        play.reason("phases.why.passive", "PHA-32", dn=dn)
        return dn
    plan = play.plan(plan, defense="defense")
    shown = yield from dice(Dice("defense", THREE, whose="target"))
    total = play.number("defense_total", shown + plan.defense_bonus)
    play.note(bonus=plan.defense_bonus, total=total)
    play.note(parts=plan.defense)
    play.reason(
        "phases.why.defense",
        "PHA-32",
        kind=plan.defends,
        dice=shown,
        parts=plan.defense,
        total=total,
    )
    return total


def discharge(play: Play, plan: ShotPlan, against: Whole) -> Rule[Volley]:
    """An attack roll; it beats the defense by the degree of success. Source: PHA-08, PHA-30, PHA-34, PHA-35."""
    plan = play.plan(plan, attack="attack")
    shown = yield from dice(_asked(play, plan, against))
    total = play.number("attack_total", shown + plan.bonus)
    margin = total - against
    result = result_of(shown, margin, plan.critical, can_graze=plan.rule != "technique")
    count: Whole = 0
    if (yield from fork(result == HIT)):
        count = yield from _count(play, plan, margin)
    play.reason("phases.why.attack", "PHA-30", dice=shown, parts=plan.attack, total=total)
    if play.tells:
        sums = int(total), int(against)
        _tell_attack(play, plan, sums, RESULTS[int(result)], int(count))
    return Volley(result, margin, count)


def result_of(shown: Whole, margin: Whole, critical: int, *, can_graze: bool = True) -> Whole:
    """Returns how an attack went that leads by ``margin``; ``critical`` 0: no margin is a fumble.

    A technique does nothing on a tie. Source: PHA-08, PHA-35, PHA-53.
    """
    fumbled = mechanics.attack_fumbles(shown, margin, critical > 0, critical)
    grazes = mechanics.grazes(shown, margin) & can_graze
    hits = mechanics.hits(shown, margin)
    return either(fumbled, FUMBLE, either(hits, HIT, either(grazes, GRAZE, MISS)))


def rounds_hit(margin: Whole, most: int) -> Whole:
    """Returns how many rounds or pellets of at most so many hit: one a degree of success. Source: PHA-34."""
    return mechanics.hit_count(margin, most)


def past_armor(raw: Whole, armor: Whole, factor: Whole) -> Whole:
    """Returns what damage does past the armour of a location, times its factor. Source: PHA-41, PHA-42."""
    return mechanics.past_armor(raw, armor, factor)


def level_of(past: Whole, thresholds: tuple[int, ...]) -> Whole:
    """Returns the level of a wound by damage past armour. Source: PHA-60."""
    return mechanics.wound_level(past, thresholds)


def _asked(play: Play, plan: ShotPlan, against: Whole) -> Dice:
    if not play.tells:
        return Asked("attack", THREE)
    sums = test_dice.dice_text(plan.bonus)
    return Asked(
        "attack", THREE, label=say("phases.roll.attack.ask", sum=sums, against=int(against))
    )


def _count(play: Play, plan: ShotPlan, margin: Whole) -> Rule[Whole]:
    """Returns how many rounds or pellets of a discharge hit. Source: PHA-34."""
    match plan.rule:
        case "burst" if plan.most > 1:
            return (yield from dice(Dice("burst", ((1, plan.most),))))
        case "salvo" | "pellets":
            return rounds_hit(margin, plan.most)
        case "technique":
            return 0
        case _:
            return 1


def _tell_attack(
    play: Play, plan: ShotPlan, sums: tuple[int, int], result: str, count: int
) -> None:
    """Notes the fact, the arithmetic and the clause of an attack roll."""
    total, against = sums
    margin = total - against
    play.note(bonus=plan.bonus, total=total, against=against)
    play.note(dos=margin, result=result, hit=result in ("hit", "graze"), hits=count)
    play.note(parts=plan.attack)
    play.reason(f"phases.why.{result}", "PHA-35", total=total, against=against, dos=abs(margin))
    if count and plan.rule in ("burst", "salvo", "pellets"):
        play.reason("phases.why.count", "PHA-34", count=count)
    play.clause(f"phases.told.{result}", total=total, against=against)


# ---- where it lands


def hit(play: Play, plan: HitPlan) -> Rule[Hit]:
    """A hit: place, damage, armour, the wound it deals. Source: PHA-34, PHA-38 to PHA-42, PHA-60."""
    landed = yield from landing(play, plan)
    return Hit(landed.place, level_of(landed.past, plan.thresholds))


def _graze(play: Play, plan: HitPlan, place: Whole) -> Whole:
    """Returns what a tie does past the armour, once whatever the fire mode. Source: PHA-40."""
    armor = of_number(tuple(each.armor for each in plan.places), place)
    counts = armor if plan.graze_armor else 0
    past = past_armor(plan.graze, counts, _factor(plan, place))
    past = play.number("past_armor", past)
    if play.tells:
        _tell_damage(play, plan, place, (plan.graze, armor, past))
    return past


def landing(play: Play, plan: HitPlan) -> Rule[Landing]:
    """Returns where a hit lands, and what gets past the armour. Source: PHA-34, PHA-38, PHA-39, PHA-41, PHA-42."""
    place = yield from locate(play, plan)
    if plan.kind == "graze":
        return Landing(place, _graze(play, plan, place))
    if plan.kind == "pellets":
        return Landing(place, (yield from _pellets(play, plan, place)))
    rolled = yield from dice(DamageDice("damage", damage=plan.damage, hits=plan.count))
    return Landing(place, armored(play, plan, place, rolled + plan.bonus))


def _pellets(play: Play, plan: HitPlan, place: Whole) -> Rule[Whole]:
    """Returns what several pellets do past the armour that each of them loses. Source: PHA-34."""
    armors = tuple(each.armor for each in plan.places)
    here = of_number(armors, place)
    armor: Whole = armors[0]
    for armor in sorted(set(armors)):
        if (yield from fork(here == armor)):
            break
    armor = play.number("armor", armor)
    over = yield from dice(
        DamageDice("damage", damage=plan.damage, hits=plan.count, armor=int(armor))
    )
    past = play.number("past_armor", over * _factor(plan, place))
    if play.tells:
        _tell_damage(play, plan, place, (raw_of(over), armor, past))
    return past


def locate(play: Play, plan: HitPlan) -> Rule[Whole]:
    """Returns the number of the location that is hit: the one aimed at, or by a d10. Source: PHA-41."""
    if plan.aim >= 0:
        return plan.aim
    face = yield from dice(Dice("location", ((1, 10),)))
    place = of_number(plan.faces, face - 1)
    if play.tells:
        play.reason("phases.why.place", "PHA-41", face=face, place=plan.places[int(place)].name)
    return place


def armored(play: Play, plan: HitPlan, place: Whole, raw: Whole) -> Whole:
    """Returns what damage does past the armour of a location. Source: PHA-41, PHA-42."""
    raw = play.number("damage", raw) if plan.kind == "one" else raw
    armor = play.number("armor", of_number(tuple(each.armor for each in plan.places), place))
    past = play.number("past_armor", past_armor(raw, armor, _factor(plan, place)))
    if play.tells:
        _tell_damage(play, plan, place, (raw, armor, past))
    return past


def _factor(plan: HitPlan, place: Whole) -> Whole:
    return of_number(tuple(each.factor for each in plan.places), place)


def _tell_damage(
    play: Play, plan: HitPlan, place: Whole, amounts: tuple[Whole, Whole, Whole]
) -> None:
    """Notes the fact and the arithmetic of damage: before armour, the armour, past it."""
    where, (raw, armor, past) = plan.places[int(place)], amounts
    play.note(place=where.key, damage=raw, raw=raw, armor=armor, past=past)
    play.reason(
        "phases.why.armor" if where.factor == 1 else "phases.why.armor_times",
        "PHA-42",
        place=where.name,
        damage=raw,
        armor=armor,
        factor=where.factor,
        past=past,
    )
