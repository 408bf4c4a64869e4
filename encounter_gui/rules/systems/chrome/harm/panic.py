"""Panic Checks and what they lead to. Every command ends here, once everything else is settled.

Source: CHR-61 to CHR-64, CHR-73.
"""

from collections.abc import Mapping

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Value
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.dice_sum import read_sum
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.course import Course
from encounter_gui.rules.systems.chrome.harm import dying
from encounter_gui.rules.systems.chrome.rolling import (
    NO,
    YES,
    Rolling,
    choose,
    die,
    one_die,
    together,
)
from encounter_gui.rules.systems.chrome.sheet import bolstering, character, checks, conviction
from encounter_gui.rules.systems.chrome.sheet.check_plan import plan_test

PANIC_DUE = "panic_due"
"""The condition of whoever has a Panic Check still to make. Source: CHR-62."""

SOOTHED_STRESS, NOT_SOOTHED_STRESS = 1, 3
"""Stress of a Panic Check that a Presence took care of, or made worse. Source: CHR-60."""


def settle(course: Course) -> Rolling[None]:
    """Makes every Panic Check that is due, the target's first, then by Speed.

    Source: CHR-59, CHR-61, CHR-62, CHR-73.
    """
    while course.due:
        those = _in_order(course, course.take_due())
        for one in those:
            course.relieve(one.id, PANIC_DUE)
        if any(bolstering.helper(course.scene, one, bolstering.SOOTHE) for one in those):
            for one in those:
                yield from _with_presence(course, one.id)
        else:
            yield from _at_once(course, those)
        _spread(course)


def _in_order(course: Course, due: tuple[CombatantId, ...]) -> tuple[Combatant, ...]:
    """Those who can panic at all, in order. Source: CHR-57, CHR-73."""
    able = [
        one
        for one in character.operators(course.scene)
        if one.id in due and character.is_awake(one)
    ]
    return tuple(sorted(able, key=lambda one: one.id != course.target))


def _at_once(course: Course, those: tuple[Combatant, ...]) -> Rolling[None]:
    """All dice together; what one row does to another's Conviction counts for the other all the same."""
    if not those:
        return
    shown = yield from together([die("panic", one.id, mechanics.PANIC_SIDES) for one in those])
    for one, (face,) in zip(those, shown, strict=True):
        yield from _checked(course, one.id, face)


def _with_presence(course: Course, who: CombatantId) -> Rolling[None]:
    """One Panic Check that a Presence may soothe. Source: CHR-60."""
    one = course.one(who)
    if not character.is_awake(one):
        return
    presence = bolstering.helper(course.scene, one, bolstering.SOOTHE)
    if presence is not None:
        names = {"presence": presence.name, "who": one.name}
        answer = yield from choose("soothe", presence.id, (NO, YES), **names)
        if answer == YES:
            yield from _soothed(course, presence, who)
            return
    face = yield from one_die("panic", who, mechanics.PANIC_SIDES)
    yield from _checked(course, who, face)


def _soothed(course: Course, presence: Combatant, who: CombatantId) -> Rolling[None]:
    """A Presence rolls Intellect: no panic, or panic for sure. Source: CHR-60."""
    bolstering.use(course, presence.id, bolstering.SOOTHE)
    plan = plan_test(course.scene, presence, "intellect")
    result = yield from checks.roll_test(course, plan, "soothe")
    checks.settle(course, result)
    course.fact("soothe", presence.id, who, soothed=result.is_success)
    name = course.one(who).name
    if result.is_success:
        course.then(say("chrome.then.soothed", who=presence.name, target=name))
        conviction.stress(course, who, SOOTHED_STRESS)
        return
    conviction.stress(course, who, NOT_SOOTHED_STRESS)
    face = yield from one_die("panic", who, mechanics.PANIC_SIDES)
    yield from _panics(course, who, face)


def _checked(course: Course, who: CombatantId, face: int) -> Rolling[None]:
    """A d20 against Conviction. Source: CHR-61."""
    one = course.one(who)
    if not character.is_awake(one):
        return
    left = character.conviction_now(one)
    panics = bool(mechanics.panics(face, left))
    course.fact("panic_check", who, roll=face, conviction=left, panics=panics)
    word = "panics" if panics else "holds"
    course.why(say(f"chrome.why.{word}", who=one.name, roll=face, conviction=left), "CHR-61")
    if panics:
        yield from _panics(course, who, face)
    else:
        course.then(say("chrome.then.holds", who=one.name, roll=face))


def _panics(course: Course, who: CombatantId, face: int) -> Rolling[None]:
    """The row of the panic table befalls somebody. Source: CHR-63."""
    row = row_of(course.scene, face)
    name = str(row.get("name", ""))
    course.panicked.add(who)
    course.fact("panic", who, row=face, name=name)
    course.then(say("chrome.then.panics", who=course.one(who).name, row=face, name=name))
    if row.get("crash"):
        course.set_gauge(who, character.CONVICTION, 0)
    conviction.stress(course, who, number(row.get("stress")))
    yield from _nearby(course, who, number(row.get("near_stress")))
    _lasting(course, who, row)
    if number(row.get("damage")):
        yield from dying.harm(course, who, number(row.get("damage")))
    faint = read_sum(row.get("faint"))
    if faint is not None and character.is_awake(course.one(who)):
        rounds = 0
        for _ in range(faint.count):
            rounds += yield from one_die("faint", who, faint.sides)
        dying.faint(course, who, rounds + faint.flat)


def row_of(scene: Scene, face: int) -> Mapping[str, Value]:
    """Returns the row of the panic table that a d20 names. Source: CHR-63."""
    return scene.ruleset.tables[f"panic_{face}"]


