"""Hacking a system: a clock of successes that a failure winds back. Source: CHR-29h, CHR-70."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.course import Course
from encounter_gui.rules.systems.chrome.rolling import Rolling
from encounter_gui.rules.systems.chrome.sheet import action_budget, checks

PREFIX = "hack."
"""Before a system's name in the fight's memo."""

LOCKED, OPEN = "locked", "open"


def clocks(context: RulesContext) -> dict[str, str]:
    """Returns the systems being hacked, by name: ``1/3``, or ``open``, or ``locked``."""
    return {
        key.removeprefix(PREFIX): str(text)
        for key, text in context.state.memo.items()
        if key.startswith(PREFIX)
    }


def hack(course: Course, command: do.Hack) -> Rolling[Message]:
    """One Intellect Check against a system. Source: CHR-70, CHR-17."""
    context = course.scene
    combatant = checks.roller(context, command.who, command.burn)
    action_budget.bodily(context, combatant.id)
    done, rating = _clock(context, command)
    skill = command.skill or str(context.ruleset.tables.get("skills", {}).get("hacking", ""))
    result = yield from checks.paid_test(course, command, "intellect", "hack", skill)
    now = min(int(mechanics.hack_progress(done, result.rank)), rating)
    text = LOCKED if result.is_fumble else OPEN if now >= rating else f"{now}/{rating}"
    course.happen(ev.FightMemoSet(key=f"{PREFIX}{command.system}", value=text))
    course.fact(
        "hack", combatant.id, done=now, rating=rating, open=text == OPEN, locked=text == LOCKED
    )
    word = "fumble" if text == LOCKED else "open" if text == OPEN else "progress"
    return say(
        f"chrome.log.hack_{word}",
        who=combatant.name,
        system=command.system,
        done=now,
        rating=rating,
        tail="",
    )


def _clock(context: RulesContext, command: do.Hack) -> tuple[int, int]:
    """Returns the successes so far and the rating.

    Raises:
        RuleError: it is locked down or open already, or nobody has said its rating.
    """
    if not command.system.strip():
        raise refuse("chrome.name_system", rule="CHR-70")
    known = clocks(context).get(command.system, "")
    if known in (LOCKED, OPEN):
        raise refuse(f"chrome.system_{known}", rule="CHR-70", system=command.system)
    done, _, rating = known.partition("/")
    needed = int(rating) if rating else command.rating
    if needed < 1:
        raise refuse("chrome.no_rating", rule="CHR-70", system=command.system)
    return (number(int(done)) if rating else 0), needed


def reboot(course: Course, command: do.Reboot) -> Rolling[Message]:
    """A system is forgotten, or comes up again. Source: CHR-70."""
    yield from ()
    if command.system not in clocks(course.scene):
        raise refuse("chrome.no_such_system", rule="CHR-70", system=command.system)
    course.happen(ev.FightMemoSet(key=f"{PREFIX}{command.system}", value=""))
    return say("chrome.log.reboots", system=command.system)
