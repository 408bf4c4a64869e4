"""Seconds of the campaign's clock: what time it is, in words, and what is typed as a time or a moment."""

import re
from typing import Literal

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.ruleset import TimeUnits

MINUTE, HOUR, DAY = 60, 3_600, 86_400
"""In seconds."""

LONGEST = 366 * DAY
"""The longest time that passes at once, in seconds; more is a slip of the finger."""

MORNING = 8 * HOUR
"""The second of a day that is meant by its morning."""

EVENING = 20 * HOUR
"""The second of a day that is meant by its evening; from then on it is night until the morning."""

_MOMENTS = {
    "midnight": 0,
    "dawn": MORNING,
    "morning": MORNING,
    "noon": 12 * HOUR,
    "evening": EVENING,
    "dusk": EVENING,
}
_UNITS = {
    "second": 1,
    "sec": 1,
    "s": 1,
    "minute": MINUTE,
    "min": MINUTE,
    "m": MINUTE,
    "hour": HOUR,
    "h": HOUR,
    "day": DAY,
    "d": DAY,
    "week": 7 * DAY,
    "w": 7 * DAY,
}
_PART = re.compile(r"(\d*)\s*([a-z]+)\s*,?\s*(?:and\s+)?")
_TIME_OF_DAY = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?")
_MOST_DIGITS = 9


def now_of(context: RulesContext) -> int:
    """Returns the second of the campaign's clock: in a running fight that at which its round began."""
    state = context.state
    if state.stage != "running":
        return state.clock
    return state.clock + max(state.round - 1, 0) * seconds_of_round(context.ruleset.time)


def seconds_of_round(time: TimeUnits) -> int:
    """Returns how many seconds a round of an encounter lasts, or what the game counts instead."""
    return max(time.seconds, 1)


def day_of(at: int) -> int:
    """Returns the day of a second, counted from 1.

    Example:
        >>> day_of(0), day_of(86_399), day_of(86_400)
        (1, 1, 2)
    """
    return at // DAY + 1


def is_night(at: int) -> bool:
    """Returns whether a second lies between an evening and the morning after it.

    Example:
        >>> is_night(0), is_night(MORNING), is_night(EVENING)
        (True, False, True)
    """
    return not MORNING <= at % DAY < EVENING


# ---- in words


def moment_text(context: RulesContext, at: int) -> str:
    """Returns a moment in words, e.g. ``Day 3, 08:00``; seconds only where there are some."""
    return context.texts.text_of("rules.clock.moment", day=day_of(at), time=time_text(at))


def time_text(at: int, *, has_seconds: bool = False) -> str:
    """Returns the time of day of a second.

    Example:
        >>> time_text(28_800), time_text(28_805), time_text(28_800, has_seconds=True)
        ('08:00', '08:00:05', '08:00:00')
    """
    minutes, second = divmod(at % DAY, MINUTE)
    text = f"{minutes // 60:02}:{minutes % 60:02}"
    return f"{text}:{second:02}" if second or has_seconds else text


def span_text(context: RulesContext, seconds: int) -> str:
    """Returns a time in its two largest units, e.g. ``7 min 35 s``, ``2 h``, ``3 days``."""
    return span_words(context.texts, seconds)


def span_words(texts: MessageCatalog, seconds: int) -> str:
    """Returns a time in its two largest units, with words to say it in."""
    left, parts = max(seconds, 0), list[str]()
    for unit, size in (("day", DAY), ("hour", HOUR), ("minute", MINUTE), ("second", 1)):
        count, left = divmod(left, size)
        if count or (unit == "second" and not parts):
            key = f"rules.clock.{unit}"
            parts.append(texts.text_of(f"{key}.1" if count == 1 else key, count=count))
        elif parts:
            break
        if len(parts) == 2:
            break
    return " ".join(parts)


# ---- what is typed

Kind = Literal["for", "until"]


