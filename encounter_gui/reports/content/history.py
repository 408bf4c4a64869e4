"""A fight as it went: each entry with the state before and after it, and what that did to whom."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from msgspec import Struct, field

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.state import EncounterState
from encounter_gui.rules.model.ruleset import GaugeDef, Ruleset


class Step(Struct, frozen=True, kw_only=True):
    """An entry, and the fight before and after it."""

    entry: Entry
    before: EncounterState
    after: EncounterState

    @property
    def actor(self) -> CombatantId | None:
        """Who did it, or whose action is settled with it; None where nobody in particular did."""
        who = self.entry.command.get("who") or self._settled_for
        return CombatantId(who) if isinstance(who, str) and who in self.before.combatants else None

    @property
    def _settled_for(self) -> CombatantId | None:
        """The combatant whose action made owed what the entry settles; None where it settles nothing like that."""
        settled = {e.id for e in self.entry.events if isinstance(e, ev.ObligationSettled)}
        caused = (each.by for each in self.before.obligations if each.id in settled)
        return next((by for by in caused if by is not None), None)

    def cause_of(self, who: CombatantId) -> CombatantId | None:
        """Returns whose doing it is what this does to somebody; None where it is nobody's in particular.

        Of results that were held in a tie it is the one who rolled them, whoever moved the fight on.
        """
        if any(isinstance(event, ev.HeldReleased) for event in self.entry.events):
            for held in self.before.held:
                if any(getattr(event, "who", None) == who for event in held.events):
                    return held.by
        return self.actor

    @property
    def touched(self) -> frozenset[CombatantId]:
        """Everybody it is about: who does it, whom it names, and whom its events change."""
        named = set(_combatants_named(self.entry.command))
        changed = {getattr(event, "who", None) for event in self.entry.events}
        known = self.after.combatants.keys() | self.before.combatants.keys()
        return frozenset(CombatantId(str(each)) for each in named | changed if each in known)


def _combatants_named(command: Mapping[str, Any]) -> Iterator[str]:
    """Yields everybody a command names: one, or several in a list."""
    for key in ("who", "target", "patient"):
        value = command.get(key)
        yield from [value] if isinstance(value, str) else value if isinstance(value, list) else []


def steps(entries: Iterable[Entry]) -> Iterator[Step]:
    """Yields the entries of a line of play, oldest first, with the states around them."""
    state = EncounterState()
    for entry in entries:
        after = fold(state, entry.events)
        yield Step(entry=entry, before=state, after=after)
        state = after


def gestures(line: Iterable[Step]) -> Iterator[Step]:
    """Yields the steps of a line with the entries of one gesture as one: a command, and what was settled after it."""
    last: Step | None = None
    for step in line:
        if last is not None and step.entry.gesture == last.entry.id:
            events = (*last.entry.events, *step.entry.events)
            entry = replace(last.entry, events=events)
            last = Step(entry=entry, before=last.before, after=step.after)
            continue
        if last is not None:
            yield last
        last = step
    if last is not None:
        yield last


class Tally(Struct):
    """What one combatant did and suffered: points of the main gauge, wounds by level, rounds fired, foes put out.

    ``whom`` has the points, or the levels of the wounds, by whom they were dealt to.
    """

    dealt: int = 0
    taken: int = 0
    healed: int = 0
    wounds: list[int] = field(default_factory=list)
    given: list[int] = field(default_factory=list)
    rounds: int = 0
    felled: int = 0
    whom: dict[CombatantId, list[int]] = field(default_factory=dict)


class Account(Struct):
    """Everybody's tally."""

    of: dict[CombatantId, Tally] = field(default_factory=dict)

    def tally_of(self, who: CombatantId) -> Tally:
        """Returns somebody's tally; an empty one for who has none yet."""
        return self.of.setdefault(who, Tally())


def health_gauge(ruleset: Ruleset) -> GaugeDef | None:
    """Returns the gauge that damage runs down; None where wounds have levels instead, or it counts up (fatigue)."""
    main = ruleset.main_gauge
    return main if main is not None and main.most else None


def is_bookkeeping(entry: Entry) -> bool:
    """Returns whether an entry only says whose turn it is: nothing was rolled, and nothing came of it."""
    if entry.command.get("do") == "setup":
        return True
    told = any(isinstance(event, ev.Resolved) for event in entry.events)
    return entry.command.get("do") == "next" and not entry.rolls and not told


def names_of_joined(entry: Entry) -> tuple[str, ...]:
    """Returns the names of those who join with an entry; none if it does more than that."""
    names = [e.combatant.name for e in entry.events if isinstance(e, ev.CombatantAdded)]
    return tuple(names) if len(names) == len(entry.events) else ()


def account_of(line: Sequence[Step], ruleset: Ruleset) -> Account:
    """Returns who dealt, took, healed and fired how much.

    What is lost while somebody acts is theirs, unless they lose it themselves.
    """
    main = health_gauge(ruleset)
    gauge = main.key if main else ""
    account = Account()
    for step in gestures(line):
        for who, combatant in step.after.combatants.items():
            before = step.before.combatants.get(who)
            if before is None or before is combatant:
                continue
            lost = before.gauges.get(gauge, 0) - combatant.gauges.get(gauge, 0) if gauge else 0
            _count(account, step, who, lost)
            _count_wounds(account, step, who, has_points=main is not None)
            _count_rounds(account, step, who)
    return account


def _count(account: Account, step: Step, who: CombatantId, lost: int) -> None:
    if lost > 0:
        account.tally_of(who).taken += lost
        cause = step.cause_of(who)
        if cause is not None and cause != who:
            account.tally_of(cause).dealt += lost
            account.tally_of(cause).whom.setdefault(who, []).append(lost)
    elif lost < 0:
        account.tally_of(who).healed -= lost


def _count_wounds(account: Account, step: Step, who: CombatantId, *, has_points: bool) -> None:
    before, after = step.before.combatants[who], step.after.combatants[who]
    for place, hurt in after.locations.items():
        known = before.locations.get(place)
        if hurt.level > (known.level if known else 0):
            account.tally_of(who).wounds.append(hurt.level)
            cause = step.cause_of(who)
            if cause is not None and cause != who:
                account.tally_of(cause).given.append(hurt.level)
                if not has_points:
                    account.tally_of(cause).whom.setdefault(who, []).append(hurt.level)


def _count_rounds(account: Account, step: Step, who: CombatantId) -> None:
    for event in step.entry.events:
        if (
            isinstance(event, ev.GaugeChanged)
            and event.who == who
            and event.gauge.startswith("ammo.")
        ):
            account.tally_of(who).rounds += max(-event.by, 0)
