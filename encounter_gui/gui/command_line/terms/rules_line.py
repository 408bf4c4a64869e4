"""The system's own commands as lines: ``declare run for the door``, ``task medicine 10``, ``fall 6``.

What follows the name fills the command's fields in order, or by name (``dn=10``), those of the plan by name alone; the
last takes all words that are left. Whom it is about stands before the name, or is selected; others are named by their
numbers. A list has commas between its parts; where each part has fields of its own, colons stand between these:
``blast targets=3,5:gm=2``, ``snap_together 3:1,5:1:heavy_pistol``. Combatants and things they carry are named by parts
of their names too: ``2 screen ash``, ``1 ready frag``.
"""

import re
from collections.abc import Sequence
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Point
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.gui.command_line.terms.carried import item_called, items_called, longest_item
from encounter_gui.gui.command_line.terms.targets import combatant_called
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import GENERAL, Command

_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
_WHO = "who"
_INTENT = "intent"
_BY_NAME = ("towards", "floor")
"""Fields that words fill by name alone, as they do points of the plan: the line has phrases of its own for places."""

_ITEMS = ("item", "weapon", "launcher", "drug")
"""Fields that hold the key of something that is carried."""


def read_rules_line(
    words: Sequence[str],
    commands: Sequence[type[Command]],
    context: RulesContext,
    who: Sequence[CombatantId],
    *,
    is_named: bool = False,
) -> Command | None:
    """Returns the command a line names; None if its first word is no command of the system.

    ``is_named``: the line says whom it is about; a command that is about nobody is refused then.

    Raises:
        RuleError: it names one, but what follows does not fit.
    """
    name, *rest = words
    own = (kind for kind in commands if kind not in GENERAL)
    kind = next((each for each in own if each.__struct_config__.tag == name), None)
    if kind is None:
        return None
    if is_named and _WHO not in kind.__struct_fields__:
        raise refuse("gui.command.about_nobody", command=name)
    about = {_WHO: _subject(kind, who)} if _is_about(kind, who, is_named=is_named) else {}
    items = _items_of(who, context)
    _require_carried(kind, rest, who, context)
    try:
        values = _field_values(kind, _fields(kind), rest, context, items)
        return msgspec.convert({"do": name, **about, **values}, kind, strict=False)
    except msgspec.ValidationError as error:
        raise _misfit(kind) from error


def _fields(kind: type[Command]) -> list[str]:
    """Returns the fields in the order in which words fill them: an intent is all that is left at the end."""
    fields = [field for field in kind.__struct_fields__ if field != _WHO]
    return sorted(fields, key=lambda field: field == _INTENT)


def _is_about(kind: type[Command], who: Sequence[CombatantId], *, is_named: bool) -> bool:
    """Whether a command is about those; where nobody is selected, only if it cannot do without.

    Several who are only selected are not whom a command of one is about that can do without.
    """
    fields = {field.name: field.required for field in msgspec.structs.fields(kind)}
    if _WHO not in fields or fields[_WHO]:
        return _WHO in fields
    return bool(who) and (is_named or len(who) == 1 or _is_of_several(kind))


def _is_of_several(kind: type[Command]) -> bool:
    return get_origin(get_type_hints(kind)[_WHO]) is tuple


def _misfit(kind: type[Command]) -> RuleError:
    hints = get_type_hints(kind)
    listed = ", ".join(_field_text(field, hints[field]) for field in _fields(kind)) or "–"
    return refuse("gui.command.fields", command=str(kind.__struct_config__.tag), fields=listed)


def _field_text(field: str, hint: Any) -> str:
    """A field's name, with those of its parts where it is a list of such: ``shots[who:target]``."""
    part = _part_of(_plain(hint))
    return f"{field}[{':'.join(part.__struct_fields__)}]" if _is_struct(part) else field


