"""Phrases that hurt, heal and set: damage through the rules, gauges past them, death, sleep and waking."""

from collections.abc import Iterator

from encounter_gui.core.errors import refuse
from encounter_gui.gui.command_line.grammar.phrase import Asks, Phrase, Values
from encounter_gui.gui.command_line.grammar.phrases.about import about
from encounter_gui.gui.command_line.terms.asked import Asked
from encounter_gui.gui.command_line.terms.change_line import (
    BEHIND,
    CHANGE,
    SHARES,
    Behind,
    Change,
    asked_change,
    places_called,
)
from encounter_gui.gui.command_line.terms.life_states import LifeState, life_state
from encounter_gui.gui.command_line.terms.line_context import LineContext
from encounter_gui.gui.command_line.terms.targets import is_name, is_side
from encounter_gui.gui.command_line.terms.words import said


def _behind(values: Values) -> Behind:
    """Returns what is said behind the number; a way is meant behind the cause as well: ``steam pipe half``."""
    words = str(values.get("source", "")).split()
    last = [words.pop()] if len(words) > 1 and said(words[-1]) in (*BEHIND, *SHARES) else []
    return Behind(
        ways=(*(values[each] for each in ("way", "also") if each in values), *map(said, last)),
        place=values.get("place", ""),
        gauge=values.get("gauge", ""),
        source=" ".join(words),
    )


def _change(line: LineContext, values: Values) -> Asked:
    change: Change = values["change"]
    _require_cause(line, values, change)
    return asked_change(change, about(line, values), _behind(values), line.context.ruleset)


def _takes(line: LineContext, values: Values) -> Asked | None:
    """Returns damage in words; points of the main gauge are plain damage: ``loses 5 hp``."""
    main = line.context.ruleset.main_gauge
    if main is not None and values.get("gauge") == main.key:
        return None
    change = Change(text=f"-{values['amount']}", gauge=values.get("gauge", ""))
    _require_cause(line, values, change)
    return asked_change(change, about(line, values), _behind(values), line.context.ruleset)


def _require_cause(line: LineContext, values: Values, change: Change) -> None:
    """Refuses as a cause of damage what is none: a number, a second change, a place that may be several.

    Of damage to the selected, so is what names somebody: it is not said whom it hits.
    """
    source: str = values.get("source", "")
    words = [said(word) for word in source.split()]
    context = line.context
    amount = change.text.lstrip("-−–")
    if "who" not in values:
        if len(words) > 1 and words[0] in ("to", "on"):
            raise refuse("gui.command.no_number", number=" ".join(words[1:]))
        if (words and words[0].isdecimal()) or any(
            is_side(each, context) or is_name([each], context) for each in words
        ):
            raise refuse("gui.command.whom_first", text=source, amount=amount)
    if any(map(CHANGE.fullmatch, words)) or (words and all(map(str.isdecimal, words))):
        raise refuse("gui.command.no_cause", text=source, amount=amount)
    places = places_called(source, context.ruleset.locations)
    if len(places) > 1 and "place" not in values:
        names = ", ".join(each.name for each in places)
        raise refuse("gui.command.which_place", name=source, names=names)


def _heal(line: LineContext, values: Values) -> Asked:
    if "who" not in values:
        raise refuse("gui.command.heal_whom", amount=values["amount"])
    change = Change(text=f"+{values['amount']}")
    return asked_change(change, values["who"], Behind(), line.context.ruleset)


def _life_state(kind: LifeState) -> Asks:
    def asks(line: LineContext, values: Values) -> Asked:
        return life_state(line, about(line, values), kind)

    return asks


_UNITS = "damage|dmg|points|point|hp|health|hit_points|harm|wounds|points_of_damage"


def harm_phrases() -> Iterator[Phrase]:
    """Yields the phrases, those first that say most."""
    yield Phrase(
        key="change",
        form="(to|on|for|at)<who>? <change> <way>? (to|in|at|on)<place>? <gauge>? <also:way>? (from|by)<source:text>?",
        asks=_change,
        examples=("3 5 7 -12", "3 -12 l.arm ap", "foes -4", "3-7 -2", "raw -7", "3 +4", "3 =12"),
    )
    yield Phrase(
        key="takes",
        form="(to|on|for)<who>? damage|dmg|hurt|hurts|takes|take|took|loses|lose|lost|suffers "
        f"(for|by)<amount> {_UNITS}? <way>? (to|in|at|on)<place>? <gauge>? <also:way>? (from)<source:text>?",
        asks=_takes,
        examples=("ash takes 5", "5 damage to 3"),
    )
    yield Phrase(
        key="heal",
        form=f"<who>? heal|heals|healed|regains (for|by)<amount> {_UNITS}?",
        asks=_heal,
        examples=("heal ash 4",),
    )
    yield Phrase(
        key="kill",
        form="<who> kill|kills|killed|dies|die|dead|is_dead|is_killed",
        asks=_life_state("dead"),
        examples=("kill 4", "cutter dies"),
    )
    yield Phrase(
        key="down",
        form="<who> down|downs|knock_out|knocked_out|goes_down|is_down|ko|drops|passes_out",
        asks=_life_state("down"),
        examples=("4 down",),
    )
    yield Phrase(
        key="wake",
        form="<who> wake|wakes|wake_up|wakes_up|rouse|is_awake",
        asks=_life_state("awake"),
        examples=("wake ash",),
    )


HARM = tuple(harm_phrases())
