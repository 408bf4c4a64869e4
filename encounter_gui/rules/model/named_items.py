"""Things that commands name: by key, by library item (the first of it), or by name; the rules only see keys."""

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.state import EncounterState
from encounter_gui.rules.model.commands import ITEM_FIELDS
from encounter_gui.rules.model.items import find_item

_S = TypeVar("_S", bound=Struct)


def with_item_keys(state: EncounterState, command: _S) -> _S:
    """Returns a command with the keys of things in place of what else means them.

    What nobody carries stays as it is written: the rules refuse it in their own words.
    """
    changes: dict[str, object] = {}
    fields = getattr(type(command), "item_fields", ITEM_FIELDS)
    for name in command.__struct_fields__:
        value = getattr(command, name)
        if isinstance(value, str):
            if value and name in fields:
                key = _key(state, command, fields[name], value)
                if key != value:
                    changes[name] = key
        elif isinstance(value, tuple) and value and isinstance(value[0], Struct):
            below = tuple(with_item_keys(state, each) for each in value)
            if below != value:
                changes[name] = below
    return replace(command, **changes) if changes else command


def _key(state: EncounterState, command: Struct, bearers: tuple[str, ...], said: str) -> str:
    """Returns the key of a thing among those of the first bearer that has it; what nobody has as it is said."""
    for bearer in bearers:
        who = getattr(command, bearer, None)
        combatant = state.combatants.get(CombatantId(who)) if isinstance(who, str) else None
        found = find_item(combatant.items, said) if combatant is not None else None
        if found is not None:
            return found.key
    return said
