"""What each word of a command line is, so that it can be underlined as what it is understood to be."""

from collections.abc import Sequence

from msgspec import Struct

from encounter_gui.core.errors import RuleError
from encounter_gui.encounter.values import Side
from encounter_gui.gui.command_line.grammar.arguments import TokenKind
from encounter_gui.gui.command_line.grammar.reading import understood
from encounter_gui.gui.command_line.terms.line_context import LineContext
from encounter_gui.gui.command_line.terms.targets import readings, target_words
from encounter_gui.gui.command_line.terms.words import Word, texts_of, words_in

__all__ = ["Token", "TokenKind", "tokens_of"]


class Token(Struct, frozen=True, kw_only=True):
    """A word of a line: where it stands, what it is, and for a combatant its side."""

    start: int
    length: int
    kind: TokenKind
    side: Side | None = None


def tokens_of(text: str, line: LineContext) -> tuple[Token, ...]:
    """Returns the words of a line, each with what it is; of one that is not understood, whom it begins with."""
    words = words_in(text)
    try:
        read = understood(text, line)
    except RuleError:
        return tuple(_begun(words, line))
    kinds: list[tuple[TokenKind, Side | None]] = [("word", None)] * len(words)
    for span in read.match.spans:
        side = _side(texts_of(text)[span.start : span.start + span.count], line)
        for at in range(span.start, span.start + span.count):
            kinds[at] = (span.mark, side if span.mark == "target" else None)
    return tuple(_token(word, *kind) for word, kind in zip(words, kinds, strict=True))


def _begun(words: Sequence[Word], line: LineContext) -> list[Token]:
    tokens: list[Token] = []
    texts = [word.text for word in words]
    for taken, combatants in target_words(texts, line):
        sides = {each.side for each in combatants}
        side = combatants[0].side if len(sides) == 1 else None
        kind: TokenKind = "target" if combatants else "unknown"
        tokens += [_token(word, kind, side) for word in words[len(tokens) : len(tokens) + taken]]
    return [*tokens, *(_token(word, "unknown", None) for word in words[len(tokens) :])]


def _token(word: Word, kind: TokenKind, side: Side | None) -> Token:
    return Token(start=word.start, length=word.length, kind=kind, side=side)


def _side(words: Sequence[str], line: LineContext) -> Side | None:
    """Returns the side of those whom words name; None: of several, or they name nobody."""
    for at in range(len(words)):
        found = next(readings(words, at, line), None)
        if found is not None:
            sides = (
                {each.side for each in line.context.combatants(found.value)} if found.value else ()
            )
            return next(iter(sides)) if len(sides) == 1 else None
    return None
