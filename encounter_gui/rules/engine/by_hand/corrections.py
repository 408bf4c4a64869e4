"""Numbers of a combatant that the game master may correct: gauges, rounds loaded, spares, actions left.

Gauges and what is carried are the same in every game; a game declares what else it counts, its actions first.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.adjustments import LimitsOf
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.items import MAGAZINE, ammo_gauge, find_item, most_ammo, number
from encounter_gui.rules.view import SettableNumber

MOST = 9999
"""The most that can be set where neither game nor ruleset states an end."""

Write = Callable[[Resolution, int], None]
"""Sets a number that is not simply a gauge of its own: an action left is one that was not used."""


class Correctable(Struct, frozen=True, kw_only=True):
    """A number the game master may set; ``write`` None: it is the gauge of its key.

    ``field`` is the field of the sheet it is; empty: none. ``is_of_item``: it is a number of what is carried.
    """

    shown: SettableNumber
    write: Write | None = None
    field: str = ""
    is_of_item: bool = False


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
        shown = SettableNumber(
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
    shown = SettableNumber(
        key=gauge,
        name=context.texts.text(say(f"rules.numbers.{key}", item=item.name)),
        value=value,
        most=max(magazine, value) if magazine else MOST,
    )
    return Correctable(shown=shown)


def wanted(
    context: RulesContext, command: do.Correct, numbers: Mapping[str, Correctable]
) -> Correctable:
    """Returns the number a correction names.

    Raises:
        RuleError: there is no such number, it has no such value, or has it already.
    """
    combatant = context.known_combatant(command.who)
    found = _find(combatant, command.number, numbers)
    shown = found.shown
    if not shown.least <= command.to <= shown.most:
        raise _out_of_range(combatant, shown)
    if command.to == shown.value:
        raise refuse("rules.number_is_so", who=combatant.name, number=shown.name, value=shown.value)
    return found


def correct(resolution: Resolution, command: do.Correct, found: Correctable) -> Message:
    """Sets a number of a combatant that is no gauge of the ruleset, and returns the line of the log."""
    combatant, shown = resolution.context.known_combatant(command.who), found.shown
    if found.write is None:
        resolution.set_gauge(combatant.id, shown.key, command.to)
    else:
        found.write(resolution, command.to)
    return say(
        "rules.log.corrected",
        who=combatant.name,
        number=shown.name,
        before=shown.value,
        to=command.to,
    )


def _out_of_range(combatant: Combatant, shown: SettableNumber) -> RuleError:
    key = "rules.number_too_low" if shown.most == MOST else "rules.number_out_of_range"
    return refuse(key, who=combatant.name, number=shown.name, least=shown.least, most=shown.most)


def _find(combatant: Combatant, wanted: str, numbers: Mapping[str, Correctable]) -> Correctable:
    """Returns the number with this key, of this item, or whose name is this, begins with it, or has its words.

    Running numbers go before those of the sheet.
    """
    item = find_item(combatant.items, wanted)
    for key in (wanted, ammo_gauge(wanted), *((ammo_gauge(item.key),) if item else ())):
        if key in numbers:
            return numbers[key]
    folded = wanted.casefold()
    words = _words(wanted)
    found: list[Correctable] = []
    if words:
        found += (each for each in numbers.values() if each.shown.name.casefold() == folded)
        found += (
            each for each in numbers.values() if each.shown.name.casefold().startswith(folded)
        )
        found += (each for each in numbers.values() if _has_words(each.shown, words))
    if not found:
        running = (each for each in numbers.values() if not (each.field or each.is_of_item))
        listed = ", ".join(each.shown.name for each in running)
        raise refuse("rules.no_such_number", who=combatant.name, number=wanted, known=listed)
    return found[0]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold().replace("_", " "))


def _has_words(shown: SettableNumber, words: Sequence[str]) -> bool:
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