def kind_of(text: str) -> Kind:
    """Returns whether what is typed is a time that passes or a moment until which it does.

    Example:
        >>> kind_of("+2 h"), kind_of("23:30"), kind_of("day 3 08:00"), kind_of("3 days")
        ('for', 'until', 'until', 'for')
    """
    words = text.strip().casefold()
    is_moment = ":" in words or words.split(" ")[0] in {"day", "next", "tomorrow", *_MOMENTS}
    return "until" if is_moment else "for"


def read_span(context: RulesContext, text: str) -> int:
    """Returns the seconds of a time as it is typed: ``2 h``, ``+1h30m``, ``3 days``, ``12 turns``.

    Raises:
        RuleError: it is none, it is nothing, goes back, or is too long.
    """
    words = text.strip().casefold()
    if words.startswith(("-", "−")):
        raise refuse("rules.clock.back", text=text.strip())
    words, known = words.lstrip("+ "), {**_UNITS, **_own_units(context.ruleset.time)}
    at, seconds = 0, 0
    while at < len(words):
        found = _PART.match(words, at)
        unit = known.get(_singular(found[2], known)) if found else None
        if found is None or unit is None:
            raise refuse("rules.clock.no_span", text=text.strip())
        if len(found[1]) > _MOST_DIGITS:
            raise too_long()
        seconds += int(found[1] or 1) * unit
        at = found.end()
    if seconds <= 0:
        raise refuse("rules.clock.no_span", text=text.strip())
    if seconds > LONGEST:
        raise too_long()
    return seconds


def too_long() -> RuleError:
    """Returns the refusal of a time that is longer than any that passes at once."""
    return refuse("rules.clock.too_long", most=LONGEST // DAY)


def _own_units(time: TimeUnits) -> dict[str, int]:
    """Returns what a game counts in its fights, in seconds: a round, a phase, a turn."""
    seconds = seconds_of_round(time)
    own = {time.round: seconds}
    if time.whole:
        own[time.whole] = seconds * max(time.parts, 1)
    return own


def _singular(word: str, known: dict[str, int]) -> str:
    return word[:-1] if word not in known and word.endswith("s") else word


def read_moment(context: RulesContext, text: str) -> int:
    """Returns the second that is meant by a moment: ``23:30``, ``day 3 08:00``, ``next day 8:00``, ``morning``.

    A time of day without a day is the next one to come.

    Raises:
        RuleError: it is none, it is past, or too far ahead.
    """
    now = now_of(context)
    words = text.strip().casefold().replace(",", " ").split()
    day, rest = _day(text, words, now)
    second = _second(text, rest) if rest else MORNING if words[:1] == ["tomorrow"] else 0
    at = (day_of(now) - 1 if day is None else day) * DAY + second
    if day is None and at <= now:
        at += DAY
    if at < now:
        raise refuse("rules.clock.past", text=text.strip(), now=moment_text(context, now))
    if at - now > LONGEST:
        raise too_long()
    return at


def _day(text: str, words: list[str], now: int) -> tuple[int | None, list[str]]:
    """Returns the day that is named, counted from 0, and the words after it; None: none is."""
    match words:
        case ["day", number, *rest] if number.isdecimal() and int(number[:_MOST_DIGITS]):
            if len(number) > _MOST_DIGITS:
                raise too_long()
            return int(number) - 1, rest
        case ["next", "day", *rest] | ["tomorrow", *rest]:
            return day_of(now), rest
        case ["next", *rest] if rest:
            return None, rest
        case [_, *_] if words[0] not in ("day", "next"):
            return None, words
        case _:
            raise refuse("rules.clock.no_moment", text=text.strip())


def _second(text: str, words: list[str]) -> int:
    match words:
        case [word] if word in _MOMENTS:
            return _MOMENTS[word]
        case [word] if found := _TIME_OF_DAY.fullmatch(word):
            hour, minute, second = (int(each or 0) for each in found.groups())
            if hour * HOUR < DAY and minute < MINUTE and second < MINUTE:
                return hour * HOUR + minute * MINUTE + second
    raise refuse("rules.clock.no_moment", text=text.strip())
