"""What is typed to hurt, to heal, or to set a number: ``-7``, ``-12 l.arm steam pipe``, ``raw -7``, ``+4``, ``hp =12``.

A minus is damage through the rules of the game, a plus heals, whichever way the number counts that health is kept in.
A gauge before the number, or ``raw``, goes past them: ``fatigue +1`` adds one, ``fatigue -1`` takes one away. ``past``
before the number, or ``ap`` behind it, goes past armour alone. What follows damage is the place, if it is one, ``half``
or ``double`` of it, and where it comes from.
"""

import re
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.adjustments import healing
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Adjust, Command, Damage, DamageTarget, Share, Way
from encounter_gui.rules.model.ruleset import LocationDef, Ruleset

CHANGE = re.compile(r"[-−–]\d{1,6}|\+\d{1,6}|=[-−–]?\d{1,6}")
_GAPS = re.compile(r"[\s._-]+")
_MINUS = "-−–"
_MOST_WORDS = 3
"""The longest name of a gauge or a place, in words."""

_WAYS: dict[str, Way] = {"raw": "raw", "past": "past_armor"}
_BEHIND: dict[str, Way] = {"ap": "past_armor", "past": "past_armor", "raw": "raw"}
_SHARES: dict[str, Share] = {"half": "1/2", "½": "1/2", "double": "2"}
OPTIONS = (*_SHARES, *_BEHIND)
"""The words behind damage that say how it reaches its targets."""


def read_change_line(
    words: Sequence[str], who: Sequence[CombatantId], context: RulesContext
) -> Command | None:
    """Returns the damage or the change that words ask for; None: they are about something else.

    Raises:
        RuleError: they begin like one, and something in them is wrong.
    """
    at = next((at for at, word in enumerate(words) if CHANGE.fullmatch(word)), None)
    if at is None or at > _MOST_WORDS:
        return None
    gauge, way = _before(words[:at], context.ruleset)
    if way is None:
        return None
    if not who:
        raise refuse("gui.command.nobody")
    change, behind = words[at], words[at + 1 :]
    named = context.ruleset.gauge(gauge)
    is_harm_lessened = named is not None and named.is_harm and words[0].casefold() not in _WAYS
    if change[0] in _MINUS and not is_harm_lessened:
        return _damage(int(change[1:]), who, _Reach(way=way), gauge, behind, context.ruleset)
    if way == "past_armor" or (way == "raw" and not gauge):
        raise refuse("gui.command.raw_hurts", word=words[0])
    if behind:
        raise refuse("gui.command.nothing_behind", change=change, word=behind[0])
    main = context.ruleset.main_gauge
    if named is None and main is not None and change[0] == "+":
        change = healing(main, int(change))
    return Adjust(who=tuple(who), change=change, gauge=gauge)


def _before(words: Sequence[str], ruleset: Ruleset) -> tuple[str, Way | None]:
    """Returns the gauge and the way that the words before a number name; no way: they mean something else."""
    if not words:
        return "", "rules"
    way = _WAYS.get(words[0].casefold())
    rest = words[1:] if way else words
    if not rest:
        return "", way
    gauge = find_gauge(" ".join(rest), ruleset)
    return gauge, ("raw" if gauge and way != "past_armor" else None)


class _Reach(Struct, frozen=True, kw_only=True):
    """How damage reaches its targets: what part of it, and on which way."""

    way: Way
    share: Share = "1"

    def taking(self, words: Sequence[str]) -> tuple["_Reach", Sequence[str]]:
        """Returns this with what the first of some words say of it, and the words behind those."""
        reach = self
        for place, word in enumerate(words):
            plain = word.casefold()
            if plain in _SHARES:
                reach = replace(reach, share=_SHARES[plain])
            elif plain in _BEHIND and reach.way == "rules":
                reach = replace(reach, way=_BEHIND[plain])
            else:
                return reach, words[place:]
        return reach, ()


def find_gauge(text: str, ruleset: Ruleset) -> str:
    """Returns the key of the gauge with this key, name or short, in any case; empty: there is none."""
    wanted = _plain(text)
    for each in ruleset.gauges:
        if wanted in {_plain(each.key), _plain(each.name), _plain(each.short)} - {""}:
            return each.key
    return ""


def _damage(
    amount: int,
    who: Sequence[CombatantId],
    reach: _Reach,
    gauge: str,
    behind: Sequence[str],
    ruleset: Ruleset,
) -> Damage:
    reach, behind = reach.taking(behind)
    if reach.way == "raw" and not gauge and behind:
        gauge, count = longest(behind, lambda text: find_gauge(text, ruleset))
        behind = behind[count:]
    place, count = longest(behind, lambda text: find_place(text, ruleset.locations))
    if reach.way == "raw":
        place, count = "", 0
    else:
        reach, behind = reach.taking(behind[count:])
    return Damage(
        targets=tuple(DamageTarget(who=each, share=reach.share) for each in who),
        amount=amount,
        place=place if reach.way != "raw" else "",
        way=reach.way,
        gauge=gauge,
        source=" ".join(behind),
    )


def longest(words: Sequence[str], find: Callable[[str], str]) -> tuple[str, int]:
    """Returns what the longest beginning of some words names, and how many words that takes; empty and 0: nothing."""
    for count in range(min(len(words), _MOST_WORDS), 0, -1):
        if key := find(" ".join(words[:count])):
            return key, count
    return "", 0


def find_place(text: str, places: Sequence[LocationDef]) -> str:
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
