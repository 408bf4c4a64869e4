"""A campaign file in use: its encounters as sessions, new ones, and fights replayed from scripts."""

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from msgspec import Struct

from encounter_gui.core.errors import AppError, DataError, refuse
from encounter_gui.core.ids import ROOT, EncounterId, EntryId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import EncounterStatus
from encounter_gui.play.another_game import change_game, require_unplayed
from encounter_gui.play.fight_copies import FightCopies
from encounter_gui.play.grounds import lay, placed_in
from encounter_gui.play.prep.ruleset_repository import RulesetRepository
from encounter_gui.play.session.execution import Dice
from encounter_gui.play.session.session import EncounterSession, Game
from encounter_gui.play.time.campaign_time import CampaignTime
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field.laying import kept_plan
from encounter_gui.rules.engine.time.clock import now_of
from encounter_gui.rules.engine.time.running import shifted
from encounter_gui.rules.model.commands import Join, Setup, Switch
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems import system_for
from encounter_gui.storage.campaign import Campaign, Listed, Loaded
from encounter_gui.storage.file.campaign_file import FilePlace
from encounter_gui.storage.input_files import read_text

if TYPE_CHECKING:  # not needed before something is prepared
    from encounter_gui.interchange.imported import OwnEncounter
    from encounter_gui.play.prep.creature_repository import CreatureRepository
    from encounter_gui.play.scripts.script_runner import FightReport
    from encounter_gui.play.workshop.campaign_rules import CampaignRules
    from encounter_gui.rules.model.own_rules import OwnRules
    from encounter_gui.rules.model.prepared import Party
    from encounter_gui.storage.prepared_store import PreparedStore

_CURRENT = "window.encounter"
_GAME = "campaign.game"
_LONG = 1_000
"""Entries from which on a fight takes long enough to open that its state is kept."""

_STEPS_BACK = 64
"""How many entries before the last one it is kept: a millisecond to play through."""


def _no_files(ruleset: str) -> Mapping[str, str]:  # noqa: ARG001 - as ``files`` takes it
    return {}


class CampaignServices(Struct, frozen=True, kw_only=True):
    """What fights are played with: where rulesets come from, the words, the clock (UTC, ISO 8601).

    ``files`` returns the files of a ruleset, name to text, to lay own rules over; empty: there is none of this id.
    """

    rulesets: Callable[[str], Ruleset]
    texts: MessageCatalog
    now: Callable[[], str]
    files: Callable[[str], Mapping[str, str]] = _no_files


