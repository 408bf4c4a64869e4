"""What is typed to hurt, to heal, or to set a number: ``-7``, ``-12 l.arm steam pipe``, ``raw -7``, ``+4``, ``hp =12``.

A minus is damage through the rules of the game. A gauge before the number, or ``raw``, goes past them; ``past`` goes
past armour alone. What follows damage is the place, if it is one, and where it comes from.
"""

import re
from collections.abc import Callable, Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Adjust, Command, Damage, DamageTarget, Way
from encounter_gui.rules.model.ruleset import LocationDef, Ruleset

_CHANGE = re.compile(r"[-−–]\d{1,6}|\+\d{1,6}|=[-−–]?\d{1,6}")
_GAPS = re.compile(r"[\s._-]+")
_MINUS = "-−–"
_MOST_WORDS = 3
"""The longest name of a gauge or a place, in words."""

_WAYS: dict[str, Way] = {"raw": "raw", "past": "past_armor"}


def read_change_line(
    words: Sequence[str], who: Sequence[CombatantId], context: RulesContext
) -> Command | None:
    """Returns the damage or the change that words ask for; None: they are about something else.

    Raises:
        RuleError: they begin like one, and something in them is wrong.
    """
    at = next((at for at, word in enumerate(words) if _CHANGE.fullmatch(word)), None)
    if at is None or at > _MOST_WORDS:
        return None
    gauge, way = _before(words[:at], context.ruleset)
    if way is None:
        return None
    if not who:
        raise refuse("gui.command.nobody")
    change, behind = words[at], words[at + 1 :]
    if change[0] in _MINUS:
        return _damage(int(change[1:]), who, way, gauge, behind, context.ruleset)
    if way == "past_armor" or (way == "raw" and not gauge):
        raise refuse("gui.command.raw_hurts", word=words[0])
    if behind:
        raise refuse("gui.command.nothing_behind", change=change, word=behind[0])
    return Adjust(who=tuple(who), change=change, gauge=gauge)


def _before(words: Sequence[str], ruleset: Ruleset) -> tuple[str, Way | None]:
    """Returns the gauge and the way that the words before a number name; no way: they mean something else."""
    if not words:
        return "", "rules"
    way = _WAYS.get(words[0].casefold())
    rest = words[1:] if way else words
    if not rest:
        return "", way
    gauge = _gauge(" ".join(rest), ruleset)
    return gauge, ("raw" if gauge and way != "past_armor" else None)


def _gauge(text: str, ruleset: Ruleset) -> str:
    """Returns the key of the gauge with this key, name or short, in any case; empty: there is none."""
    wanted = _plain(text)
    for each in ruleset.gauges:
        if wanted in {_plain(each.key), _plain(each.name), _plain(each.short)} - {""}:
            return each.key
    return ""


def _damage(
    amount: int,
    who: Sequence[CombatantId],
    way: Way,
    gauge: str,
    behind: Sequence[str],
    ruleset: Ruleset,
) -> Damage:
    if way == "raw" and not gauge and behind:
        gauge, count = _longest(behind, lambda text: _gauge(text, ruleset))
        behind = behind[count:]
    place, count = _longest(behind, lambda text: _place(text, ruleset.locations))
    if way == "raw":
        place, count = "", 0
    return Damage(
        targets=tuple(DamageTarget(who=each) for each in who),
        amount=amount,
        place=place,
        way=way,
        gauge=gauge,
        source=" ".join(behind[count:]),
    )


def _longest(words: Sequence[str], find: Callable[[str], str]) -> tuple[str, int]:
    """Returns what the longest beginning of some words names, and how many words that takes; empty and 0: nothing."""
    for count in range(min(len(words), _MOST_WORDS), 0, -1):
        if key := find(" ".join(words[:count])):
            return key, count
    return "", 0


def _place(text: str, places: Sequence[LocationDef]) -> str:
    """Returns the key of a place by its short, name or key; empty: there is none.

    A name of several words may be cut: ``l.arm``, ``la`` for the left arm.
    """
    wanted, parts = _plain(text), _parts(text)
    for each in places:
        if wanted in {_plain(each.short), _plain(each.name), _plain(each.key)} - {""}:
            return each.key
    found = [each.key for each in places if _is_cut(_parts(each.name), parts, wanted)]
    return found[0] if len(found) == 1 else ""


def _is_cut(name: Sequence[str], parts: Sequence[str], wanted: str) -> bool:
    """Returns whether a name of several words is meant: by the beginnings of all of them, or by their first letters."""
    if len(name) < 2:
        return False
    is_begun = len(parts) == len(name) and all(map(str.startswith, name, parts))
    return is_begun or wanted == "".join(word[0] for word in name)


def _parts(text: str) -> list[str]:
    return [part for part in _GAPS.split(text.casefold()) if part]


def _plain(text: str) -> str:
    """Returns a name without what people leave out: capitals, dots, blanks."""
    return "".join(_parts(text or ""))
