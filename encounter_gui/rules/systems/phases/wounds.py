"""What damage past armour does: wounds, what they do to a place, Shock and COOL Tests. Source: PHA-60 to PHA-66."""

from collections.abc import Generator
from dataclasses import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.system import Answer, Ask, Scene
from encounter_gui.rules.systems.phases import character, mechanics
from encounter_gui.rules.systems.phases.course import Course, bonus
from encounter_gui.rules.systems.phases.rolls import die, three

LOST = "lost"
"""The mark of a limb that is gone. Source: PHA-61, PHA-65."""

Steps = Generator[Ask, Answer, None]


def suffer(course: Course, who: CombatantId, place: str, amount: int) -> Steps:
    """Wounds somebody: level, stacking, what it does to the place, Shock Test, COOL test, in this order.

    Source: PHA-60 to PHA-64, PHA-78.
    """
    one = course.one(who)
    thresholds = character.thresholds(course.after, one)
    dealt = int(mechanics.wound_level(amount, thresholds))
    if character.is_dead(one):
        return
    if not dealt:
        course.tell("phases.told.no_wound", place=character.place_name(course.after, place))
        return
    destroys = course.after.switch("phases.critCrit") != "critical"
    before = character.wound(one, place)
    level = int(mechanics.stacked(before, dealt, destroys))
    _note(course, who, place, amount, (dealt, before, level))
    if level != before:
        course.effect(*put(course.after, one, place, level))
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
    one = course.one(who)
    limits = " / ".join(str(each) for each in character.thresholds(course.after, one))
    course.why("phases.why.level", rule="PHA-60", amount=amount, limits=limits, level=names[0])
    if before:
        course.why(
            "phases.why.stacked", rule="PHA-61", place=where, before=names[1], level=names[2]
        )
    key = "phases.told.wound" if level != before else "phases.told.ignored"
    course.tell(key, place=where, level=names[2] if level != before else names[0])


def put(scene: Scene, one: Combatant, place: str, level: int) -> tuple[ev.Event, ...]:
    """Returns a location brought to a wound level, with all that follows at once but tests. Source: PHA-61, PHA-64."""
    known = one.locations.get(place)
    marks = tuple(mark for mark in (known.marks if known else ()) if mark != LOST)
    if level >= mechanics.DESTROYED and place not in (character.HEAD, character.TORSO):
        marks = (*marks, LOST)
    events: list[ev.Event] = [ev.LocationSet(who=one.id, location=place, level=level, marks=marks)]
    if level <= character.wound(one, place):
        return tuple(events)
    after = replace(scene, state=fold(scene.state, events))
    return (*events, *_effects(after, after.one(one.id), place, level))


def _effects(scene: Scene, one: Combatant, place: str, level: int) -> tuple[ev.Event, ...]:
    """Returns what a location that has got worse does. Source: PHA-61, PHA-64."""
    if level >= mechanics.DESTROYED and place in (character.HEAD, character.TORSO):
        return died(scene, one)
    if character.is_dead(one):
        return ()
    if place in character.ARMS.values():
        return _arm(scene, one, place, level)
    if place in character.LEGS:
        return _leg(scene, one)
    return _head(scene, one, level) if place == character.HEAD else ()


def _arm(scene: Scene, one: Combatant, place: str, level: int) -> tuple[ev.Event, ...]:
    if level < character.figure(scene, "location_effects", "arm_drops", mechanics.MODERATE):
        return ()
    hand = next(hand for hand, arm in character.ARMS.items() if arm == place)
    return dropped(one, character.held_in(one, hand))


def dropped(one: Combatant, key: str) -> tuple[ev.Event, ...]:
    """Returns what falls from a hand; nothing where the hand is empty or bare. Source: PHA-53, PHA-64."""
    item = one.item(key) if key else None
    if item is None or str(item.values.get("class")) == "unarmed":
        return ()
    slot = "held" if one.memo.get("held") == key else "off"
    lying = " ".join(dict.fromkeys((*one.memo.get("dropped", "").split(), key)))
    return (
        ev.MemoSet(who=one.id, key=slot, text=""),
        ev.MemoSet(who=one.id, key="dropped", text=lying),
        ev.Resolved(what="dropped", who=one.id, values={"item": key}),
    )


