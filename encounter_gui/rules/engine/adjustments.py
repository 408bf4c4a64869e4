"""Changes of a running number by hand: read from what was typed, bounded, and told beforehand."""

import re
from collections.abc import Callable

from msgspec import Struct

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.ruleset import GaugeDef
from encounter_gui.rules.model.text_format import names_of, plain, with_sign

_CHANGE = re.compile(r"\s*(?P<sign>[-+=−–])\s*(?P<amount>\d{1,6})\s*")


class Adjustment(Struct, frozen=True, kw_only=True):
    """A change by hand, read from what was typed: relative, or the value to set."""

    amount: int
    is_absolute: bool = False

    @property
    def text(self) -> str:
        """The change as people write it: ``−7``, ``+3``, ``=5``, ``=−2``."""
        return f"={plain(self.amount)}" if self.is_absolute else with_sign(self.amount)

    def applied(self, value: int, limits: "Limits") -> int:
        """Returns the value after the change; nothing goes below the least, and adding stops at the most."""
        after = self.amount if self.is_absolute else value + self.amount
        if limits.most is not None and not self.is_absolute and self.amount > 0:
            after = max(value, min(after, limits.most))
        return after if limits.least is None else max(after, limits.least)


class Limits(Struct, frozen=True, kw_only=True):
    """The least a gauge can be at all, and the most it can be healed to; None: no limit."""

    least: int | None = None
    most: int | None = None


def read_change(text: str) -> Adjustment:
    """Returns the change a text stands for: ``-7`` takes away, ``+3`` adds, ``=5`` sets (``=-2`` below zero).

    Raises:
        RuleError: it is none of these.
    """
    below = re.fullmatch(r"\s*=\s*[-−–]\s*(\d{1,6})\s*", text)
    if below:
        return Adjustment(amount=-int(below[1]), is_absolute=True)
    match = _CHANGE.fullmatch(text)
    if match is None:
        raise refuse("rules.change_unreadable", text=text)
    amount = int(match["amount"])
    if match["sign"] == "=":
        return Adjustment(amount=amount, is_absolute=True)
    return Adjustment(amount=amount if match["sign"] == "+" else -amount)


def hurting(gauge: GaugeDef, amount: int) -> str:
    """Returns the change by which damage reaches a gauge: ``-7``, or ``+7`` where a higher number is worse."""
    return f"{'+' if gauge.is_harm else '-'}{amount}"


def healing(gauge: GaugeDef, amount: int) -> str:
    """Returns the change by which healing reaches a gauge: ``+7``, or ``-7`` where a higher number is worse."""
    return f"{'-' if gauge.is_harm else '+'}{amount}"


LimitsOf = Callable[[Combatant, str], Limits]
"""Between what a gauge of somebody may be changed by hand."""


def adjust_events(
    context: RulesContext, command: do.Adjust, limits_of: LimitsOf
) -> tuple[ev.Event, ...]:
    """Returns the bare changes of a gauge by hand; what follows from them is the system's to say.

    Raises:
        RuleError: the change cannot be read, or there is no such gauge.
    """
    change = read_change(command.change)
    gauge = gauge_of(context, command.gauge)
    events: list[ev.Event] = []
    for combatant in context.combatants(command.who):
        before = combatant.gauges.get(gauge, 0)
        after = change.applied(before, limits_of(combatant, gauge))
        events.append(ev.GaugeChanged(who=combatant.id, gauge=gauge, by=after - before))
    return tuple(events)


def adjust_label(context: RulesContext, command: do.Adjust) -> Message:
    """Returns the log line of a change by hand."""
    names = names_of(context.combatants(command.who))
    gauge = gauge_def(context, command.gauge)
    change = read_change(command.change).text
    return say("rules.log.adjusted", who=names, gauge=gauge.name, change=change)


def gauge_of(context: RulesContext, wanted: str) -> str:
    """Returns the key of the gauge a change names; empty: the main gauge.

    Raises:
        RuleError: there is no such gauge.
    """
    return gauge_def(context, wanted).key


def gauge_def(context: RulesContext, wanted: str) -> GaugeDef:
    """Returns the gauge a change names; empty: the main gauge.

    Raises:
        RuleError: there is no such gauge.
    """
    ruleset = context.ruleset
    gauge = ruleset.gauge(wanted) if wanted else ruleset.main_gauge
    if gauge is None:
        raise refuse("rules.no_such_gauge", gauge=wanted)
    return gauge
