"""Values of sheets and items as text and back: numbers, rows of numbers, flags, words."""

import re
from itertools import pairwise

from encounter_gui.core.messages import Message, MessageCatalog, say
from encounter_gui.dice.limits import check
from encounter_gui.dice.notation_errors import NotationError
from encounter_gui.encounter.values import Value
from encounter_gui.rules.model.dice_sum import exploding, parse_dice
from encounter_gui.rules.model.ruleset import FieldDef, ItemFieldDef
from encounter_gui.rules.model.text_format import plain

_EXPLODING = ("exploding", "d6")
"""What dice are that explode by themselves; the second in rulesets of earlier versions."""

_YES, _NO = ("yes", "y", "on", "true", "✓"), ("no", "n", "off", "false")


def as_item_field(field: FieldDef) -> ItemFieldDef:
    """Returns what a field of the sheet may be, said as for a value of an item."""
    return ItemFieldDef(
        key=field.key,
        name=field.name,
        short=field.short,
        kind=field.kind,
        least=field.least,
        most=field.most,
        options=field.options,
        rule=field.rule,
    )


def value_text(value: Value | None) -> str:
    """Returns a value as it is shown and typed; empty for none."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case int():
            return plain(value)
        case tuple():
            return "/".join(plain(each) for each in value)
        case _:
            return value


def read_value(field: ItemFieldDef, text: str) -> Value | None:
    """Returns the value that a text stands for.

    Raises:
        ValueError: it cannot be one of this field.
    """
    said = text.strip().replace("−", "-")
    if not said:
        return None
    match field.kind:
        case "number":
            return _bound_text(field, int(said))
        case "flag":
            return _flag(said)
        case "row":
            return _row(field, said)
        case _:
            if field.options:
                return _option(field, said)
            return text.strip() if not field.dice else _checked_dice(field, said)


def _option(field: ItemFieldDef, said: str) -> Value:
    """Returns the option that is written so, be it in capitals or not."""
    for each in field.options:
        if str(each).casefold() == said.casefold():
            return each
    raise ValueError(said)


def _dice(field: ItemFieldDef, said: str) -> str:
    """Returns dice as they are written, or a number alone.

    Raises:
        ValueError: they are not of one kind where they must be.
        NotationError: the notation says why they cannot be rolled.
    """
    if said.isdecimal():
        return said
    known = parse_dice(said)
    if field.dice == "one_kind" and (known.notation or known.more):
        raise ValueError(said)
    if field.dice in _EXPLODING:
        check(exploding(known.expression), {})
    return known.text


def dice_fault(field: ItemFieldDef, said: str) -> Message | None:
    """Returns what is wrong with dice that a field must hold, in the notation's own words; None: nothing."""
    try:
        _dice(field, said.strip())
    except NotationError as error:
        return error.message
    except ValueError:
        return say("ruleset.expects_one_kind", found=f'"{said}"')
    return None


def _checked_dice(field: ItemFieldDef, said: str) -> str:
    try:
        return _dice(field, said)
    except NotationError as error:
        raise ValueError(said) from error


def _flag(said: str) -> bool:
    if said.casefold() not in (*_YES, *_NO):
        raise ValueError(said)
    return said.casefold() in _YES


def _row(field: ItemFieldDef, said: str) -> tuple[int, ...]:
    row = tuple(_bound_text(field, int(each)) for each in re.split(r"[\s/,;]+", said) if each)
    if field.length and len(row) != field.length:
        raise ValueError(said)
    if field.ascending and any(b <= a for a, b in pairwise(row)):
        raise ValueError(said)
    return row


def _bound_text(field: ItemFieldDef, number: int) -> int:
    is_low = field.least is not None and number < field.least
    is_high = field.most is not None and number > field.most
    is_other = bool(field.options) and number not in field.options
    if is_low or is_high or is_other:
        raise ValueError(number)
    return number


def allowed_text(field: ItemFieldDef, texts: MessageCatalog, typed: str = "") -> str:
    """Returns what a value may be, in words; of dice that were ``typed``, what the notation says against them."""
    if field.options:
        options = ", ".join(value_text(each) for each in field.options)
        return texts.text_of("rules.value.options", name=field.name, options=options)
    if field.dice:
        if field.dice != "one_kind" and typed.strip():
            try:
                _dice(field, typed.strip())
            except NotationError as error:
                return f"{field.name}: {texts.text(error.message)}"
        kind = "exploding" if field.dice in _EXPLODING else field.dice
        return texts.text_of(f"rules.value.dice_{kind}", name=field.name)
    if field.kind == "row":
        key = "rules.value.rising" if field.ascending else "rules.value.row"
        return texts.text_of(key, name=field.name, count=field.length or "…")
    if field.kind == "flag":
        return texts.text_of("rules.value.flag", name=field.name)
    low = "" if field.least is None else plain(field.least)
    high = "…" if field.most is None else plain(field.most)
    return texts.text_of("rules.value.number", name=field.name, range=f"{low}–{high}")