def _leg(scene: Scene, one: Combatant) -> tuple[ev.Event, ...]:
    right, left = (character.wound(one, leg) for leg in character.LEGS)
    row = int(mechanics.leg_level(right, left))
    falls = row >= character.figure(scene, "location_effects", "leg_falls", mechanics.SERIOUS)
    if not falls or one.has("prone"):
        return ()
    return (ev.ConditionAdded(who=one.id, condition=Condition(key="prone")),)


def _head(scene: Scene, one: Combatant, level: int) -> tuple[ev.Event, ...]:
    if level >= character.figure(scene, "location_effects", "head_unconscious", mechanics.SERIOUS):
        return knocked_out(scene, one)
    if level >= character.figure(scene, "location_effects", "head_stuns", mechanics.MODERATE):
        return stunned(scene, one)
    return ()


def stunned(scene: Scene, one: Combatant) -> tuple[ev.Event, ...]:
    """Returns the loss of the next action: one of this phase, or else one of the next. Source: PHA-64."""
    if character.is_down(one):
        return ()
    if character.actions_left(scene, one):
        return (ev.GaugeChanged(who=one.id, gauge=character.LOST, by=1),)
    known = one.condition("stunned")
    count = (known.count or 1) + 1 if known else 1
    return (ev.ConditionAdded(who=one.id, condition=Condition(key="stunned", count=count)),)


def knocked_out(scene: Scene, one: Combatant) -> tuple[ev.Event, ...]:
    """Returns unconsciousness that lasts until the game master ends it. Source: PHA-64."""
    if one.has("unconscious"):
        return ()
    condition = Condition(key="unconscious")
    return (ev.ConditionAdded(who=one.id, condition=condition), *went_down(scene, one))


def died(scene: Scene, one: Combatant) -> tuple[ev.Event, ...]:
    """Returns a death. Source: PHA-61, PHA-65, PHA-71, PHA-72."""
    if character.is_dead(one):
        return ()
    over = ("in_shock", "stabilized", "clinically_dead", "unconscious", "incapacitated", "stunned")
    return (
        ev.ConditionAdded(who=one.id, condition=Condition(key="dead")),
        *(ev.ConditionRemoved(who=one.id, key=key) for key in over if one.has(key)),
        ev.Resolved(what="dead", who=one.id),
        *went_down(scene, one),
    )


def went_down(scene: Scene, one: Combatant) -> tuple[ev.Event, ...]:
    """Returns what ends with somebody's going down: holds, first aid, standing ready to dodge."""
    over = ("aiding", "all_out_dodge")
    events: list[ev.Event] = [
        ev.ConditionRemoved(who=one.id, key=key) for key in over if one.has(key)
    ]
    if one.memo.get("gait"):
        events.append(ev.MemoSet(who=one.id, key="gait", text=""))
    return (*events, *loosened(scene, one))


def loosened(scene: Scene, one: Combatant) -> tuple[ev.Event, ...]:
    """Returns the end of every grab and clinch somebody is in, for both. Source: PHA-53."""
    events: list[ev.Event] = []
    for key, theirs in (("grabbing", "grabbed"), ("grabbed", "grabbing"), ("clinched", "clinched")):
        known = one.condition(key)
        if known is None:
            continue
        events.append(ev.ConditionRemoved(who=one.id, key=key))
        other = scene.state.combatants.get(known.by) if known.by else None
        match = other.condition(theirs) if other else None
        if other is not None and match is not None and match.by == one.id:
            events.append(ev.ConditionRemoved(who=other.id, key=theirs))
    return tuple(events)


# Shock


def interval(scene: Scene, level: int) -> int:
    """Returns the phases between Shock Tests with this worst wound. Source: PHA-70."""
    return character.figure(scene, "shock_phases", character.LEVELS[level])


def shock_level(one: Combatant) -> int:
    """Returns the wound level that Shock goes by: the worst; put on by hand without a wound, Slight. Source: PHA-70."""
    return max(character.worst(one), mechanics.SLIGHT)


def next_test(scene: Scene, one: Combatant) -> int:
    """Returns the phase of the next Shock Test, counted from now. Source: PHA-70."""
    return max(scene.state.round, 1) + interval(scene, shock_level(one))


def shock_of(course: Course, who: CombatantId, level: int) -> Steps:
    """The Shock Test of a wound that changed something; who is In Shock has the clock moved. Source: PHA-62."""
    one = course.one(who)
    if level < mechanics.SLIGHT or character.is_dead(one) or one.has("clinically_dead"):
        return
    if one.has("in_shock"):
        course.effect(*sooner(course.after, one))
        return
    if not (yield from shock_test(course, who, level)):
        course.effect(*entered(course.after, course.one(who)))
        course.tell("phases.told.in_shock")


