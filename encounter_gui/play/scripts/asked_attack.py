"""An attack that is asked about and not made: as a file or the command line writes it, completed, and its odds."""

from collections.abc import Mapping
from typing import Any

import msgspec

from encounter_gui.core.errors import DataError, Place, refuse
from encounter_gui.core.messages import say
from encounter_gui.play.scripts.conversion import convert
from encounter_gui.play.scripts.name_lookup import UnknownNameError, id_of, with_ids
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.files.ruleset_errors import unknown
from encounter_gui.rules.model.commands import Add, Command, Join, Setup
from encounter_gui.rules.view import Odds

_ATTACK = "attack"
_PROPOSED = ("who", "target")
"""Fields that may be left out though their command needs them: whoever acts, and whom the attack form proposes."""


def command_kinds(system: System) -> Mapping[str, type[Command]]:
    """Returns every command of a system by the name that ``do`` gives it."""
    return {name_of(kind): kind for kind in system.commands}


def name_of(kind: type[Command] | Command) -> str:
    """Returns the name that ``do`` gives a command."""
    return str(kind.__struct_config__.tag)


def read_attack(data: Mapping[str, Any], system: System, place: Place) -> Command:
    """Returns the command that the fields of a step say; ``do`` may be left out where it is ``attack``.

    Who attacks and who is attacked may be left out as well: they are empty, and ``completed`` fills them in.

    Raises:
        DataError: there is no such command, or a field is wrong.
    """
    kinds = command_kinds(system)
    name = data.get("do", _ATTACK)
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        where = Place(file=place.file, pointer=f"{place.pointer}.do".lstrip("."))
        listed = ", ".join(sorted(kinds))
        raise DataError(where, unknown("fight.no_such_command", str(name), kinds, all=listed))
    needed = (each.name for each in msgspec.structs.fields(kind) if each.required)
    left_out = {each: "" for each in needed if each in _PROPOSED}
    command: Command = convert({"do": name, **left_out, **data}, kind, place)
    return command


def completed(command: Command, system: System, context: RulesContext, place: Place) -> Command:
    """Returns a command with ids in place of names, and with whoever acts and its target where it names nobody.

    Raises:
        DataError: nobody, or more than one, is called that; or nobody is proposed as the target.
        RuleError: nobody can attack now, so that there is nobody to fill in.
    """
    try:
        filled = _filled_in(command, system, context)
        return with_ids(filled, context.state.combatants.values())
    except UnknownNameError as error:
        pointer = f"{place.pointer}.{error.pointer}".lstrip(".")
        raise DataError(Place(file=place.file, pointer=pointer), error.message) from error


def _filled_in(command: Command, system: System, context: RulesContext) -> Command:
    named = {
        name: getattr(command, name) for name in _PROPOSED if name in command.__struct_fields__
    }
    if "" not in named.values():
        return command
    combatants = context.state.combatants.values()
    who = id_of(named["who"], combatants, "who") if named.get("who") else ""
    proposed = proposed_attack(system, context, who)
    filled = {name: known or getattr(proposed, name, "") for name, known in named.items()}
    if "" in filled.values():
        raise UnknownNameError("target", say("ruleset.missing", name="target"))
    return msgspec.structs.replace(command, **filled)


def proposed_attack(system: System, context: RulesContext, who: str = "") -> Command:
    """Returns the attack that the window proposes next, or (``who``) for this combatant.

    Raises:
        RuleError: nobody can attack now.
    """
    form = system.attack_form(context, {"who": who} if who else {})
    if form.command is None:
        nobody = context.texts.text_of("forecast.no_attack_now")
        raise refuse("forecast.no_attack", reason=form.why_not or nobody)
    return form.command


def odds_of(system: System, context: RulesContext, command: Command) -> Odds | None:
    """Returns the exact odds of a command in a state; None: it is nothing that has odds.

    Raises:
        RuleError: the table would refuse the command now, with the table's own message.
    """
    if isinstance(
        command, Add | Join | Setup
    ):  # whole combatants and switches: no attack, and not to be remembered
        return None
    refused = system.dry_run(context).refusal(command)
    if refused is not None:
        raise refused
    return system.odds(context, command)
