"""Values of a combatant that the game master may correct: gauges, rounds loaded, spares, actions left, its sheet.

Gauges and what is carried are the same in every game; a game declares what else it counts, its actions first.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import refuse, refuse_as_so
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Item, Value
from encounter_gui.rules.engine.adjustments import LimitsOf
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.items import MAGAZINE, ammo_gauge, find_item, most_ammo, number
from encounter_gui.rules.model.ruleset import ItemFieldDef
from encounter_gui.rules.model.text_format import plain
from encounter_gui.rules.model.value_text import allowed_text, read_value, value_text
from encounter_gui.rules.view import SettableValue

MOST = 9999
"""The most that can be set where neither game nor ruleset states an end."""

OF_SHEET = "sheet."
"""What stands before the key of a field of the sheet, so that it is no gauge's and no action's."""

NOTHING = "–"
"""What the log writes for a value that is empty."""

Write = Callable[[Resolution, int], None]
"""Sets a number that is not simply a gauge of its own: an action left is one that was not used."""


WriteValue = Callable[[Resolution, Value | None], None]
"""Sets a value of what is carried; None: it has none any more."""


class Correctable(Struct, frozen=True, kw_only=True):
    """A value the game master may set; with nothing else said it is the gauge of its key.

    ``write`` sets a number that is counted, ``field`` is the field of the sheet it is, ``write_value`` sets a value of
    what is carried, and ``command`` makes the command that sets what is none of these.
    """

    shown: SettableValue
    write: Write | None = None
    field: str = ""
    write_value: WriteValue | None = None
    command: Callable[[Value], do.Command] | None = None


class OwnNumbers(Struct, frozen=True, kw_only=True):
    """What a game adds to gauges and rounds: its own numbers, and the gauges that are no number to be set."""

    numbers: Callable[[RulesContext, Combatant], Iterable[Correctable]]
    without: Callable[[RulesContext, Combatant], frozenset[str]] = lambda *_: frozenset()


def _nothing(context: RulesContext, combatant: Combatant) -> Iterable[Correctable]:
    return ()


NO_NUMBERS = OwnNumbers(numbers=_nothing)
"""A game that counts nothing but gauges and rounds."""


def correctable(
    context: RulesContext, combatant: Combatant, own: OwnNumbers, limits_of: LimitsOf
) -> Mapping[str, Correctable]:
    """Returns the numbers of a combatant that can be set, by key: actions, then gauges, then what is carried."""
    hidden = own.without(context, combatant)
    numbers = (
        *own.numbers(context, combatant),
        *(each for each in _gauges(context, combatant, limits_of) if each.shown.key not in hidden),
        *(_rounds(context, combatant, item) for item in combatant.items if most_ammo(item)),
    )
    return MappingProxyType({each.shown.key: each for each in numbers})


def _gauges(
    context: RulesContext, combatant: Combatant, limits_of: LimitsOf
) -> Iterable[Correctable]:
    for gauge in context.ruleset.gauges:
        value, limits = combatant.gauges.get(gauge.key, 0), limits_of(combatant, gauge.key)
        if limits.most == 0 and not value:
            continue
        shown = SettableValue(
            key=gauge.key,
            name=gauge.name,
            value=value,
            least=-MOST if limits.least is None else limits.least,
            most=MOST if limits.most is None else max(limits.most, value),
        )
        yield Correctable(shown=shown)


def _rounds(context: RulesContext, combatant: Combatant, item: Item) -> Correctable:
    gauge = ammo_gauge(item.key)
    magazine = number(item.values.get(MAGAZINE))
    value = combatant.gauges.get(gauge, 0)
    key = "rounds" if magazine else "count"
    shown = SettableValue(
        key=gauge,
        name=context.texts.text(say(f"rules.numbers.{key}", item=item.name)),
        value=value,
        most=max(magazine, value) if magazine else MOST,
    )
    return Correctable(shown=shown)


def wanted(
    context: RulesContext, command: do.Correct, numbers: Mapping[str, Correctable]
) -> tuple[Correctable, Value | None]:
    """Returns the value a correction names, and what it shall be; None: a value of an item is taken away.

    Raises:
        RuleError: there is no such value, it cannot be so, or is so already.
    """
    combatant = context.known_combatant(command.who)
    found = _find(combatant, command.number, numbers)
    shown = found.shown
    to = _read(context, combatant, shown, command.to)
    if shown.number is not None and isinstance(to, int):
        _require_within(combatant, shown, to, anyway=command.anyway)
    if to == shown.value:
        value = value_text(shown.value)
        raise refuse_as_so("rules.number_is_so", who=combatant.name, number=shown.name, value=value)
    return found, to


def _read(
    context: RulesContext, combatant: Combatant, shown: SettableValue, to: Value
) -> Value | None:
    """Returns what a value shall be: a text is read as the value says, anything else has to be of its kind."""
    field = shown.field or ItemFieldDef(key=shown.key, name=shown.name)
    typed = value_text(to)
    try:
        read = read_value(field, typed)
    except ValueError:
        read, is_wrong = None, True
    else:
        is_wrong = read is None and field.kind == "number"
    if is_wrong:
        reason = allowed_text(field, context.texts, typed)
        raise refuse("rules.value.refused", who=combatant.name, reason=reason, typed=typed)
    return read


def _require_within(combatant: Combatant, shown: SettableValue, to: int, *, anyway: bool) -> None:
    """Refuses a number beyond its ends, unless it may lie there and that is asked for."""
    is_writable = -MOST <= to <= MOST and anyway and shown.can_exceed
    if shown.least <= to <= shown.most or is_writable:
        return
    key = "rules.number_too_low" if shown.most == MOST else "rules.number_out_of_range"
    if shown.can_exceed and not anyway:
        key = "rules.number_beyond"
    raise refuse(key, who=combatant.name, number=shown.name, least=shown.least, most=shown.most)


def correct(
    resolution: Resolution, command: do.Correct, found: Correctable, to: Value | None
) -> Message:
    """Sets a value of a combatant that is neither a gauge of the ruleset nor its sheet; returns the line of the log."""
    combatant, shown = resolution.context.known_combatant(command.who), found.shown
    if found.write_value is not None:
        found.write_value(resolution, to)
    elif isinstance(to, int):
        if found.write is None:
            resolution.set_gauge(combatant.id, shown.key, to)
        else:
            found.write(resolution, to)
    return corrected_label(combatant, shown, to)


def corrected_label(combatant: Combatant, shown: SettableValue, to: Value | None) -> Message:
    """Returns the line of the log for a value that was one thing and is another."""
    return say(
        "rules.log.corrected",
        who=combatant.name,
        number=shown.name,
        before=value_text(shown.value) or NOTHING,
        to=value_text(to) or NOTHING,
    )


def tell_beyond(resolution: Resolution, shown: SettableValue, to: Value | None) -> None:
    """Adds to the line of the log that a number lies beyond what the rules allow."""
    if replace(shown, value=0 if to is None else to).is_beyond:
        resolution.add_text("rules.log.beyond", least=plain(shown.least), most=plain(shown.most))


def _find(combatant: Combatant, wanted: str, numbers: Mapping[str, Correctable]) -> Correctable:
    """Returns the number with this key, of this item, or whose name is this, begins with it, or has its words.

    Running numbers go before those of the sheet.
    """
    item = find_item(combatant.items, wanted)
    for key in (
        wanted,
        f"{OF_SHEET}{wanted}",
        ammo_gauge(wanted),
        *((ammo_gauge(item.key),) if item else ()),
    ):
        if key in numbers:
            return numbers[key]
    folded = wanted.casefold()
    words = _words(wanted)
    found: list[Correctable] = []
    if words:
        found += (each for each in numbers.values() if folded in _whole_names(each.shown))
        found += (
            each for each in numbers.values() if each.shown.name.casefold().startswith(folded)
        )
        found += (each for each in numbers.values() if _has_words(each.shown, words))
    if not found:
        running = (each for each in numbers.values() if not each.shown.heading)
        listed = ", ".join(each.shown.name for each in running)
        raise refuse("rules.no_such_number", who=combatant.name, number=wanted, known=listed)
    return found[0]


def _whole_names(shown: SettableValue) -> tuple[str, str]:
    return shown.name.casefold(), shown.short.casefold()


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold().replace("_", " "))


def _has_words(shown: SettableValue, words: Sequence[str]) -> bool:
    own = _words(f"{shown.name} {shown.key}")
    return all(any(each.startswith(word) for each in own) for word in words)


def reopen(resolution: Resolution, who: CombatantId) -> None:
    """Lets a combatant that acts now go on whose turn was over."""
    state = resolution.context.state
    own = any(
        each.who == who and each.group == state.group and each.is_done for each in state.slots
    )
    if own:
        slots = (
            replace(
                each, is_done=each.is_done and not (each.who == who and each.group == state.group)
            )
            for each in state.slots
        )
        resolution.record(ev.OrderSet(slots=tuple(slots)))