def shock_test(course: Course, who: CombatantId, level: int) -> Generator[Ask, Answer, bool]:
    """Rolls a Shock Test against the DN of a wound level; wounds do not count against it. Source: PHA-62, PHA-66."""
    one = course.one(who)
    added = bonus(
        character.level_part(course.after, one, "stamina", "PHA-62"),
        character.physical(course.after, one),
    )
    dn = character.wound_dn(course.after, level)
    dice = yield from three("shock", who)
    total = dice + added.amount
    passed = bool(mechanics.passes(dice, total, dn))
    course.now(
        ev.Resolved(what="shock", who=who, values={"total": total, "dn": dn, "passed": passed})
    )
    key = "phases.why.shock_passed" if passed else "phases.why.shock_failed"
    course.why(key, rule="PHA-62", who=one.name, dice=dice, parts=added.text, total=total, dn=dn)
    return passed


def entered(scene: Scene, one: Combatant) -> tuple[ev.Event, ...]:
    """Returns somebody's entering Shock, or the clock moved if it is sooner. Source: PHA-62, PHA-70."""
    if one.has("in_shock"):
        return sooner(scene, one)
    condition = Condition(key="in_shock", count=next_test(scene, one))
    over = (ev.ConditionRemoved(who=one.id, key="stabilized"),) if one.has("stabilized") else ()
    return (ev.ConditionAdded(who=one.id, condition=condition), *over)


def sooner(scene: Scene, one: Combatant) -> tuple[ev.Event, ...]:
    """Returns the next Shock Test moved to the worst wound's interval, if that is sooner. Source: PHA-62."""
    known = one.condition("in_shock")
    due = next_test(scene, one)
    if known is None or (known.count is not None and known.count <= due):
        return ()
    return (ev.ConditionAdded(who=one.id, condition=replace(known, count=due)),)


# COOL


def needs_cool(scene: Scene, one: Combatant, dealt: int, before: int, level: int) -> bool:
    """Returns whether a wound asks for a COOL test. Source: PHA-63."""
    if character.is_down(one) or one.has("cool_held"):
        return False
    if character.is_mook(one) and scene.switch("phases.mookSkipCool"):
        return False
    stacks = before > 0 and level > before
    is_scratch = dealt == mechanics.FLESH and not stacks
    return not is_scratch or bool(scene.switch("phases.coolTestOnFlesh"))


def cool_of(course: Course, who: CombatantId, dealt: int, before: int, level: int) -> Steps:
    """The COOL test of a wound, the wound itself counted against it. Source: PHA-63, PHA-66."""
    one = course.one(who)
    if not needs_cool(course.after, one, dealt, before, level):
        return
    added = bonus(
        character.skilled(course.after, one, "cool", "initiative"),
        character.hurt(course.after, one),
    )
    dn = character.figure(course.after, "care", "cool_dn", 16)
    dice = yield from three("cool", who)
    total = dice + added.amount
    passed = bool(mechanics.passes(dice, total, dn))
    course.now(
        ev.Resolved(what="cool", who=who, values={"total": total, "dn": dn, "passed": passed})
    )
    key = "phases.why.cool_passed" if passed else "phases.why.cool_failed"
    course.why(key, rule="PHA-63", who=one.name, dice=dice, parts=added.text, total=total, dn=dn)
    if passed:
        course.effect(ev.ConditionAdded(who=who, condition=Condition(key="cool_held")))
        return
    count = character.figure(course.after, "care", "out_dice", 1)
    minutes = yield from die("minutes", who, 6, count)
    course.effect(*passed_out(course.after, course.one(who), minutes))
    course.now(ev.Resolved(what="incapacitated", who=who, values={"minutes": minutes}))
    course.tell("phases.told.incapacitated", minutes=minutes)


def passed_out(scene: Scene, one: Combatant, minutes: int) -> tuple[ev.Event, ...]:
    """Returns somebody's being out for at least so many minutes. Source: PHA-63."""
    until = max(scene.state.round, 1) + minutes * mechanics.PHASES_A_MINUTE
    condition = Condition(key="incapacitated", count=until)
    return (ev.ConditionAdded(who=one.id, condition=condition), *went_down(scene, one))
