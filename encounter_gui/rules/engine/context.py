"""What the rules and the views look at: state, ruleset and texts."""

from collections.abc import Callable, Collection, Iterable, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.entries import Reason
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Side, Value
from encounter_gui.rules.model.ruleset import Number, Ruleset

ROLLED = ("attribute", "skill", "specialty")
"""The groups of fields that a task is rolled on, in every game."""


class RulesContext(Struct, frozen=True, kw_only=True, eq=False):
    """What a system looks at: the state, the ruleset it is played by, and the words to speak in.

    ``told`` takes each line of the arithmetic as soon as it is known, while a command that waits for dice has come to
    nothing yet; None: nobody listens. ``given`` are numbers that the game master has put in the place of what the
    rules work out, by the key of a ``ChainNumber``. ``kept_rules`` returns rules that a fight goes on by, by the sha256
    of their content; None: nobody keeps any. Contexts are equal only if they are one, so that what is worked out from
    one can be kept for it.
    """

    state: EncounterState
    ruleset: Ruleset
    texts: MessageCatalog
    told: Callable[[Reason], None] | None = None
    given: Mapping[str, int] = field(default_factory=dict)
    kept_rules: Callable[[str], Ruleset] | None = None

    def without_words(self) -> "RulesContext":
        """Returns the same with nothing to speak in: what other processes work with, which have no texts."""
        return replace(self, texts=MessageCatalog({}), told=None, kept_rules=None)

    def combatant(self, who: CombatantId) -> Combatant:
        """Returns the combatant with this id.

        Raises:
            KeyError: there is none.
        """
        return self.state.combatants[who]

    def known_combatant(self, who: CombatantId) -> Combatant:
        """Returns the combatant with this id.

        Raises:
            RuleError: there is none.
        """
        combatant = self.state.combatants.get(who)
        if combatant is None:
            raise refuse("rules.no_such_combatant", who=who)
        return combatant

    def active_combatant(self, who: CombatantId) -> Combatant:
        """Returns a combatant of a running fight.

        Raises:
            RuleError: there is none, or the fight is not running.
        """
        combatant = self.known_combatant(who)
        if self.state.stage == "between":
            raise refuse("rules.clock.no_fight")
        if self.state.stage != "running":
            raise refuse("rules.not_running")
        return combatant

    def combatants(self, who: Iterable[CombatantId]) -> tuple[Combatant, ...]:
        """Returns these combatants, each once.

        Raises:
            RuleError: one is not there, or none is named.
        """
        found = tuple(self.known_combatant(key) for key in dict.fromkeys(who))
        if not found:
            raise refuse("rules.nobody_named")
        return found

    def side_name(self, side: Side) -> str:
        """Returns what a side is called in this fight."""
        return self.state.side_names.get(side) or self.texts.text_of(f"rules.sides.{side}")

    def switch(self, key: str) -> Value:
        """Returns how a house-rule switch (whole key, e.g. ``cwn.hdDie``) stands in this fight."""
        if key in self.state.switches:
            return self.state.switches[key]
        known = self.ruleset.switch(key)
        return known.default if known else False

    def number(self, number: Number) -> int:
        """Returns a number of the rules, as the ruleset of this encounter has it."""
        return self.ruleset.number(number)

    def require_fields(self, *keys: str, groups: Collection[str] = ROLLED) -> None:
        """Checks that the sheet has fields of these keys, and that a test is rolled on them.

        ``groups`` are those of fields that it is rolled on; what is in no group may be rolled on, too.

        Raises:
            RuleError: it has none, or it is nothing to roll on: full Health, a load, a kind.
        """
        for key in keys:
            known = self.ruleset.field(key)
            if known is None:
                raise refuse("rules.no_such_field", field=key)
            if known.group and known.group not in groups:
                raise refuse("rules.not_rolled_on", field=known.name)
