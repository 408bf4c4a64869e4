"""What damage past armour does: wounds, what they do to a place, Shock and COOL Tests. Source: PHA-60 to PHA-66."""

from collections.abc import Generator
from dataclasses import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.asking import Answer, Ask
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.text_format import percent
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.harm.body_places import put, went_down
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.systems.phases.sheet.character import bonus
from encounter_gui.rules.systems.phases.sheet.course import Course
from encounter_gui.rules.systems.phases.sheet.test_dice import dice_text, die, passing, three

Steps = Generator[Ask, Answer, None]


def suffer(course: Course, who: CombatantId, place: str, amount: int) -> Steps:
    """Wounds somebody: level, stacking, what it does to the place, Shock Test, COOL test, in this order.

    Source: PHA-60 to PHA-64, PHA-78.
    """
    combatant = course.one(who)
    thresholds = character.thresholds(course.after, combatant)
    dealt = int(mechanics.wound_level(amount, thresholds))
    if character.is_dead(combatant):
        return
    if not dealt:
        course.tell("phases.told.no_wound", place=character.place_name(course.after, place))
        return
    destroys = course.after.switch("phases.critCrit") != "critical"
    before = character.wound(combatant, place)
    level = int(mechanics.stacked(before, dealt, destroys))
    _note(course, who, place, amount, (dealt, before, level))
    if level != before:
        course.effect(*put(course.after, combatant, place, level))
        yield from shock_of(course, who, level)
    yield from cool_of(course, who, dealt, before, level)


def _note(
    course: Course, who: CombatantId, place: str, amount: int, levels: tuple[int, int, int]
) -> None:
    dealt, before, level = levels
    names = [character.level_name(course.after, each) for each in levels]
    where = character.place_name(course.after, place)
    course.now(
        ev.Resolved(
            what="wound",
            who=course.dealer,
            target=who,
            values={
                "place": place,
                "past": amount,
                "dealt": dealt,
                "before": before,
                "level": level,
                "name": names[2],
            },
        )
    )
    combatant = course.one(who)
    limits = " / ".join(str(each) for each in character.thresholds(course.after, combatant))
    course.why("phases.why.level", rule="PHA-60", amount=amount, limits=limits, level=names[0])
    if before:
        course.why(
            "phases.why.stacked", rule="PHA-61", place=where, before=names[1], level=names[2]
        )
    key = "phases.told.wound" if level != before else "phases.told.ignored"
    course.tell(key, place=where, level=names[2] if level != before else names[0])


# Shock


def interval(context: RulesContext, level: int) -> int:
    """Returns the phases between Shock Tests with this worst wound. Source: PHA-70."""
    return character.figure(context, "shock_phases", character.LEVELS[level])


def shock_level(combatant: Combatant) -> int:
    """Returns the wound level that Shock goes by: the worst; put on by hand without a wound, Slight. Source: PHA-70."""
    return max(character.worst(combatant), mechanics.SLIGHT)


def next_test(context: RulesContext, combatant: Combatant) -> int:
    """Returns the phase of the next Shock Test, counted from now. Source: PHA-70."""
    return max(context.state.round, 1) + interval(context, shock_level(combatant))


def shock_of(course: Course, who: CombatantId, level: int) -> Steps:
    """The Shock Test of a wound that changed something; who is In Shock has the clock moved. Source: PHA-62."""
    combatant = course.one(who)
    if level < mechanics.SLIGHT or character.is_dead(combatant) or combatant.has("clinically_dead"):
        return
    if combatant.has("in_shock"):
        course.effect(*sooner(course.after, combatant))
        return
    if not (yield from shock_test(course, who, level)):
        course.effect(*entered(course.after, course.one(who)))
        course.tell("phases.told.in_shock")


