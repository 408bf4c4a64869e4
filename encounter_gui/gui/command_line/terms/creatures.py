"""Creatures by their names, and names that are like one with a slip."""

from collections.abc import Iterable, Sequence

from encounter_gui.gui.command_line.finding.ranking import words_of
from encounter_gui.rules.model.ruleset import CreatureDef

_MOST_NEAR = 3
_LONGEST = 60
"""Letters of the longest word that is taken for a slip."""

_LEAST_LIKE = 0.7
"""How alike a word is at least, of 1, to what is named in its place: one slip in four letters."""


def find_creature(name: str, creatures: Sequence[CreatureDef]) -> CreatureDef | None:
    """Returns the creature a name, or a part of one, means: the shortest name that begins so; None: there is none."""
    wanted = name.casefold()
    found = sorted(
        (each for each in creatures if wanted in each.name.casefold() or wanted == each.key),
        key=lambda each: (not each.name.casefold().startswith(wanted), len(each.name)),
    )
    return found[0] if found else None


def nearest(text: str, names: Sequence[str]) -> str:
    """Returns the names most like a text, for a refusal."""
    from rapidfuzz import fuzz, process

    found = process.extract(text, names, scorer=fuzz.WRatio, limit=_MOST_NEAR)
    return ", ".join(name for name, _, _ in found) or "–"


def meant_by(word: str, names: Iterable[str], *, parts: bool = True) -> tuple[str, ...]:
    """Returns the names that may have been meant by a word with slips, the likeliest first.

    ``parts``: by one of their words, too.
    """
    from rapidfuzz.distance import OSA

    if len(word) > _LONGEST:
        return ()
    wanted = word.casefold()

    def likeness(name: str) -> float:
        meant = (name.casefold(), *(words_of(name) if parts else ()))
        return max(OSA.normalized_similarity(wanted, each) for each in meant)

    scored = [(likeness(name), name) for name in dict.fromkeys(names)]
    likely = sorted((each for each in scored if each[0] >= _LEAST_LIKE), key=lambda each: -each[0])
    return tuple(name for _, name in likely[:_MOST_NEAR])
