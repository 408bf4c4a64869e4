"""Reading the notation, and refusing what is not notation or too much."""

import tomllib
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.dice.notation import parse
from encounter_gui.dice.notation_errors import DiceLimitError, DiceSyntaxError, NotationError
from encounter_gui.dice.tree import Dice, Explode, Expression, Keep, Success, render
from tests.dice.expressions import expressions

TEXTS = tomllib.loads(
    (Path(__file__).parents[2] / "resources/i18n/en/dice.toml").read_text(encoding="utf-8")
)


@given(expressions(leaves=8))
def test_a_rendered_tree_parses_to_itself(expression: Expression) -> None:
    assert parse(render(expression)) == expression


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("3d6", Dice(count=3, sides=6)),
        ("D20", Dice(count=1, sides=20)),
        ("2 d 6", Dice(count=2, sides=6)),
        ("d%", Dice(count=1, sides=100)),
        ("z100", Dice(count=1, sides=100, lowest=0)),
        ("3Z10", Dice(count=3, sides=10, lowest=0)),
        ("4d6kh3", Dice(count=4, sides=6, keep=Keep(count=3, highest=True))),
        ("4d6k3", Dice(count=4, sides=6, keep=Keep(count=3, highest=True))),
        ("4d6 KL", Dice(count=4, sides=6, keep=Keep(count=1, highest=False))),
        ("4d6d1", Dice(count=4, sides=6, keep=Keep(count=3, highest=True))),
        ("4d6dl1", Dice(count=4, sides=6, keep=Keep(count=3, highest=True))),
        ("4d6dh1", Dice(count=4, sides=6, keep=Keep(count=3, highest=False))),
        ("1d20adv", Dice(count=2, sides=20, keep=Keep(count=1, highest=True))),
        ("d20 dis", Dice(count=2, sides=20, keep=Keep(count=1, highest=False))),
        ("2d6!", Dice(count=2, sides=6, explode=Explode(least=6))),
        ("2d6!>=5", Dice(count=2, sides=6, explode=Explode(least=5))),
        ("2d6!P", Dice(count=2, sides=6, explode=Explode(least=6, penetrating=True))),
        ("6d6>=5", Dice(count=6, sides=6, success=Success(face=5))),
        ("6d6 ≥ 5", Dice(count=6, sides=6, success=Success(face=5))),
        ("6d6<=2", Dice(count=6, sides=6, success=Success(face=2, at_most=True))),
        ("3d6min2max5", Dice(count=3, sides=6, floor=2, cap=5)),
        (
            "3d6max5 min2 kl2",
            Dice(count=3, sides=6, floor=2, cap=5, keep=Keep(count=2, highest=False)),
        ),
    ],
)
def test_dice_and_modifiers(text: str, dice: Dice) -> None:
    assert parse(text) == dice


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("5d6 – 2d6 − 10", "5d6 - 2d6 - 10"),
        ("2d6+2×3", "2d6 + 2 * 3"),
        ("ceil(3d6÷2)", "ceil(3d6 / 2)"),
        ("2d6\n+\t3", "2d6 + 3"),
        ("2d6 + 3", "2d6 + 3"),
        ("1-2-3", "1 - 2 - 3"),
        ("1-(2-3)", "1 - (2 - 3)"),
        ("-2*3", "-2 * 3"),
        ("-(2+3)", "-(2 + 3)"),
        ("--2", "--2"),
        ("MAX(0,REF)", "max(0, REF)"),
        ("max_hp + min", "max_hp + min"),
        ("d + dexterity", "d + dexterity"),
    ],
)
def test_signs_spaces_and_precedence(text: str, plain: str) -> None:
    """Typographic signs read like plain ones; case matters nowhere."""
    assert render(parse(text)) == plain


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("", 1, 1, "a die like 2d6"),
        ("2d6+", 1, 5, "a number"),
        ("(2d6", 1, 5, ")"),
        ("max(1, 2d6", 1, 11, ","),
        ("2d6)", 1, 4, "the end"),
        ("1d6 1d6", 1, 5, "an operator like +"),
        ("2d6 $", 1, 5, "a modifier like kh1"),
        ("2d6 − × 3", 1, 7, "a die like 2d6"),
        ("1e9d6", 1, 2, "an operator like +"),
        ("max()", 1, 5, "a name"),
        ("2d6\n  + +", 2, 5, "a number"),
        ("__import__('os')", 1, 11, "an operator like +"),
        ("REF.x", 1, 4, "the end"),
    ],
)
def test_a_syntax_error_points_at_the_place(
    text: str, line: int, column: int, expected: str
) -> None:
    with pytest.raises(DiceSyntaxError) as caught:
        parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert expected in caught.value.expected


def test_the_caret_stands_below_the_mistake() -> None:
    """Of several lines only the one at fault is shown; tabs keep their width."""
    assert parse_caret("2d6 − × 3") == "2d6 − × 3\n      ^"
    assert parse_caret("1d6 +\n\t2d6 ×× 2") == "\t2d6 ×× 2\n\t     ^"


def parse_caret(text: str) -> str:
    with pytest.raises(NotationError) as caught:
        parse(text)
    return caught.value.caret


def test_of_a_long_line_the_caret_shows_a_part() -> None:
    line, caret = parse_caret("1+" * 90 + "$").split("\n")
    assert len(line) < 130
    assert line[len(caret) - 1] == "$"


