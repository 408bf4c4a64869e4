"""A line of the command field, read: what it asks for, or why it asks for nothing.

A line is held against every phrase of the table (``phrases/``), in any order of its parts. Of all readings the one is
taken that takes least for granted; where two are as good and mean different things, neither is done.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.gui.command_line.grammar.arguments import ARGUMENTS
from encounter_gui.gui.command_line.grammar.matching import Match, beginnings, matches
from encounter_gui.gui.command_line.grammar.phrase import WORD, first_words
from encounter_gui.gui.command_line.grammar.phrases.table import PHRASES
from encounter_gui.gui.command_line.terms.asked import Asked
from encounter_gui.gui.command_line.terms.creatures import meant_by
from encounter_gui.gui.command_line.terms.line_context import LineContext
from encounter_gui.gui.command_line.terms.targets import is_whole_name, readings
from encounter_gui.gui.command_line.terms.words import said, texts_of

INCOMPLETE = frozenset(
    {
        "gui.command.empty",
        "gui.command.do_what",
        "gui.command.add_whom",
        "gui.command.note_what",
        "gui.command.declare_what",
        "gui.command.goes_on",
        "rules.which_condition",
    }
)
"""The keys of refusals that only say what comes next: the line so far is right."""

_DICE = re.compile(r"[-+−–]?\d*[dw]\d+([-+]\d+)?", re.IGNORECASE)
_MOST_TRIED = 12
"""Lines with another word that are tried for what may have been meant."""


class ReadLine(Struct, frozen=True, kw_only=True):
    """What a line asks for, and how its words were understood."""

    asked: Asked
    match: Match


def read_line(text: str, line: LineContext) -> Asked:
    """Returns what a line asks for.

    Raises:
        RuleError: nothing that can be done; says what was expected.
    """
    return understood(text, line).asked


def understood(text: str, line: LineContext) -> ReadLine:
    """Returns what a line asks for, with the reading it was found by.

    Raises:
        RuleError: nothing that can be done; says what was expected.
    """
    words = texts_of(text)
    if not words:
        raise refuse("gui.command.empty")
    if len(words) > 1 and is_whole_name(words, line.context):
        raise refuse("gui.command.do_what")
    best = _best(words, line)
    if best is None:
        example = _goes_on(words, line)
        if example:
            raise refuse("gui.command.goes_on", example=example)
        raise _not_understood(words, line)
    return best


def _best(words: Sequence[str], line: LineContext) -> ReadLine | None:
    """Returns the reading that takes least for granted; None: there is none.

    Raises:
        RuleError: something in it is wrong, or two are as good.
    """
    best: ReadLine | None = None
    for match in _by_cost(words, line):
        if best is not None and match.cost > best.match.cost:
            break
        if best is None:
            best = _asked(match, line)
            continue
        found = _if_right(match, line)
        if found is None:
            continue
        if match.phrase is best.match.phrase and found.asked != best.asked:
            raise _two_readings(words, best.match, match, line)
    return best


def _by_cost(words: Sequence[str], line: LineContext) -> list[Match]:
    found = (match for phrase in PHRASES for match in matches(phrase, words, line))
    return sorted(found, key=lambda match: (match.cost, match.error is not None))


def _asked(match: Match, line: LineContext) -> ReadLine | None:
    """Returns what a reading asks for; None: it is not meant after all."""
    if match.error is not None:
        raise match.error
    asked = match.phrase.asks(line, match.values)
    return ReadLine(asked=asked, match=match) if asked is not None else None


def _if_right(match: Match, line: LineContext) -> ReadLine | None:
    """Returns what a reading asks for; None: it is not meant, or something in it is wrong."""
    try:
        return _asked(match, line)
    except RuleError:
        return None


def _two_readings(words: Sequence[str], one: Match, other: Match, line: LineContext) -> RuleError:
    """Returns the refusal of a line that can be read in two ways: the word that may be either."""
    for at, word in enumerate(words):
        kinds = [_kind_at(match, at) for match in (one, other)]
        if kinds[0] != kinds[1]:
            first, second = (line.context.texts.text_of(f"gui.command.part.{k}") for k in kinds)
            return refuse("gui.command.two_readings", word=word, one=first, other=second)
    return refuse("gui.command.two_readings", word=words[-1], one="?", other="?")


def _kind_at(match: Match, at: int) -> str:
    """Returns what the word at a place was read as: the kind of its argument."""
    span = next(each for each in match.spans if each.start <= at < each.start + each.count)
    part = match.phrase.parts[span.part] if span.part >= 0 else None
    return part.kind if part is not None else WORD


# ---- what is not understood


def _not_understood(words: Sequence[str], line: LineContext) -> RuleError:
    """Returns the refusal of a line: what it still lacks, or the word that is not understood and what is nearest."""
    named = next(readings(words, 0, line), None)
    if named is not None and named.count == len(words):
        return named.error or refuse("gui.command.do_what")
    if named is not None and named.error is not None:
        return named.error
    first = named.count if named is not None else 0
    unknown = (at for at in range(first, len(words)) if not _is_known(words[at], line))
    at = next(unknown, first)
    dice = next((word for word in words if _DICE.fullmatch(word)), None)
    if dice is not None:
        return refuse("gui.command.dice", dice=dice)
    meant = instead_of(words, line)
    if meant:
        return refuse("gui.command.unknown_line", word=words[at], line=meant)
    known = (each for each in _known(line, named.value if named else ()) if each != said(words[at]))
    near = ", ".join(meant_by(words[at], known))
    if near:
        return refuse("gui.command.unknown_near", word=words[at], near=near)
    return refuse("gui.command.unknown", word=words[at])


def _goes_on(words: Sequence[str], line: LineContext) -> str:
    """Returns an example of the phrase that a line begins and that lacks only its text; empty: it begins none.

    A word alone is not enough: it may be looked for.
    """
    for phrase in PHRASES if len(words) > 1 else ():
        if not phrase.examples or phrase.needed_words.isdisjoint(map(said, words)):
            continue
        last = phrase.parts[-1]
        begun = words[:-1] if said(words[-1]) in last.marks else words
        lefts = beginnings(phrase, begun, line) if last.kind == "text" else ()
        if any(left[-1:] == (len(phrase.parts) - 1,) for left in lefts):
            return phrase.examples[0]
    return ""


def instead_of(words: Sequence[str], line: LineContext) -> str:
    """Returns the line that was probably meant by one with a misspelled word; empty: no other word makes it right."""
    tried = 0
    for at, word in enumerate(words):
        if len(word) < 3 or word[:1].isdigit() or _is_known(word, line):
            continue
        people = (each.name for each in line.context.state.combatants.values())
        for near in (*meant_by(word, people), *meant_by(word, _vocabulary(line), parts=False)):
            tried += 1
            if tried > _MOST_TRIED:
                return ""
            mended = [*words[:at], *near.casefold().split(), *words[at + 1 :]]
            if _is_right(mended, line):
                return " ".join(mended)
    return ""


def _is_right(words: Sequence[str], line: LineContext) -> bool:
    try:
        return _best(words, line) is not None
    except RuleError:
        return False


def _is_known(word: str, line: LineContext) -> bool:
    return said(word) in line.reserved or next(readings([word], 0, line), None) is not None


def _vocabulary(line: LineContext) -> Iterator[str]:
    """Yields what a word of a line may be besides a name: conditions, places, words of phrases."""
    for kind in ("condition", "place", "tag", "way"):
        yield from ARGUMENTS[kind].names(line)
    yield from sorted(first_words(PHRASES))


def _known(line: LineContext, named: Sequence[str]) -> Iterator[str]:
    """Yields what may stand in a line: behind a name what that one can do, else names and the words of the grammar."""
    yield from (f"{each.number} {each.name}" for each in line.context.state.combatants.values())
    yield from _vocabulary(line)
    for who in line.context.state.combatants if len(named) == 1 else ():
        if who in named:
            yield from (each.text for each in line.actions(who))
