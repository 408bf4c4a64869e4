"""Lines in plain words, as they are said at a table, put into the words of the grammar.

``end turn`` is ``next``; ``heal ash 4`` and ``ash heals 4`` are ``ash +4``; ``5 damage to ash`` and ``ash takes 5`` are
``ash -5``; ``-4 to foes`` and ``stun ash`` have whom they are about in front.
"""

from collections.abc import Callable, Sequence

from encounter_gui.gui.command_line.grammar.change_line import CHANGE, OPTIONS

Words = Sequence[str]
TargetCount = Callable[[Words], int]
"""Returns how many words at the beginning of some words name targets."""

_WHOLE = {
    "end turn": "next",
    "end the turn": "next",
    "end of turn": "next",
    "finish turn": "next",
    "next turn": "next",
    "next one": "next",
    "who is next": "next",
    "undo that": "undo",
    "undo last": "undo",
    "undo the last": "undo",
    "take back": "undo",
    "take that back": "undo",
    "redo that": "redo",
}
_HURTING = ("damage", "dmg", "hurt", "hurts")
_SUFFERING = (*_HURTING, "takes", "take", "took", "loses", "lose", "lost", "suffers")
_HEALING = ("heal", "heals", "healed", "regains")
_UNITS = ("damage", "dmg", "points", "point", "hp", "harm", "wounds")
_FILLERS = ("is", "are", "gets", "get", "becomes", "now", "falls")
_BY = ("for", "by")
_TO = ("to", "on")
VERBS = (*_SUFFERING, *_HEALING)
"""The first words of lines in plain words that are no part of anybody's name."""


def in_grammar(words: Words, targets: TargetCount, is_condition: Callable[[Words], bool]) -> Words:
    """Returns a line in the words of the grammar; as it is where nothing in it is said otherwise."""
    whole = _WHOLE.get(" ".join(words).casefold())
    if whole is not None:
        return [whole]
    count = targets(words)
    if count:
        return _behind_targets(words, count, targets)
    return _before_targets(words, targets, is_condition)


def _behind_targets(words: Words, count: int, targets: TargetCount) -> Words:
    head, rest = words[:count], words[count:]
    if len(rest) > 2 and _is(rest[0], _UNITS) and _is(rest[1], _TO) and count == 1:
        aimed: Words = rest[2:]
        if words[0].isdecimal() and targets(aimed) == len(aimed):
            return [*aimed, f"-{words[0]}"]
    while len(rest) > 1 and _is(rest[0], _FILLERS):
        rest = rest[1:]
    sign = _sign(rest[0], _SUFFERING) if len(rest) > 1 else ""
    if not sign:
        return [*head, *rest]
    amount = rest[2:] if _is(rest[1], _BY) else rest[1:]
    if not amount or not amount[0].lstrip("+").isdecimal():
        return words
    behind = amount[1:]
    while behind and _is(behind[0], _UNITS):
        behind = behind[1:]
    return [*head, f"{sign}{amount[0].lstrip('+')}", *behind]


def _before_targets(
    words: Words, targets: TargetCount, is_condition: Callable[[Words], bool]
) -> Words:
    """Returns a line that names its targets last with the targets first."""
    sign = _sign(words[0], _HURTING) if len(words) > 2 else ""
    if sign and words[-1].isdecimal():
        aimed: Words = [word for word in words[1:-1] if not _is(word, _BY)]
        if targets(aimed) == len(aimed):
            return [*aimed, f"{sign}{words[-1]}"]
    for place in range(1, len(words)):
        aimed = words[place + 1 :] if _is(words[place], _TO) else words[place:]
        is_unclear = not _is(words[place], _TO) and bool(aimed) and _begins_bare(aimed)
        if not aimed or is_unclear or targets(aimed) != len(aimed):
            continue
        said = words[:place]
        is_change = CHANGE.fullmatch(said[0]) and all(_is(each, OPTIONS) for each in said[1:])
        if is_change or said[0] == "c" or is_condition(said):
            return [*aimed, *said]
    return words


def _begins_bare(words: Words) -> bool:
    """Returns whether words begin with a number: without ``to`` that may be rounds as well as a combatant."""
    return words[0][:1].isdecimal()


def _sign(word: str, hurting: Words) -> str:
    return "-" if _is(word, hurting) else "+" if _is(word, _HEALING) else ""


def _is(word: str, among: Words) -> bool:
    return word.casefold() in among
