"""A condition as people type it: ``stun 2``, ``stun 2 phases``, ``flashed until end 5``, ``prone save``.

A bare number is in rounds, in a game without rounds in what it counts instead. A number after ``until`` is that of a
combatant in the table. ``save`` may be followed by what to roll: ``save 1d20 >= 15``.
"""

from collections.abc import Iterator, Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Duration, DurationKind
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import LONGEST, units, usual_unit
from encounter_gui.rules.model.ruleset import ConditionDef

_COUNTED: tuple[DurationKind, ...] = ("round", "phase", "turn", "minute", "hour", "day")
_SHORT: dict[str, DurationKind] = {
    "r": "round",
    "rd": "round",
    "p": "phase",
    "ph": "phase",
    "t": "turn",
    "m": "minute",
    "min": "minute",
    "mins": "minute",
    "h": "hour",
    "d": "day",
}
_UNITS: dict[str, DurationKind] = dict(_SHORT)
for _unit in _COUNTED:
    _UNITS |= {_unit: _unit, f"{_unit}s": _unit}

_WHOLE: dict[str, DurationKind] = {
    "scene": "scene",
    "permanent": "permanent",
    "perm": "permanent",
}
_FILLERS = ("of", "the", "turn", "’s", "'s")
_WHICH = {"this": 0, "next": 1}


def split_line(text: str, context: RulesContext) -> tuple[str, tuple[str, ...]]:
    """Returns what of a line is the name of conditions, the longest beginning that fits one, and the words behind it.

    All of the line is the name where nothing fits.
    """
    words = text.split()
    for place in range(len(words), 0, -1):
        name = " ".join(words[:place])
        if find_condition(name, context) is not None:
            return name, tuple(words[place:])
    return " ".join(words), ()


def find_condition(name: str, context: RulesContext) -> ConditionDef | None:
    """Returns the condition a name, or the beginning of one, means; None: none that is put on by hand."""
    return next(iter(matching(name, context)), None)


def matching(name: str, context: RulesContext) -> Iterator[ConditionDef]:
    """Yields the conditions that are put on by hand and fit what was typed, the best first; for nothing all."""
    wanted = name.casefold().strip()
    offered = [each for each in context.ruleset.conditions if each.by_hand]
    ranked = [(rank, each) for each in offered if (rank := _rank(wanted, each)) is not None]
    yield from (each for _, each in sorted(ranked, key=lambda pair: pair[0]))


def _rank(wanted: str, known: ConditionDef) -> int | None:
    """Returns how well a condition fits, 0 best; None: not at all."""
    name = known.name.casefold()
    tests = (
        wanted in (known.key, name),
        name.startswith(wanted),
        known.key.startswith(wanted),
        any(word.startswith(wanted) for word in name.split()),
    )
    return next((rank for rank, fits in enumerate(tests) if fits), None)


# ---- durations


def read_duration(  # noqa: PLR0911 - one case a form
    words: Sequence[str], context: RulesContext
) -> Duration | None:
    """Returns the duration that is typed; None for no words: as the rules say.

    Raises:
        RuleError: it is none in this game.
    """
    lowered = [word.casefold() for word in words]
    match lowered:
        case []:
            return None
        case ["for", *rest] if rest:
            return read_duration(rest, context)
        case ["until", "off"] | ["until", "taken", "off"]:
            return Duration(kind="permanent")
        case [word] if word in _WHOLE:
            return Duration(kind=_WHOLE[word])
        case ["save", "ends"]:
            return Duration(kind="save_ends")
        case ["save", *_]:
            return Duration(kind="save_ends", save=" ".join(words[1:]))
        case ["until", "start" | "end" as edge, *rest]:
            return _at_turn(edge, [each for each in rest if each not in _FILLERS], words, context)
        case [count] if count.isdecimal():
            return _count_text(count, usual_unit(context.ruleset.time), context)
        case [count, unit] if count.isdecimal() and unit in _UNITS:
            return _count_text(count, _UNITS[unit], context)
        case _:
            raise _no_duration(words, context)


def _count_text(text: str, unit: DurationKind, context: RulesContext) -> Duration:
    is_too_long = len(text.lstrip("0")) > len(str(LONGEST))
    count = 0 if is_too_long else int(text)
    if not 1 <= count <= LONGEST:
        raise refuse("rules.bad_duration", most=LONGEST)
    known = units(context.ruleset.time)
    if unit == "turn" and unit not in known:
        return Duration(kind="turn_end", count=count)
    if unit not in known:
        text = context.texts.text_of(f"rules.unit.{unit}")
        raise refuse("rules.no_such_unit", unit=text, game=context.ruleset.name)
    return Duration(kind=unit, count=count)


def _at_turn(edge: str, rest: list[str], words: Sequence[str], context: RulesContext) -> Duration:
    kind: DurationKind = "turn_start" if edge == "start" else "turn_end"
    if rest == ["scene"] and edge == "end":
        return Duration(kind="scene")
    count = 1
    if rest and rest[0] in _WHICH:
        count, rest = _WHICH[rest[0]], rest[1:]
    if rest in ([], ["own"]):
        return Duration(kind=kind, count=count)
    whose = _combatant(" ".join(rest), context)
    if whose is None:
        raise _no_duration(words, context)
    return Duration(kind=kind, count=count, whose=whose)


def _combatant(text: str, context: RulesContext) -> CombatantId | None:
    """Returns the combatant with this number, or whose name begins so."""
    combatants = context.state.combatants.values()
    if text.isdecimal():
        return next((each.id for each in combatants if each.number == int(text)), None)
    plain = text.removesuffix("’s").removesuffix("'s")
    return next((each.id for each in combatants if each.name.casefold().startswith(plain)), None)


def _no_duration(words: Sequence[str], context: RulesContext) -> Exception:
    known = units(context.ruleset.time)
    listed = ", ".join(f"2 {context.texts.text_of(f'rules.unit.{unit}')}" for unit in known)
    return refuse("rules.no_such_duration", text=" ".join(words), units=listed)
