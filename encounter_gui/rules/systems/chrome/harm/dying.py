"""Damage, zero Health, unconsciousness and death. Every hurt, by dice or by hand, goes through here.

Source: CHR-57 to CHR-60.
"""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Combatant, Expiry
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.course import Course
from encounter_gui.rules.systems.chrome.rolling import Rolling, one_die
from encounter_gui.rules.systems.chrome.sheet import bolstering, character, checks
from encounter_gui.rules.systems.chrome.sheet.character import least_damage
from encounter_gui.rules.systems.chrome.sheet.check_plan import plan_test

DUE = "presence_due"
"""The memo that says in which round a Presence appears."""

DIED = "died"
"""The memo that says in which round somebody died."""

_ENDED = (
    *character.COLD,
    *("ablaze", "frenzy", "surprised", "shocked", "slow_start", "in_cover"),
    *("prone", "exposed", "burning", "panic_due"),
)
_MINUTES = 10


def hurt(course: Course, who: CombatantId, damage: int) -> Rolling[None]:
    """Takes so much off Health, after Soak; at 0 an Operator makes its Save and an enemy is gone.

    Source: CHR-04, CHR-57, CHR-58.
    """
    combatant = course.one(who)
    if damage <= 0 or character.is_dead(combatant):
        return
    course.gauge(who, character.HEALTH, -min(damage, character.health_now(combatant)))
    if character.is_dead(course.one(who)):
        yield from fallen(course, who)


def harm(course: Course, who: CombatantId, *amounts: int) -> Rolling[None]:
    """Does damage that is no attack: panic, a bad rest. Source: CHR-10."""
    yield from hurt(course, who, toll(course, who, *amounts))


def toll(course: Course, who: CombatantId, *amounts: int) -> int:
    """Returns what damage that is no attack comes to; Soak counts against each only by house rule. Source: CHR-10."""
    if course.scene.switch("chrome.soakOnlyAttacks"):
        return sum(amounts)
    soak = character.soak(course.scene, course.one(who))
    least = least_damage(course.scene)
    return sum(int(mechanics.applied(each, soak, least=least)) for each in amounts)


def fallen(course: Course, who: CombatantId) -> Rolling[None]:
    """Settles what 0 Health means: the Save of an Operator, the end of an enemy. Source: CHR-57, CHR-58."""
    combatant = course.one(who)
    if not character.is_operator(combatant):
        end(course, who)
        return
    save = str(course.scene.switch("chrome.deathSave"))
    plan = plan_test(course.scene, combatant, save)
    result = yield from checks.roll_test(course, plan, "death")
    checks.settle(course, result)
    course.fact("death_save", who, roll=result.roll, aim=result.target, lives=result.is_success)
    if not result.is_success:
        end(course, who)
        return
    minutes = yield from one_die("unconscious", who, _MINUTES)
    pass_out(course, who, minutes)


def pass_out(course: Course, who: CombatantId, minutes: int) -> None:
    """Leaves somebody with 1 Health, unconscious for so many minutes from now. Source: CHR-57."""
    rounds = minutes * mechanics.ROUNDS_A_MINUTE
    course.set_gauge(who, character.HEALTH, 1)
    _lie_down(course, who, "unconscious", rounds)
    name = course.one(who).name
    course.then(say("chrome.then.unconscious", who=name, minutes=minutes))
    course.why(say("chrome.why.unconscious", who=name, minutes=minutes, rounds=rounds), "CHR-57")


def faint(course: Course, who: CombatantId, rounds: int) -> None:
    """Lets somebody faint for so many rounds. Source: CHR-63."""
    _lie_down(course, who, "fainted", rounds)
    course.then(say("chrome.then.faints", who=course.one(who).name, rounds=rounds))


def _lie_down(course: Course, who: CombatantId, key: str, rounds: int) -> None:
    last = max(course.scene.state.round, 1) + rounds - 1
    course.afflict(who, key, until=Expiry(round=last))
    course.relieve(who, "frenzy")
    let_go(course, who)


def end(course: Course, who: CombatantId) -> None:
    """Somebody dies, or an enemy is destroyed; a squad that sees it is frightened. Source: CHR-57 to CHR-60."""
    combatant = course.one(who)
    course.set_gauge(who, character.HEALTH, 0)
    course.relieve(who, *_ENDED)
    let_go(course, who)
    course.fact("dead", who)
    course.remember(who, DIED, str(course.scene.state.round or ""))
    course.then(say("chrome.then.dies", who=combatant.name))
    if not character.is_operator(combatant):
        return
    for other in character.squad(course.scene, combatant):
        if other.id != who:
            course.frighten(other.id)
    if combatant.has("presence"):
        return
    course.remember(who, DUE, str(_appears_in(course, who)))


def appear_without_turns(course: Course) -> None:
    """Outside a fight no turn is waited for: every Presence that is due appears. Source: CHR-60."""
    for combatant in course.scene.state.combatants.values():
        if combatant.memo.get(DUE) and character.is_dead(combatant):
            appear(course, combatant.id)


def appear(course: Course, who: CombatantId) -> None:
    """Somebody dead is back as a Presence. Source: CHR-60."""
    combatant = course.one(who)
    course.remember(who, DUE, "")
    course.afflict(who, "presence")
    form = bolstering.form(course.scene, combatant)
    course.fact("presence", who, form=form)
    course.then(say("chrome.then.presence", who=combatant.name, form=form))


def _appears_in(course: Course, who: CombatantId) -> int:
    """The round at the end of whose slot the Presence appears. Source: CHR-60."""
    state = course.scene.state
    own = [slot for slot in state.slots if slot.who == who and not slot.lane]
    is_to_come = not own or own[0].group > state.group
    return state.round if is_to_come else state.round + 1


def let_go(course: Course, who: CombatantId) -> None:
    """Ends every grapple somebody is part of. Source: CHR-48."""
    course.relieve(who, "grappling", "grappled")
    for other in course.scene.state.combatants.values():
        for key in ("grappling", "grappled"):
            known = other.condition(key)
            if known is not None and known.by == who:
                course.relieve(other.id, key)


def revived(course: Course, before: Combatant) -> None:
    """Somebody dead is given Health again by special equipment: no Presence any more. Source: CHR-57."""
    if character.is_dead(before) and not character.is_dead(course.one(before.id)):
        course.relieve(before.id, "presence")
        course.remember(before.id, DUE, "")
        course.remember(before.id, DIED, "")


def wake(course: Course, command: do.Wake) -> Rolling[Message]:
    """The game master lets somebody wake up early. Source: CHR-57."""
    yield from ()
    combatant = course.scene.known_combatant(command.who)
    if not character.is_cold(combatant):
        raise refuse("chrome.not_unconscious", rule="CHR-57", who=combatant.name)
    came_to(course, combatant.id)
    course.relieve(combatant.id, *character.COLD)
    return say("chrome.log.wakes", who=combatant.name, tail="")


def came_to(course: Course, who: CombatantId) -> None:
    """Whoever wakes up after 0 Health makes a Panic Check; to be called before the condition ends. Source: CHR-57."""
    if course.one(who).has("unconscious"):
        course.frighten(who)


def kill(course: Course, command: do.Kill) -> Rolling[Message]:
    """The game master lets somebody die. Source: CHR-58, CHR-59."""
    yield from ()
    combatant = course.scene.known_combatant(command.who)
    if character.is_dead(combatant):
        raise refuse("chrome.dead_already", rule="CHR-57", who=combatant.name)
    end(course, combatant.id)
    return say("chrome.log.killed", who=combatant.name, tail="")
