"""The own rules a campaign keeps: versions that never change, and the draft of the next one."""

from collections.abc import Callable

from msgspec import structs

from encounter_gui.core.ids import RulesetId
from encounter_gui.rules.model.own_rules import DRAFT, Author, OwnRules
from encounter_gui.storage.prepared_store import New, Stored, Table


class OwnRulesRepository:
    """The own rules of one campaign. Methods that write raise ``SaveError`` and change nothing where they cannot."""

    def __init__(self, table: Table[OwnRules], now: Callable[[], str]) -> None:
        """Takes the table of the campaign file, and what returns the moment in UTC (ISO 8601)."""
        self._table = table
        self._now = now
        self._followers: list[Callable[[], None]] = []

    def follow(self, follower: Callable[[], None]) -> None:
        """Has something called whenever there is another version, or one less."""
        self._followers.append(follower)

    def _tell(self) -> None:
        for follower in tuple(self._followers):
            follower()

    def versions(self, ruleset: str) -> tuple[OwnRules, ...]:
        """Returns the versions for a ruleset, newest first."""
        found = (each.value for each in self._rows(ruleset) if each.value.version != DRAFT)
        return tuple(sorted(found, key=lambda each: each.version, reverse=True))

    def newest(self, ruleset: str) -> OwnRules | None:
        """Returns the newest version for a ruleset; None: there is none."""
        return next(iter(self.versions(ruleset)), None)

    def rulesets(self) -> tuple[str, ...]:
        """Returns the ids of the rulesets that the campaign has own rules or a draft for."""
        return tuple(dict.fromkeys(str(each.ruleset) for each in self._table.all()))

    def draft(self, ruleset: str) -> OwnRules | None:
        """Returns the draft for a ruleset; None: nothing has been changed since the newest version."""
        drafts = (each.value for each in self._rows(ruleset) if each.value.version == DRAFT)
        return next(drafts, None)

    def keep_draft(self, ruleset: str, draft: OwnRules | None) -> None:
        """Keeps the draft for a ruleset; None: there is none any more."""
        rows = [each.row for each in self._rows(ruleset) if each.value.version == DRAFT]
        if draft is None:
            self._table.remove(rows)
            return
        new = New(ruleset=RulesetId(ruleset), value=structs.replace(draft, version=DRAFT))
        if rows:
            self._table.add((), {rows[0]: new})
        else:
            self._table.add([new])

    def add(self, ruleset: str, rules: OwnRules, source: Author = "me") -> OwnRules:
        """Keeps rules as the next version for a ruleset, and returns it; a draft stays as it is."""
        newest = self.newest(ruleset)
        version = structs.replace(
            rules,
            version=(newest.version if newest else DRAFT) + 1,
            at=self._now(),
            source=source,
            typed={},
        )
        self._table.add([New(ruleset=RulesetId(ruleset), value=version)])
        self._tell()
        return version

    def remove(self, ruleset: str, version: int) -> None:
        """Takes a version away: for undoing that it was saved. Fights keep the rules they were begun with."""
        self._table.remove(
            each.row for each in self._rows(ruleset) if each.value.version == version
        )
        self._tell()

    def put_back(self, ruleset: str, rules: OwnRules) -> None:
        """Keeps a version that was taken away again, as it was."""
        self._table.add([New(ruleset=RulesetId(ruleset), value=rules)])
        self._tell()

    def _rows(self, ruleset: str) -> list[Stored[OwnRules]]:
        return [each for each in self._table.all() if each.ruleset == ruleset]
