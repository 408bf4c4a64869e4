"""Conviction and Stress, and what else wears on an Operator. Source: CHR-05, CHR-17 to CHR-20, CHR-63, CHR-64."""

from dataclasses import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.systems.chrome.course import Course
from encounter_gui.rules.systems.chrome.sheet import character


def stress(course: Course, who: CombatantId, amount: int) -> None:
    """Takes Stress off current Conviction, never below 0. Source: CHR-05."""
    combatant = course.one(who)
    taken = min(amount, character.conviction_now(combatant))
    if not character.is_operator(combatant) or amount <= 0:
        return
    course.gauge(who, character.CONVICTION, -taken)
    course.fact("stress", who, amount=amount)
    course.then(say("chrome.then.stress", who=combatant.name, amount=amount))


def regain(course: Course, who: CombatantId, amount: int) -> int:
    """Gives Conviction back, never above the most, and none to whoever doubts; returns how much.

    Source: CHR-19, CHR-63.
    """
    combatant = course.one(who)
    room = character.conviction(combatant) - character.conviction_now(combatant)
    gained = max(min(amount, room), 0)
    if not character.is_operator(combatant) or combatant.has("crushing_doubt"):
        return 0
    course.gauge(who, character.CONVICTION, gained)
    if gained:
        course.then(say("chrome.then.regains", who=combatant.name, amount=gained))
    return gained


def edgy(course: Course, who: CombatantId) -> None:
    """A failed Prime Save frightens whoever is on the edge, the roller or somebody near. Source: CHR-63."""
    combatant = course.one(who)
    for other in character.squad(course.scene, combatant):
        if other.has("on_the_edge"):
            course.frighten(other.id)


def distort(course: Course, who: CombatantId, count: int = 1) -> None:
    """Has the game master write down so many Distortions more. Source: CHR-20, CHR-63, CHR-64."""
    known = course.one(who).condition("distortion_due") or Condition(key="distortion_due")
    more = replace(known, count=(known.count or 0) + count)
    course.happen(ev.ConditionAdded(who=who, condition=more))
    course.then(say("chrome.then.distortion", who=course.one(who).name))
