"""The kinds of argument a phrase may have: how each is read, what may be typed in its place, how it is underlined."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, get_args

from msgspec import Struct

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Side
from encounter_gui.gui.command_line.grammar import plan_arguments
from encounter_gui.gui.command_line.terms.area_line import area_lines
from encounter_gui.gui.command_line.terms.change_line import (
    BEHIND,
    CHANGE,
    SHARES,
    WAYS,
    Change,
    find_gauge,
    find_place,
    longest,
)
from encounter_gui.gui.command_line.terms.line_context import LineContext
from encounter_gui.gui.command_line.terms.on_plan import area_names, areas_or_none, goals
from encounter_gui.gui.command_line.terms.read import Read
from encounter_gui.gui.command_line.terms.targets import readings, sides_of
from encounter_gui.gui.command_line.terms.words import said
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.time.clock import read_moment, read_span
from encounter_gui.rules.model.commands import Way
from encounter_gui.rules.model.dice_sum import read_dice
from encounter_gui.rules.presenters.conditions.line import find_condition, read_duration

TokenKind = Literal["target", "change", "thing", "option", "word", "unknown"]
"""A combatant; damage or a change; a place, condition, creature; an option; a word of the grammar; not understood."""

_MOST_STEPS = 100
_MOST_WORDS = 5
_LONGEST_DURATION = 12
"""The longest duration that is read, in words: ``until the end of the next turn of ...``."""

_LONGEST_TIME = 6
"""The longest time or moment that is read, in words: ``1 day 2 h 30 min``."""

_NO_TIME = ("rules.clock.no_span", "rules.clock.no_moment")
"""The refusals of what is no time at all, and may be something else."""

_LONGEST_DICE = 60
"""Letters of the longest dice that are read."""

LEAST_BEGUN = 4
"""The shortest beginning of a condition's name that stands for it where nobody says that one is meant."""

_WHOLE = re.compile(r"-?\d{1,30}")
_DICE = re.compile(r"\d*[dw](\d+|%)[\w!<>=+\-*/().]*", re.IGNORECASE)
_METRES = re.compile(r"(\d{1,18}(?:\.\d{1,18})?)(m|ft|'|metres|feet)?", re.IGNORECASE)
_COPIES = re.compile(r"x\d+|\d+x")
_UNITS = ("m", "metre", "metres", "meters", "ft", "feet", "foot")

Words = Sequence[str]
Reads = Iterator[Read]


class Argument(Struct, frozen=True, kw_only=True):
    """A kind of argument.

    ``read`` yields what the words at a place may stand for. ``names`` yields what may be typed, in small letters.
    """

    read: Callable[[Words, int, LineContext], Reads]
    mark: TokenKind = "option"
    names: Callable[[LineContext], Iterable[str]] = lambda _line: ()


# ---- whom


def _who(words: Words, at: int, line: LineContext) -> Reads:
    yield from readings(words, at, line)


def _one(words: Words, at: int, line: LineContext) -> Reads:
    for each in readings(words, at, line):
        who: tuple[CombatantId, ...] = each.value
        if each.error is not None or len(who) == 1:
            yield Read(count=each.count, value=who[0] if who else None, error=each.error)
        elif len(who) > 1:
            error = refuse("gui.command.one_only", command=words[at], count=len(who))
            yield Read(count=each.count, value=None, error=error)


def _side(words: Words, at: int, line: LineContext) -> Reads:
    word = said(words[at])
    sides = tuple(each for each in get_args(Side) if each == word)
    sides = sides or sides_of(word, line.context) or ()
    if len(sides) == 1:
        yield Read(count=1, value=sides[0])


def _names_of(line: LineContext) -> Iterator[str]:
    for each in line.context.state.combatants.values():
        yield each.name.casefold()


# ---- numbers


def _amount(words: Words, at: int, _line: LineContext) -> Reads:
    word = said(words[at]).removeprefix("+")
    if word.isdecimal() and _WHOLE.fullmatch(word):
        yield Read(count=1, value=int(word))


def _number(words: Words, at: int, _line: LineContext) -> Reads:
    """Yields a whole number that may be below nought; any other word is refused."""
    word = words[at].replace("−", "-").removeprefix("=")
    if _WHOLE.fullmatch(word):
        yield Read(count=1, value=int(word))
    else:
        yield Read(count=1, value=0, error=refuse("gui.command.set_to", word=words[at]))


def _value(words: Words, at: int, _line: LineContext) -> Reads:
    """Yields a whole number that may be below nought, or the one word that a value of the sheet shall be."""
    word = words[at].replace("−", "-").removeprefix("=")
    if said(word) != "anyway":
        yield Read(count=1, value=int(word) if _WHOLE.fullmatch(word) else words[at])


def _steps(words: Words, at: int, _line: LineContext) -> Reads:
    """Yields how many steps; any other word is refused, so that nothing else is made of it."""
    word = words[at]
    if _WHOLE.fullmatch(word) and 1 <= int(word) <= _MOST_STEPS:
        yield Read(count=1, value=int(word))
    else:
        error = refuse("gui.command.count", word=word, most=_MOST_STEPS)
        yield Read(count=1, value=1, error=error)


