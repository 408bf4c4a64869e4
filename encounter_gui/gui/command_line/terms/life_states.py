"""Death, going down and waking by the game master's word, as each game has it."""

from typing import Literal

import msgspec

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.command_line.terms.asked import Asked, each_of
from encounter_gui.gui.command_line.terms.line_context import LineContext
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.items import number
from encounter_gui.rules.model.text_format import names_of

LifeState = Literal["dead", "down", "awake"]

_COMMANDS: dict[LifeState, tuple[str, ...]] = {
    "dead": ("kill",),
    "down": (),
    "awake": ("wake", "rouse"),
}
"""The names that games have for it among their commands."""

_CONDITIONS: dict[LifeState, tuple[str, ...]] = {
    "dead": ("dead",),
    "down": ("unconscious", "incapacitated", "fainted"),
    "awake": ("unconscious", "incapacitated", "fainted"),
}
"""The conditions that stand for it, in games where the game master may put them on, the first that there is."""


def life_state(line: LineContext, who: tuple[CombatantId, ...], kind: LifeState) -> Asked:
    """Returns what makes somebody die, go down or wake in this game: a command, a condition, or a number.

    Raises:
        RuleError: the game has nothing of the kind, or it is so already of all of them.
    """
    tag = next((each for each in _COMMANDS[kind] if _needs_nothing(line.command(each))), "")
    command = line.command(tag)
    if command is not None:
        return each_of(tuple(command(who=each) for each in who))
    known = [each for each in line.context.ruleset.conditions if each.by_hand]
    keys = [key for key in _CONDITIONS[kind] if any(each.key == key for each in known)]
    if keys and kind == "awake":
        has = [key for key in keys if all(c.has(key) for c in line.context.combatants(who))]
        return do.Relieve(who=who, condition=(has or keys)[0])
    if keys:
        others = tuple(c.id for c in line.context.combatants(who) if not c.has(keys[0]))
        return do.Afflict(who=_some(line, others, who, kind), condition=keys[0])
    return _by_number(line, who, kind)


def _needs_nothing(command: type[Command] | None) -> bool:
    """Returns whether a command can be given with nothing but whom it is about."""
    if command is None:
        return False
    needed = [each.name for each in msgspec.structs.fields(command) if each.required]
    return needed == ["who"]


def _some(
    line: LineContext,
    others: tuple[CombatantId, ...],
    who: tuple[CombatantId, ...],
    kind: LifeState,
) -> tuple[CombatantId, ...]:
    """Returns those of whom it is not so yet.

    Raises:
        RuleError: there are none.
    """
    if not others:
        raise refuse(f"gui.command.is_{kind}", who=names_of(line.context.combatants(who)))
    return others


def _by_number(line: LineContext, who: tuple[CombatantId, ...], kind: LifeState) -> Asked:
    """Returns the main gauge set to what means it: all of it below nought, nothing left, or one point.

    Whom the number says it of already is left as it is: nobody is healed by dying, or hurt by waking. The dead do not
    wake.

    Raises:
        RuleError: the gauge of this game does not go below nought, or it is so of all of them.
    """
    ruleset = line.context.ruleset
    gauge = ruleset.main_gauge
    if gauge is None or gauge.floor or gauge.is_harm:
        raise refuse(f"gui.command.no_life_state_{kind}", game=ruleset.name)

    def value(each: CombatantId, state: LifeState) -> int:
        most = number(line.context.combatant(each).sheet.get(gauge.most))
        return {"dead": -most, "down": 0, "awake": 1}[state]

    def is_so(each: CombatantId, state: LifeState) -> bool:
        now = line.context.combatant(each).gauges.get(gauge.key, 0)
        return now >= value(each, state) if state == "awake" else now <= value(each, state)

    if kind == "awake":
        alive = tuple(each for each in who if not is_so(each, "dead"))
        who = _some(line, alive, who, "dead")

    others = _some(line, tuple(each for each in who if not is_so(each, kind)), who, kind)
    return each_of(tuple(do.Adjust(who=(each,), change=f"={value(each, kind)}") for each in others))
