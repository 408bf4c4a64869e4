"""What hits do: wounds and their effects, the tests they demand. Source: PHA-34, PHA-60 to PHA-66, PHA-74, PHA-78."""

from typing import TYPE_CHECKING

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.reading.asks import (
    Play,
    Rule,
    Truth,
    Whole,
    anywhere,
    at_least,
    at_most,
    either,
    fork,
    no,
    owe,
    roll,
    somewhere,
)
from encounter_gui.rules.engine.reading.fields import who_of
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.rules import tests
from encounter_gui.rules.systems.phases.rules.anatomy import Anatomy, of_number
from encounter_gui.rules.systems.phases.rules.ends import HERE, follow, put_out
from encounter_gui.rules.systems.phases.rules.fighter import Fighter, at_table, noted, record
from encounter_gui.rules.systems.phases.rules.plans import HitPlan, ShotPlan
from encounter_gui.rules.systems.phases.rules.strike import (
    HIT,
    Hit,
    Volley,
    armored,
    hit,
    strikes,
    volley,
)
from encounter_gui.rules.systems.phases.rules.wounding import (
    AT_LEG,
    COOL,
    CRITICAL,
    DROPS,
    FAINTS,
    FATAL,
    LEVEL,
    SHOCK,
    STUNS,
    WORSE,
    happens,
    leg_row,
    together,
    wounding,
)
from encounter_gui.rules.systems.phases.sheet import character

if TYPE_CHECKING:
    from encounter_gui.rules.engine.reading.books import Plans
    from encounter_gui.rules.systems.phases.sheet.test_dice import TestPlan

SHOCK_TEST, COOL_TEST, NEXT_HIT = "shock_test", "cool_test", "next_hit"
"""What somebody may owe after a hit."""

SHOCK_FIRST, COOL_THEN, HITS_THEN = 10, 20, 25
"""In which order it is settled. Source: PHA-78."""


def land(
    play: Play,
    target: Fighter,
    plan: ShotPlan,
    fired: Volley,
    body: Anatomy,
    by: CombatantId | None = None,
) -> Rule[Whole]:
    """Lets a discharge do what it does, until a test has to be made; returns the hits that are still to come.

    Source: PHA-34, PHA-38, PHA-40, PHA-78.
    """
    blow, count = plan.hit(fired.margin, fired.count), strikes(plan, fired)
    return (yield from land_each(play, target, blow, count, body, by))


def hit_once(play: Play, target: Fighter, plan: ShotPlan, body: Anatomy) -> Rule[Truth]:
    """Lets one hit of a discharge do what it does, if there is one; returns whether there is. Source: PHA-51."""
    fired = yield from roll(volley, plan)
    is_hit = fired.result == HIT
    blow = plan.hit(at_least(fired.margin, 1), at_least(fired.count, 1))
    yield from land_each(play, target, blow, is_hit * 1, body)
    return is_hit


def land_each(
    play: Play,
    target: Fighter,
    blow: HitPlan,
    count: Whole,
    body: Anatomy,
    by: CombatantId | None = None,
) -> Rule[Whole]:
    """Lets hits land one after the other, until one demands a test; returns how many are still to come.

    None are to come once the target is dead. Source: PHA-34, PHA-78.
    """
    number = 0
    while (yield from fork((count > number) & no(target.dead))):
        demands = yield from _struck(play, target, (yield from roll(hit, blow)), body, by)
        number += 1
        left = count - number
        if not (yield from somewhere(left > 0)):
            return 0
        if (yield from fork(demands & (left > 0))):
            yield from owe(NEXT_HIT, land_each, target, blow, left, body, priority=HITS_THEN)
            return left
    return 0


def _struck(
    play: Play, target: Fighter, blow: Hit, body: Anatomy, by: CombatantId | None
) -> Rule[Truth]:
    if play.tells:
        play.fact("damage", by, target)
    return (yield from suffer(play, target, blow, body, by))


def strike_place(
    play: Play,
    target: Fighter,
    plan: HitPlan,
    place: int,
    raw: int,
    body: Anatomy,
    by: CombatantId | None = None,
) -> Rule[Whole]:
    """Takes damage through the armour of a location; returns what got past. Source: PHA-41, PHA-42."""
    past = armored(play, plan, place, raw)
    dealt = mechanics.wound_level(past, plan.thresholds)
    yield from _struck(play, target, Hit(place, dealt), body, by)
    return past


def suffer(
    play: Play, target: Fighter, blow: Hit, body: Anatomy, by: CombatantId | None = None
) -> Rule[Truth]:
    """Wounds a location: level, stacking, effects; returns whether a test of it is owed. Source: PHA-60 to PHA-64."""
    before = target.wound[blow.place]
    dealt = blow.dealt * no(target.dead)
    found = wounding(body, blow.place, dealt, before)
    some = together(found)
    level = found & LEVEL
    if play.tells and not target.dead:
        _tell_wound(play, target, blow, (before, level), body, by)
    if some & WORSE:
        yield from worsen(play, target, blow.place, before, found, body)
        play.flush()
    tested = yield from _demand_shock(play, target, blow.place, found, body)
    asks: Truth = False
    if (yield from somewhere(happens(found, COOL))):
        asks = happens(found, COOL) & target.has_nerves & may_need_cool(target)
        if (yield from somewhere(asks)):
            of = (blow.place, level)
            yield from owe(COOL_TEST, cool_test, target, body, of, asks, priority=COOL_THEN)
    return tested | asks


