"""Panic Checks and what they lead to. Every command ends here, once everything else is settled.

Source: CHR-61 to CHR-64, CHR-73.
"""

from collections.abc import Mapping

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Value
from encounter_gui.rules.engine.context import RulesContext
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
        combatants = _in_order(course, course.take_due())
        for combatant in combatants:
            course.relieve(combatant.id, PANIC_DUE)
        if any(bolstering.helper(course.scene, other, bolstering.SOOTHE) for other in combatants):
            for combatant in combatants:
                yield from _with_presence(course, combatant.id)
        else:
            yield from _at_once(course, combatants)
        _spread(course)


def _in_order(course: Course, due: tuple[CombatantId, ...]) -> tuple[Combatant, ...]:
    """Those who can panic at all, in order. Source: CHR-57, CHR-73."""
    able = [
        combatant
        for combatant in character.operators(course.scene)
        if combatant.id in due and character.is_awake(combatant)
    ]
    return tuple(sorted(able, key=lambda combatant: combatant.id != course.target))


def _at_once(course: Course, combatants: tuple[Combatant, ...]) -> Rolling[None]:
    """All dice together; what one row does to another's Conviction counts for the other all the same."""
    if not combatants:
        return
    shown = yield from together(
        [die("panic", other.id, mechanics.PANIC_SIDES) for other in combatants]
    )
    for combatant, (face,) in zip(combatants, shown, strict=True):
        yield from _checked(course, combatant.id, face)


def _with_presence(course: Course, who: CombatantId) -> Rolling[None]:
    """One Panic Check that a Presence may soothe. Source: CHR-60."""
    combatant = course.one(who)
    if not character.is_awake(combatant):
        return
    presence = bolstering.helper(course.scene, combatant, bolstering.SOOTHE)
    if presence is not None:
        names = {"presence": presence.name, "who": combatant.name}
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
    combatant = course.one(who)
    if not character.is_awake(combatant):
        return
    left = character.conviction_now(combatant)
    panics = bool(mechanics.panics(face, left))
    course.fact("panic_check", who, roll=face, conviction=left, panics=panics)
    word = "panics" if panics else "holds"
    course.why(say(f"chrome.why.{word}", who=combatant.name, roll=face, conviction=left), "CHR-61")
    if panics:
        yield from _panics(course, who, face)
    else:
        course.then(say("chrome.then.holds", who=combatant.name, roll=face))


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


def row_of(context: RulesContext, face: int) -> Mapping[str, Value]:
    """Returns the row of the panic table that a d20 names. Source: CHR-63."""
    return context.ruleset.tables[f"panic_{face}"]


def _nearby(course: Course, who: CombatantId, stress: int) -> Rolling[None]:
    """The nearest Operator is shaken too; who that is, the game master says. Source: CHR-63."""
    near = [
        combatant.id
        for combatant in character.squad(course.scene, course.one(who))
        if combatant.id != who
    ]
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
    for combatant in character.operators(course.scene):
        others = [
            who
            for who in course.panicked
            if who != combatant.id and character.team(course.one(who)) == character.team(combatant)
        ]
        if (
            len(others) >= several
            and character.is_awake(combatant)
            and "left" not in combatant.flags
        ):
            course.frighten(combatant.id)


def panic_check(course: Course, command: do.PanicCheck) -> Rolling[Message]:
    """The game master calls for Panic Checks. Source: CHR-62."""
    yield from ()
    combatants = _operators(course.scene, command.who)
    for combatant in combatants:
        if not character.is_awake(combatant):
            raise refuse("chrome.cannot_panic", rule="CHR-73", who=combatant.name)
    for combatant in combatants:
        if command.later:
            course.afflict(combatant.id, PANIC_DUE, note=command.text)
        else:
            course.frighten(combatant.id)
    names = ", ".join(other.name for other in combatants)
    if command.later:
        why = f" ({command.text})" if command.text else ""
        return say("chrome.log.panic_due", who=names, why=why, tail="")
    return say("chrome.log.panic_check", who=names, tail="")


def stressed(course: Course, command: do.Stress) -> Rolling[Message]:
    """The game master hands out Stress, or gives Conviction back. Source: CHR-05."""
    yield from ()
    combatants = _operators(course.scene, command.who)
    for combatant in combatants:
        if command.amount < 0:
            conviction.regain(course, combatant.id, -command.amount)
        else:
            conviction.stress(course, combatant.id, command.amount)
    return say("chrome.log.stress", who=", ".join(other.name for other in combatants), tail="")


def engage(course: Course, command: do.Engage) -> Rolling[Message]:
    """Somebody gutless makes the Fear Save: fights, or flees. Source: CHR-63."""
    combatant = checks.roller(course.scene, command.who)
    gutless = combatant.condition("gutless")
    if gutless is None or gutless.count:
        raise refuse("chrome.not_gutless", rule="CHR-63", who=combatant.name)
    result = yield from checks.roll_test(course, plan_test(course.scene, combatant, "fear"), "save")
    checks.settle(course, result)
    if result.is_success:
        course.afflict(combatant.id, "gutless", count=1)
        return say("chrome.log.engages", who=combatant.name, tail="")
    dying.let_go(course, combatant.id)
    course.happen(ev.FlagSet(who=combatant.id, flag="left", on=True))
    return say("chrome.log.flees", who=combatant.name, tail="")


def rejoin(course: Course, command: do.Rejoin) -> Rolling[Message]:
    """Somebody (re)joins the group. Source: CHR-63."""
    combatant = course.scene.known_combatant(command.who)
    yield from distrusted(course, combatant)
    return say("chrome.log.rejoins", who=combatant.name, tail="")


def distrusted(course: Course, newcomer: Combatant) -> Rolling[None]:
    """Whoever trusts no one makes a Fear Save when somebody joins, or takes 1 Stress. Source: CHR-63."""
    combatants = [
        combatant
        for combatant in character.squad(course.scene, newcomer)
        if combatant.has("trust_no_one") and combatant.id != newcomer.id
    ]
    plans = [plan_test(course.scene, combatant, "fear") for combatant in combatants]
    results = yield from checks.roll_tests(course, plans, "save")
    for result in results:
        checks.settle(course, result)
        if not result.is_success:
            conviction.stress(course, result.plan.who, 1)


def distorted(course: Course, command: do.Distort) -> Rolling[Message]:
    """The game master writes down a Distortion. Source: CHR-64."""
    yield from ()
    combatant = course.scene.known_combatant(command.who)
    text = command.text.replace(";", ",").strip()
    if not text:
        raise refuse("chrome.empty_text", rule="CHR-64", who=combatant.name)
    known = (*character.distortions(combatant), text)
    course.remember(combatant.id, "distortions", "; ".join(known))
    due = combatant.condition("distortion_due")
    if due is not None:
        left = (due.count or 1) - 1
        if left:
            course.afflict(combatant.id, "distortion_due", count=left)
        else:
            course.relieve(combatant.id, "distortion_due")
    return say("chrome.log.distorted", who=combatant.name, text=text)


def _operators(context: RulesContext, who: tuple[CombatantId, ...]) -> tuple[Combatant, ...]:
    combatants = context.combatants(who)
    for combatant in combatants:
        if not character.is_operator(combatant):
            raise refuse("chrome.no_stats", rule="CHR-11", who=combatant.name)
    return combatants
