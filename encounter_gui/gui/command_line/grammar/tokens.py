"""What each word of a command line is, so that it can be underlined as what it is understood to be."""

import re
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from encounter_gui.encounter.values import Side
from encounter_gui.gui.command_line.grammar.change_line import (
    CHANGE,
    OPTIONS,
    find_gauge,
    find_place,
    longest,
)
from encounter_gui.gui.command_line.grammar.reading import find_creature, plain_line
from encounter_gui.gui.command_line.grammar.targets import target_words
from encounter_gui.gui.command_line.grammar.vocabulary import reserved_words
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import GENERAL, Command
from encounter_gui.rules.presenters.conditions.line import find_condition, split_line

TokenKind = Literal["target", "change", "thing", "option", "word", "unknown"]
"""A combatant; damage or a change; a place, condition, creature; an option; a word of the grammar; not understood."""

_WORD = re.compile(r"\S+")
_HEADS = ("undo", "redo", "next", "back", "note", "set", "declare")
_BEFORE = ("raw", "past")


class Token(Struct, frozen=True, kw_only=True):
    """A word of a line: where it stands, what it is, and for a combatant its side."""

    start: int
    length: int
    kind: TokenKind
    side: Side | None = None


def tokens_of(
    text: str, context: RulesContext, commands: Sequence[type[Command]]
) -> tuple[Token, ...]:
    """Returns the words of a line, each with what it is."""
    found = [(match.start(), match.group()) for match in _WORD.finditer(text)]
    words = [word for _, word in found]
    tokens: list[Token] = []
    for taken, combatants in target_words(words, context, reserved_words(context, commands)):
        sides = {each.side for each in combatants}
        tokens += [
            Token(
                start=start,
                length=len(word),
                kind="target" if combatants else "unknown",
                side=combatants[0].side if len(sides) == 1 else None,
            )
            for start, word in found[len(tokens) : len(tokens) + taken]
        ]
    count = len(tokens)
    kinds = _kinds(words[count:], context, commands, is_named=count > 0)
    if list(plain_line(words, context, commands)) != words:
        kinds = ["word"] * len(kinds)  # said in plain words: which is which stands below the line
    tokens += [
        Token(start=start, length=len(word), kind=kind)
        for (start, word), kind in zip(found[count:], kinds, strict=True)
    ]
    return tuple(tokens)


def _kinds(
    words: Sequence[str],
    context: RulesContext,
    commands: Sequence[type[Command]],
    *,
    is_named: bool,
) -> list[TokenKind]:
    """Returns what the words behind the targets are."""
    at = next((at for at, word in enumerate(words) if CHANGE.fullmatch(word)), None)
    if at is not None:
        return _change(words, at, context)
    kinds: list[TokenKind] = ["unknown"] * len(words)
    match words:
        case ["c", *rest]:
            kinds = ["word", *_condition(rest, context)]
        case ["add", *rest]:
            kinds = ["word", *_creature(rest, context)]
        case [head, *rest] if head in _HEADS or head in _tags(commands):
            kinds = ["word", *_optional(rest)]
        case [_, *_] if is_named:
            kinds = _condition(words, context)
    return kinds


def _change(words: Sequence[str], at: int, context: RulesContext) -> list[TokenKind]:
    gauges = " ".join(word for word in words[:at] if word not in _BEFORE)
    known = not gauges or find_gauge(gauges, context.ruleset)
    before: list[TokenKind] = [
        "option" if word in _BEFORE else "thing" if known else "unknown" for word in words[:at]
    ]
    behind: list[TokenKind] = []
    rest = list(words[at + 1 :])
    is_placed = False
    while rest:
        _, count = longest(rest, lambda text: find_place(text, context.ruleset.locations))
        if count and not is_placed:
            behind += ["thing"] * count
            is_placed = True
        else:
            count = 1
            behind.append("option" if rest[0].casefold() in OPTIONS else "word")
        rest = rest[count:]
    return [*before, "change", *behind]


def _condition(words: Sequence[str], context: RulesContext) -> list[TokenKind]:
    name, rest = split_line(" ".join(words), context)
    if not words or find_condition(name, context) is None:
        return ["unknown"] * len(words)
    named: list[TokenKind] = ["thing"] * (len(words) - len(rest))
    return named + _optional(rest)


def _creature(words: Sequence[str], context: RulesContext) -> list[TokenKind]:
    if words and words[0].isdecimal():
        return ["change", *_creature(words[1:], context)]
    found = find_creature(" ".join(words), context.ruleset.creatures)
    kind: TokenKind = "word" if found is None else "thing"
    return [kind] * len(words)


def _optional(words: Sequence[str]) -> list[TokenKind]:
    return ["option" for _ in words]


def _tags(commands: Sequence[type[Command]]) -> set[str]:
    return {str(each.__struct_config__.tag) for each in commands if each not in GENERAL}
