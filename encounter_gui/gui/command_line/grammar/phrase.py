"""A phrase of the line: its parts, what it asks for, and how the help calls it.

A form is written as it is said: ``heal|heals <who> (by|for)<amount>``. Words that mean the same stand with ``|``
between them, with ``_`` in place of a blank; ``<amount>`` is an argument of that kind, ``<name:text>`` one of the kind
``text`` under the name ``name``; words in brackets before an argument may be said with it, after ``!`` must be. ``?``
behind a part: it may be left out. The parts may come in any order, except in a form that
begins with ``!``.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct

from encounter_gui.gui.command_line.terms.asked import Asked
from encounter_gui.gui.command_line.terms.line_context import LineContext

WORD = "word"
_PART = re.compile(
    r"(?:\((?P<marks>[^)]*)\))?"
    r"(?:<(?P<name>\w+)(?::(?P<kind>\w+))?>|(?P<words>[^<>()?]+))"
    r"(?P<tail>\??)"
)

Values = Mapping[str, Any]
"""What the parts of a phrase were read as, by their names, of words those that are said."""

Asks = Callable[[LineContext, Values], Asked | None]
"""Returns what a phrase with these arguments asks for; None: it is not meant after all.

Raises a RuleError where it is meant and something in it is wrong.
"""


class Part(Struct, frozen=True, kw_only=True):
    """One part of a phrase: words that mean the same, or an argument of a kind."""

    kind: str
    name: str = ""
    words: tuple[tuple[str, ...], ...] = ()
    marks: tuple[str, ...] = ()
    is_marked: bool = False
    is_needed: bool = True


class Phrase(Struct, frozen=True, kw_only=True, dict=True):
    """One thing that a line may say, in the ``form`` that the module describes.

    ``key`` is that of its sentence in the help, ``examples`` are the lines that stand there. ``cost`` is what it costs
    to take a line for it: phrases that are all words of the game stand behind those of the table.
    """

    key: str
    form: str
    asks: Asks
    examples: tuple[str, ...] = ()
    cost: int = 0

    @property
    def is_ordered(self) -> bool:
        """Whether the parts come only in the order of the form."""
        return self.form.startswith("!")

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the form, in its order."""
        return tuple(_part(text) for text in self.form.removeprefix("!").split())

    @cached_property
    def needed_words(self) -> frozenset[str]:
        """The first words of what must be said; a line without any of them is another phrase. Empty: none must be."""
        first = next((part for part in self.parts if part.kind == WORD and part.is_needed), None)
        return frozenset(each[0] for each in first.words) if first is not None else frozenset()


def _part(text: str) -> Part:
    match = _PART.fullmatch(text)
    if match is None:
        raise ValueError(f"no part of a phrase: {text}")
    words = tuple(tuple(each.split("_")) for each in (match["words"] or "").split("|"))
    marks = match["marks"] or ""
    name = match["name"] or "_".join(words[0])
    return Part(
        kind=match["kind"] or name if match["name"] else WORD,
        name=name,
        words=() if match["name"] else words,
        marks=tuple(marks.removeprefix("!").split("|")) if marks else (),
        is_marked=marks.startswith("!"),
        is_needed=not match["tail"],
    )


def first_words(phrases: Sequence[Phrase]) -> frozenset[str]:
    """Returns the words that phrases are said with, alone or as the first of several."""
    return frozenset(each[0] for phrase in phrases for part in phrase.parts for each in part.words)
