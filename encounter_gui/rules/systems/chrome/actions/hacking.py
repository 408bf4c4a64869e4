"""Hacking a system: a clock of successes that a failure winds back. Source: CHR-29h, CHR-70."""

from collections.abc import Mapping

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Record
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.checks import checks
from encounter_gui.rules.systems.chrome.sheet import action_budget

PREFIX = "hack."
"""Before a system's name in the keys of the encounter's records: successes ``done``, ``rating`` and ``state``."""

LOCKED, OPEN = "locked", "open"


def clocks(context: RulesContext) -> dict[str, str]:
    """Returns the systems being hacked, by name: ``1/3``, or ``open``, or ``locked``."""
    return {
        key.removeprefix(PREFIX): str(value.get("state") or f"{value['done']}/{value['rating']}")
        for key, value in context.state.memo.items()
        if key.startswith(PREFIX) and isinstance(value, Mapping)
    }


def hack(resolution: Resolution, command: do.Hack) -> Rolling[Message]:
    """Rolls one Intellect Check against a system. Source: CHR-70, CHR-17."""
    context = resolution.context
    combatant = checks.require_roller(context, command.who, command.burn)
    action_budget.require_body(context, combatant.id, "hack")
    done, rating = _clock(context, command)
    skill = command.skill or str(context.ruleset.tables.get("skills", {}).get("hacking", ""))
    result = yield from checks.roll_paid_check(resolution, command, "intellect", "hack", skill)
    now = min(int(mechanics.hack_progress(done, checks.number_of(result))), rating)
    state = LOCKED if result.is_fumble else OPEN if now >= rating else ""
    clock: Record = {"done": now, "rating": rating, "state": state}
    resolution.record(ev.FightMemoSet(key=f"{PREFIX}{command.system}", value=clock))
    is_open, is_locked = state == OPEN, state == LOCKED
    resolution.fact("hack", combatant.id, done=now, rating=rating, open=is_open, locked=is_locked)
    key = "fumble" if is_locked else "open" if is_open else "progress"
    names = {"who": combatant.name, "system": command.system}
    return say(f"chrome.log.hack_{key}", **names, done=now, rating=rating, tail="")


def _clock(context: RulesContext, command: do.Hack) -> tuple[int, int]:
    """Returns the successes so far and the rating.

    Raises:
        RuleError: it is locked down or open already, or nobody has said its rating.
    """
    if not command.system.strip():
        raise refuse("chrome.name_system", rule="CHR-70")
    known = context.state.memo.get(f"{PREFIX}{command.system}")
    clock = known if isinstance(known, Mapping) else {}
    if state := clock.get("state"):
        raise refuse(f"chrome.system_{state}", rule="CHR-70", system=command.system)
    done, rating = clock.get("done", 0), clock.get("rating", command.rating)
    if not isinstance(done, int) or not isinstance(rating, int) or rating < 1:
        raise refuse("chrome.no_rating", rule="CHR-70", system=command.system)
    return done, rating


def reboot(resolution: Resolution, command: do.Reboot) -> Message:
    """Forgets a system, or brings it up again. Source: CHR-70."""
    if command.system not in clocks(resolution.context):
        raise refuse("chrome.no_such_system", rule="CHR-70", system=command.system)
    resolution.record(ev.FightMemoSet(key=f"{PREFIX}{command.system}", value=""))
    return say("chrome.log.reboots", system=command.system)
