"""Which rules a fight is played by, which others there are for it, and in what they differ."""

from collections.abc import Callable, Iterator
from functools import cached_property

from msgspec import Struct

from encounter_gui.core.errors import DataError
from encounter_gui.core.ids import EncounterId
from encounter_gui.play.open_campaign import OpenCampaign
from encounter_gui.play.rulesets.differences import Difference, differences
from encounter_gui.play.session.session import EncounterSession
from encounter_gui.play.workshop.taking_over import rules_name
from encounter_gui.rules.model.commands import TakeRules
from encounter_gui.rules.model.own_rules import OwnRules
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.storage.pinned_rulesets import digest_of

_PUT_OFF = "rules.put_off."


def _not_read(ruleset: str) -> Ruleset | None:  # noqa: ARG001 - as ``book`` takes it
    return None


class RulesChoice(Struct, frozen=True, kw_only=True):
    """Rules that a fight can be played by. ``rules`` None: those of the game alone.

    ``is_used``: the fight goes by them. ``is_newest``: new fights begin with them. ``is_draft``: they are not saved as
    a version yet.
    """

    name: str
    rules: OwnRules | None = None
    is_used: bool = False
    is_newest: bool = False
    is_draft: bool = False


class RulesOffer(Struct, frozen=True, kw_only=True):
    """Newer rules that a fight may take over: what it goes by, what they are called, and in what they differ."""

    uses: str
    name: str
    rules: OwnRules | None
    differences: tuple[Difference, ...]

    def added(self, section: str) -> tuple[str, ...]:
        """Returns the keys of entries of a section, such as ``conditions``, that the fight does not know yet."""
        start = f"{section}."
        return tuple(
            each.place.removeprefix(start)
            for each in self.differences
            if each.kind == "added"
            and each.place.startswith(start)
            and "." not in each.place.removeprefix(start)
        )


