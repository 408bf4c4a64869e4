"""Whom a line is about: numbers, ranges, names and parts of names, sides, groups and some of a group.

``3 5``, ``3,5``, ``3-5``, ``3..5``, ``halloran``, ``ash`` for Sister Ash, ``foes``, ``all gunman``, ``gunmen``, ``4 of
gunman``, ``halloran and vee``, ``foes but 7 and 9``, ``me`` and ``target`` of the attack bench. A side, ``all``, a
group and a range are those of it who are still in the fight; a number and a name are meant in any case.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Side
from encounter_gui.gui.command_line.finding.ranking import words_of
from encounter_gui.gui.command_line.terms.line_context import IsOut, LineContext
from encounter_gui.gui.command_line.terms.read import Read
from encounter_gui.gui.command_line.terms.words import said
from encounter_gui.rules.engine.context import RulesContext

_NUMBER = re.compile(r"\d{1,30}")
_RANGE = re.compile(r"(\d{1,30})(?:[-–]|\.\.+)(\d{1,30})")
_LIST = re.compile(r"\d{1,30}(,\d{1,30})+")
_STOPS = ",:;"
"""What may stand behind a name or a number and is no part of it."""

_EVERYBODY: tuple[Side, ...] = ("pc", "ally", "foe", "neutral")
_ALL = ("all", "every", "everyone", "everybody")
_SIDES: dict[str, tuple[Side, ...]] = {
    **dict.fromkeys(_ALL, _EVERYBODY),
    **dict.fromkeys(("foes", "enemies", "hostiles"), ("foe",)),
    **dict.fromkeys(("pcs", "players", "party", "heroes"), ("pc",)),
    "allies": ("ally",),
    "friends": ("pc", "ally"),
    **dict.fromkeys(("neutrals", "bystanders"), ("neutral",)),
}
_AND = ("and", "&", "the", "+")
_BUT = ("but", "except")
_ME = ("me", "myself", "i")
_TARGET = ("target",)
_SELECTED = ("selected", "these", "them")
_PLURALS = (("men", "man"), ("ies", "y"), ("es", ""), ("s", ""))
_LONGEST_NAME = 5
"""The longest name that is looked for, in words."""

_MOST_READ = 10
"""Words that are looked at for one name, with ``4 of the`` and ``all the`` before it."""

_LEAST_BEGINNING = 3
"""The shortest beginning of a word that stands for the word."""


class Targets(Struct, frozen=True, kw_only=True):
    """Whom the first words of a line name, and how many words that takes; nobody and 0: they name nobody."""

    who: tuple[CombatantId, ...] = ()
    count: int = 0


class _Named(Struct, frozen=True, kw_only=True):
    """Whom a few words name.

    ``meant`` is ``one``, so that it is not clear who where there are several; ``each`` of them; or ``standing``: those
    who are in the fight. ``most``: the first so many of those; 0: all. ``is_left_out``: it is not about them.
    """

    count: int
    combatants: tuple[Combatant, ...]
    meant: Literal["one", "each", "standing"] = "one"
    most: int = 0
    is_left_out: bool = False


def readings(words: Sequence[str], at: int, line: LineContext) -> Iterator[Read]:
    """Yields whom the words at a place may name: as many as can be, then fewer; each with its refusal, if any."""
    there = tuple(words[at:])
    found = line.names_found.get(there)
    if found is None:
        found = line.names_found[there] = tuple(reversed(list(_prefixes(there, line))))
    yield from found


def _prefixes(words: Sequence[str], line: LineContext) -> Iterator[Read]:
    """Yields whom the first words name, then whom these and the next name, and so on."""
    who: list[CombatantId] = []
    count, error = 0, None
    for named in _each_named(words, line):
        part = _clean(words[count : count + named.count])
        count += named.count
        try:
            meant = _ids_of(part, named, line.is_out)
        except RuleError as caught:
            meant, error = [], error or caught
        new = [each for each in meant if each not in who]
        who = [each for each in who if each not in meant] if named.is_left_out else [*who, *new]
        left = error
        if not who and error is None:
            left = refuse("gui.command.leaves_nobody", name=" ".join(_clean(words[:count])))
        yield Read(count=count, value=tuple(who), error=left)


def target_words(
    words: Sequence[str], line: LineContext
) -> list[tuple[int, tuple[Combatant, ...]]]:
    """Returns the targets at the beginning of a line: how many words each takes, and whom it names, if anybody."""
    return [(each.count, each.combatants) for each in _each_named(words, line)]


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
    return sides_of(word, context) is not None


def is_name(words: Sequence[str], context: RulesContext) -> bool:
    """Returns whether words are the name of a combatant, or whole words of one."""
    typed = words_of(" ".join(words))
    return any(
        rank is not None and rank[1] == 0
        for rank in (_rank(typed, each.name) for each in context.state.combatants.values())
    )


def is_whole_name(words: Sequence[str], context: RulesContext) -> bool:
    """Returns whether words are the whole name of a combatant, whatever else they might say: ``prone pete``."""
    typed = words_of(" ".join(words))
    return any(words_of(each.name) == typed for each in context.state.combatants.values())


# ---- one target after the other


def _each_named(words: Sequence[str], line: LineContext) -> Iterator[_Named]:
    at, is_left_out = 0, False
    while at < len(words):
        skipped, is_but = _joined(words, at)
        is_left_out = is_left_out or is_but  # and so is who stands behind: but 4 and 5
        named = _known_at(words[at + skipped : at + skipped + _MOST_READ], line)
        if named is None:
            return
        yield replace(named, count=named.count + skipped, is_left_out=is_left_out)
        at += named.count + skipped


def _joined(words: Sequence[str], at: int) -> tuple[int, bool]:
    """Returns how many words join what follows to what stands before, and whether what follows is left out."""
    skipped, is_left_out = 0, False
    while at + skipped < len(words):
        word = words[at + skipped].casefold()
        if word in _BUT and at and not skipped:
            is_left_out = True
        elif word != "the" and not (word in _AND and at and not skipped):
            break
        skipped += 1
    return skipped, is_left_out


def _known_at(words: Sequence[str], line: LineContext) -> _Named | None:
    """Returns whom some words begin with, found once for each: a long line asks for the same again and again."""
    key = tuple(words)
    if key not in line.named_at:
        line.named_at[key] = _named_at(words, line)
    found: _Named | None = line.named_at[key]
    return found


def _named_at(words: Sequence[str], line: LineContext) -> _Named | None:
    """Returns whom the longest beginning of some words names; None: nobody."""
    if not words:
        return None
    first = words[0].rstrip(_STOPS)
    context = line.context
    side = sides_of(first, context)
    return (
        _some_of(words, line)
        or _by_number(first, context, is_alone=len(words) == 1)
        or _pointed_at(first.casefold(), line)
        or (_of_side(words, side, context) if side is not None else None)
        or _grouped(first, context)
        or _called(words, context, line.reserved)
    )


def _by_number(word: str, context: RulesContext, *, is_alone: bool) -> _Named | None:
    """Returns those with a number, of a range or a list; None: it is none. A range alone may be damage."""
    if _NUMBER.fullmatch(word):
        return _Named(count=1, combatants=_numbers(word, context))
    if _RANGE.fullmatch(word) and not is_alone:
        return _Named(count=1, combatants=_numbers(word, context), meant="standing")
    return _listed(word, context) if _LIST.fullmatch(word) else None


def _some_of(words: Sequence[str], line: LineContext) -> _Named | None:
    """Returns so many of those whom the words behind ``of`` name; None: nothing of the kind is said."""
    count, *of = map(said, words[:3])
    if not _NUMBER.fullmatch(count) or not int(count) or of[:1] != ["of"] or len(words) < 3:
        return None
    skipped = 3 if of[1:] == ["the"] else 2
    named = _named_at(words[skipped:], line)
    if named is None:
        return None
    return replace(named, count=named.count + skipped, meant="standing", most=int(count))


def _pointed_at(word: str, line: LineContext) -> _Named | None:
    """Returns who is on the attack bench, whom that one aims at, or who is selected; None: none of these is said."""
    pointed = (
        (_ME, (line.actor,)),
        (_TARGET, (line.target,)),
        (_SELECTED, line.selected),
    )
    for spoken, who in pointed:
        there = [each for each in who if each is not None]
        if word in spoken and there:
            return _Named(count=1, combatants=line.context.combatants(tuple(there)), meant="each")
    return None


def _listed(word: str, context: RulesContext) -> _Named:
    """Returns those whose numbers stand between commas; nobody, where one of the numbers is nobody's."""
    found = [_numbers(number, context) for number in word.split(",")]
    known = tuple(each for combatants in found for each in combatants) if all(found) else ()
    return _Named(count=1, combatants=known, meant="each" if known else "one")