def shock_test(course: Course, who: CombatantId, level: int) -> Generator[Ask, Answer, bool]:
    """Rolls a Shock Test against the DN of a wound level; wounds do not count against it. Source: PHA-62, PHA-66."""
    combatant = course.one(who)
    added = bonus(
        character.level_part(course.after, combatant, "stamina", "PHA-62"),
        character.physical(course.after, combatant),
    )
    dn = character.wound_dn(course.after, level)
    label = say(
        "phases.roll.shock.ask",
        level=character.level_name(course.after, level),
        sum=dice_text(added.amount),
        dn=dn,
        chance=percent(passing(added.amount, dn)),
    )
    dice = yield from three("shock", who, label)
    total = dice + added.amount
    passed = bool(mechanics.passes(dice, total, dn))
    course.now(
        ev.Resolved(what="shock", who=who, values={"total": total, "dn": dn, "passed": passed})
    )
    key = "phases.why.shock_passed" if passed else "phases.why.shock_failed"
    course.why(
        key, rule="PHA-62", who=combatant.name, dice=dice, parts=added.text, total=total, dn=dn
    )
    return passed


def entered(context: RulesContext, combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns somebody's entering Shock, or the clock moved if it is sooner. Source: PHA-62, PHA-70."""
    if combatant.has("in_shock"):
        return sooner(context, combatant)
    condition = Condition(key="in_shock", count=next_test(context, combatant))
    over = (
        (ev.ConditionRemoved(who=combatant.id, key="stabilized"),)
        if combatant.has("stabilized")
        else ()
    )
    return (ev.ConditionAdded(who=combatant.id, condition=condition), *over)


def sooner(context: RulesContext, combatant: Combatant) -> tuple[ev.Event, ...]:
    """Returns the next Shock Test moved to the worst wound's interval, if that is sooner. Source: PHA-62."""
    known = combatant.condition("in_shock")
    due = next_test(context, combatant)
    if known is None or (known.count is not None and known.count <= due):
        return ()
    return (ev.ConditionAdded(who=combatant.id, condition=replace(known, count=due)),)


# COOL


def needs_cool(
    context: RulesContext, combatant: Combatant, dealt: int, before: int, level: int
) -> bool:
    """Returns whether a wound asks for a COOL test. Source: PHA-63."""
    if character.is_down(combatant) or combatant.has("cool_held"):
        return False
    if character.is_mook(combatant) and context.switch("phases.mookSkipCool"):
        return False
    stacks = before > 0 and level > before
    is_scratch = dealt == mechanics.FLESH and not stacks
    return not is_scratch or bool(context.switch("phases.coolTestOnFlesh"))


def cool_of(course: Course, who: CombatantId, dealt: int, before: int, level: int) -> Steps:
    """The COOL test of a wound, the wound itself counted against it. Source: PHA-63, PHA-66."""
    combatant = course.one(who)
    if not needs_cool(course.after, combatant, dealt, before, level):
        return
    added = bonus(
        character.skilled(course.after, combatant, "cool", "initiative"),
        character.hurt(course.after, combatant),
    )
    dn = character.figure(course.after, "care", "cool_dn", 16)
    chance = percent(passing(added.amount, dn))
    label = say("phases.roll.cool.ask", sum=dice_text(added.amount), dn=dn, chance=chance)
    dice = yield from three("cool", who, label)
    total = dice + added.amount
    passed = bool(mechanics.passes(dice, total, dn))
    course.now(
        ev.Resolved(what="cool", who=who, values={"total": total, "dn": dn, "passed": passed})
    )
    key = "phases.why.cool_passed" if passed else "phases.why.cool_failed"
    course.why(
        key, rule="PHA-63", who=combatant.name, dice=dice, parts=added.text, total=total, dn=dn
    )
    if passed:
        course.effect(ev.ConditionAdded(who=who, condition=Condition(key="cool_held")))
        return
    count = character.figure(course.after, "care", "out_dice", 1)
    minutes = yield from die("minutes", who, 6, count)
    course.effect(*passed_out(course.after, course.one(who), minutes))
    course.now(ev.Resolved(what="incapacitated", who=who, values={"minutes": minutes}))
    course.tell("phases.told.incapacitated", minutes=minutes)


def passed_out(context: RulesContext, combatant: Combatant, minutes: int) -> tuple[ev.Event, ...]:
    """Returns somebody's being out for at least so many minutes. Source: PHA-63."""
    until = max(context.state.round, 1) + minutes * mechanics.PHASES_A_MINUTE
    condition = Condition(key="incapacitated", count=until)
    return (
        ev.ConditionAdded(who=combatant.id, condition=condition),
        *went_down(context, combatant),
    )
