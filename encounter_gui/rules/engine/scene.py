"""What the rules and the views look at: state, ruleset and texts."""

from collections.abc import Iterable
from dataclasses import dataclass

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Catalogue
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Side, Value
from encounter_gui.rules.model.ruleset import Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What a system looks at: the state, the ruleset it is played by, and the words to speak in."""

    state: EncounterState
    ruleset: Ruleset
    words: Catalogue

    def one(self, who: CombatantId) -> Combatant:
        """Returns the combatant with this id.

        Raises:
            KeyError: there is none.
        """
        return self.state.combatants[who]

    def known(self, who: CombatantId) -> Combatant:
        """Returns the combatant with this id.

        Raises:
            RuleError: there is none.
        """
        one = self.state.combatants.get(who)
        if one is None:
            raise refuse("rules.no_such_combatant", who=who)
        return one

    def present(self, who: CombatantId) -> Combatant:
        """Returns a combatant of a running fight.

        Raises:
            RuleError: there is none, or the fight is not running.
        """
        one = self.known(who)
        if self.state.stage != "running":
            raise refuse("rules.not_running")
        return one

    def those(self, who: Iterable[CombatantId]) -> tuple[Combatant, ...]:
        """Returns these combatants, each once.

        Raises:
            RuleError: one is not there, or none is named.
        """
        found = tuple(self.known(key) for key in dict.fromkeys(who))
        if not found:
            raise refuse("rules.nobody_named")
        return found

    def side_name(self, side: Side) -> str:
        """Returns what a side is called in this fight."""
        return self.state.side_names.get(side) or self.words.word(f"rules.sides.{side}")

    def switch(self, key: str) -> Value:
        """Returns how a house-rule switch (whole key, e.g. ``cwn.hdDie``) stands in this fight."""
        if key in self.state.switches:
            return self.state.switches[key]
        known = self.ruleset.switch(key)
        return known.default if known else False
