"""Whom a line is about: numbers, ranges, names and parts of names, sides and groups at its beginning.

``3 5``, ``3,5``, ``3-5``, ``halloran``, ``ash`` for Sister Ash, ``foes``, ``all gunman``, ``halloran and vee``. A side,
``all``, a group and a range are those of it who are still in the fight; a number and a name are meant in any case.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Side
from encounter_gui.gui.command_line.finding.ranking import words_of
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.joining import GROUP

IsOut = Callable[[CombatantId], bool]
"""Returns whether a combatant is out of the fight."""

_RANGE = re.compile(r"(\d+)[-–](\d+)")
_LIST = re.compile(r"\d+(,\d+)+")
_EVERYBODY: tuple[Side, ...] = ("pc", "ally", "foe", "neutral")
_ALL = ("all", "every", "everyone", "everybody")
_SIDES: dict[str, tuple[Side, ...]] = {
    **dict.fromkeys(_ALL, _EVERYBODY),
    **dict.fromkeys(("foes", "enemies", "hostiles"), ("foe",)),
    **dict.fromkeys(("pcs", "players", "party"), ("pc",)),
    "allies": ("ally",),
    "friends": ("pc", "ally"),
    **dict.fromkeys(("neutrals", "bystanders"), ("neutral",)),
}
_AND = ("and", "&", "the")
_LONGEST_NAME = 5
"""The longest name that is looked for, in words."""

_LEAST_BEGINNING = 3
"""The shortest beginning of a word that stands for the word."""


class Targets(Struct, frozen=True, kw_only=True):
    """Whom the first words of a line name, and how many words that takes; nobody and 0: they name nobody."""

    who: tuple[CombatantId, ...] = ()
    count: int = 0


class _Named(Struct, frozen=True, kw_only=True):
    """Whom a few words name.

    ``meant`` is ``one``, so that it is not clear who where there are several; ``each`` of them; or ``standing``: those
    who are in the fight.
    """

    count: int
    combatants: tuple[Combatant, ...]
    meant: Literal["one", "each", "standing"] = "one"


def nobody_is_out(_who: CombatantId) -> bool:
    """Returns that a combatant is in the fight."""
    return False


def read_targets(
    words: Sequence[str],
    context: RulesContext,
    reserved: Collection[str] = (),
    is_out: IsOut = nobody_is_out,
) -> Targets:
    """Returns whom a line begins with; ``reserved`` words are no parts of names, only whole names.

    Raises:
        RuleError: nobody has that number, a name fits several, or nobody of a side is left in the fight.
    """
    who: list[CombatantId] = []
    count = 0
    for named in _each_named(words, context, reserved):
        part = _clean(words[count : count + named.count])
        who += _ids_of(part, named, is_out)
        count += named.count
    return Targets(who=tuple(dict.fromkeys(who)), count=count)


def target_words(
    words: Sequence[str], context: RulesContext, reserved: Collection[str] = ()
) -> list[tuple[int, tuple[Combatant, ...]]]:
    """Returns the targets at the beginning of a line: how many words each takes, and whom it names, if anybody."""
    return [(each.count, each.combatants) for each in _each_named(words, context, reserved)]


def target_count(
    words: Sequence[str], context: RulesContext, reserved: Collection[str] = ()
) -> int:
    """Returns how many words at the beginning of a line name targets, known or not."""
    return sum(count for count, _ in target_words(words, context, reserved))


def combatant_called(text: str, context: RulesContext) -> CombatantId:
    """Returns the combatant with a number, an id, a name or an unmistakable part of a name.

    Raises:
        RuleError: nobody is, or several are.
    """
    for combatant in context.state.combatants.values():
        if text in (str(combatant.number), combatant.id):
            return combatant.id
    found = _best_named(words_of(text), context, ())
    if not found:
        raise refuse("gui.command.no_number", number=text)
    if len(found) > 1:
        raise refuse("gui.command.which_of", name=text, names=_numbered(found))
    return found[0].id


def is_side(word: str, context: RulesContext) -> bool:
    """Returns whether a word stands for everybody of a side."""
    return _side_of(word, context) is not None


def is_name(words: Sequence[str], context: RulesContext) -> bool:
    """Returns whether words are the name of a combatant, or whole words of one."""
    typed = words_of(" ".join(words))
    return any(
        rank is not None and rank[1] == 0
        for rank in (_rank(typed, each.name) for each in context.state.combatants.values())
    )


# ---- one target after the other


def _each_named(
    words: Sequence[str], context: RulesContext, reserved: Collection[str]
) -> Iterator[_Named]:
    at = 0
    while at < len(words):
        word = words[at].casefold()
        skipped = 1 if word in _AND and (at or word == "the") else 0
        named = _named_at(words[at + skipped :], context, reserved)
        if named is None:
            return
        yield _Named(count=named.count + skipped, combatants=named.combatants, meant=named.meant)
        at += named.count + skipped


def _named_at(
    words: Sequence[str], context: RulesContext, reserved: Collection[str]
) -> _Named | None:
    """Returns whom the longest beginning of some words names; None: nobody."""
    if not words:
        return None
    first = words[0].rstrip(",")
    if first.isdecimal() or (_RANGE.fullmatch(first) and len(words) != 1):
        meant: Literal["one", "standing"] = "one" if first.isdecimal() else "standing"
        return _Named(count=1, combatants=_numbers(first, context), meant=meant)
    if _LIST.fullmatch(first):
        return _listed(first, context)
    side = _side_of(first, context)
    if side is not None:
        return _of_side(words, side, context)
    return _grouped(first, context) or _called(words, context, reserved)


def _listed(word: str, context: RulesContext) -> _Named:
    """Returns those whose numbers stand between commas; nobody, where one of the numbers is nobody's."""
    found = [_numbers(number, context) for number in word.split(",")]
    known = tuple(each for combatants in found for each in combatants) if all(found) else ()
    return _Named(count=1, combatants=known, meant="each" if known else "one")


