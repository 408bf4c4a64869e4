"""The rules of one campaign: each game with the campaign's own rules laid over it, and fights that go on by them."""

from collections.abc import Callable, Iterator, Mapping

import msgspec
from msgspec import structs

from encounter_gui.core.errors import DataError, refuse
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Value
from encounter_gui.play.rulesets.pack import Pack
from encounter_gui.play.session.session import EncounterSession
from encounter_gui.play.workshop.own_rules_repository import OwnRulesRepository
from encounter_gui.play.workshop.sharing import SharedAs, own_pack
from encounter_gui.play.workshop.taking_in import Arriving, look_at
from encounter_gui.play.workshop.taking_over import (
    brought_up,
    item_changes,
    take_command,
    with_rest,
)
from encounter_gui.play.workshop.workshop import DraftView, Workshop
from encounter_gui.rules.files.custom_entries import CustomEntry, beside, misfits
from encounter_gui.rules.files.layers import Base
from encounter_gui.rules.model.commands import TakeRules
from encounter_gui.rules.model.own_rules import OwnRules
from encounter_gui.rules.model.prepared import Party
from encounter_gui.rules.model.ruleset import ItemDef, Ruleset
from encounter_gui.storage.campaign import Campaign

Files = Callable[[str], Mapping[str, str]]
"""Returns the files of a ruleset, name to text; empty: there is none of this id."""

_SHARED = "workshop.shared."