def _numbers(word: str, context: RulesContext) -> tuple[Combatant, ...]:
    ends = _RANGE.fullmatch(word)
    low, high = (int(ends[1]), int(ends[2])) if ends else (int(word), int(word))
    return tuple(each for each in context.state.combatants.values() if low <= each.number <= high)


def sides_of(word: str, context: RulesContext) -> tuple[Side, ...] | None:
    """Returns the sides a word stands for, by its usual name or the game master's own; None: it stands for none."""
    wanted = word.casefold()
    if wanted in _SIDES:
        return _SIDES[wanted]
    named = [side for side, name in context.state.side_names.items() if name.casefold() == wanted]
    return tuple(each for each in _EVERYBODY if each in named) or None


def _of_side(words: Sequence[str], sides: tuple[Side, ...], context: RulesContext) -> _Named:
    """Returns everybody of some sides; behind ``all`` and ``every`` a name or a side makes it fewer."""
    everybody = context.state.combatants.values()
    if words[0].casefold() in _ALL:
        is_the = len(words) > 1 and said(words[1]) == "the"
        rest = words[2:] if is_the else words[1:]
        skipped = len(words) - len(rest)
        for count in range(min(len(rest), _LONGEST_NAME), 0, -1):
            name = " ".join(_clean(rest[:count]))
            fewer = sides_of(name, context)
            found = (
                tuple(each for each in everybody if each.side in fewer)
                if fewer
                else tuple(e for e in everybody if _rank(words_of(name), e.name) is not None)
                or _plural(words_of(name), context)
            )
            if found:
                return _Named(count=skipped + count, combatants=found, meant="standing")
    return _Named(
        count=1, combatants=tuple(e for e in everybody if e.side in sides), meant="standing"
    )


