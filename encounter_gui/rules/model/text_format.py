"""Numbers, names and lists as people write them."""

import re
from collections import Counter
from collections.abc import Iterable

from encounter_gui.encounter.values import Combatant

MINUS = "−"

MOST_ALIKE, _MOST_LISTED = 3, 8
"""How many who are alike are named each, and how many entries a list of names has."""


VALUE = re.compile(r"\{value(?P<sign>:\+)?\}")
"""Where the value of a number of the rules belongs in its sentence; with ``:+`` it is read with its sign."""


def around_value(text: str) -> tuple[str, str, bool]:
    """Returns what of a number's sentence stands before its value and after it, and whether it has its sign.

    A sentence that does not say where its value belongs has it at its end, after a colon. The stop is left out.
    """
    found = VALUE.search(text)
    if found is None:
        return f"{text.rstrip('.')}: ", "", False
    return text[: found.start()], text[found.end() :].rstrip("."), found["sign"] is not None


def without_value(text: str) -> str:
    """Returns a number's sentence without its value and without the stop: an ellipsis stands in its place."""
    return VALUE.sub("…", text).rstrip(".")


def with_sign(amount: int) -> str:
    """Returns a modifier with its sign, e.g. ``−2`` or ``+1``."""
    return f"{MINUS if amount < 0 else '+'}{abs(amount)}"


def plain(amount: int) -> str:
    """Returns a number with a proper minus."""
    return f"{MINUS if amount < 0 else ''}{abs(amount)}"


def percent(probability: float) -> str:
    """Returns a probability (0 to 1) in whole percent, number and sign kept on one line."""
    return f"{probability * 100:.0f}\u00a0%"


def at_an_end(share: float, fights: int) -> str:
    """Returns in per cent what a share of 0 or 1 of so many fights leaves open; empty for every other share.

    What never happened in n fights happens in less than 3/n of them, with 95 % confidence: ``<0.3`` of 1,000; what
    always did, in more than the rest: ``>99.7``.
    """
    if share not in (0.0, 1.0):
        return ""
    unseen = 300 / fights
    return f"<{unseen:.3g}" if share == 0.0 else f">{100 - unseen:.7g}"


def stem_of(name: str) -> str:
    """Returns a name without the number or letter of one of several."""
    head, _, tail = name.rpartition(" ")
    return head if head and (tail.isdecimal() or len(tail) == 1) else name


def crowd_name(name: str, count: int) -> str:
    """Returns what several who are alike are called together: ``Gang gunman ×30``."""
    return f"{name} ×{count}"


def numbered(names: Iterable[str]) -> str:
    """Returns names in a row, of those that differ in a number alone the numbers: ``Gang gunman 1–4, 9, Marrow``."""
    stems: dict[str, list[int]] = {}
    for name in names:
        head, _, tail = name.rpartition(" ")
        is_numbered = bool(head) and tail.isascii() and tail.isdecimal()
        stems.setdefault(head if is_numbered else name, []).extend(
            [int(tail)] if is_numbered else ()
        )
    return ", ".join(
        " ".join(each for each in (stem, _ranges(n)) if each) for stem, n in stems.items()
    )


def _ranges(numbers: Iterable[int]) -> str:
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(
        f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs
    )


def names_of(combatants: Iterable[Combatant]) -> str:
    """Returns the names of several in a row; of many, those who are alike by their count, and the last by a number.

    ``Marrow, Gang gunman ×30``. Alike are those of a group, and those whose names differ in a number or letter alone;
    up to three of them are named. What is beyond eight names is counted: ``+12``.
    """
    return short_list((combatant, "") for combatant in combatants)


def all_names(combatants: Iterable[Combatant]) -> str:
    """Returns the names of several in a row, however many they are."""
    return ", ".join(combatant.name for combatant in combatants)


def short_list(noted: Iterable[tuple[Combatant, str]]) -> str:
    """Returns names as ``names_of`` does, each with its note behind it; only who has the same note is alike."""
    entries = counted_names(noted)
    shown, rest = entries[:_MOST_LISTED], entries[_MOST_LISTED:]
    more = sum(count for _, count in rest)
    return ", ".join((*(words for words, _ in shown), *((f"+{more}",) if more else ())))


def counted_names(noted: Iterable[tuple[Combatant, str]]) -> tuple[tuple[str, int], ...]:
    """Returns names with their notes, and how many combatants each stands for: more than three alike are one entry."""
    listed = [
        ((combatant.side, combatant.group or stem_of(combatant.name), note), combatant.name)
        for combatant, note in noted
    ]
    alike = Counter(kind for kind, _ in listed)
    entries: dict[object, tuple[str, int]] = {}
    for place, (kind, name) in enumerate(listed):
        count, note = alike[kind], kind[-1]
        is_crowd = count > MOST_ALIKE
        words = crowd_name(kind[1], count) if is_crowd else name
        entry = (f"{words} {note}" if note else words, count if is_crowd else 1)
        entries[kind if is_crowd else place] = entry
    return tuple(entries.values())