class OpenCampaign:
    """A campaign file, open until ``close``. Its methods raise ``SaveError`` where the file does not let them."""

    def __init__(self, campaign: Campaign, campaign_services: CampaignServices) -> None:
        """Takes an open file; ``open`` and ``create`` are the ways to get one."""
        self._campaign = campaign
        self._campaign_services = campaign_services
        self._library: CreatureRepository | None = None
        self._damaged: dict[EncounterId, EntryId] = {}
        self._kept_at: dict[EncounterId, EntryId] = {}
        self._fight_copies = FightCopies(campaign)

    @classmethod
    def open(cls, path: Path, campaign_services: CampaignServices) -> Self:
        """Opens a campaign file.

        Raises:
            SaveError: it cannot be opened; it is as it was.
        """
        return cls(Campaign.open(path), campaign_services)

    @classmethod
    def create(
        cls, path: Path, campaign_services: CampaignServices, *, first: str, ruleset: str
    ) -> Self:
        """Makes a campaign file with a first encounter of this name and ruleset, and opens it.

        Raises:
            AppError: there is a file of that name, none can be made there, or the ruleset cannot be used.
        """
        campaign_services.rulesets(ruleset)  # what is wrong with it is found before there is a file
        made = cls(Campaign.create(path, path.stem), campaign_services)
        made.new_encounter(first, ruleset)
        return made

    @property
    def path(self) -> Path:
        """The file."""
        return self._campaign.path

    @property
    def place(self) -> FilePlace:
        """Whether the file was at its path when it was last looked for; what is written goes to memory where not."""
        return self._campaign.file.place

    @property
    def change_count(self) -> int:
        """How many rows were written; only differences mean something."""
        return self._campaign.file.change_count

    def look(self) -> FilePlace:
        """Looks whether the file is still at its path: goes on in memory if not, and in the file once it is back."""
        return self._campaign.file.look()

    def checkpoint(self) -> None:
        """Brings what is in the journal into the one file, so that a copy of it alone is whole."""
        self._campaign.file.checkpoint()

    def keep_aside(self, path: Path) -> None:
        """Writes everything to another file, over one that is there, without going on in it.

        Raises:
            SaveError: it cannot be written.
        """
        self._campaign.file.keep_aside(path)

    def close(self) -> None:
        """Closes the file."""
        self.forget_library()
        self._campaign.close()

    def forget_library(self) -> None:
        """Has the library read anew when it is next asked for: the rules of its games have changed."""
        if self._library is not None:
            self._library.close()
            self._library = None

    def library(self, rulesets: RulesetRepository) -> "CreatureRepository":
        """Returns the one library of this campaign: its own creatures beside those of all rulesets."""
        from encounter_gui.play.prep.creature_repository import (
            CreatureRepository,  # not needed before the first paint
        )

        if self._library is None:
            own = (self.laid_over(each) for each in rulesets.all())
            self._library = CreatureRepository(self._campaign.prepared, own)
        return self._library

    def setting(self, key: str) -> str:
        """Returns what the campaign remembers under a key; empty if nothing."""
        return self._campaign.setting(key) or ""

    def keep_setting(self, key: str, value: str) -> None:
        """Has the campaign remember something under a key."""
        self._campaign.set_setting(key, value)

    def encounters(self) -> tuple[Listed, ...]:
        """Returns all fights, in the order in which they were made; the time between them is none of them."""
        times = self.time.sessions
        return tuple(each for each in self._campaign.encounters() if each.id not in times)

    def everything(self) -> tuple[Listed, ...]:
        """Returns all fights and the time between them, in the order in which they were made."""
        return self._campaign.encounters()

    def played_beside(self, encounter: EncounterId) -> tuple[Listed, ...]:
        """Returns all fights and the time between them, in the order in which they were made.

        Of copies in which rules are tried only the encounter itself, if it is one: they were not played.
        """
        copies = self.copies
        listed = self._campaign.encounters()
        return tuple(each for each in listed if each.id not in copies or each.id == encounter)

    @cached_property
    def time(self) -> "CampaignTime":
        """The campaign's clock, and the party between fights."""
        return CampaignTime(
            self._campaign,
            self._session,
            self._new_time,
            lambda each: each in self.copies,
            self._brought_up,
        )

    def current(self) -> EncounterId | None:
        """Returns the encounter that was played last; None if there are none."""
        known = [each.id for each in self._campaign.encounters()]
        kept = self._campaign.setting(_CURRENT) or ""
        wanted = EncounterId(int(kept)) if kept.isdecimal() else None
        if wanted in known:
            return wanted
        return next((each.id for each in reversed(self.encounters())), None)

    @property
    def game_of_creatures(self) -> str:
        """The ruleset most of its own creatures are for, so that a campaign made by an import opens in its game.

        Empty: it has none, or that ruleset cannot be used.
        """
        counts = Counter(str(each.ruleset) for each in self.prepared.creatures.all())
        for game, _ in counts.most_common():
            with suppress(AppError):
                return self._campaign_services.rulesets(game).id
        return ""

    def make_current(self, encounter: EncounterId) -> None:
        """Remembers an encounter as the one that was played last."""
        if self._campaign.setting(_CURRENT) != str(encounter):
            self._campaign.set_setting(_CURRENT, str(encounter))

    def session(self, encounter: EncounterId) -> EncounterSession:
        """Returns an encounter to be played on, and remembers it as the current one.

        One with a damaged entry is open up to it; ``damaged_at`` names it.

        Raises:
            AppError: its rules are damaged, or it is played by a system this program does not have.
        """
        session = self._session(encounter)
        session.recover()
        self.renew(encounter, session)
        self.make_current(encounter)
        return session

    def look_at(self, encounter: EncounterId) -> EncounterSession:
        """Returns an encounter as it stands in the file, to be read only; nothing in the file changes.

        Raises:
            AppError: its rules are damaged, or it is played by a system this program does not have.
        """
        return self._session(encounter)

    def keep_state(self, encounter: EncounterId, session: EncounterSession) -> None:
        """Keeps where a long fight stands beside its log, so that it opens sooner; not what is itself still unproved.

        It is the state some entries back, from which undoing right after opening goes on as well.
        Whether it can be kept does not matter to anybody: the log has everything.
        """
        log = session.log
        if len(log) < _LONG or not log.is_proved or log.head == ROOT:
            return
        entry = log.back_from_head(_STEPS_BACK)
        if entry == self._kept_at.get(encounter):
            return
        with suppress(AppError):
            self._campaign.keep_state(encounter, entry, log.state_at(entry))
            self._kept_at[encounter] = entry

    def drop_state(self, encounter: EncounterId) -> None:
        """Forgets the state that was kept of an encounter."""
        self._campaign.drop_state(encounter)

    def read(self, encounter: EncounterId) -> Loaded:
        """Returns an encounter as it is kept; it is neither opened nor remembered as the current one.

        Raises:
            AppError: it is damaged.
        """
        return self._campaign.load(encounter)

    def damaged_at(self, encounter: EncounterId) -> EntryId | None:
        """Returns the oldest damaged entry of an encounter that was opened; ``ROOT``: where it stood; None: none."""
        return self._damaged.get(encounter)

    def _session(self, encounter: EncounterId) -> EncounterSession:
        loaded = self._campaign.load(encounter, up_to_damage=True, with_state=True)
        if loaded.damaged is not None:
            self._damaged[encounter] = loaded.damaged
        self._kept_at[encounter] = ROOT if loaded.kept is None else loaded.kept.entry
        log = Log(EncounterState(), loaded.entries, loaded.head, loaded.kept)
        game = replace(
            self._game(loaded.ruleset),
            clock=self.time.now,
            pinned=self._campaign.rules,
            require_free=lambda: self.time.require_free(encounter),
            require_time=lambda: self.time.require_time(encounter),
        )
        return EncounterSession(self._campaign, encounter, log, game)

    def _new_time(self, name: str, ruleset: Ruleset, clock: int) -> EncounterId:
        """Makes the time between fights of a game."""
        encounter = self._campaign.new_encounter(name, ruleset)
        session = self._session(encounter)
        session.perform(Setup(name=name, ruleset=ruleset.id, between=True, clock=clock))
        return encounter

    def renew(self, encounter: EncounterId, session: EncounterSession) -> None:
        """Has a fight that has not begun know the campaign's own gear and conditions as they are now.

        So does the time between fights. A fight that has begun keeps what it began with; nothing is ever taken from
        either. A fight that has not begun and that nobody is in yet goes by the newest of the campaign's own rules,
        unless others were chosen for it.
        """
        if session.state.stage in ("running", "ended"):
            return
        if self._campaign.has_own_rules and self.is_untouched(encounter, session):
            self._renew_rules(encounter, session)
        pinned = session.game.ruleset
        if not self._campaign.has_custom_entries:
            return
        from encounter_gui.rules.files.custom_entries import (
            beside,  # not needed before something is prepared
        )

        grown = beside(pinned, *self._campaign.prepared.definitions(pinned.id))
        if grown != pinned:
            self._campaign.pin_again(encounter, grown)
            session.take_ruleset(grown)

    def _renew_rules(self, encounter: EncounterId, session: EncounterSession) -> None:
        """Has an encounter that nobody is in go by the newest own rules; where its game cannot be read, as before."""
        from encounter_gui.play.workshop.own_rules_repository import (
            OwnRulesRepository,  # without what reads files: mostly there is nothing to be done
        )

        pinned = session.game.ruleset
        repository = OwnRulesRepository(
            self._campaign.prepared.own_rules, self._campaign_services.now
        )
        rules = repository.newest(pinned.id)
        is_newest = rules is None or (rules.name, rules.version) == (
            pinned.own_name,
            pinned.own_version,
        )
        if not is_newest:
            with suppress(DataError):
                self.play_by(encounter, session, self.own_rules.for_fight(pinned, rules))

    def is_untouched(self, encounter: EncounterId, session: EncounterSession) -> bool:
        """Returns whether a fight has not begun, nobody is in it, and it goes by the rules it was made with."""
        state = session.state
        has_begun = state.stage != "ready" or bool(state.combatants) or bool(state.rules)
        return not has_begun and session.viewing is None and encounter not in self.copies

    def play_by(self, encounter: EncounterId, session: EncounterSession, ruleset: Ruleset) -> None:
        """Has a fight that has not begun be one by these rules of its game from its beginning."""
        self._campaign.pin_again(encounter, ruleset)
        session.take_ruleset(ruleset)

    def ruleset(self, ruleset: str) -> Ruleset:
        """Returns a ruleset as it is now, with the campaign's own items and conditions.

        Raises:
            AppError: it cannot be used, or something of the campaign's own does not fit it any more.
        """
        from encounter_gui.rules.files.custom_entries import (  # not needed before something is prepared
            with_extras,
        )
        from encounter_gui.rules.files.ruleset_errors import RulesetError

        base = self.laid_over(self._campaign_services.rulesets(ruleset))
        if not self._campaign.has_custom_entries:
            return base
        items, conditions = self._campaign.prepared.definitions(ruleset)
        try:
            return with_extras(base, items, conditions)
        except RulesetError as error:
            names = {
                each.key: each.name for definitions in (items, conditions) for each in definitions
            }
            key = error.place.pointer.partition(".")[2].partition(".")[0]
            reason = self._campaign_services.texts.text(error.message)
            raise refuse(
                "prep.unfit", name=names.get(key, key), ruleset=base.name, reason=reason
            ) from error

    @cached_property
    def own_rules(self) -> "CampaignRules":
        """The campaign's own rules, laid over those of its games."""
        from encounter_gui.play.workshop.campaign_rules import (
            CampaignRules,  # not needed where there are none
        )

        services = self._campaign_services
        return CampaignRules(self._campaign, services.files, services.texts, services.now)

    @property
    def has_own_rules(self) -> bool:
        """Whether the campaign has rules of its own, or a draft of some."""
        return self._campaign.has_own_rules

    def reading_ahead(self, ruleset: str) -> Callable[[], object]:
        """Returns what reads the files of a game that has own rules, in any thread, before somebody waits for them.

        It does nothing where there are no own rules, and raises ``RulesetError`` where the files cannot be used.
        """
        if not self._campaign.has_own_rules:
            return lambda: None
        own_rules = self.own_rules
        return lambda: own_rules.base(ruleset)

    def laid_over(self, ruleset: Ruleset) -> Ruleset:
        """Returns a ruleset with the campaign's own rules for it; the ruleset itself if there are none."""
        return self.own_rules.laid_over(ruleset) if self._campaign.has_own_rules else ruleset

    def party_for(self, party: "Party", ruleset: Ruleset) -> "Party":
        """Returns a party as it comes into a fight by some rules: as it is now, with what it carries as they say it."""
        return self._brought_up(self.time.standing(ruleset.id, party), ruleset)

    def _brought_up(self, party: "Party", ruleset: Ruleset) -> "Party":
        """Returns a party with what its members carry as some rules say it, but for what is their own."""
        if not (self._campaign.has_own_rules or ruleset.own_name):
            return party
        return self.own_rules.brought_up(party, ruleset)

    def copy_fight(self, encounter: EncounterId, name: str) -> EncounterId:
        """Makes a copy of a fight with its whole history up to where it stands; the fight itself is left as it is.

        Raises:
            SaveError: it is damaged, or the copy cannot be kept.
        """
        return self._fight_copies.copy(encounter, name)

    def try_rules(self, encounter: EncounterId, name: str, rules: "OwnRules | None") -> EncounterId:
        """Makes a copy of a fight that goes on by other rules; None: by those of its game alone.

        It is a copy to try them in (see ``copies``); the fight itself is left as it is.

        Raises:
            AppError: it is damaged, the rules cannot be used, or the copy cannot be kept; nothing is made.
        """
        with self.together():
            made = self.copy_fight(encounter, name)
            self._fight_copies.mark(made, encounter)
            session = self._session(made)
            before = session.head_context.ruleset
            self.own_rules.take_over(session, self.own_rules.for_fight(before, rules))
        return made

    @property
    def copies(self) -> Mapping[EncounterId, EncounterId]:
        """The copies of fights that were made to try rules in, each with the fight it is a copy of."""
        return self._fight_copies.trials

    def new_encounter(self, name: str, ruleset: str) -> EncounterId:
        """Makes an encounter played by a ruleset as it is now, with the campaign's own items and conditions.

        Raises:
            AppError: the ruleset cannot be used.
        """
        rules = self.ruleset(ruleset)
        game = self._game(rules)
        encounter = self._campaign.new_encounter(name, rules)
        session = EncounterSession(self._campaign, encounter, Log(EncounterState()), game)
        session.perform(Setup(name=name, ruleset=ruleset))
        return encounter

    @property
    def game(self) -> str:
        """The ruleset that new encounters are proposed with; empty: none was set for the campaign."""
        return self.setting(_GAME)

    def set_game(self, ruleset: str) -> None:
        """Has new encounters of the campaign be proposed with a ruleset."""
        self.keep_setting(_GAME, ruleset)

    def change_game(self, encounter: EncounterId, ruleset: str) -> None:
        """Has an encounter that nobody was in yet be one of another game; notes, reminders, handouts and ground stay.

        Sessions of it must not be used afterwards.

        Raises:
            RuleError: it cannot be; says why, and what to do.
            AppError: the ruleset cannot be used, or the file not be written; nothing has changed.
        """
        rules = self.ruleset(ruleset)
        self.require_other_game(encounter, rules.name)
        with self.together():
            change_game(self._campaign, encounter, rules, self._session)

    def require_other_game(self, encounter: EncounterId, game: str) -> None:
        """Lets an encounter be one of another ``game``, by its name.

        Raises:
            RuleError: it cannot be; says why, and what to do.
            SaveError: it is damaged.
        """
        loaded = self._campaign.load(encounter)
        require_unplayed(loaded, self._campaign.prepared.plan(encounter), game)

    def rename_encounter(self, encounter: EncounterId, name: str) -> None:
        """Gives an encounter another name in lists."""
        self._campaign.rename(encounter, name)

    def remove_encounter(self, encounter: EncounterId) -> None:
        """Removes an encounter with its whole history; this cannot be undone."""
        with self.together():
            self._campaign.remove(encounter)
            self._fight_copies.forget(encounter)
        self.time.forget()

    def together(self) -> AbstractContextManager[None]:
        """Keeps everything that is done to the file within, or nothing of it."""
        return self._campaign.together()

    def stage(self, listed: Listed) -> EncounterStatus:
        """Returns whether an encounter has begun or ended.

        Raises:
            SaveError: it is damaged.
        """
        if listed.entry_count <= 1:  # made, and no more
            return "ready"
        loaded = self._campaign.load(listed.id, up_to_damage=True)
        return Log(EncounterState(), loaded.entries, loaded.head).state.stage

    def take_in(self, encounter: "OwnEncounter") -> EncounterId:
        """Makes an encounter of a file of ours: everybody in it joins as they stood, and the plan is kept.

        Raises:
            AppError: its ruleset is not there or cannot be used, or the file not be written.
        """
        made = self.new_encounter(encounter.name, encounter.ruleset)
        session = self._session(made)
        for key, to in encounter.switches.items():
            session.perform(Switch(key=key, to=to))
        if encounter.picture:
            self.add_picture(encounter.picture)
        if encounter.field is not None:
            lay(session, encounter.field)
        if encounter.combatants:
            now = self.time.now()
            rules = session.game.system.rules()
            unit = encounter.field.unit if encounter.field is not None else rules.field.unit
            joining = tuple(
                placed_in(shifted(rules.time, each, now), unit, rules.field.unit)
                for each in encounter.combatants
            )
            session.perform(Join(combatants=joining))
        self._campaign.prepared.put_plan(made, encounter.plan)
        return made

    def own_encounter(self, encounter: EncounterId, name: str) -> "OwnEncounter":
        """Returns an encounter as a file of ours holds it, on a clock of its own that begins now.

        Raises:
            AppError: it is damaged.
        """
        from encounter_gui.interchange.imported import OwnEncounter  # needed now and then only

        loaded = self._campaign.load(encounter)
        state = Log(EncounterState(), loaded.entries, loaded.head).state
        texts = self._campaign_services.texts
        ruleset = loaded.ruleset_of(state)
        now = now_of(RulesContext(state=state, ruleset=ruleset, texts=texts))
        rules = system_for(loaded.ruleset.system).rules().time
        field = kept_plan(state.plan, state.stage, loaded.ruleset.time)
        backdrop = field.backdrop if field is not None else None
        return OwnEncounter(
            name=name,
            ruleset=loaded.ruleset.id,
            switches=state.switches,
            combatants=tuple(shifted(rules, each, -now) for each in state.combatants.values()),
            plan=self._campaign.prepared.plan(encounter),
            field=field,
            picture=(self.picture(backdrop.picture) or b"") if backdrop is not None else b"",
        )

    def duplicate(self, listed: Listed, name: str) -> EncounterId:
        """Makes another encounter with what one was prepared with and its ground, not begun.

        Raises:
            AppError: its ruleset cannot be used, or it is damaged.
        """
        from encounter_gui.play.prep.plan_edits import fresh  # needed now and then only

        loaded = self._campaign.load(listed.id, up_to_damage=True)
        state = Log(EncounterState(), loaded.entries, loaded.head).state
        plan = self._campaign.prepared.plan(listed.id)
        with self.together():
            made = self.new_encounter(name, listed.ruleset)
            ground = kept_plan(state.plan, state.stage, loaded.ruleset.time)
            if ground is not None:
                lay(self._session(made), ground)
            self._campaign.prepared.put_plan(made, fresh(plan))
        return made

    def add_picture(self, data: bytes) -> tuple[str, tuple[int, int]]:
        """Keeps a picture that plans can be drawn on (PNG or JPEG), once, and returns its name and size in pixels.

        Raises:
            RuleError: it is no such picture, cut off, or too large.
            SaveError: the file does not let it.
        """
        kept = self._campaign.prepared.put_picture(data)
        return kept.name, kept.pixels

    def picture(self, name: str) -> bytes | None:
        """Returns a picture by its name; None: there is none, or it is not what was kept.

        Raises:
            SaveError: the file cannot be read.
        """
        found = self._campaign.prepared.picture(name)
        return None if found is None else found.data

    @property
    def prepared(self) -> "PreparedStore":
        """What is prepared in the campaign."""
        return self._campaign.prepared

    def replay(self, script: Path) -> EncounterId:
        """Plays a fight script and keeps it as an encounter.

        Raises:
            AppError: it cannot be read, or not be played.
        """
        from encounter_gui.play.scripts.script_runner import play_fight  # needed now and then only

        campaign_services = self._campaign_services
        report = play_fight(
            read_text(script),
            script.name,
            rulesets=self.ruleset,
            texts=campaign_services.texts,
            now=campaign_services.now,
        )
        return self.keep_report(report)

    def keep_report(self, report: "FightReport") -> EncounterId:
        """Keeps a fight that was played from a script as an encounter, and returns it."""
        from encounter_gui.play.scripts.script_runner import (
            store_report,
        )  # needed now and then only

        encounter = self._campaign.new_encounter(report.fight.head.name, report.fight.ruleset)
        store_report(report, self._campaign, encounter)
        return encounter

    def save_copy(self, path: Path, *, overwrite: bool = False) -> None:
        """Writes a complete copy to another file; one that is there is replaced with ``overwrite``, a campaign never.

        Play goes on in this one, or in the copy if this one is not at its path any more.
        """
        self._campaign.save_copy(path, overwrite=overwrite)

    def _game(self, ruleset: Ruleset) -> Game:
        return Game(
            system=system_for(ruleset.system),
            ruleset=ruleset,
            texts=self._campaign_services.texts,
            dice=_app_dice,
            now=self._campaign_services.now,
        )


def _app_dice() -> Dice:
    from encounter_gui.dice.roller import Roller  # numpy, not needed before the first roll

    return Roller.seeded(None)
