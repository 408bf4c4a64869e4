"""Finds the creatures that a typed roster or dropped keys name, for the ruleset of the open encounter."""

import re
from collections.abc import Callable, Iterable, Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.encounter.values import Side
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.encounters.plan.plan_view import NamedParty
from encounter_gui.gui.encounters.plan.roster_lines import name_of
from encounter_gui.play.prep.creature_repository import CreatureItem, CreatureRepository, key_of
from encounter_gui.play.prep.rosters import parse_roster
from encounter_gui.rules.model.prepared import Recruit
from encounter_gui.rules.model.ruleset import Ruleset


class RecruitFinder:
    """Turns names and keys into recruits."""

    def __init__(
        self, controller: EncounterController, library: Callable[[], CreatureRepository]
    ) -> None:
        """Takes the controller of the encounter, and what returns the creatures of the open campaign."""
        self._controller = controller
        self._library = library

    @property
    def _ruleset(self) -> Ruleset:
        return self._controller.session.game.ruleset

    def text_of(self, key: str) -> str:
        """Returns a text of the encounter's language."""
        return self._controller.session.game.texts.text_of(key)

    def typed(self, text: str) -> tuple[Recruit, ...]:
        """Returns the recruits a line such as ``1d4+1 gangers, 1 lieutenant`` names.

        Raises:
            RuleError: a name is unknown, or belongs to another ruleset, or there are no player characters.
        """
        return self.typed_with_party(text, ())[0]

    def typed_with_party(
        self, text: str, parties: Sequence[NamedParty]
    ) -> tuple[tuple[Recruit, ...], int | None]:
        """Returns the recruits a line such as ``squad, 1d4+1 gangers`` names, and the row of its party; None: of none.

        A party is called by its name, or, where there is one alone, by a word for the player characters. Without any,
        that word means the campaign's own characters.

        Raises:
            RuleError: as by ``typed``; or it is not clear which party is meant, or there are two.
        """
        found: list[Recruit] = []
        rows: dict[int, None] = {}
        for part in re.split(r"[,;\n]", text):
            word = part.strip().casefold()
            named = [each.row for each in parties if each.name.strip().casefold() == word]
            is_general = word in self._party_words
            if is_general and not named and len(parties) > 1:
                names = ", ".join(each.name for each in parties)
                raise refuse("gui.encounters.which_party", names=names)
            if named or (is_general and parties):
                rows.update(dict.fromkeys(named[:1] or [parties[0].row]))
            elif is_general:
                found += self._characters()
            else:
                found += parse_roster(part, self._library(), self._ruleset.id)
        if len(rows) > 1:
            raise refuse("gui.encounters.one_party")
        return tuple(found), next(iter(rows), None)

    @property
    def _party_words(self) -> frozenset[str]:
        """What the player characters together are called: in every game, and in this one."""
        general = self.text_of("gui.encounters.pcs").split(",")
        side = self._controller.context.side_name("pc")
        return frozenset(each.strip().casefold() for each in (*general, side))

    def _characters(self) -> Sequence[Recruit]:
        """Returns the campaign's own player characters of this ruleset, which one word stands for.

        Raises:
            RuleError: the campaign has none.
        """
        found = [
            Recruit(creature=item.value.creature.key, own=item.row, side=_planned_side(item))
            for item in self._library().items
            if item.is_own and item.value.is_character and item.ruleset == self._ruleset.id
        ]
        if not found:
            raise refuse("gui.encounters.no_pcs", ruleset=self._ruleset.name)
        return found

    def of_keys(self, keys: Iterable[str]) -> tuple[Recruit, ...]:
        """Returns one recruit for each creature of the library.

        Raises:
            RuleError: a creature belongs to another ruleset.
        """
        found = self._library().known(keys)
        for item in found:
            self._check(item)
        return tuple(Recruit(creature=item.value.creature.key, own=item.row) for item in found)

    def item_of(self, recruit: Recruit) -> CreatureItem | None:
        """Returns the creature of a recruit; None if the library does not have it any more."""
        return self._library().one(key_of(recruit, self._ruleset.id))

    def name_of(self, recruit: Recruit) -> str:
        """Returns the name of a recruit in the roster."""
        item = self.item_of(recruit)
        return name_of(recruit, item.value if item is not None else None)

    def side_of(self, recruit: Recruit) -> Side | None:
        """Returns the side on which a recruit joins; None: its creature is gone, and nobody said."""
        item = self.item_of(recruit)
        return recruit.side or (item.value.creature.side if item is not None else None)

    def _check(self, item: CreatureItem) -> None:
        if item.ruleset != self._ruleset.id:
            raise refuse("gui.encounters.other_ruleset", name=item.name, ruleset=self._ruleset.name)


def _planned_side(item: CreatureItem) -> Side | None:
    """Returns the side on which a player character is planned; None: the one it has anyway."""
    return None if item.value.creature.side == "pc" else "pc"
