"""The rules of one campaign: each game with the campaign's own rules laid over it, and fights that go on by them."""

from collections.abc import Callable, Mapping

import msgspec
from msgspec import structs

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.play.rulesets.pack import Pack
from encounter_gui.play.session.session import EncounterSession
from encounter_gui.play.workshop.own_rules_repository import OwnRulesRepository
from encounter_gui.play.workshop.sharing import SharedAs, own_pack
from encounter_gui.play.workshop.taking_in import Arriving, look_at
from encounter_gui.play.workshop.taking_over import item_changes, rules_name
from encounter_gui.play.workshop.workshop import DraftView, Workshop
from encounter_gui.rules.files.layers import Base
from encounter_gui.rules.model.commands import TakeRules
from encounter_gui.rules.model.own_rules import OwnRules
from encounter_gui.rules.model.ruleset import Ruleset
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

    def laid_over(self, ruleset: Ruleset) -> Ruleset:
        """Returns a ruleset with the newest version of the campaign's own rules for it laid over.

        What of them does not fit a ruleset whose files have changed is left out; the workshop says what that is.
        """
        rules = self.repository.newest(ruleset.id)
        return ruleset if rules is None else DraftView(self.base(ruleset.id), rules).ruleset

    def workshop(self, ruleset: str) -> Workshop:
        """Returns the own rules for a game, to be changed.

        Raises:
            AppError: the files of the game cannot be used.
        """
        name = self._texts.text_of("workshop.first_name")
        return Workshop(ruleset, self.base(ruleset), self.repository, name)

    def take_over(self, session: EncounterSession, ruleset: Ruleset) -> None:
        """Has a fight go on by other rules of its game: a step of its log, undone like any other.

        Raises:
            RuleError: they are of another game.
        """
        before = session.head_context.ruleset
        if before.id != ruleset.id:
            raise refuse("workshop.other_game", name=ruleset.name, game=before.name)
        session.perform(
            TakeRules(
                rules=self._campaign.keep_rules(ruleset),
                name=rules_name(ruleset, self._texts),
                items=item_changes(before, ruleset),
            )
        )

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
            self._bases[ruleset] = Base(ruleset, self._files)
        return self._bases[ruleset]
