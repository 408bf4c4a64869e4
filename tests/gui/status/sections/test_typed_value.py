"""What is typed for a value of the sheet."""

import pytest

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Value
from encounter_gui.gui.status.sections.typed_value import TypedValue, read_typed
from encounter_gui.rules.model.ruleset import ItemFieldDef
from encounter_gui.rules.view import SettableValue

AC = SettableValue(key="sheet.ac", name="Ranged AC", short="AC", value=15, most=40, can_exceed=True)
ROUNDS = SettableValue(key="ammo.gun", name="Gun, rounds", value=4, most=6)
SIDE = SettableValue(
    key="side",
    name="Side",
    value="foe",
    field=ItemFieldDef(key="side", name="Side", kind="text", options=("pc", "ally", "foe")),
)
DICE = SettableValue(
    key="gun.damage",
    name="Gun, Damage dice",
    value="1d8",
    field=ItemFieldDef(key="damage", name="Damage dice", kind="text", dice="any"),
)
ALL = (AC, ROUNDS, SIDE, DICE)


def find(text: str) -> SettableValue | None:
    """Finds a value by the beginning of a word of its name."""
    words = text.casefold().split()
    for each in ALL:
        known = f"{each.short} {each.name}".casefold().split()
        if words and all(any(part.startswith(word) for part in known) for word in words):
            return each
    return None


def read(texts: MessageCatalog, value: SettableValue, text: str) -> TypedValue:
    """Reads a text for a value."""
    return read_typed(value, text, find, texts)


@pytest.mark.parametrize(
    ("value", "text", "about", "to"),
    [
        (AC, "18", AC, 18),
        (AC, "+2", AC, 17),
        (AC, "−3", AC, 12),
        (ROUNDS, "a18", AC, 18),
        (ROUNDS, "ac 18", AC, 18),
        (ROUNDS, "ac +1", AC, 16),
        (ROUNDS, "side ally", SIDE, "ally"),
        (AC, "damage 3d6", DICE, "3d6"),
        (SIDE, "ALLY", SIDE, "ally"),
        (DICE, "2d6+1", DICE, "2d6+1"),
    ],
)
def test_a_value_is_read(
    texts: MessageCatalog, value: SettableValue, text: str, about: SettableValue, to: Value
) -> None:
    """Alone, counted from what it is, or with another value's name before it."""
    typed = read(texts, value, text)
    assert (typed.value, typed.to, typed.is_beyond) == (about, to, False)


@pytest.mark.parametrize(
    ("value", "text"),
    [(AC, ""), (AC, "3d6"), (ROUNDS, "7"), (ROUNDS, "zz 3"), (SIDE, "nobody"), (DICE, "2q6")],
)
def test_what_cannot_be_is_said(texts: MessageCatalog, value: SettableValue, text: str) -> None:
    """Nothing is to be set, and there is a sentence."""
    typed = read(texts, value, text)
    assert typed.to is None
    assert typed.why


def test_a_number_beyond_its_ends_is_possible_where_it_may_be(texts: MessageCatalog) -> None:
    """An AC of 99 is, the seventh round of six is not."""
    assert read(texts, AC, "99").is_beyond
    assert not read(texts, ROUNDS, "7").is_beyond


def test_a_name_alone_says_what_may_be_typed_behind_it(texts: MessageCatalog) -> None:
    """The ends of that one."""
    typed = read(texts, ROUNDS, "ac")
    assert (typed.value, typed.to) == (AC, None)
    assert "40" in typed.why