def _numbers(word: str, context: RulesContext) -> tuple[Combatant, ...]:
    ends = _RANGE.fullmatch(word)
    low, high = (int(ends[1]), int(ends[2])) if ends else (int(word), int(word))
    return tuple(each for each in context.state.combatants.values() if low <= each.number <= high)


def _side_of(word: str, context: RulesContext) -> tuple[Side, ...] | None:
    wanted = word.casefold()
    if wanted in _SIDES:
        return _SIDES[wanted]
    named = [side for side, name in context.state.side_names.items() if name.casefold() == wanted]
    return tuple(each for each in _EVERYBODY if each in named) or None


def _of_side(words: Sequence[str], sides: tuple[Side, ...], context: RulesContext) -> _Named:
    """Returns everybody of some sides; behind ``all`` and ``every`` a name or a side makes it fewer."""
    everybody = context.state.combatants.values()
    if words[0].casefold() in _ALL:
        rest = words[2:] if words[1:2] == ["the"] else words[1:]
        skipped = len(words) - len(rest)
        for count in range(min(len(rest), _LONGEST_NAME), 0, -1):
            name = " ".join(_clean(rest[:count]))
            fewer = _side_of(name, context)
            found = (
                tuple(each for each in everybody if each.side in fewer)
                if fewer
                else tuple(each for each in everybody if _is_alike(name, each.name))
            )
            if found:
                return _Named(count=skipped + count, combatants=found, meant="standing")
    return _Named(
        count=1, combatants=tuple(e for e in everybody if e.side in sides), meant="standing"
    )


def _is_alike(name: str, full: str) -> bool:
    """Returns whether a name fits a word that may be its plural."""
    return any(
        _rank(words_of(each), full) is not None for each in (name, name.removesuffix("s")) if each
    )


def _grouped(word: str, context: RulesContext) -> _Named | None:
    """Returns those who stand in the table as one row of this name; None: there is no such row."""
    wanted = word.casefold()
    found = tuple(
        each
        for each in context.state.combatants.values()
        if (name := each.memo_text(GROUP).casefold()) and wanted in (name, f"{name}s")
    )
    return _Named(count=1, combatants=found, meant="standing") if found else None


def _called(
    words: Sequence[str], context: RulesContext, reserved: Collection[str]
) -> _Named | None:
    for count in range(min(len(words), _LONGEST_NAME), 0, -1):
        typed = words_of(" ".join(_clean(words[:count])))
        found = _best_named(typed, context, reserved if count == 1 else ())
        if found:
            return _Named(count=count, combatants=found)
    return None


def _best_named(
    typed: Sequence[str], context: RulesContext, reserved: Collection[str]
) -> tuple[Combatant, ...]:
    """Returns the combatants whose names words fit best; several fit equally well."""
    ranked = [
        (rank, each)
        for each in context.state.combatants.values()
        if (rank := _rank(typed, each.name)) is not None
    ]
    best = min((rank for rank, _ in ranked), default=None)
    if best is None or (best[0] > 0 and " ".join(typed) in reserved):
        return ()
    return tuple(each for rank, each in ranked if rank == best)


def _rank(typed: Sequence[str], name: str) -> tuple[int, int] | None:
    """Returns how well words fit a name, smaller is better; None: not at all.

    The first number tells the whole name, its beginning and a later part apart, the second whole words and begun ones.
    """
    parts = words_of(name)
    if not typed or all(len(each) < 2 or each.isdecimal() for each in typed):
        return None if tuple(typed) != parts or not typed else (0, 0)
    for start in range(len(parts) - len(typed) + 1):
        here = parts[start : start + len(typed)]
        if all(map(_fits, typed, here)):
            begun = sum(one != other for one, other in zip(typed, here, strict=True))
            return (0 if len(here) == len(parts) and not begun else 2 if start else 1), begun
    return None


def _fits(typed: str, word: str) -> bool:
    return typed == word or (len(typed) >= _LEAST_BEGINNING and word.startswith(typed))


def _clean(words: Sequence[str]) -> list[str]:
    return [word.rstrip(",") for word in words]


def _ids_of(words: Sequence[str], named: _Named, is_out: IsOut) -> list[CombatantId]:
    text = " ".join(word for word in words if word.casefold() not in _AND)
    if named.meant == "each":
        return [each.id for each in named.combatants]
    if named.meant == "standing":
        there = [each.id for each in named.combatants if not is_out(each.id)]
        if not there:
            raise refuse("gui.command.nobody_left", name=text)
        return there
    if not named.combatants:
        raise refuse("gui.command.no_number", number=text)
    if len(named.combatants) > 1:
        raise refuse("gui.command.which_of", name=text, names=_numbered(named.combatants))
    return [named.combatants[0].id]


def _numbered(combatants: Sequence[Combatant]) -> str:
    return ", ".join(f"{each.number} {each.name}" for each in combatants)
