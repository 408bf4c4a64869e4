"""Critical effects of weapons, and getting rid of them. Source: CHR-38, CHR-29k."""

from collections.abc import Iterable

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.course import Course
from encounter_gui.rules.systems.chrome.harm import wounds
from encounter_gui.rules.systems.chrome.rolling import Rolling
from encounter_gui.rules.systems.chrome.sheet import action_budget, character

SEVER = "sever"


def critical_effects(course: Course, who: CombatantId, effects: Iterable[str]) -> Rolling[None]:
    """Has the critical effects of a hit befall a target still alive. Source: CHR-38, CHR-73."""
    for effect in effects:
        combatant = course.one(who)
        if character.is_dead(combatant):
            return
        match effect:
            case "knockdown" if not combatant.sheet.get("large"):
                course.afflict(who, "prone")
                course.then(say("chrome.then.prone", who=combatant.name))
            case "sever":
                yield from wounds.sever(course, who)
            case "ablaze":
                course.afflict(who, "ablaze")
                course.then(say("chrome.then.ablaze", who=combatant.name))
            case "shock" if not combatant.sheet.get("synthetic"):
                course.afflict(who, "shocked")
                course.then(say("chrome.then.shocked", who=combatant.name))


def stand_up(course: Course, command: do.StandUp) -> Rolling[Message]:
    """Somebody prone gets up. Source: CHR-29k, CHR-31, CHR-35."""
    yield from ()
    combatant = action_budget.bodily(course.scene, command.who)
    if not combatant.has("prone"):
        raise refuse("chrome.not_prone", rule="CHR-29k", who=combatant.name)
    action_budget.pay(course, combatant.id)
    course.relieve(combatant.id, "prone")
    return say("chrome.log.stands", who=combatant.name)


def extinguish(course: Course, command: do.Extinguish) -> Rolling[Message]:
    """A fire is put out, without a roll. Source: CHR-38."""
    yield from ()
    combatant = action_budget.bodily(course.scene, command.who)
    target = course.scene.known_combatant(command.target or command.who)
    if not target.has("ablaze"):
        raise refuse("chrome.not_ablaze", rule="CHR-38", who=target.name)
    action_budget.pay(course, combatant.id)
    course.relieve(target.id, "ablaze")
    return say("chrome.log.extinguished", who=combatant.name, target=target.name)