class FightRules:
    """The rules of one fight of an open campaign.

    Methods raise ``RulesetError`` where the files of the game cannot be used, and ``SaveError`` where the campaign file
    does not let them.
    """

    def __init__(
        self,
        campaign: OpenCampaign,
        encounter: EncounterId,
        session: EncounterSession,
        book: Callable[[str], Ruleset | None] = _not_read,
    ) -> None:
        """Takes the campaign and the fight; ``book`` returns a game that was read from its files already, or None."""
        self._campaign = campaign
        self._encounter = encounter
        self._session = session
        self._book = book
        self._repository = campaign.own_rules.repository

    @property
    def used(self) -> Ruleset:
        """The rules the fight goes by, whatever is looked at."""
        return self._session.head_context.ruleset

    @property
    def uses(self) -> str:
        """What the rules the fight goes by are called."""
        return rules_name(self.used, self._session.game.texts)

    @cached_property
    def _newest(self) -> OwnRules | None:
        return self._repository.newest(self.used.id)

    @cached_property
    def _draft(self) -> OwnRules | None:
        return self._repository.draft(self.used.id)

    def choices(self) -> tuple[RulesChoice, ...]:
        """Returns the rules there are for the fight: the draft, the versions, newest first, and those of the game."""
        return tuple(self._choices())

    def _choices(self) -> Iterator[RulesChoice]:
        used = (self.used.own_name, self.used.own_version)
        versions = self._repository.versions(self.used.id)
        drafts = (self._draft,) if self._draft is not None else ()
        for place, each in enumerate((*drafts, *versions)):
            yield RulesChoice(
                name=self.name_of(each),
                rules=each,
                is_used=(each.name, each.version) == used,
                is_newest=place == len(drafts),
                is_draft=each.is_draft,
            )
        yield RulesChoice(name=self.name_of(None), is_used=used == ("", 0), is_newest=not versions)

    def name_of(self, rules: OwnRules | None) -> str:
        """Returns what rules are called; None: those of the game alone, by the name of the game."""
        texts = self._session.game.texts
        if rules is None:
            book = self._book(self.used.id)
            return texts.text_of("workshop.book", name=(book or self.used).name)
        key = "workshop.draft_of" if rules.is_draft else "workshop.version_of"
        return texts.text_of(key, name=rules.name, version=rules.version)

    def ruleset(self, rules: OwnRules | None) -> Ruleset:
        """Returns the rules the fight would go on by, with all that it knows beside them."""
        return self._campaign.own_rules.for_fight(self.used, rules)

    def differences(self, rules: OwnRules | None) -> tuple[Difference, ...]:
        """Returns what would be otherwise in the fight by other rules.

        The default of a house rule that was set for this fight makes no difference to it.
        """
        set_here = {f"switches.{key}.default" for key in self._session.state.switches}
        found = differences(self.used, self.ruleset(rules))
        return tuple(each for each in found if each.place not in set_here)

    # ---- what is offered

    def newer(self) -> RulesOffer | None:
        """Returns the newest rules, if the fight goes by older ones from which they differ; None: it does not.

        There are none for a fight that is over, and for a copy in which rules are tried.
        """
        if self._session.state.stage == "ended" or self._encounter in self._campaign.copies:
            return None
        newest = self._newest
        found = self._changes_of(newest)
        if not found:
            return None
        return RulesOffer(
            uses=self.uses, name=self.name_of(newest), rules=newest, differences=found
        )

    def offer(self) -> RulesOffer | None:
        """Returns the newest rules as ``newer`` does; None as well where they were put off."""
        newer = self.newer()
        return None if newer is None or self.is_put_off(newer) else newer

    def is_put_off(self, newer: RulesOffer) -> bool:
        """Returns whether newer rules were put off until there are others."""
        return self._campaign.setting(self._key) == self._mark(newer.rules)

    def _changes_of(self, newest: OwnRules | None) -> tuple[Difference, ...]:
        """Returns in what the newest rules differ, if they are others; what the campaign itself has added is in both.

        What was added or changed by the campaign beside the rules is only a reason to take others over where the rules
        are others as well.
        """
        used = (self.used.own_name, self.used.own_version)
        if newest is None and not self.used.own_name and self._is_as_read:
            return ()
        found = self.differences(newest)
        goal = (newest.name, newest.version) if newest is not None else ("", 0)
        if used != goal:
            return found
        items, conditions = self._campaign.prepared.definitions(self.used.id)
        own = {f"items.{each.key}" for each in items}
        own |= {f"conditions.{each.key}" for each in conditions}
        return tuple(each for each in found if _entry_of(each) not in own)

    @property
    def _is_as_read(self) -> bool:
        """Whether the fight goes by its game as it is; where the game was not read yet it is taken to."""
        book = self._book(self.used.id)
        return book is None or not differences(self.used, book)

    def put_off(self) -> None:
        """Offers the newest rules no more: until there are others."""
        self._campaign.keep_setting(self._key, self._mark(self._newest))

    def _mark(self, rules: OwnRules | None) -> str:
        return digest_of(self._campaign.own_rules.of(self.used.id, rules))

    @property
    def _key(self) -> str:
        return f"{_PUT_OFF}{self._encounter}"

    # ---- what is done

    def command(self, rules: OwnRules | None) -> TakeRules:
        """Returns the command with which the fight goes on by other rules, and keeps these for it."""
        return self._campaign.own_rules.command(self.used, self.ruleset(rules))

    def remember(self, rules: OwnRules | None) -> None:
        """Notes that the game master has chosen these: where they are not the newest, the newest are not offered."""
        if rules != self._newest:
            self.put_off()

    def follow(self) -> bool:
        """Has a fight that nobody is in yet go by the newest rules; returns whether it has changed to them."""
        if not self._campaign.is_untouched(self._encounter, self._session):
            return False
        try:
            if not self._changes_of(self._newest):
                return False
            ruleset = self.ruleset(self._newest)
        except DataError:
            return False
        self._campaign.play_by(self._encounter, self._session, ruleset)
        return True

    def try_in_copy(self, name: str, rules: OwnRules | None) -> EncounterId:
        """Makes a copy of the fight that goes on by other rules, to try them in, and returns it."""
        return self._campaign.try_rules(self._encounter, name, rules)


def _entry_of(difference: Difference) -> str:
    """Returns the entry that a difference is in: ``items.own_rail_pistol``."""
    return ".".join(difference.place.split(".")[:2])