def _subject(kind: type[Command], who: Sequence[CombatantId]) -> Any:
    if not who:
        raise refuse("gui.command.nobody")
    if _is_of_several(kind):
        return list(who)
    if len(who) > 1:
        raise refuse(
            "gui.command.one_only", command=str(kind.__struct_config__.tag), count=len(who)
        )
    return who[0]


def _items_of(who: Sequence[CombatantId], context: RulesContext) -> tuple[Item, ...]:
    """Returns what the one a command is about carries; of several, nothing."""
    return context.combatant(who[0]).items if len(who) == 1 else ()


def _require_carried(
    kind: type[Command], words: Sequence[str], who: Sequence[CombatantId], context: RulesContext
) -> None:
    """Refuses a command that takes one thing and nothing else, if that is not carried."""
    fields = _fields(kind)
    if fields[:1] == ["item"] and len(fields) == 1 and words and len(who) == 1:
        named = [word.removeprefix("item=") for word in words]
        item_called(named, context.combatant(who[0]))


def _field_values(
    kind: type[msgspec.Struct],
    fields: Sequence[str],
    words: Sequence[str],
    context: RulesContext,
    items: Sequence[Item] = (),
) -> dict[str, Any]:
    """Returns the values of a command, or of one part of a list, by field.

    Raises:
        ValidationError: more words than fields.
    """
    values: dict[str, str] = {}
    hints = get_type_hints(kind)
    left = [each for each in fields if each not in _BY_NAME and hints[each] != Point | None]
    last = ""
    at = 0
    while at < len(words):
        word, count = words[at], 1
        key, sign, text = word.partition("=")
        if sign and key in fields:
            values[key] = _item_key(text, items) if key in _ITEMS else text
            left = [field for field in left if field != key]
        elif left:
            while len(left) > 1 and not _may_be(hints[left[0]], word):
                left = left[1:]
            if left[0] in _ITEMS:
                item, taken = longest_item(words[at:], items)
                word, count = (item, taken) if taken else (word, 1)
            values[left[0]] = word
            last, left = left[0], left[1:]
        elif last:
            values[last] = f"{values[last]} {word}"
        else:
            raise msgspec.ValidationError(word)
        at += count
    return {key: _value(hints[key], text, context) for key, text in values.items()}


def _item_key(text: str, items: Sequence[Item]) -> str:
    """Returns the key of the one thing a text names; the text itself where that is not clear."""
    found = items_called([text], items)
    return found[0].key if len(found) == 1 else text


def _may_be(hint: Any, word: str) -> bool:
    """Returns whether a word may stand in a field; one that takes some of a few words is left out for any other."""
    plain = _plain(hint)
    if plain is bool:
        return word.casefold() in ("true", "false", "1", "0")
    if plain in (int, float):
        return _NUMBER.fullmatch(word) is not None
    options = options_of(plain)
    return not options or all(each in options for each in word.split(","))


def options_of(hint: Any) -> tuple[Any, ...]:
    """Returns the words that may stand in a field of this type, alone or in a list; none: any."""
    plain = _plain(hint)
    listed = _part_of(plain) or plain
    return get_args(listed) if get_origin(listed) is Literal else ()


def _value(hint: Any, text: str, context: RulesContext) -> Any:
    """Returns what a word stands for in a field of this type; what is only text or a number stays as it was typed."""
    plain = _plain(hint)
    if get_origin(plain) is tuple:
        parts = text.replace(",", " ").split()
        return [_value(_part_of(plain), part, context) for part in parts]
    if plain is CombatantId:
        return combatant_called(text, context)
    if _is_struct(plain):
        return _field_values(plain, plain.__struct_fields__, text.split(":"), context)
    return text


def _plain(hint: Any) -> Any:
    """The type of a field that may also be None."""
    if get_origin(hint) in (Union, UnionType):
        return next(each for each in get_args(hint) if each is not NoneType)
    return hint


def _part_of(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is tuple else None


def _is_struct(hint: Any) -> bool:
    is_struct = isinstance(hint, type) and issubclass(hint, msgspec.Struct)
    return is_struct and hint is not Combatant  # nobody types one
