"""The system's own commands as lines: ``declare run for the door``, ``task medicine 10``, ``fall 6``.

What follows the name fills the command's fields in order, or by name (``dn=10``); the last takes all words that are
left. Whom it is about stands before the name, or is selected; others are named by their numbers.
"""

from collections.abc import Sequence
from typing import Any, get_origin, get_type_hints

import msgspec

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.commands import GENERAL, Command
from encounter_gui.rules.system import Scene

_WHO = "who"
_OTHERS = ("target", "patient")


def read_rules_line(
    words: Sequence[str],
    commands: Sequence[type[Command]],
    scene: Scene,
    who: Sequence[CombatantId],
) -> Command | None:
    """Returns the command a line names; None if its first word is no command of the system.

    Raises:
        RuleError: it names one, but what follows does not fit.
    """
    name, *rest = words
    own = (kind for kind in commands if kind not in GENERAL)
    kind = next((each for each in own if each.__struct_config__.tag == name), None)
    if kind is None:
        return None
    values = _filled(kind, rest, scene)
    if _WHO in kind.__struct_fields__:
        values[_WHO] = _subject(kind, who)
    try:
        return msgspec.convert({"do": name, **values}, kind, strict=False)
    except msgspec.ValidationError as error:
        raise _misfit(kind) from error


def _fields(kind: type[Command]) -> list[str]:
    return [field for field in kind.__struct_fields__ if field != _WHO]


def _misfit(kind: type[Command]) -> RuleError:
    listed = ", ".join(_fields(kind)) or "–"
    return refuse("gui.command.fields", command=str(kind.__struct_config__.tag), fields=listed)


def _subject(kind: type[Command], who: Sequence[CombatantId]) -> Any:
    if not who:
        raise refuse("gui.command.nobody")
    return list(who) if get_origin(get_type_hints(kind)[_WHO]) is tuple else who[0]


def _filled(kind: type[Command], words: Sequence[str], scene: Scene) -> dict[str, Any]:
    fields = _fields(kind)
    values: dict[str, Any] = {}
    left = list(fields)
    last = ""
    for word in words:
        key, sign, text = word.partition("=")
        if sign and key in fields:
            values[key] = text
            left = [field for field in left if field != key]
        elif left:
            values[left[0]] = word
            last, left = left[0], left[1:]
        elif last:
            values[last] = f"{values[last]} {word}"
        else:
            raise _misfit(kind)
    return {
        key: _combatant(text, scene) if key in _OTHERS else text for key, text in values.items()
    }


def _combatant(text: str, scene: Scene) -> str:
    for one in scene.state.combatants.values():
        if text in (str(one.number), one.id) or text.casefold() == one.name.casefold():
            return one.id
    raise refuse("gui.command.no_number", number=text)