def _grouped(word: str, context: RulesContext) -> _Named | None:
    """Returns those who stand in the table as one row of this name; None: there is no such row."""
    wanted = word.casefold()
    found = tuple(
        each
        for each in context.state.combatants.values()
        if (name := each.group.casefold()) and wanted in (name, *_plurals_of(name))
    )
    return _Named(count=1, combatants=found, meant="standing") if found else None


def _plurals_of(name: str) -> list[str]:
    return [name.removesuffix(one) + end for end, one in _PLURALS if name.endswith(one)]


def _called(
    words: Sequence[str], context: RulesContext, reserved: Collection[str]
) -> _Named | None:
    for count in range(min(len(words), _LONGEST_NAME), 0, -1):
        typed = words_of(" ".join(_clean(words[:count])))
        found = _best_named(typed, context, reserved if count == 1 else ())
        if found:
            return _Named(count=count, combatants=found)
        several = _plural(typed, context) if " ".join(typed) not in reserved else ()
        if several:
            return _Named(count=count, combatants=several, meant="standing")
    return None


def _plural(typed: Sequence[str], context: RulesContext) -> tuple[Combatant, ...]:
    """Returns those whom the last of some words names in the plural: ``gunmen``, ``corp guards``."""
    if not typed:
        return ()
    *before, last = typed
    for end, singular in _PLURALS:
        if last.endswith(end) and len(last) > len(end) + 1:
            one = (*before, last.removesuffix(end) + singular)
            combatants = context.state.combatants.values()
            found = tuple(each for each in combatants if _rank(one, each.name) is not None)
            if found:
                return found
    return ()


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
    return [word.rstrip(_STOPS) for word in words]


def _ids_of(words: Sequence[str], named: _Named, is_out: IsOut) -> list[CombatantId]:
    text = " ".join(word for word in words if word.casefold() not in _AND)
    if named.meant == "each":
        return [each.id for each in named.combatants]
    if named.meant == "standing":
        there = [each.id for each in named.combatants if not is_out(each.id)]
        if not there:
            raise refuse("gui.command.nobody_left", name=text)
        if len(there) < named.most:
            raise refuse("gui.command.only_so_many", count=len(there), name=text)
        return there[: named.most or None]
    if not named.combatants:
        raise refuse("gui.command.no_number", number=text)
    if len(named.combatants) > 1:
        raise refuse("gui.command.which_of", name=text, names=_numbered(named.combatants))
    return [named.combatants[0].id]


def _numbered(combatants: Sequence[Combatant]) -> str:
    return ", ".join(f"{each.number} {each.name}" for each in combatants)
