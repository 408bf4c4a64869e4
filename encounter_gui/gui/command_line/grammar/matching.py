"""All ways in which a phrase fits a line: its parts in any order, each read from the words that stand there."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from msgspec import Struct

from encounter_gui.core.errors import RuleError
from encounter_gui.gui.command_line.grammar.arguments import ARGUMENTS, TokenKind
from encounter_gui.gui.command_line.grammar.phrase import WORD, Part, Phrase
from encounter_gui.gui.command_line.terms.line_context import LineContext
from encounter_gui.gui.command_line.terms.read import Read
from encounter_gui.gui.command_line.terms.words import is_said, said

_ARTICLES = frozenset({"the", "a", "an"})
_FILLERS = frozenset({"please", "then", "also", "just"})
"""Words that say nothing of their own."""


class Span(Struct, frozen=True, kw_only=True):
    """So many words of a line from a place on, what they were read as and by which part; a mark goes with its part."""

    start: int
    count: int
    mark: TokenKind
    part: int
    read: Read | None = None


class Match(Struct, frozen=True, kw_only=True):
    """A way in which a phrase fits a line; ``cost`` is how far it is from what is plainly said."""

    phrase: Phrase
    spans: tuple[Span, ...]
    cost: int

    @property
    def values(self) -> Mapping[str, Any]:
        """What the arguments were read as, by their names."""
        values: dict[str, Any] = {}
        for span in self.spans:
            if span.read is None:
                continue
            values[self.phrase.parts[span.part].name] = span.read.value
        return values

    @property
    def error(self) -> RuleError | None:
        """What is wrong in the first argument that is; None: nothing is."""
        errors = (span.read.error for span in self.spans if span.read is not None)
        return next((each for each in errors if each is not None), None)


class _Search(Struct, frozen=True, kw_only=True):
    """One phrase, looked for in one line."""

    phrase: Phrase
    words: Sequence[str]
    line: LineContext
    seen: set[tuple[int, tuple[int, ...]]] | None = None

    def matches(self) -> Iterator[Match]:
        """Yields each way in which all words are said."""
        for spans, left in self.ways(0, (), tuple(range(len(self.phrase.parts)))):
            if not any(self.phrase.parts[each].is_needed for each in left):
                yield Match(phrase=self.phrase, spans=spans, cost=self.phrase.cost + _cost(spans))

    def ways(
        self, at: int, spans: tuple[Span, ...], left: tuple[int, ...]
    ) -> Iterator[tuple[tuple[Span, ...], tuple[int, ...]]]:
        """Yields how the words from a place on can be read, and the parts that are not said then.

        Where ``seen`` is kept, it begins only once at a place with the same parts left.
        """
        if self.seen is not None:
            if (at, left) in self.seen:
                return
            self.seen.add((at, left))
        if at == len(self.words):
            yield spans, left
            return
        for place in self.next_parts(left):
            part = self.phrase.parts[place]
            still = tuple(each for each in left if each != place)
            for start in self.starts(part, at):
                for read in self.reads(part, start):
                    span = Span(
                        start=at,
                        count=start - at + read.count,
                        mark="word" if part.kind == WORD else ARGUMENTS[part.kind].mark,
                        part=place,
                        read=read,
                    )
                    yield from self.ways(span.start + span.count, (*spans, span), still)
        if fillers := self.fillers(at):
            filler = Span(start=at, count=fillers, mark="word", part=-1)
            yield from self.ways(at + fillers, (*spans, filler), left)

    def fillers(self, at: int) -> int:
        """Returns how many words in a row say nothing of their own."""
        behind = at
        while behind < len(self.words) and said(self.words[behind]) in _FILLERS:
            behind += 1
        return behind - at

    def next_parts(self, left: tuple[int, ...]) -> Iterator[int]:
        """Yields the parts that may be said next."""
        for each in left:
            yield each
            if self.phrase.is_ordered and self.phrase.parts[each].is_needed:
                return

    def starts(self, part: Part, at: int) -> Iterator[int]:
        """Yields where a part begins: here, or behind the word that it is marked with."""
        is_mark = said(self.words[at]) in part.marks
        is_text = part.kind == "text"
        if is_mark:
            behind = at + 1
            if not is_text and behind < len(self.words) and said(self.words[behind]) in _ARTICLES:
                behind += 1
            if behind < len(self.words):
                yield behind
        if not part.is_marked and not (is_mark and is_text):
            yield at

    def reads(self, part: Part, at: int) -> Iterator[Read]:
        """Yields how a part may be read at a place."""
        if part.kind == WORD:
            for each in part.words:
                if is_said(self.words, at, each):
                    yield Read(count=len(each), value=" ".join(each))
        else:
            key = part.kind, tuple(self.words[at:])
            found = self.line.reads.get(key)
            if found is None:
                read = ARGUMENTS[part.kind].read
                found = self.line.reads[key] = tuple(read(self.words, at, self.line))
            yield from found


def _cost(spans: tuple[Span, ...]) -> int:
    """Returns what a reading costs: parts out of their order, words that say nothing, what was only guessed."""
    parts = [span.part for span in spans if span.part >= 0]
    swapped = sum(first > second for first, second in combinations(parts, 2))
    fillers = len(spans) - len(parts)
    return swapped + fillers + sum(span.read.cost for span in spans if span.read is not None)


def matches(phrase: Phrase, words: Sequence[str], line: LineContext) -> Iterator[Match]:
    """Yields each way in which a phrase fits a line; none where what must be said is not."""
    if phrase.needed_words and phrase.needed_words.isdisjoint(map(said, words)):
        return
    yield from _Search(phrase=phrase, words=words, line=line).matches()


def beginnings(
    phrase: Phrase, words: Sequence[str], line: LineContext
) -> Iterator[tuple[int, ...]]:
    """Yields the parts of a phrase that may follow a line that begins it, the next ones first."""
    search = _Search(phrase=phrase, words=words, line=line, seen=set())
    for _, left in search.ways(0, (), tuple(range(len(phrase.parts)))):
        yield tuple(search.next_parts(left))
