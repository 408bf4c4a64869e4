"""Whom a phrase is about: those it names, or else those who are selected."""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.command_line.grammar.phrase import Values
from encounter_gui.gui.command_line.terms.line_context import LineContext


def about(line: LineContext, values: Values) -> tuple[CombatantId, ...]:
    """Returns whom a phrase is about.

    Raises:
        RuleError: it names nobody, and nobody is selected.
    """
    who: tuple[CombatantId, ...] = values.get("who", line.selected)
    if not who:
        raise refuse("gui.command.nobody")
    return who


def about_one(line: LineContext, values: Values, command: str) -> CombatantId:
    """Returns the one combatant a phrase is about; ``command`` is what it does, for the refusal of several.

    Raises:
        RuleError: it is about nobody, or about several.
    """
    one: CombatantId | None = values.get("one")
    if one is not None:
        return one
    who = about(line, values)
    if len(who) > 1:
        raise refuse("gui.command.one_only", command=command, count=len(who))
    return who[0]
