"""A fight as it went: each entry with the state before and after it, and what that did to whom."""

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from operator import attrgetter
from typing import Any

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from encounter_gui.core.ids import ROOT, CombatantId, EntryId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Entry, gestures_of
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.obligations import RESUME
from encounter_gui.rules.model.items import number
from encounter_gui.rules.model.ruleset import GaugeDef, Ruleset


class Step(Struct, frozen=True, kw_only=True):
    """An entry of the live line with the fight before and after it, and whose doing it is.

    ``actor`` is who did it, or whose action has led to what it settles; None where it is nobody's in particular.
    ``command`` is what was carried out, as plain data: of an entry that finishes an interrupted command, that command.
    ``gesture`` is the first entry of the gesture it was played in, of a correction the one it was first played in.
    ``others`` are the further entries of a whole gesture.
    """

    entry: Entry
    before: EncounterState
    after: EncounterState
    actor: CombatantId | None = None
    command: Mapping[str, Any] = {}
    gesture: EntryId = ROOT
    others: tuple[EntryId, ...] = ()

    def cause_of(self, who: CombatantId) -> CombatantId | None:
        """Returns whose doing it is what this does to somebody; None where it is nobody's in particular.

        Of results that were held in a tie it is the one who rolled them, whoever moved the fight on. Of an attack it
        is who made it, whoever settled it.
        """
        if self.entry.has_event(ev.HeldReleased):
            for held in self.before.held:
                if any(getattr(event, "who", None) == who for event in held.events):
                    return held.by
        return self._attacker_of(who) or self.actor

    def losses_by_cause(
        self, who: CombatantId, gauge: str, lost: int
    ) -> Iterator[tuple[CombatantId | None, int]]:
        """Yields whose doing how much is of what a combatant loses of a gauge: of several in a tie each their own."""
        released = self.entry.has_event(ev.HeldReleased)
        held = [(each.by, _drop(each.events, who, gauge)) for each in self.before.held]
        left = lost
        for by, drop in held if released else ():
            share = min(drop, left)
            left -= share
            if share:
                yield by, share
        if left:
            yield self.cause_of(who), left

    def _attacker_of(self, who: CombatantId) -> CombatantId | None:
        """Returns whose attack on a combatant it tells of; None: of nobody's, or of those of several."""
        facts = (event for event in self.entry.events if isinstance(event, ev.Resolved))
        by = {each.who for each in facts if each.target == who} - {None, who}
        return next(iter(by)) if len(by) == 1 else None

    def is_of(self, entry: EntryId) -> bool:
        """Returns whether an entry is in it."""
        return entry == self.entry.id or entry in self.others

    @property
    def is_correction(self) -> bool:
        """Whether the entry says that a value was corrected: what was played again follows as steps of their own."""
        return self.entry.instead_of is not None

    @property
    def touched(self) -> frozenset[CombatantId]:
        """Everybody it is about: who does it, whom it names, and whom its events change."""
        named = set(_combatants_named(self.entry.command))
        changed = {getattr(event, "who", None) for event in self.entry.events}
        known = self.after.combatants.keys() | self.before.combatants.keys()
        return frozenset(CombatantId(str(each)) for each in named | changed if each in known)


def _drop(events: Iterable[ev.Event], who: CombatantId, gauge: str) -> int:
    """Returns how much events take from a gauge of a combatant."""
    changes = (each for each in events if isinstance(each, ev.GaugeChanged))
    return sum(max(-each.by, 0) for each in changes if (each.who, each.gauge) == (who, gauge))


def _combatants_named(command: Mapping[str, Any]) -> Iterator[str]:
    """Yields everybody a command names: one, or several in a list."""
    for key in ("who", "target", "patient"):
        value = command.get(key)
        yield from [value] if isinstance(value, str) else value if isinstance(value, list) else []


def steps(entries: Iterable[Entry]) -> Iterator[Step]:
    """Yields the steps of a line of play from the root to its last entry, each with its actor and command.

    Everything that adds up a fight reads it: what was played again after a correction counts like what was played the
    first time, and what was settled later is the doing of who began it.
    """
    line = list(entries)
    first_of = {entry.id: group[0].id for group in gestures_of(line) for entry in group}
    state, origins = EncounterState(), dict[int, CombatantId | None]()
    for entry in line:
        after, settled = fold(state, entry.events), _settled(entry, state)
        actor = _actor(entry.command, state) or _actor_of_owed(settled, origins, state)
        yield Step(
            entry=entry,
            before=state,
            after=after,
            actor=actor,
            command=_resumed(settled) or entry.command,
            gesture=first_of[entry.id],
        )
        new = (each.id for each in after.obligations if each.id >= state.next_obligation)
        origins |= dict.fromkeys(new, actor)
        state = after


