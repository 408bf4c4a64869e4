"""What is typed to hurt, to heal, or to set a number: ``-7``, ``-12 l.arm steam pipe``, ``raw -7``, ``+4``, ``hp =12``.

A minus is damage through the rules of the game, a plus heals, whichever way the number counts that health is kept in.
A gauge before the number, or ``raw``, goes past them: ``fatigue +1`` adds one, ``fatigue -1`` takes one away. ``past``
before the number, or ``ap`` behind it, goes past armour alone. What follows damage is the place, if it is one, ``half``
or ``double`` of it, and where it comes from.
"""

import re
from collections.abc import Callable, Sequence
from typing import Literal

from msgspec import Struct

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.adjustments import healing
from encounter_gui.rules.model.commands import Adjust, Command, Damage, DamageTarget, Share, Way
from encounter_gui.rules.model.ruleset import LocationDef, Ruleset

CHANGE = re.compile(r"[-−–]\d{1,6}|\+\d{1,6}|=[-−–]?\d{1,6}")
_GAPS = re.compile(r"[\s._-]+")
_MINUS = "-−–"
_MOST_WORDS = 3
"""The longest name of a gauge or a place, in words."""

WAYS: dict[str, Way] = {"raw": "raw", "past": "past_armor"}
"""What stands before the number: ``raw -7``."""

BEHIND: dict[str, Way] = {"ap": "past_armor", "past": "past_armor", "raw": "raw"}
"""What stands behind it: ``-7 ap``."""

SHARES: dict[str, Share] = {
    "half": "1/2",
    "halved": "1/2",
    "½": "1/2",
    "double": "2",
    "doubled": "2",
}
"""What part of the damage somebody gets: ``-7 half``."""


class Change(Struct, frozen=True, kw_only=True):
    """A number with its sign, and what stands before it: a way past the rules, a gauge."""

    text: str
    said_way: Way | Literal[""] = ""
    gauge: str = ""


class Behind(Struct, frozen=True, kw_only=True):
    """What is said of damage behind its number; ``ways`` as they were said."""

    ways: tuple[str, ...] = ()
    place: str = ""
    gauge: str = ""
    source: str = ""

    @property
    def words(self) -> str:
        """Anything of it, for a refusal; empty: nothing is said."""
        return " ".join((*self.ways, self.place, self.gauge, self.source)).strip()


def asked_change(
    change: Change, who: Sequence[CombatantId], behind: Behind, ruleset: Ruleset
) -> Command:
    """Returns the damage or the change of a gauge that is asked for.

    Raises:
        RuleError: something is said that does not go with it.
    """
    named = ruleset.gauge(change.gauge)
    is_harm_lessened = named is not None and named.is_harm and not change.said_way
    if change.text[0] in _MINUS and not is_harm_lessened:
        return damage(change, who, behind)
    if change.said_way == "past_armor" or (change.said_way == "raw" and not change.gauge):
        raise refuse("gui.command.raw_hurts", word=change.said_way.partition("_")[0])
    if behind.words:
        raise refuse("gui.command.nothing_behind", change=change.text, word=behind.words)
    text, main = change.text, ruleset.main_gauge
    if named is None and main is not None and text[0] == "+":
        text = healing(main, int(text))
    return Adjust(who=tuple(who), change=text, gauge=change.gauge)


def damage(change: Change, who: Sequence[CombatantId], behind: Behind) -> Damage:
    """Returns damage: through the rules, unless raw or the name of a gauge is said.

    Raises:
        RuleError: it is said to be done in two ways, or to be half and double.
    """
    gauge = change.gauge or behind.gauge
    said = change.said_way or ("raw" if gauge else "rules")
    behind_ways = [BEHIND[word] for word in behind.ways if word in BEHIND]
    way = behind_ways[0] if behind_ways and said == "rules" else said
    shares = [SHARES[word] for word in behind.ways if word in SHARES]
    ways = {*([change.said_way] if change.said_way else []), *behind_ways}
    if len(ways) > 1 or len(set(shares)) > 1:
        words = " ".join(
            (*([change.said_way.partition("_")[0]] if change.said_way else []), *behind.ways)
        )
        raise refuse("gui.command.one_way", words=words)
    share: Share = shares[0] if shares else "1"
    return Damage(
        targets=tuple(DamageTarget(who=each, share=share) for each in who),
        amount=int(change.text.lstrip(_MINUS)),
        place=behind.place if way != "raw" else "",
        way=way,
        gauge=gauge if way == "raw" else "",
        source=behind.source,
    )


def find_gauge(text: str, ruleset: Ruleset) -> str:
    """Returns the key of the gauge with this key, name or short, in any case; empty: there is none."""
    wanted = _plain(text)
    for each in ruleset.gauges:
        if wanted in {_plain(each.key), _plain(each.name), _plain(each.short)} - {""}:
            return each.key
    return ""


def longest(words: Sequence[str], find: Callable[[str], str]) -> tuple[str, int]:
    """Returns what the longest beginning of some words names, and how many words that takes; empty and 0: nothing."""
    for count in range(min(len(words), _MOST_WORDS), 0, -1):
        if key := find(" ".join(words[:count])):
            return key, count
    return "", 0


def places_called(word: str, places: Sequence[LocationDef]) -> tuple[LocationDef, ...]:
    """Returns the places that have a word in their names: ``arm`` both arms."""
    wanted = word.casefold()
    return tuple(each for each in places if wanted in _parts(each.name))


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
