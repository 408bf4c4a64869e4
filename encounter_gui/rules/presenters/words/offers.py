"""What a combatant is offered to do besides attacking: commands, each with the words its system has for it."""

from encounter_gui.core.messages import Param
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.dry_run import Offered
from encounter_gui.rules.model.commands import Command, Flag


def offered(context: RulesContext, key: str, command: Command, **params: Param) -> Offered:
    """Returns a command with its words, the text ``<system>.do.<key>``."""
    return context.texts.text_of(f"{context.ruleset.system}.do.{key}", **params), command


def leaving(context: RulesContext, combatant: Combatant, leave: Command) -> Offered:
    """Returns leaving the fight; to one that has left it, coming back is offered."""
    if "left" in combatant.flags:
        return offered(context, "return", Flag(who=(combatant.id,), flag="left", on=False))
    return offered(context, "leave", leave)