def _settled(entry: Entry, before: EncounterState) -> tuple[Obligation, ...]:
    """Returns what was owed before an entry and is settled by it.

    What has lost its object only counts where a test is interrupted again: it stays owed in another form.
    """
    if not before.obligations:  # reading the events anew costs more than all else here
        return ()
    settled = [event for event in entry.events if isinstance(event, ev.ObligationSettled)]
    if not entry.is_of("settle"):
        settled = [event for event in settled if event.how != "void"]
    ids = {event.id for event in settled}
    return tuple(each for each in before.obligations if each.id in ids) if ids else ()


def _actor(command: Mapping[str, Any], state: EncounterState) -> CombatantId | None:
    who = command.get("who")
    return CombatantId(who) if isinstance(who, str) and who in state.combatants else None


def _actor_of_owed(
    settled: Sequence[Obligation], origins: Mapping[int, CombatantId | None], state: EncounterState
) -> CombatantId | None:
    """Returns whose action has led to what is settled: as the rules say, else who acted when it came to be owed."""
    known = (*(each.by for each in settled), *(origins.get(each.id) for each in settled))
    return next((by for by in known if by is not None and by in state.combatants), None)


def _resumed(settled: Iterable[Obligation]) -> Mapping[str, Any] | None:
    """Returns the command that was interrupted and is now finished; None: none was."""
    for each in settled:
        if each.kind == RESUME:
            with suppress(msgspec.MsgspecError):
                command = msgspec.json.decode(str(each.values.get("command", "")))
                if isinstance(command, dict) and command.get("do") != "settle":
                    return command
    return None


def gestures(line: Iterable[Step]) -> Iterator[Step]:
    """Yields the steps of a line with a command, and what was settled after it at once, as one."""
    for _, group in groupby(line, key=attrgetter("gesture")):
        yield _as_one(tuple(group))


def _as_one(group: Sequence[Step]) -> Step:
    first = group[0]
    if len(group) == 1:
        return first
    events = tuple(event for step in group for event in step.entry.events)
    entry = dataclasses.replace(first.entry, events=events)
    others = tuple(step.entry.id for step in group[1:])
    return replace(first, entry=entry, after=group[-1].after, others=others)


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
    told = entry.has_event(ev.Resolved)
    return entry.command.get("do") == "next" and not entry.rolls and not told


def names_of_joined(entry: Entry) -> tuple[str, ...]:
    """Returns the names of those who join with an entry; none if it does more than that."""
    names = [e.combatant.name for e in entry.events if isinstance(e, ev.CombatantAdded)]
    return tuple(names) if len(names) == len(entry.events) else ()


def account_of(line: Sequence[Step], ruleset: Ruleset) -> Account:
    """Returns who dealt, took, healed and fired how much.

    What is lost while somebody acts is theirs, unless they lose it themselves. What goes with another most of a sheet
    that was set by hand is neither lost nor healed.
    """
    main = health_gauge(ruleset)
    gauge = main.key if main else ""
    account = Account()
    for step in gestures(line):
        for who, combatant in step.after.combatants.items():
            before = step.before.combatants.get(who)
            if before is None or before is combatant:
                continue
            lost = _left(before, main) - _left(combatant, main) if main else 0
            if main and (most := _most(before, main) - _most(combatant, main)):
                lost = _beyond(lost, most)
            _count(account, step, who, (gauge, lost))
            _count_wounds(account, step, who, has_points=main is not None)
            _count_rounds(account, step, who)
    return account


def _left(combatant: Combatant, gauge: GaugeDef) -> int:
    return combatant.gauges.get(gauge.key, 0)


def _most(combatant: Combatant, gauge: GaugeDef) -> int:
    return number(combatant.sheet.get(gauge.most))


def _beyond(lost: int, most: int) -> int:
    """Returns what is lost beyond what the most has lost; a gauge that did not go all the way with it lost nothing."""
    return lost - most if abs(lost) > abs(most) else 0


def _count(account: Account, step: Step, who: CombatantId, change: tuple[str, int]) -> None:
    gauge, lost = change
    if lost > 0:
        account.tally_of(who).taken += lost
        for cause, share in step.losses_by_cause(who, gauge, lost):
            if cause is not None and cause != who:
                account.tally_of(cause).dealt += share
                account.tally_of(cause).whom.setdefault(who, []).append(share)
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


def began_at(line: Iterable[Step]) -> int:
    """Returns the second of the campaign's clock at which a fight began; 0: no time had passed in the campaign."""
    return next((step.after.clock for step in line if step.after.stage == "running"), 0)