class CampaignRules:
    """The own rules of an open campaign. Methods raise ``SaveError`` where the file does not let them."""

    def __init__(
        self, campaign: Campaign, files: Files, texts: MessageCatalog, now: Callable[[], str]
    ) -> None:
        """Takes the campaign's file, where the files of games are, the words, and the clock (UTC, ISO 8601)."""
        self._campaign = campaign
        self._files = files
        self._texts = texts
        self.repository = OwnRulesRepository(campaign.prepared.own_rules, now)
        self._bases: dict[str, Base] = {}
        self._versions: dict[tuple[str, int], tuple[OwnRules, Ruleset]] = {}

    def laid_over(self, ruleset: Ruleset) -> Ruleset:
        """Returns a ruleset with the newest version of the campaign's own rules for it laid over.

        What of them does not fit a ruleset whose files have changed is left out; the workshop says what that is.
        """
        rules = self.repository.newest(ruleset.id)
        return ruleset if rules is None else self.of(ruleset.id, rules)

    def of(self, ruleset: str, rules: OwnRules | None) -> Ruleset:
        """Returns a game with a version of own rules, or a draft, laid over; None: the game as its files say it.

        Raises:
            RulesetError: the files of the game cannot be used.
        """
        base = self.base(ruleset)
        if rules is None:
            return base.ruleset
        if rules.is_draft:
            return DraftView(base, rules).ruleset
        # A number comes again once its version was taken away: by undoing that it was saved.
        known, found = self._versions.get((ruleset, rules.version), (None, base.ruleset))
        if known != rules:
            found = DraftView(base, rules).ruleset
            self._versions[ruleset, rules.version] = (rules, found)
        return found

    def for_fight(self, before: Ruleset, rules: OwnRules | None) -> Ruleset:
        """Returns the rules by which a fight would go on that was played by others of its game.

        The campaign's own items and conditions that fit are in them as they are now, and so is what the fight knows and
        the rules have no more: nothing is taken from anybody.

        Raises:
            RulesetError: the files of the game cannot be used.
        """
        ruleset = self.of(before.id, rules)
        items, conditions = self._campaign.prepared.definitions(before.id)
        own: list[CustomEntry] = [*items, *conditions]
        unfit = misfits(ruleset, own) if own else {}
        fitting = [each for place, each in enumerate(own) if place not in unfit]
        grown = beside(
            ruleset,
            [each for each in fitting if isinstance(each, ItemDef)],
            [each for each in fitting if not isinstance(each, ItemDef)],
        )
        return with_rest(grown, before)

    def workshop(self, ruleset: str) -> Workshop:
        """Returns the own rules for a game, to be changed.

        Raises:
            AppError: the files of the game cannot be used.
        """
        name = self._texts.text_of("workshop.first_name")
        return Workshop(ruleset, self.base(ruleset), self.repository, name)

    def take_over(self, session: EncounterSession, ruleset: Ruleset) -> None:
        """Has a fight go on by other rules of its game: a step of its log, undone like any other.

        Items, conditions and creatures that they have no more stay in the fight.

        Raises:
            RuleError: they are of another game, the fight is over, or an earlier entry is looked at.
        """
        session.perform(self.command(session.head_context.ruleset, ruleset))

    def command(self, before: Ruleset, ruleset: Ruleset) -> TakeRules:
        """Returns what has a fight that is played by some rules go on by others, and keeps these for it.

        Raises:
            RuleError: they are of another game.
        """
        return take_command(before, ruleset, self._campaign.keep_rules, self._texts)

    def switch_defaults(self, ruleset: Ruleset) -> Mapping[str, tuple[Value, bool]]:
        """Returns how new fights begin with each house rule of a game, and whether the campaign says so itself.

        ``ruleset`` is the game as its files say it: what counts where the campaign has no own rules.
        """
        newest = self.repository.newest(ruleset.id)
        if newest is None:
            return {each.key: (each.default, False) for each in ruleset.switches}
        draft = DraftView(self.base(ruleset.id), newest)
        return {
            each.key: (each.default, draft.is_own(("switches", each.key, "default")))
            for each in draft.ruleset.switches
        }

    def set_switch_default(self, ruleset: str, key: str, to: Value) -> OwnRules:
        """Has new fights of a game begin with a house rule set so: a new version of own rules, which it returns.

        A draft that is worked on says so too, and is not saved with it.

        Raises:
            RulesetError: the files of the game cannot be used.
            SaveError: it cannot be kept; nothing has changed.
        """
        workshop, place = self.workshop(ruleset), ("switches", key, "default")
        saved, draft = workshop.saved, workshop.repository.draft(ruleset)
        switch = saved.ruleset.switch(key)
        name = switch.name if switch is not None else key
        note = self._texts.text_of("workshop.house_rule", name=name)
        with self._campaign.together():
            rules = structs.replace(saved.with_value(place, to).rules, note=note)
            version = self.repository.add(ruleset, rules)
            if draft is not None:
                after = DraftView(saved.base, draft).with_value(place, to)
                self.repository.keep_draft(ruleset, after.rules)
        return version

    def brought_up(self, party: Party, ruleset: Ruleset) -> Party:
        """Returns a party that comes into a fight by some rules: what its members carry is as these say it.

        A party is kept with all that it carries, by whichever version of own rules it was saved. What is a member's own
        stays so. Where the files of the game cannot be used, all stays as it is.
        """
        try:
            known = tuple(self._known_items(ruleset.id))
        except DataError:
            return party
        changes = [
            change for items in known for change in item_changes(items, ruleset.items)
        ]  # those of the game last
        members = tuple(brought_up(each, changes) for each in party.members)
        return structs.replace(party, members=members)

    def _known_items(self, ruleset: str) -> Iterator[tuple[ItemDef, ...]]:
        """Yields the items that the versions of own rules change, and then all items of the game."""
        for rules in self.repository.versions(ruleset):
            if rules.data.get("items"):
                yield self.of(ruleset, rules).items
        yield self.of(ruleset, None).items

    # ---- from one table to another

    def shared_as(self, ruleset: str) -> SharedAs:
        """Returns how the own rules for a game were given away last."""
        kept = self._campaign.setting(f"{_SHARED}{ruleset}") or "{}"
        try:
            return msgspec.json.decode(kept, type=SharedAs)
        except msgspec.MsgspecError:
            return SharedAs()

    def pack(self, ruleset: str, shared: SharedAs | None = None, name: str = "") -> Pack:
        """Returns the newest version of the own rules for a game as a pack.

        ``shared`` is how they are given away; None: as they were last. ``name``: what they are called there; empty: as
        they are here.

        Raises:
            RuleError: there are no own rules for this game.
            DataError: a word is too long.
        """
        rules = self.repository.newest(ruleset)
        if rules is None:
            raise refuse("workshop.nothing_to_share", game=self.base(ruleset).ruleset.name)
        rules = structs.replace(rules, name=name or rules.name)
        return own_pack(ruleset, rules, shared or self.shared_as(ruleset))

    def remember_shared(self, ruleset: str, pack: Pack) -> None:
        """Remembers how own rules were given away: all their versions have one id.

        Raises:
            SaveError: the file does not let it.
        """
        manifest = pack.manifest
        shared = SharedAs(id=manifest.id, author=manifest.author, licence=manifest.licence)
        if shared != self.shared_as(ruleset):
            self._campaign.set_setting(f"{_SHARED}{ruleset}", msgspec.json.encode(shared).decode())

    def look_at(self, pack: Pack, game: str = "") -> Arriving:
        """Returns what taking a pack in as own rules would do; nothing is written.

        Raises:
            AppError: it cannot be taken in; says everything that is wrong with it.
        """
        return look_at(pack, self._files, self.repository.versions, game)

    def take_in(self, arriving: Arriving) -> OwnRules:
        """Keeps own rules of a file as the next version, and returns it; what is there already is not kept twice.

        Raises:
            SaveError: it cannot be kept; nothing has changed.
        """
        newest = self.repository.newest(arriving.game)
        if newest is not None and newest.data == arriving.rules.data:
            return newest
        return self.repository.add(arriving.game, arriving.rules, "file")

    def base(self, ruleset: str) -> Base:
        """Returns the files of a game, read once while the campaign is open.

        Raises:
            RulesetError: something is wrong with them.
        """
        if ruleset not in self._bases:
            self._bases[ruleset] = Base(ruleset, self._files, lambda: self._custom_keys(ruleset))
        return self._bases[ruleset]

    def _custom_keys(self, ruleset: str) -> tuple[str, ...]:
        """Returns the keys of the campaign's own items and conditions, which stand beside own rules."""
        definitions = self._campaign.prepared.definitions(ruleset)
        return tuple(each.key for part in definitions for each in part)
