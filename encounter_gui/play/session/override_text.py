"""What is typed over a step of a result: which step is meant, the value, and the reason behind it."""

import re
from collections.abc import Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, MessageCatalog, say
from encounter_gui.dice.requests import Rolled, accept
from encounter_gui.dice.typed_dice import Reading, face_text, read_typed, reading_of
from encounter_gui.encounter.entries import Entry
from encounter_gui.play.session.overriding import Override, chain_numbers, modifier_of

NUMBER = "number:"
"""What the step of a number of the arithmetic begins with; its key follows."""

MODIFIER = "gm"
"""The step of the game master's modifier."""

_NUMBER = re.compile(r"[+\-]?\d{1,3}")


def die_step(roll: int, die: int | None = None) -> str:
    """Returns the step of a roll, by its place among those of the entry, or of one of its dice."""
    return str(roll) if die is None else f"{roll}.{die}"


def die_of(step: str) -> tuple[int, int | None]:
    """Returns the place of the roll that a step names, and that of the die in it; −1: it names no roll."""
    roll, _, die = step.partition(".")
    return (
        int(roll) if roll.isdecimal() else -1,
        int(die) if die.isdecimal() else None,
    )


def value_text(rolled: Rolled, die: int | None = None) -> str:
    """Returns what lies: one die, or all faces of the roll, or its total where no more is known."""
    if rolled.faces is None:
        return f"={rolled.total}"
    faces = rolled.faces if die is None else rolled.faces[die : die + 1]
    return " ".join(face_text(each, rolled.request) for each in faces)


def split_value(text: str) -> tuple[str, str]:
    """Returns what was typed for a step: the value, and the reason, which begins with the first word of letters."""
    words = text.split()
    count = next((place for place, word in enumerate(words) if not _is_value(word)), len(words))
    return " ".join(words[:count]).rstrip(","), " ".join(words[count:])


def _is_value(word: str) -> bool:
    has_digit = any(each.isnumeric() for each in word)
    return (has_digit or word == "=") and not any(each.isalpha() for each in word)


def reading_of_value(text: str, rolled: Rolled | None, die: int | None = None) -> Reading:
    """Returns what is read of what is typed for a step; nothing for a number of the arithmetic, which is no dice."""
    value = split_value(text)[0]
    if rolled is None or not value:
        return Reading()
    return reading_of(_whole_roll(value, rolled, die), (rolled.request,))


def _whole_roll(value: str, rolled: Rolled, die: int | None) -> str:
    """Returns the line for all dice of a roll: one face typed for one of several stands in the place of that die.

    Anything else is for the whole roll: all faces, or ``=`` and a total.
    """
    request, faces = rolled.request, rolled.faces
    if die is None or faces is None or not 0 <= die < len(faces) or len(faces) == 1:
        return value
    is_face = value.isascii() and value.isdecimal() and len(value) <= len(str(request.highest))
    if not is_face or not request.lowest <= int(value) <= request.highest:
        return value
    return " ".join(map(str, (*faces[:die], int(value), *faces[die + 1 :])))


def read_override(entry: Entry, step: str, text: str) -> Override:
    """Returns the override that was typed: the value, then the reason in words.

    ``step`` is ``gm`` for the game master's modifier, ``number:`` and a key for a number of the arithmetic, else
    that of a roll or of one of its dice, as ``die_step`` returns it.

    Raises:
        RuleError: there is no such step, or no value.
        RollRefused: the dice cannot show the value.
    """
    value, note = split_value(text)
    if not value:
        raise refuse("play.override_no_value")
    is_number = step.startswith(NUMBER)
    if step == MODIFIER or is_number:
        digits = value.lstrip("= ").replace("−", "-")
        amount = int(digits) if _NUMBER.fullmatch(digits) else None
        if amount is None:
            raise refuse("play.override_no_value")
        key = step.removeprefix(NUMBER) if is_number else ""
        return Override(entry=entry.id, roll=None, to=amount, key=key, note=note)
    place, die = die_of(step)
    if not 0 <= place < len(entry.rolls):
        raise refuse("play.override_no_step")
    rolled = entry.rolls[place]
    typed = read_typed(_whole_roll(value, rolled, die), rolled.request)
    if typed is None:
        raise refuse("play.override_no_value")
    return Override(entry=entry.id, roll=place, to=typed, note=note)


def told(
    entry: Entry, override: Override, texts: MessageCatalog, dropped: Sequence[Entry] = ()
) -> Message:
    """Returns the line in the log of an override: what it was, what it is, why, and what was dropped for it."""
    said = [override.note, *(_without_text(entry, texts) for entry in dropped)]
    note = {"note": "; ".join(filter(None, said))} if any(said) else {}
    key = "play.log.overridden_because" if note else "play.log.overridden"
    known = chain_numbers(entry).get(override.key)
    if known is not None:
        return say(key, what=known.name, before=str(known.value), after=str(override.to), **note)
    if override.roll is None or isinstance(override.to, int):
        what = texts.text_of("play.override.modifier")
        before, after = str(modifier_of(entry)), str(override.to)
        return say(key, what=what, before=before, after=after, **note)
    rolled = entry.rolls[override.roll]
    after = value_text(accept(rolled.request, override.to))
    what = texts.text(rolled.request.label)
    return say(key, what=what, before=value_text(rolled), after=after, **note)


def _without_text(entry: Entry, texts: MessageCatalog) -> str:
    return texts.text_of("play.override.without", entry=texts.sentence(entry.label))
