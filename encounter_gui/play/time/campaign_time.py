"""The campaign's clock: the time between fights as an encounter of its own, one for each game that is played."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import AppError, refuse
from encounter_gui.core.ids import CombatantId, EncounterId, EntryId
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.events import CombatantRemoved, CombatantRenamed
from encounter_gui.encounter.values import Combatant
from encounter_gui.play.session.session import TIME_BUILDS_ON, EncounterSession
from encounter_gui.play.workshop.taking_over import (
    brought_up,
    is_older,
    item_changes,
    take_command,
    with_rest,
)
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import GENERAL_KINDS, SAVE_ENDS
from encounter_gui.rules.engine.time.running import TimeRules, later, shifted
from encounter_gui.rules.engine.time.standing import with_ids
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.commands import Command, Next, Remove, Rename, TakeOn
from encounter_gui.rules.model.prepared import Party
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.storage.campaign import Campaign

DEAD = "dead"
"""The condition of the dead, in every game."""

_TIME = "time."
_NEXT, _TAKE_ON, _RENAME, _REMOVE = (
    str(each.__struct_config__.tag) for each in (Next, TakeOn, Rename, Remove)
)


class TakenOn(Struct, frozen=True, kw_only=True):
    """That the party has come out of a fight: in which time between fights, and the entry before it."""

    time: EncounterId
    before: EntryId
    entry: EntryId


class CampaignTime:
    """Knows the time between fights of a campaign: where it is kept, what it is there, and what builds on what.

    Each of its methods raises ``SaveError`` where the file does not let it.
    """

    def __init__(
        self,
        file: Campaign,
        session: Callable[[EncounterId], EncounterSession],
        make: Callable[[str, Ruleset, int], EncounterId],
        is_copy: Callable[[EncounterId], bool],
        brought_up: Callable[[Party, Ruleset], Party],
    ) -> None:
        """Takes the campaign file, how to play on an encounter of it, and how to make a time between fights.

        ``is_copy`` returns whether a fight is a copy in which rules are tried: nothing that comes of it counts.
        ``brought_up`` returns a party with what it carries as some rules say it.
        """
        self._file = file
        self._session = session
        self._make = make
        self._is_copy = is_copy
        self._brought_up = brought_up
        self._sessions: dict[EncounterId, str] | None = None
        self._there: tuple[int, EncounterId, Mapping[str, Combatant]] | None = None

    @property
    def sessions(self) -> dict[EncounterId, str]:
        """The times between fights, each with the id of its ruleset."""
        if self._sessions is None:
            listed = self._file.encounters()
            games = {each.ruleset for each in listed}
            kept = {game: self._file.setting(f"{_TIME}{game}") for game in games}
            self._sessions = {
                each.id: each.ruleset for each in listed if kept[each.ruleset] == str(each.id)
            }
        return self._sessions

    def forget(self) -> None:
        """Looks again which there are: one was made, or removed."""
        self._sessions = None

    def of(self, ruleset: str) -> EncounterId | None:
        """Returns the time between fights of a game; None: none has passed yet."""
        return next((key for key, game in self.sessions.items() if game == ruleset), None)

    def is_time(self, encounter: EncounterId) -> bool:
        """Returns whether an encounter is no fight, but the time between fights."""
        return encounter in self.sessions

    def open(self, name: str, ruleset: Ruleset) -> EncounterId:
        """Returns the time between fights of a game; a new one begins with the clock as it stands.

        Whoever is in a party of the game is there from the beginning, as the party was saved.
        """
        known = self.of(ruleset.id)
        if known is not None:
            return known
        made = self._open_empty(name, ruleset)
        parties = [each for each in self._file.prepared.parties.all() if each.ruleset == ruleset.id]
        members = {one.name: one for party in parties for one in party.value.members}
        if members:
            names = ", ".join(each.value.name for each in parties)
            command = TakeOn(combatants=tuple(members.values()), party=names)
            self._session(made).perform(command)
        return made

    def _open_empty(self, name: str, ruleset: Ruleset) -> EncounterId:
        """Returns the time of a game; a new one if there is none, or nothing of it can be read any more.

        The one that cannot be read is listed with the fights from then on.
        """
        known = next((key for key, game, _ in self._readable() if game == ruleset.id), None)
        if known is not None:
            return known
        made = self._make(name, ruleset, self.now())
        self._file.set_setting(f"{_TIME}{ruleset.id}", str(made))
        self.forget()
        return made

    def now(self) -> int:
        """Returns the second of the campaign's clock: that of the time between fights that is farthest on; 0: none.

        What is damaged says nothing of the clock: any fight may begin.
        """
        return max((session.state.clock for _, _, session in self._readable()), default=0)

    def _readable(self) -> Iterator[tuple[EncounterId, str, EncounterSession]]:
        """Yields the times between fights that can be read, each with the id of its ruleset."""
        for key, game in self.sessions.items():
            with suppress(AppError):
                session = self._session(key)
                if session.state.stage == "between":
                    yield key, game, session

    # ---- out of a fight

    def take_on(
        self,
        fight: EncounterSession,
        encounter: EncounterId,
        members: Iterable[Combatant],
        name: str,
    ) -> EncounterId:
        """Takes the party out of a fight that is over, with whoever else something runs for; returns the time.

        ``members`` are those of the party as they were carried on; of others who live, those come along who owe
        something, or for whom something runs that does not just heal. ``name`` is what a new time between fights is
        called in lists.

        Raises:
            RuleError: the fight is not over, nobody comes out of it, or it is a copy to try rules in.
        """
        context = fight.head_context
        self._require_over(context, encounter)
        system = fight.game.system
        party = self._brought_up(Party(name=name, members=tuple(members)), fight.game.ruleset)
        carried = {each.name: each for each in party.members}
        for former, combatant in _formerly(fight).items():
            if former in carried:  # the party keeps its names
                carried[combatant.name] = carried.pop(former)
        time = self.of(fight.game.ruleset.id)
        there = self._people(time) if time is not None else {}
        owed = tuple(
            each
            for each in context.state.obligations
            if each.kind not in GENERAL_KINDS or each.kind == SAVE_ENDS
        )
        owing = {each.who for each in owed}
        coming = list[Combatant]()
        for combatant in context.state.combatants.values():
            after = system.aftermath(context, combatant.id).combatant
            if combatant.name in carried:
                kept = carried[combatant.name]
                kept = replace(kept, id=combatant.id, running=combatant.running)
                coming.append(system.with_things_on_ground(combatant, kept))
            elif _is_dead(system, context, combatant.id):
                if combatant.name in there:  # nobody lives on who is known to have died
                    coming.append(after)
            elif (
                combatant.side in ("pc", "ally")
                or combatant.id in owing
                or _has_urgent(system.rules().time, combatant)
            ):
                coming.append(system.with_things_on_ground(combatant, after))
        coming = [
            replace(each, name=there[each.name].name) if each.name in there else each
            for each in coming
        ]
        self.take_back_unused(encounter)
        time = self._open_empty(name, fight.game.ruleset)
        session = self._session(time)
        behind = 0 if _knew_clock(fight) else max(session.state.clock - context.state.clock, 0)
        rules = system.rules().time
        command = TakeOn(
            combatants=tuple(shifted(rules, each, behind) for each in coming),
            clock=context.state.clock + behind,
            fight=context.state.name,
            encounter=int(encounter),
            switches=context.state.switches,
            owed=owed,
            running=tuple(later(rules, each, behind) for each in context.state.running),
        )
        session, steps = self._by_later_rules(time, session, fight.game.ruleset, command)
        left = iter(steps)

        def following(_context: RulesContext) -> Command | None:
            return next(left, None)

        # What is owed stays so: its dice may be the table's.
        session.start(next(left), settles=False, then=following)
        return time

    def _require_over(self, context: RulesContext, encounter: EncounterId) -> None:
        if self._is_copy(encounter):
            raise refuse("play.time_copy")
        if context.state.stage != "ended":
            raise refuse("rules.not_over")

    def _by_later_rules(
        self, time: EncounterId, session: EncounterSession, came: Ruleset, command: TakeOn
    ) -> tuple[EncounterSession, tuple[Command, ...]]:
        """Returns the time to go on in, and the commands with which the party comes into it out of a fight.

        It goes on by the rules of the fight, ``came``, unless it goes by a later version of the same own rules: then
        what the party carries follows those.
        """
        known = session.game.ruleset
        if is_older(came, known):
            changes = item_changes(came.items, known.items)
            people = tuple(brought_up(each, changes) for each in command.combatants)
            return session, (replace(command, combatants=people),)
        if known == came:
            return session, (command,)
        if session.state.rules or known.own_version != came.own_version:
            texts = session.game.texts
            return session, (take_command(known, came, self._file.keep_rules, texts), command)
        self._file.pin_again(time, with_rest(came, known))
        return self._session(time), (command,)

    def take_back_unused(self, encounter: EncounterId) -> None:
        """Takes back that the party has come out of a fight, if it has, as long as nothing builds on that.

        Raises:
            RuleError: time has passed since.
        """
        taken = self.taken_on(encounter)
        if taken is None:
            return
        if self._session(taken.time).log.head != taken.entry:
            raise refuse(TIME_BUILDS_ON)
        self.take_back(encounter)

    def taken_on(self, encounter: EncounterId) -> TakenOn | None:
        """Returns how the party has come out of a fight, the first time that counts; None: it has not."""
        for time, _, session in self._readable():
            for entry in session.log.path():
                if not entry.is_of(_TAKE_ON) or _came_from(entry) != encounter:
                    continue
                if self._is_newer(encounter, entry.id):
                    continue
                before = session.log.before_gesture(entry.id)
                return TakenOn(time=time, before=before, entry=entry.id)
        return None

    def _is_newer(self, encounter: EncounterId, entry: EntryId) -> bool:
        """Returns whether a fight was made after an entry: the number of one that was removed is given again."""
        first = next(iter(self._session(encounter).log.path()), None)
        return first is None or first.id > entry

    def require_free(self, encounter: EncounterId) -> None:
        """Lets a fight that is over be changed.

        Raises:
            RuleError: the party has come out of it, and its time builds on that.
        """
        if self.taken_on(encounter) is not None:
            raise refuse(TIME_BUILDS_ON)

    def require_time(self, encounter: EncounterId) -> None:
        """Lets time pass in the time between fights alone: there is one clock.

        Raises:
            RuleError: it is a fight.
        """
        if not self.is_time(encounter):
            raise refuse("play.time_elsewhere")

    def take_back(self, encounter: EncounterId) -> None:
        """Takes back that the party has come out of a fight, with all the time that has passed since."""
        taken = self.taken_on(encounter)
        if taken is not None:
            self._session(taken.time).move_head(taken.before)

    # ---- into the next one

    def standing(self, ruleset: str, party: Party) -> Party:
        """Returns a party with its members as they are now, after the time that has passed.

        Who has died in it is dead, also once removed from it. Where that cannot be read they are as they were saved.
        """
        time = self.of(ruleset)
        if time is None:
            return party
        try:
            there = self._people(time)
        except AppError:
            return party
        ids = {there[each.name].id: each.id for each in party.members if each.name in there}
        members = tuple(
            replace(with_ids(there[each.name], ids), id=each.id, number=each.number, name=each.name)
            if each.name in there and there[each.name].origin == each.origin
            else each
            for each in party.members
        )
        return replace(party, members=members)

    def _people(self, time: EncounterId) -> Mapping[str, Combatant]:
        """Returns who is in a time between fights, by name, and by names they bore there before; the buried as well.

        It is read anew only once something was written.
        """
        count = self._file.file.change_count
        if self._there is None or self._there[:2] != (count, time):
            session = self._session(time)
            people = {each.name: each for each in session.state.combatants.values()}
            people = {**_buried(session), **_formerly(session), **people}
            self._there = (count, time, people)
        return self._there[2]


def _came_from(entry: Entry) -> int:
    found = entry.command.get("encounter")
    return found if isinstance(found, int) else 0


def _knew_clock(fight: EncounterSession) -> bool:
    """Returns whether a fight began by the campaign's clock.

    One that was played before there was a clock, or by a file, began at second 0 and is over whenever the party comes
    out of it.
    """
    began = next((each for each in fight.log.path() if each.is_of(_NEXT)), None)
    return began is not None and isinstance(began.command.get("clock"), int)


def _formerly(session: EncounterSession) -> dict[str, Combatant]:
    """Returns the player characters by names that they bore before they were renamed, and that nobody bears now."""
    people, log = session.state.combatants, session.log
    former = dict[str, Combatant]()
    for entry in log.path():
        if entry.is_of(_RENAME):
            before = log.state_at(entry.parent).combatants
            for event in entry.events:
                if isinstance(event, CombatantRenamed) and event.who in people:
                    former[before[event.who].name] = people[event.who]
    borne = {each.name for each in people.values()}
    return {name: each for name, each in former.items() if each.side == "pc" and name not in borne}


def _buried(session: EncounterSession) -> dict[str, Combatant]:
    """Returns the player characters who were removed from a time between fights as dead, by name, as they were."""
    game, log = session.game, session.log
    buried = dict[str, Combatant]()
    for entry in log.path():
        if entry.is_of(_REMOVE):
            before = log.state_at(entry.parent)
            context = RulesContext(state=before, ruleset=game.ruleset, texts=game.texts)
            for event in entry.events:
                if isinstance(event, CombatantRemoved) and _is_dead(
                    game.system, context, event.who
                ):
                    buried[before.combatants[event.who].name] = before.combatants[event.who]
    return buried


def _is_dead(system: System, context: RulesContext, who: CombatantId) -> bool:
    derived = system.derived_conditions(context, who)
    return DEAD in derived or context.combatant(who).has(DEAD)


def _has_urgent(rules: TimeRules, combatant: Combatant) -> bool:
    """Returns whether something runs for a combatant that does not just heal."""
    kinds = (rules.kind(each.kind) for each in combatant.running)
    return any(kind is not None and kind.asks != "healing" for kind in kinds)
