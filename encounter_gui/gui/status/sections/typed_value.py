"""What is typed for a value of the sheet: a number, counted on from what it is, a word, or another's name first."""

import re
from collections.abc import Callable

from msgspec import Struct

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.encounter.values import Value
from encounter_gui.rules.model.text_format import plain
from encounter_gui.rules.model.value_text import allowed_text, read_value
from encounter_gui.rules.view import SettableValue

Find = Callable[[str], SettableValue | None]
"""Returns the value that a few letters mean; None: none."""

_NUMBER = re.compile(r"\s*([-−–+]?)\s*(\d{1,4})\s*")
_NAMED = re.compile(r"\s*(?P<name>[^\W\d].*?)\s*(?P<value>[-−–+]?\s*\d{1,4})?\s*")
_NAMED_WORD = re.compile(r"\s*(?P<name>[^\W\d].*?)\s+(?P<value>\S+)\s*")
_ENDLESS = SettableValue(key="", name="", value=0).most
_LOWEST = 9999


class TypedValue(Struct, frozen=True, kw_only=True):
    """What a text comes to: which value it is about, and what that shall be.

    ``to`` None: nothing that can be set is typed, and ``why`` says what is wrong, or what may be typed. ``is_beyond``:
    it lies beyond what the rules allow, and can be set anyway.
    """

    value: SettableValue
    to: Value | None = None
    why: str = ""
    is_beyond: bool = False

    @property
    def is_change(self) -> bool:
        """Whether anything would be another than it is."""
        return self.to is not None and self.to != self.value.value


def read_typed(value: SettableValue, text: str, find: Find, texts: MessageCatalog) -> TypedValue:
    """Returns what is typed for a value; where that is a number, letters before it name another one."""
    if value.number is None:
        return _read_word(value, text, texts)
    if text.lstrip()[:1].isalpha():
        return _read_named(value, text, find, texts)
    return _read_number(value, text, texts)


def _read_number(value: SettableValue, text: str, texts: MessageCatalog) -> TypedValue:
    before = value.number or 0
    found = _NUMBER.fullmatch(text)
    if found is None:
        return TypedValue(value=value, why=may_be(value, texts))
    sign, amount = found[1], int(found[2])
    if sign == "+":
        to = before + amount
    elif not sign:
        to = amount
    else:
        to = -amount if value.least < 0 else before - amount
    if not value.least <= to <= value.most:
        is_possible = value.can_exceed and abs(to) <= _LOWEST
        return TypedValue(
            value=value, to=to if is_possible else None, why=may_be(value, texts),
            is_beyond=is_possible,
        )  # fmt: skip
    return TypedValue(value=value, to=to, why=may_be(value, texts))


def _read_word(value: SettableValue, text: str, texts: MessageCatalog) -> TypedValue:
    if value.field is None:
        return TypedValue(value=value)
    try:
        read = read_value(value.field, text)
    except ValueError:
        return TypedValue(value=value, why=allowed_text(value.field, texts, text))
    return TypedValue(value=value, to="" if read is None else read, why=may_be(value, texts))


def _read_named(value: SettableValue, text: str, find: Find, texts: MessageCatalog) -> TypedValue:
    """Reads a name, or the beginning of one, and what that value shall be behind it."""
    whole = find(text)
    if whole is not None:
        return TypedValue(value=whole, why=may_be(whole, texts))
    for pattern in (_NAMED, _NAMED_WORD):
        match = pattern.fullmatch(text)
        named = find(match["name"]) if match and match["value"] else None
        if match is None or named is None:
            continue
        if named.number is None:
            return _read_word(named, match["value"], texts)
        return _read_number(named, match["value"], texts)
    unknown = texts.text(say("gui.status.value.unknown", name=text.strip()))
    return TypedValue(value=value, why=unknown)


def may_be(value: SettableValue, texts: MessageCatalog) -> str:
    """Returns what may be typed for a value, in words."""
    if value.field is not None:
        key = "words" if value.field.kind == "text" and not _is_bound(value) else "of_kind"
        kind = "" if key == "words" else allowed_text(value.field, texts)
        return texts.text(say(f"gui.status.value.{key}", kind=kind))
    ends = "signed" if value.least < 0 else "open" if value.most >= _ENDLESS else "ends"
    least = plain(max(value.least, -_LOWEST))
    return texts.text(say(f"gui.status.value.{ends}", least=least, most=value.most))


def _is_bound(value: SettableValue) -> bool:
    return value.field is not None and bool(value.field.options or value.field.dice)
