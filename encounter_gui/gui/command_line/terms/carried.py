"""What a combatant carries, called by a part of its name: ``frag`` for the Frag grenade."""

from collections.abc import Iterable, Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.gui.command_line.finding.ranking import words_of

_LONGEST_NAME = 5
_LEAST_BEGINNING = 3
_KIND = 1
"""How well the whole name of a kind fits every thing of it; the whole name of a thing fits better, a part worse."""


def item_called(words: Sequence[str], combatant: Combatant) -> Item:
    """Returns the item of a combatant that words name, by its key, its name or a part of the name.

    Raises:
        RuleError: the combatant carries no such thing, or several.
    """
    found = items_called(words, combatant.items)
    name = " ".join(words)
    if not found:
        has = ", ".join(dict.fromkeys(each.name for each in combatant.items)) or "–"
        raise refuse("gui.command.not_carried", who=combatant.name, name=name, has=has)
    require_one(words, found)
    return found[0]


def require_one(words: Sequence[str], found: Sequence[Item]) -> None:
    """Refuses words that fit several things.

    Raises:
        RuleError: they do.
    """
    if len(found) > 1:
        names = ", ".join(each.name for each in found)
        raise refuse("gui.command.which_of", name=" ".join(words), names=names)


def items_called(words: Sequence[str], items: Iterable[Item]) -> tuple[Item, ...]:
    """Returns the items that words fit best; several fit equally well. A whole kind means the first of it."""
    typed = words_of(" ".join(words).replace("_", " "))
    ranked = [(rank, each) for each in items if (rank := _rank(typed, each)) is not None]
    best = min((rank for rank, _ in ranked), default=None)
    found = tuple(each for rank, each in ranked if rank == best)
    return found[:1] if best == _KIND else found


def longest_item(words: Sequence[str], items: Sequence[Item]) -> tuple[str, int]:
    """Returns the key of the one item that the longest beginning of words names, and how many; empty and 0: none.

    Raises:
        RuleError: the first of the words names several.
    """
    for count in range(min(len(words), _LONGEST_NAME), 0, -1):
        found = items_called(words[:count], items)
        if len(found) == 1:
            return found[0].key, count
    if words:
        require_one(words[:1], items_called(words[:1], items))
    return "", 0


def _rank(typed: Sequence[str], item: Item) -> int | None:
    """Returns how well words fit an item, 0 best; None: not at all."""
    parts, keys = words_of(item.name), words_of(item.key.replace("_", " "))
    if tuple(typed) in (parts, keys):
        return 0
    if tuple(typed) == words_of(item.sort.replace("_", " ")):
        return _KIND
    starts = range(len(parts) - len(typed) + 1) if typed else range(0)
    fits = (all(map(_fits, typed, parts[start : start + len(typed)])) for start in starts)
    return next((_KIND + 1 + bool(start) for start, is_fit in enumerate(fits) if is_fit), None)


def _fits(typed: str, word: str) -> bool:
    return typed == word or (len(typed) >= _LEAST_BEGINNING and word.startswith(typed))