def _creatures_count(words: Words, at: int, line: LineContext) -> Reads:
    word = words[at].removeprefix("x").removesuffix("x")
    if word.isdecimal():
        yield from _steps([word], 0, line)


def _distance(words: Words, at: int, _line: LineContext) -> Reads:
    """Yields a distance and its unit, which may be left out: ``4``, ``4m``, ``4 m``, ``12 ft``."""
    match = _METRES.fullmatch(said(words[at]))
    if match is None:
        return
    unit = match[2] or ""
    if not unit and at + 1 < len(words) and said(words[at + 1]) in _UNITS:
        yield Read(count=2, value=(float(match[1]), said(words[at + 1])))
    yield Read(count=1, value=(float(match[1]), unit))


def _dice(words: Words, at: int, line: LineContext) -> Reads:
    """Yields dice in the notation; the id of a rule, ``D6P-25``, is looked for and not rolled."""
    gauge = line.context.ruleset.main_gauge
    rules = gauge.rule.partition("-")[0].casefold() if gauge is not None else ""
    if len(words[at]) > _LONGEST_DICE or (rules and words[at].casefold().startswith(f"{rules}-")):
        return
    if _DICE.fullmatch(words[at]) and read_dice(words[at]) is not None:
        yield Read(count=1, value=words[at])


# ---- damage and changes


def _change(words: Words, at: int, line: LineContext) -> Reads:
    """Yields damage or a change, with what stands before its number: ``-7``, ``raw -7``, ``max health`` has none."""
    for count in range(min(_MOST_WORDS, len(words) - at)):
        number = said(words[at + count])
        if not CHANGE.fullmatch(number):
            continue
        before = [word.casefold() for word in words[at : at + count]]
        way: Way | Literal[""] = WAYS.get(before[0], "") if before else ""
        named = before[1:] if way else before
        gauge = find_gauge(" ".join(named), line.context.ruleset) if named else ""
        if gauge or not named:
            yield Read(count=count + 1, value=Change(text=number, said_way=way, gauge=gauge))
        return


def _way(words: Words, at: int, _line: LineContext) -> Reads:
    word = said(words[at])
    if word == "past" and said("".join(words[at + 1 : at + 2])) in ("armor", "armour"):
        yield Read(count=2, value="past")
    elif word in BEHIND or word in SHARES:
        yield Read(count=1, value=word)


def _place(words: Words, at: int, line: LineContext) -> Reads:
    places = line.context.ruleset.locations
    key, count = longest(words[at:], lambda text: find_place(text, places))
    if count:
        yield Read(count=count, value=key)


def _gauge(words: Words, at: int, line: LineContext) -> Reads:
    key, count = longest(words[at:], lambda text: find_gauge(text, line.context.ruleset))
    if count:
        yield Read(count=count, value=key)


# ---- conditions


def _condition(words: Words, at: int, line: LineContext) -> Reads:
    """Yields a condition by its name or the beginning of it; a short beginning only where one is asked for."""
    if find_condition(said(words[at]), line.context) is None:
        return  # more words fit no better than the first of them
    for count in range(min(_MOST_WORDS, len(words) - at), 0, -1):
        wanted = said(" ".join(words[at : at + count]))
        known = find_condition(wanted, line.context)
        if known is None:
            continue
        if wanted in (known.name.casefold(), known.key):
            yield Read(count=count, value=known.key)
        elif wanted not in line.reserved:
            is_begun = known.name.casefold().startswith(wanted) and len(wanted) >= LEAST_BEGUN
            yield Read(count=count, value=known.key, cost=1 if is_begun else 2)


def _duration(words: Words, at: int, line: LineContext) -> Reads:
    """Yields how long: as many words as make a duration; where they only begin like one, they are refused.

    A number alone may be somebody's as well.
    """
    refused: RuleError | None = None
    for count in range(min(_LONGEST_DURATION, len(words) - at), 0, -1):
        try:
            duration = read_duration([said(word) for word in words[at : at + count]], line.context)
        except RuleError as error:
            refused = refused or error
        else:
            is_bare = count == 1 and words[at].isdecimal()
            yield Read(count=count, value=duration, cost=int(is_bare))
    is_number = words[at].isdecimal()
    if refused is not None and (is_number or said(words[at]) in ("until", "save", "for")):
        yield Read(count=len(words) - at, value=None, error=refused, cost=int(is_number))


def _conditions(line: LineContext) -> Iterator[str]:
    return (each.name.casefold() for each in line.context.ruleset.conditions if each.by_hand)


# ---- time


