"""Commands in which combatants are named as people name them: by id, or by name where that is one of a kind."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.files.ruleset_errors import unknown

_S = TypeVar("_S", bound=msgspec.Struct)


class UnknownNameError(AppError):
    """A name that belongs to nobody, or to several. ``pointer`` is the field of the command."""

    def __init__(self, pointer: str, message: Message) -> None:
        """Takes where the name stands and what is wrong with it."""
        super().__init__(message)
        self.pointer = pointer


def with_ids(command: _S, combatants: Iterable[Combatant]) -> _S:
    """Returns a command with the ids of combatants in place of their names.

    Raises:
        UnknownNameError: nobody, or more than one, is called that.
    """
    return _struct(command, tuple(combatants), "")


def _struct(value: _S, combatants: Sequence[Combatant], pointer: str) -> _S:
    changes: dict[str, Any] = {}
    for name, kind in get_type_hints(type(value)).items():
        if name in value.__struct_fields__:
            below = f"{pointer}.{name}" if pointer else name
            changes[name] = _value(getattr(value, name), kind, combatants, below)
    return msgspec.structs.replace(value, **changes)


def _value(value: Any, kind: object, combatants: Sequence[Combatant], pointer: str) -> Any:  # noqa: ANN401 - any field
    if isinstance(value, msgspec.Struct) and not isinstance(value, Combatant):
        return _struct(value, combatants, pointer)
    if isinstance(value, str) and CombatantId in (kind, *get_args(kind)):
        return id_of(value, combatants, pointer)
    several = next((each for each in (kind, *get_args(kind)) if get_origin(each) is tuple), None)
    if isinstance(value, tuple) and several is not None:
        inner = get_args(several)[0]
        numbered = enumerate(value, 1)
        return tuple(
            _value(each, inner, combatants, f"{pointer}.#{number}") for number, each in numbered
        )
    return value


def id_of(name: str, combatants: Collection[Combatant], pointer: str) -> CombatantId:
    """Returns the id of whoever is called that, by id or by name.

    Raises:
        UnknownNameError: nobody, or more than one, is.
    """
    ids = [combatant.id for combatant in combatants]
    if name in ids:
        return CombatantId(name)
    same = [combatant.id for combatant in combatants if combatant.name == name]
    if not same:
        names = [*ids, *(combatant.name for combatant in combatants)]
        raise UnknownNameError(pointer, unknown("fight.no_such_combatant", name, names))
    if len(same) > 1:
        raise UnknownNameError(
            pointer, say("fight.name_not_unique", name=name, ids=", ".join(same))
        )
    return same[0]