def _nearby(course: Course, who: CombatantId, stress: int) -> Rolling[None]:
    """The nearest Operator is shaken too; who that is, the game master says. Source: CHR-63."""
    near = [one.id for one in character.squad(course.scene, course.one(who)) if one.id != who]
    if not stress or not near:
        return
    chosen = yield from choose("nearest", who, near, who=course.one(who).name)
    conviction.stress(course, CombatantId(chosen), stress)


def _lasting(course: Course, who: CombatantId, row: Mapping[str, Value]) -> None:
    """What stays: a condition, a Distortion to come, less Conviction for good. Source: CHR-63, CHR-64."""
    if row.get("condition"):
        course.afflict(who, str(row["condition"]))
    if number(row.get("distortions")):
        conviction.distort(course, who, number(row["distortions"]))
    loss = number(row.get("max_loss"))
    if not loss:
        return
    most = max(character.conviction(course.one(who)) - loss, 0)
    course.happen(ev.SheetSet(who=who, field=character.CONVICTION, to=most))
    if character.conviction_now(course.one(who)) > most:
        course.set_gauge(who, character.CONVICTION, most)


def _spread(course: Course) -> None:
    """Whoever sees several of the squad panic is frightened too. Source: CHR-62."""
    several = number(course.scene.ruleset.tables.get("panic", {}).get("several"))
    if not several or course.due:
        return
    for one in character.operators(course.scene):
        others = [
            who
            for who in course.panicked
            if who != one.id and character.team(course.one(who)) == character.team(one)
        ]
        if len(others) >= several and character.is_awake(one) and "left" not in one.flags:
            course.frighten(one.id)


def panic_check(course: Course, command: do.PanicCheck) -> Rolling[Message]:
    """The game master calls for Panic Checks. Source: CHR-62."""
    yield from ()
    those = _operators(course.scene, command.who)
    for one in those:
        if not character.is_awake(one):
            raise refuse("chrome.cannot_panic", rule="CHR-73", who=one.name)
    for one in those:
        if command.later:
            course.afflict(one.id, PANIC_DUE, note=command.text)
        else:
            course.frighten(one.id)
    names = ", ".join(one.name for one in those)
    if command.later:
        why = f" ({command.text})" if command.text else ""
        return say("chrome.log.panic_due", who=names, why=why, tail="")
    return say("chrome.log.panic_check", who=names, tail="")


def stressed(course: Course, command: do.Stress) -> Rolling[Message]:
    """The game master hands out Stress, or gives Conviction back. Source: CHR-05."""
    yield from ()
    those = _operators(course.scene, command.who)
    for one in those:
        if command.amount < 0:
            conviction.regain(course, one.id, -command.amount)
        else:
            conviction.stress(course, one.id, command.amount)
    return say("chrome.log.stress", who=", ".join(one.name for one in those), tail="")


def engage(course: Course, command: do.Engage) -> Rolling[Message]:
    """Somebody gutless makes the Fear Save: fights, or flees. Source: CHR-63."""
    one = checks.roller(course.scene, command.who)
    gutless = one.condition("gutless")
    if gutless is None or gutless.count:
        raise refuse("chrome.not_gutless", rule="CHR-63", who=one.name)
    result = yield from checks.roll_test(course, plan_test(course.scene, one, "fear"), "save")
    checks.settle(course, result)
    if result.is_success:
        course.afflict(one.id, "gutless", count=1)
        return say("chrome.log.engages", who=one.name, tail="")
    dying.let_go(course, one.id)
    course.happen(ev.FlagSet(who=one.id, flag="left", on=True))
    return say("chrome.log.flees", who=one.name, tail="")


def rejoin(course: Course, command: do.Rejoin) -> Rolling[Message]:
    """Somebody (re)joins the group. Source: CHR-63."""
    one = course.scene.known(command.who)
    yield from distrusted(course, one)
    return say("chrome.log.rejoins", who=one.name, tail="")


def distrusted(course: Course, newcomer: Combatant) -> Rolling[None]:
    """Whoever trusts no one makes a Fear Save when somebody joins, or takes 1 Stress. Source: CHR-63."""
    those = [
        one
        for one in character.squad(course.scene, newcomer)
        if one.has("trust_no_one") and one.id != newcomer.id
    ]
    plans = [plan_test(course.scene, one, "fear") for one in those]
    results = yield from checks.roll_tests(course, plans, "save")
    for result in results:
        checks.settle(course, result)
        if not result.is_success:
            conviction.stress(course, result.plan.who, 1)


def distorted(course: Course, command: do.Distort) -> Rolling[Message]:
    """The game master writes down a Distortion. Source: CHR-64."""
    yield from ()
    one = course.scene.known(command.who)
    text = command.text.replace(";", ",").strip()
    if not text:
        raise refuse("chrome.empty_text", rule="CHR-64", who=one.name)
    known = (*character.distortions(one), text)
    course.remember(one.id, "distortions", "; ".join(known))
    due = one.condition("distortion_due")
    if due is not None:
        left = (due.count or 1) - 1
        if left:
            course.afflict(one.id, "distortion_due", count=left)
        else:
            course.relieve(one.id, "distortion_due")
    return say("chrome.log.distorted", who=one.name, text=text)


def _operators(scene: Scene, who: tuple[CombatantId, ...]) -> tuple[Combatant, ...]:
    those = scene.those(who)
    for one in those:
        if not character.is_operator(one):
            raise refuse("chrome.no_stats", rule="CHR-11", who=one.name)
    return those
