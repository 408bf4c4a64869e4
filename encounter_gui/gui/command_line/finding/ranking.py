"""Finds and ranks things by what was typed: beginnings of words, then parts of words, then slips."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from encounter_gui.gui.command_line.finding.source import Findings, Found, Hit

_LIKE = 0.85
"""How alike two words are at least, by Jaro and Winkler, to be looked at more closely."""

_MOST_ALIKE = 40
_LONG = 7
"""In a word so long two letters may be wrong, left out, too many or swapped; in a shorter one, one."""

_WORD = re.compile(r"(?<!\S)[+-]\d+|[^\W_]+")

_LEAST_PART = 3
"""The shortest piece that is looked for inside words, and that is searched with slips."""

_EXACT, _BEGINNING, _INSIDE, _SLIP = 1.0, 0.9, 0.5, 0.4
_ELSEWHERE = 0.6
"""What a word of the note counts beside one of the title."""

_WHOLE_TITLE, _TITLE_BEGINS = 1.0, 0.4
_REFUSED = 0.2
"""What is taken off what cannot be done now: of two that fit about alike, the one that can be done is meant."""

_A_LETTER = 0.002
"""What each letter of a title takes off: of two that fit alike, the shorter is meant."""


class _PlainLetters(dict[int, str]):
    """The plain letter for each letter, found when it is first met."""

    def __missing__(self, code: int) -> str:
        plain = unicodedata.normalize("NFKD", chr(code))[:1].lower()[:1] or chr(code)
        self[code] = "-" if plain == "−" else plain
        return self[code]


_PLAIN_LETTERS = _PlainLetters()


def folded(text: str) -> str:
    """Returns a text in small letters without accents, letter by letter: places in it are places in the text."""
    return text.lower() if text.isascii() else text.translate(_PLAIN_LETTERS)


def words_of(text: str) -> tuple[str, ...]:
    """Returns the words of a text as they are searched: runs of letters and digits, numbers with their sign."""
    return tuple(_WORD.findall(folded(text)))


class Index:
    """Some things and their words, made once and searched often."""

    def __init__(self, listed: Iterable[Found]) -> None:
        """Takes what can be found."""
        self._listed = tuple(listed)
        self._titles = [folded(found.title) for found in self._listed]
        self._aliases = [
            frozenset(" ".join(words_of(alias)) for alias in found.aliases)
            for found in self._listed
        ]
        self._postings: dict[str, dict[int, float]] = {}
        for place, found in enumerate(self._listed):
            for word in words_of(" ".join((found.note, found.also, *found.aliases))):
                self._postings.setdefault(word, {}).setdefault(place, _ELSEWHERE)
            for word in words_of(found.title):
                self._postings.setdefault(word.lstrip("+-"), {})[place] = _BEGINNING
                self._postings.setdefault(word, {})[place] = 1.0
        self._words = tuple(self._postings)

    def find(self, words: Sequence[str], most: int) -> Findings:
        """Returns what all words fit, best first."""
        wanted = [each for word in words for each in words_of(word)]
        if not wanted:
            return Findings()
        fits = [self._fit(word) for word in wanted]
        places = set(fits[0]).intersection(*fits[1:])
        text = " ".join(wanted)
        scored = sorted(
            ((self._score(place, fits, text), place) for place in places),
            key=lambda each: (-each[0], each[1]),
        )
        hits = (self._hit(place, score, wanted) for score, place in scored[:most])
        return Findings(hits=tuple(hits), total=len(scored))

    def _fit(self, wanted: str) -> dict[int, float]:
        """Returns how well each thing fits a word, without those that do not; slips count where nothing else does."""
        found: dict[int, float] = {}
        for word in self._words:
            if word.startswith(wanted):
                self._add(found, word, _EXACT if word == wanted else _BEGINNING)
            elif len(wanted) >= _LEAST_PART and wanted in word:
                self._add(found, word, _INSIDE)
        if not found and len(wanted) >= _LEAST_PART:
            for word, likeness in alike(wanted, self._words):
                self._add(found, word, likeness * _SLIP)
        return found

    def _add(self, found: dict[int, float], word: str, weight: float) -> None:
        for place, share in self._postings[word].items():
            found[place] = max(found.get(place, 0.0), weight * share)

    def _score(self, place: int, fits: Sequence[dict[int, float]], text: str) -> float:
        title = self._title(place)
        score = sum(fit[place] for fit in fits) / len(fits)
        if title == text or text in self._aliases[place]:
            score += _WHOLE_TITLE
        elif title.startswith(text):
            score += _TITLE_BEGINS
        if self._listed[place].why_not:
            score -= _REFUSED
        return score - _A_LETTER * len(title)

    def _hit(self, place: int, score: float, wanted: Sequence[str]) -> Hit:
        text = " ".join(wanted)
        return Hit(
            found=self._listed[place],
            score=score,
            places=matching_places(self._titles[place], wanted),
            is_exact=text == self._title(place) or text in self._aliases[place],
        )

    def _title(self, place: int) -> str:
        return " ".join(words_of(self._titles[place]))


def matching_places(title: str, words: Iterable[str]) -> tuple[int, ...]:
    """Returns the places in a folded title that words were found at, each once, at a word's beginning if possible."""
    places: set[int] = set()
    for word in words:
        at = _beginning(title, word)
        if at >= 0:
            places.update(range(at, at + len(word)))
    return tuple(sorted(places))


def _beginning(title: str, word: str) -> int:
    at = title.find(word)
    while at > 0 and title[at - 1].isalnum():
        following = title.find(word, at + 1)
        if following < 0:
            return title.find(word) if len(word) >= _LEAST_PART else -1
        at = following
    return at


def alike(wanted: str, words: Sequence[str]) -> Iterable[tuple[str, float]]:
    """Returns the words that are, or begin with, what was meant by a word with slips; 1 is the same word."""
    # Imported at the first slip: the window is there before it.
    from rapidfuzz import process
    from rapidfuzz.distance import OSA, JaroWinkler

    most = 1 if len(wanted) < _LONG else 2
    near = process.extract(
        wanted, words, scorer=JaroWinkler.similarity, score_cutoff=_LIKE, limit=_MOST_ALIKE
    )
    for word, likeness, _ in near:
        beginnings = (word, word[: len(wanted)], word[: len(wanted) + 1])
        if any(OSA.distance(wanted, each, score_cutoff=most) <= most for each in beginnings):
            yield word, likeness