def coincide(
    play: Play, target: Fighter, place: Whole, level: Whole, body: Anatomy, where: Truth = HERE
) -> Rule[None]:
    """Lets a place that two who act at once have brought to this level get one worse, with its Shock Test.

    It is a wound equal to the one there; its COOL test has been made twice. Source: PHA-19, PHA-61, PHA-62.
    """
    dealt = at_most(level, CRITICAL) * where * no(target.dead)
    found = wounding(body, place, dealt, target.wound[place])
    if together(found) & WORSE:
        yield from worsen(play, target, place, target.wound[place], found, body)
        play.flush()
    yield from _demand_shock(play, target, place, found, body)


def _demand_shock(
    play: Play, target: Fighter, place: Whole, found: Whole, body: Anatomy
) -> Rule[Truth]:
    """Lets a wound demand its Shock Test, or move the clock of Shock; returns who owes one. Source: PHA-62."""
    if not (yield from somewhere(happens(found, SHOCK))):
        return False
    shocks = happens(found, SHOCK) & no(target.dead | (target.clinically_dead >= 0))
    known = shocks & (target.in_shock >= 0)
    if anywhere(known):
        target.in_shock = either(known, _sooner(play, target, body), target.in_shock)
        play.flush()
    tested = shocks & no(known)
    if (yield from somewhere(tested)):
        more = (found & LEVEL, body, place, tested)
        yield from owe(SHOCK_TEST, shock_test, target, *more, priority=SHOCK_FIRST)
    return tested


def _tell_wound(
    play: Play,
    target: Fighter,
    blow: Hit,
    levels: tuple[Whole, Whole],
    body: Anatomy,
    by: CombatantId | None,
) -> None:
    """Records a wound, and says how it came to its level; or that there is none."""
    context, combatant = at_table(play, target)
    where = character.place_name(context, body.keys[int(blow.place)])
    if not blow.dealt:
        play.clause("phases.told.no_wound", place=where)
        return
    before, level = (int(each) for each in levels)
    past = noted(play, "past")
    dealt_name, before_name, name = (
        character.level_name(context, each) for each in (int(blow.dealt), before, level)
    )
    record(
        play,
        "wound",
        by,
        combatant.id,
        place=body.keys[int(blow.place)],
        past=past,
        dealt=int(blow.dealt),
        before=before,
        level=level,
        name=name,
    )
    limits = " / ".join(str(each) for each in character.thresholds(context, combatant))
    play.reason("phases.why.level", "PHA-60", amount=past, limits=limits, level=dealt_name)
    if before:
        names = {"before": before_name, "level": name}
        play.reason("phases.why.stacked", "PHA-61", place=where, **names)
    if level != before:
        play.clause("phases.told.wound", place=where, level=name)
    else:
        play.clause("phases.told.ignored", place=where, level=dealt_name)


def may_need_cool(who: Fighter) -> Truth:
    """Returns whether a COOL test may be asked of somebody at all. Source: PHA-63."""
    return no(who.is_down | who.cool_held)


def worsen(
    play: Play, target: Fighter, place: Whole, before: Whole, found: Whole, body: Anatomy
) -> Rule[None]:
    """Brings a location to the level that a wound makes of it, with what that does. Source: PHA-61, PHA-64, PHA-66."""
    level = found & LEVEL
    target.wound[place] = level
    amounts = body.penalties
    now, was = of_number(amounts, level), target.penalty
    if body.adds_penalties:
        target.penalty = was + now - of_number(amounts, before)
    else:
        target.penalty = at_most(now, was)
    target.worst = at_least(level, target.worst)
    yield from affect(play, target, found, body)


def affect(play: Play, target: Fighter, found: Whole, body: Anatomy) -> Rule[None]:
    """Lets a location that has got worse do to its owner what it does. Source: PHA-61, PHA-64."""
    yield from ()
    some, lives = together(found), no(target.dead)
    if some & (FATAL | FAINTS):
        fatal = happens(found, FATAL) & lives
        faints = happens(found, FAINTS) & lives
        if anywhere(fatal):
            target.dead = target.dead | fatal
            lives = no(target.dead)
        target.unconscious = target.unconscious | faints
        put_out(play, target, fatal | faints)
    if some & STUNS:
        stun(target, happens(found, STUNS) & lives)
    for side, drops in enumerate(DROPS):
        if some & drops:
            falls = happens(found, drops) & lives
            target.grip[side] = target.grip[side] & no(falls)
            across = falls & target.is_two_handed
            if anywhere(across):
                target.grip[1 - side] = target.grip[1 - side] & no(across)
    if some & AT_LEG:
        yield from buckle(play, target, body, happens(found, AT_LEG))