def _time(
    read: Callable[[RulesContext, str], int], words: Words, at: int, line: LineContext
) -> Reads:
    """Yields as many words as make a time, in full; what reads like one and is refused says why."""
    refused: RuleError | None = None
    for count in range(min(_LONGEST_TIME, len(words) - at), 0, -1):
        text = " ".join(words[at : at + count])
        try:
            read(line.context, text)
        except RuleError as error:
            if error.message.key not in _NO_TIME:
                refused = refused or error
        else:
            yield Read(count=count, value=text)
            return
    if refused is not None:
        yield Read(count=len(words) - at, value="", error=refused)


def _span(words: Words, at: int, line: LineContext) -> Reads:
    yield from _time(read_span, words, at, line)


def _moment(words: Words, at: int, line: LineContext) -> Reads:
    yield from _time(read_moment, words, at, line)


def _step(words: Words, at: int, line: LineContext) -> Reads:
    """Yields a time with its plus, which alone is a line: ``+2h``, ``+1 h 30 min``."""
    if words[at].startswith("+") and at == 0:
        yield from (each for each in _span(words, at, line) if each.count == len(words))


# ---- words of its own


def _rest(words: Words, at: int, _line: LineContext) -> Reads:
    """Yields all that is left, as text: it costs what is taken for granted by each word, of what is quoted once."""
    text = " ".join(words[at:])
    if text.strip():
        yield Read(count=len(words) - at, value=text, cost=2 * (len(words) - at))


def _creature(words: Words, at: int, _line: LineContext) -> Reads:
    """Yields all that is left but ``group`` and a number of copies."""
    behind = len(words)
    while behind > at + 1 and (
        said(words[behind - 1]) == "group" or _COPIES.fullmatch(words[behind - 1])
    ):
        behind -= 1
    if not words[at].isdecimal():
        yield Read(count=behind - at, value=" ".join(words[at:behind]))


def _creatures(line: LineContext) -> Iterator[str]:
    return (each.name.casefold() for each in line.context.ruleset.creatures)


def _several_words(words: Words, at: int, _line: LineContext) -> Reads:
    """Yields one word, two, and more: what stands behind says how many."""
    for count in range(1, min(_MOST_WORDS, len(words) - at) + 1):
        yield Read(count=count, value=tuple(words[at : at + count]))


def _quoted(words: Sequence[str], at: int, _line: LineContext) -> Reads:
    """Yields what stood between quotation marks: one word with blanks in it."""
    if " " in words[at]:
        yield Read(count=1, value=words[at])


def _all_words(words: Words, at: int, _line: LineContext) -> Reads:
    yield Read(count=len(words) - at, value=tuple(words[at:]))


def _tag(words: Words, at: int, line: LineContext) -> Reads:
    """Yields the name of a command of the game: ``first_aid``, ``first aid``."""
    for count in (3, 2, 1):
        tag = "_".join(said(word) for word in words[at : at + count])
        if len(words) - at >= count and tag in line.tags:
            yield Read(count=count, value=tag)


def _tags(line: LineContext) -> Iterator[str]:
    return iter(sorted(line.tags))


ARGUMENTS: Mapping[str, Argument] = {
    "who": Argument(read=_who, mark="target", names=_names_of),
    "one": Argument(read=_one, mark="target", names=_names_of),
    "side": Argument(read=_side, mark="target"),
    "amount": Argument(read=_amount, mark="change"),
    "number": Argument(read=_number, mark="change"),
    "value": Argument(read=_value, mark="change"),
    "steps": Argument(read=_steps, mark="change"),
    "copies": Argument(read=_creatures_count, mark="change"),
    "distance": Argument(read=_distance, mark="change"),
    "dice": Argument(read=_dice, mark="change"),
    "change": Argument(read=_change, mark="change"),
    "way": Argument(read=_way, names=lambda _line: (*SHARES, *BEHIND)),
    "place": Argument(
        read=_place,
        mark="thing",
        names=lambda line: (each.name.casefold() for each in line.context.ruleset.locations),
    ),
    "gauge": Argument(read=_gauge, mark="thing"),
    "condition": Argument(read=_condition, mark="thing", names=_conditions),
    "duration": Argument(read=_duration),
    "span": Argument(read=_span),
    "moment": Argument(read=_moment),
    "step": Argument(read=_step),
    "creature": Argument(read=_creature, mark="thing", names=_creatures),
    "tag": Argument(read=_tag, mark="word", names=_tags),
    "text": Argument(read=_rest, mark="word"),
    "quoted": Argument(read=_quoted, mark="word"),
    "named": Argument(read=_several_words, mark="thing"),
    "words": Argument(read=_all_words),
    "goal": Argument(
        read=goals, mark="thing", names=lambda line: (*area_names(line), *_names_of(line))
    ),
    "area": Argument(read=areas_or_none, mark="thing", names=area_names),
    "area_line": Argument(read=area_lines, mark="thing", names=plan_arguments.area_words),
    "size": Argument(read=plan_arguments.size, mark="change"),
    "level": Argument(read=plan_arguments.level, mark="change"),
    "gait": Argument(read=plan_arguments.gait, names=plan_arguments.gaits),
}
"""The kinds of argument, by the names that forms have for them."""
