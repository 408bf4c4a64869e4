"""The cards of a tie: which entries were made in it, whose they are, and what belongs together in each."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import figure_text
from encounter_gui.dice.requests import Rolled
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Entry
from encounter_gui.rules.view import Chip


class Rolls(Struct, frozen=True, kw_only=True):
    """What belongs to one card: the rolls of an entry that concern one target, and the results they came to.

    ``target`` None: whoever acts rolled for itself. ``tests`` are the entries that settled what it led to.
    """

    entry: Entry
    target: CombatantId | None
    rolled: tuple[Rolled, ...]
    facts: tuple[ev.Resolved, ...]
    tests: tuple[Entry, ...] = ()

    def values_of(self, *kinds: str) -> Mapping[str, object]:
        """Returns the values of the first result of one of these kinds; empty: there is none."""
        return next((each.values for each in self.facts if each.what in kinds), {})


def entries_of_tie(newest_first: Iterable[Entry]) -> tuple[Entry, ...]:
    """Returns the entries made since those who act now began to, or since results were last released, oldest first."""
    found: list[Entry] = []
    for entry in newest_first:
        if entry.has_event(ev.TurnMoved, ev.HeldReleased, ev.OrderSet):
            break
        found.append(entry)
    return tuple(reversed(found))


def was_there(chip: Chip, gestures: Sequence[tuple[Entry, ...]]) -> bool:
    """Returns whether a chip says something that was there before these entries, and is no test that is owed."""
    begun = {
        event.condition.key
        for gesture in gestures
        for entry in gesture
        if entry.has_event(ev.ConditionAdded)
        for event in entry.events
        if isinstance(event, ev.ConditionAdded)
    }
    return bool(chip.rule) and chip.key not in begun


def facts_of(entry: Entry) -> tuple[ev.Resolved, ...]:
    """Returns what the rolls of an entry came to."""
    if not entry.has_event(ev.Resolved):
        return ()
    return tuple(each for each in entry.events if isinstance(each, ev.Resolved))


def tells(entry: Entry) -> bool:
    """Returns whether an entry has something to say in a card, though nobody rolled in it."""
    return any(each.target is not None for each in facts_of(entry))


def actor_of(entry: Entry, members: set[CombatantId]) -> CombatantId | None:
    """Returns whose action of the tie an entry is: by its command, or by the results of what was settled later."""
    who = entry.command.get("who")
    if isinstance(who, str):
        return CombatantId(who) if who in members else None
    return next((each.who for each in facts_of(entry) if each.who in members), None)


def cards_of(gesture: Sequence[Entry], actor: CombatantId) -> Iterator[Rolls]:
    """Yields a card for each attack of a gesture: for each target of it, or one for whoever rolled for itself."""
    attacks = [each for each in gesture if _is_card(each, actor)]
    tests = tuple(each for each in gesture if each.rolls and each not in attacks)
    for place, entry in enumerate(attacks):
        facts = facts_of(entry)
        own = [each for each in facts if each.who == actor and each.target is not None]
        targets = list(dict.fromkeys(each.target for each in own)) or [None]
        is_last = place == len(attacks) - 1
        for number, target in enumerate(targets):
            mine = tuple(
                each for each in facts if target is None or target in (each.target, each.who)
            )
            rolled = tuple(
                each
                for each in entry.rolls
                if _belongs(each, target, targets, is_first=number == 0)
            )
            led_to = tests if is_last else ()
            of_target = tuple(
                each
                for each in led_to
                if len(targets) == 1 or target in {roll.request.who for roll in each.rolls}
            )
            yield Rolls(entry=entry, target=target, rolled=rolled, facts=mine, tests=of_target)


def _is_card(entry: Entry, actor: CombatantId) -> bool:
    """Returns whether an entry is an attack or another roll of somebody, rather than a test that came of one."""
    is_settled = entry.is_of("settle")
    own = [each for each in facts_of(entry) if each.who == actor]
    if is_settled:
        return any(each.target is not None for each in own)
    return bool(entry.rolls) or any(each.target is not None for each in own)


def _belongs(
    rolled: Rolled,
    target: CombatantId | None,
    targets: Sequence[CombatantId | None],
    *,
    is_first: bool,
) -> bool:
    request = rolled.request
    if len(targets) == 1:
        return True
    if request.target is not None:
        return request.target == target
    return request.who == target or (request.who not in targets and is_first)


def kind_of(card: Rolls) -> str:
    """Returns the kind of result that a card is about; "": it has none."""
    own = [each.what for each in card.facts if each.target == card.target]
    return "attack" if "attack" in own else next(iter(own), "")


def number_names(entry: Entry) -> Mapping[str, str]:
    """Returns the words of the parts of an entry's rolls, by the last word of their keys."""
    return {
        number.key.rpartition(".")[2]: number.name.rpartition(": ")[2]
        for reason in entry.reasons
        for number in reason.numbers
    }


def held_against(fact: ev.Resolved) -> str:
    """Returns what a test was held against: ``≥ 18``, or ``< 18`` where it has failed."""
    values = fact.values
    if "dn" not in values:
        return ""
    sign = "≥" if values.get("passed", values.get("success")) else "<"
    return f"{sign} {figure_words(values['dn'])}"


def figure_words(value: object) -> str:
    """Returns a value of a result as it is written."""
    return figure_text(value) if isinstance(value, int) else str(value)