def test_only_what_can_follow_is_expected() -> None:
    """A closing bracket is not offered where none is open."""
    with pytest.raises(DiceSyntaxError) as caught:
        parse("3 3")
    assert caught.value.expected == ("an operator like +", "the end")


@pytest.mark.parametrize(
    ("text", "key", "column"),
    [
        ("3d6/2", "dice.division_not_rounded", 4),
        ("floor(6/1d6)", "dice.divisor_not_fixed", 8),
        ("6 // 1d6", "dice.divisor_not_fixed", 3),
        ("floor(6 / (1/2))", "dice.divisor_not_fixed", 9),
        ("2d20adv", "dice.one_die_only", 5),
        ("4d6kh3dl1", "dice.modifier_twice", 7),
        ("d20adv dis", "dice.modifier_twice", 8),
        ("3d6min4max3", "dice.min_above_max", 8),
        ("2 + 1d6!kh1", "dice.modifiers_clash", 5),
        ("6d6!>=5>=5", "dice.modifiers_clash", 1),
    ],
)
def test_what_does_not_go_together_is_a_syntax_error(text: str, key: str, column: int) -> None:
    with pytest.raises(DiceSyntaxError) as caught:
        parse(text)
    assert (caught.value.message.key, caught.value.column) == (key, column)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("100000d100000", "dice.dice_in_term"),
        ("0d6", "dice.dice_in_term"),
        ("101d6", "dice.dice_in_term"),
        ("1d0", "dice.faces_on_die"),
        ("1d1001", "dice.faces_on_die"),
        ("100d2+100d2+100d2+d2", "dice.too_many_dice"),
        ("1d1!", "dice.explodes_always"),
        ("1d6!>=1", "dice.explodes_always"),
        ("9" * 400, "dice.text_too_long"),
        ("9" * 199, "dice.number_too_large"),
        ("1000001", "dice.number_too_large"),
        ("(" * 5000 + "1" + ")" * 5000, "dice.text_too_long"),
        ("(" * 99 + "1" + ")" * 99, "dice.nested_too_deep"),
        ("(" * 200, "dice.nested_too_deep"),
        ("+".join(["1"] * 5000), "dice.text_too_long"),
        ("+".join(["1"] * 100), "dice.too_many_parts"),
        ("-" * 190 + "1", "dice.too_many_parts"),
        ("99d1000+99d1000+99d1000+1", "dice.result_too_wide"),
        ("99d1000", "dice.result_too_wide"),
        ("2d6 // 0", "dice.divisor_zero"),
        ("floor(1 / (2 - 2))", "dice.divisor_zero"),
        ("999999×999999×999999×99999", "dice.result_too_large"),
        ("floor(0/1000000/1000000/1000000)", "dice.result_too_large"),
        ("floor(min(1/1000, 20d1000/999))", "dice.result_too_wide"),
        ("20d20*20d20", "dice.product_too_large"),
        ("100d100kh50", "dice.too_much_work"),
        ("+".join(f"5d{999 - i}kl4" for i in range(6)), "dice.too_much_work"),
        ("max(20d1000,20d1000,20d1000,20d1000,20d1000)", "dice.too_much_work"),
        ("{20d20,20d20,20d20,20d20,20d20}kh3", "dice.too_much_work"),
        ("2d6r<6", "dice.rerolls_always"),
        ("1d100r>4", "dice.rerolls_always"),
        ("2d6ro<7", "dice.face_not_on_die"),
        ("{2d6,1d4}kh3", "dice.cannot_keep"),
        ("{2d6,1d4}dl2", "dice.cannot_drop"),
        ("2d6 % 0", "dice.divisor_zero"),
        ("2d6 % (1-3)", "dice.divisor_zero"),
        ("4d6kh5", "dice.cannot_keep"),
        ("4d6kh0", "dice.cannot_keep"),
        ("4d6dl4", "dice.cannot_drop"),
        ("2d6 d6", "dice.cannot_drop"),
        ("2d6>=7", "dice.face_not_on_die"),
        ("1z6min6", "dice.face_not_on_die"),
    ],
)
def test_too_much_is_refused_before_anything_is_rolled(text: str, key: str) -> None:
    with pytest.raises(DiceLimitError) as caught:
        parse(text)
    assert caught.value.message.key == key


@given(
    st.text(alphabet="0123456789dzkhl!p><=minaxfloorce()+-*/×÷−%, _é$\n", max_size=250) | st.text()
)
def test_any_text_is_a_tree_or_refused(text: str) -> None:
    """Nothing else escapes, and the place lies within the text."""
    lines = text.split("\n")
    try:
        parse(text)
    except NotationError as refused:
        place = (refused.line, refused.column)
    else:
        place = (1, 1)
    assert 1 <= place[0] <= len(lines)
    assert 1 <= place[1] <= len(lines[place[0] - 1]) + 1


@pytest.mark.parametrize("key", sorted(TEXTS))
def test_every_text_is_a_template_of_named_values(key: str) -> None:
    names = [name for _, name, _, _ in Formatter().parse(TEXTS[key]) if name is not None]
    assert all(name.isidentifier() for name in names)


@pytest.mark.parametrize(
    "text", ["", "2d6+", "2d6 $", "2d20adv", "4d6kh5", "9" * 400, "20d20*20d20"]
)
def test_errors_have_words(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert caught.value.message.key in TEXTS
    assert "{}" not in (said := MessageCatalog(TEXTS).text(caught.value.message))
    assert all(f"{{{name}}}" not in said for name in caught.value.message.params)