def buckle(play: Play, target: Fighter, body: Anatomy, where: Truth = HERE) -> Rule[None]:
    """Lets whose legs have got worse fall, if they carry nobody any more. Source: PHA-61."""
    yield from ()
    right, left = (target.wound[leg] for leg in body.legs)
    falls = where & no(target.dead) & (leg_row(right, left) >= body.leg_falls)
    if anywhere(falls):
        target.moves = target.moves & no(falls & target.prone)
        target.prone = target.prone | falls
        follow(play, target)


def stun(target: Fighter, truth: Truth) -> None:
    """Takes an action of this phase, or else of the next, from who is not down. Source: PHA-64."""
    truth = truth & no(target.is_down)
    has_action = truth & (target.limit > target.used + target.lost)
    target.lost = target.lost + has_action * 1
    target.moves = target.moves & no(has_action & target.runs)
    target.stunned = target.stunned + (truth & no(has_action)) * 1
    target.aid = target.aid + (truth & (target.aid >= 0)) * 1


# ---- the tests of wounds


def shock_test(
    play: Play, who: Fighter, level: Whole, body: Anatomy, place: Whole, where: Truth
) -> Rule[None]:
    """The Shock Test of a wound that came to a level, of those who owe one; ``place`` is for words.

    Source: PHA-62, PHA-70, PHA-74.
    """
    known = where & (who.in_shock >= 0)
    if anywhere(known):
        who.in_shock = either(known, _sooner(play, who, body), who.in_shock)
    where = where & no(known | who.dead | (who.clinically_dead >= 0))
    if (yield from somewhere(where)):
        tested = yield from roll(tests.test, shock_plan(play, who, level, body, where))
        enter_shock(play, who, body, no(tested.passed))


def shock_plan(
    play: Play, who: Fighter, level: Whole, body: Anatomy, where: Truth
) -> "TestPlan | Plans":
    """Returns the Shock Test of a level, of those who owe one. Source: PHA-62."""
    if play.tells:
        context, combatant = at_table(play, who)
        return tests.shock_plan(context, combatant, int(level))
    return tests.of_columns(who.stamina, of_number(body.dns, level), where)


def enter_shock(play: Play, who: Fighter, body: Anatomy, truth: Truth) -> None:
    """Puts somebody in Shock; of who is, the clock is moved. Source: PHA-62, PHA-70, PHA-74."""
    if not anywhere(truth):
        return
    known = truth & (who.in_shock >= 0)
    due = next_test(play, who, body)
    if anywhere(known):
        due = either(known, _sooner(play, who, body), due)
    who.in_shock = either(truth, due, who.in_shock)
    drops = truth & who.drops_in_shock
    if anywhere(drops):
        who.is_in = who.is_in & no(drops)
        if not play.tells and anywhere(who.moves):  # at the table the follow-ups do it
            who.moves = who.moves & no(drops)


def next_test(play: Play, who: Fighter, body: Anatomy) -> Whole:
    """Returns the phase of the next Shock Test, counted from now. Source: PHA-70."""
    due: Whole = who.now + of_number(body.intervals, who.worst)
    return due


def hasten(play: Play, who: Fighter, body: Anatomy) -> Rule[None]:
    """Moves the next Shock Test of who is In Shock to the interval of the worst wound. Source: PHA-62."""
    yield from ()
    who.in_shock = _sooner(play, who, body)


def _sooner(play: Play, who: Fighter, body: Anatomy) -> Whole:
    """Returns the next Shock Test of who is In Shock, moved to the interval of the worst wound. Source: PHA-62."""
    due = next_test(play, who, body)
    return either(who.in_shock > due, due, who.in_shock)


def cool_test(
    play: Play, who: Fighter, body: Anatomy, of: tuple[Whole, Whole], where: Truth
) -> Rule[None]:
    """The COOL test of a wound, of those who owe one; ``of``, its place and level, is for words.

    Source: PHA-63, PHA-66.
    """
    where = where & may_need_cool(who)
    if not (yield from somewhere(where)):
        return
    tested = yield from roll(tests.nerve, cool_plan(play, who, body, where))
    who.cool_held = who.cool_held | (where & tested.passed)
    fails = no(tested.passed)
    if anywhere(fails):
        until = who.now + tested.minutes * mechanics.PHASES_A_MINUTE
        who.incapacitated = either(fails, until, who.incapacitated)
        put_out(play, who, fails)
        if play.tells:
            record(play, "incapacitated", who_of(who), None, minutes=noted(play, "minutes"))


def cool_plan(play: Play, who: Fighter, body: Anatomy, where: Truth) -> "TestPlan | Plans":
    """Returns the COOL test of those who owe one, the wound penalty counted against it. Source: PHA-63, PHA-66."""
    if play.tells:
        return tests.cool_plan(*at_table(play, who))
    return tests.of_columns(who.cool + who.penalty, body.cool_dn, where, tests.nerve)
