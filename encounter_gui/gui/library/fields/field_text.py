"""A field of the sheet set by typing: ``ref 8``, ``firearms +2``, ``smart link yes``."""

import re
from collections.abc import Iterable

from msgspec import Struct

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Value
from encounter_gui.rules.model.ruleset import FieldDef, Ruleset

_NUMBER = re.compile(r"(?P<name>.*?)\s*(?P<sign>[-+−]?)(?P<amount>\d{1,5})")
_YES, _NO = ("yes", "on", "true", "y"), ("no", "off", "false", "n")


class FieldChange(Struct, frozen=True, kw_only=True):
    """A value a field is to have; ``is_relative``: to be added to what it has."""

    field: FieldDef
    value: Value
    is_relative: bool = False

    def applied(self, before: Value) -> Value:
        """Returns what the field is set to, given what it was."""
        if self.is_relative and isinstance(self.value, int) and isinstance(before, int):
            return before + self.value
        return self.value


def field_named(ruleset: Ruleset, typed: str) -> FieldDef | None:
    """Returns the field that a few letters mean: its short name, else a beginning, of a word of it at last."""
    wanted = typed.strip().casefold()
    if not wanted:
        return None
    tests = (
        lambda each: wanted in (each.short.casefold(), each.key, each.name.casefold()),
        lambda each: each.short.casefold().startswith(wanted),
        lambda each: each.name.casefold().startswith(wanted),
        lambda each: any(word.startswith(wanted) for word in each.name.casefold().split()),
    )
    for test in tests:
        found = next((each for each in ruleset.fields if test(each)), None)
        if found is not None:
            return found
    return None


def read_field_change(ruleset: Ruleset, text: str) -> FieldChange | None:
    """Returns the change a text stands for; None if it is none yet.

    Example:
        ``ref 8`` sets Reflexes to 8, ``ref +2`` adds two, ``smart link yes`` sets a flag.
    """
    match = _NUMBER.fullmatch(text.strip())
    if match is not None:
        field = field_named(ruleset, match["name"])
        if field is not None and field.kind == "number":
            amount = int(match["amount"])
            return FieldChange(
                field=field,
                value=-amount if match["sign"] in ("-", "−") else amount,
                is_relative=bool(match["sign"]),
            )
    return _split_words(ruleset, text.strip())


def _split_words(ruleset: Ruleset, text: str) -> FieldChange | None:
    """The longest beginning that names a field; the rest is its value."""
    words = text.split()
    for count in range(len(words) - 1, 0, -1):
        field = field_named(ruleset, " ".join(words[:count]))
        if field is None or field.kind == "number":
            continue
        said = " ".join(words[count:])
        if field.kind == "text":
            return FieldChange(field=field, value=said)
        if said.casefold() in (*_YES, *_NO):
            return FieldChange(field=field, value=said.casefold() in _YES)
    return None


def trouble_with(field: FieldDef, value: Value, texts: MessageCatalog) -> str:
    """Returns why a field cannot have a value, in words; empty if it can."""
    if field.kind != "number" or not isinstance(value, int):
        return ""
    is_low = field.least is not None and value < field.least
    is_high = field.most is not None and value > field.most
    if not (is_low or is_high):
        return ""
    return texts.text_of("gui.editor.out_of_range", name=field.name, range=range_words(field))


def range_words(field: FieldDef) -> str:
    """Returns what a number may be, e.g. ``0–20``; empty if anything."""
    if field.least is None and field.most is None:
        return ""
    if field.most is None:
        return f"≥ {field.least}"
    if field.least is None:
        return f"≤ {field.most}"
    return f"{with_sign(field.least)}–{field.most}"


def with_sign(value: int) -> str:
    """Returns a number with the proper minus."""
    return str(value).replace("-", "−")


def group_range(fields: Iterable[FieldDef]) -> str:
    """Returns the range all numbers of a group share; empty if they do not."""
    ranges = {range_words(each) for each in fields if each.kind == "number"}
    return ranges.pop() if len(ranges) == 1 else ""
