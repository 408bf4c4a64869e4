"""The D6-pool system as the rest of the program sees it."""

from collections.abc import Iterable

from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.rules import facade
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool import mechanics, requirements
from encounter_gui.rules.systems.d6pool.results import RESULTS
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.systems.d6pool.turns import action_budget


class D6Pool(facade.System):
    """The D6-pool system."""

    id = "d6pool"
    commands = do.COMMANDS
    numbers = mechanics.NUMBERS
    costs = action_budget.COSTS
    results = RESULTS
    resources = action_budget.RESOURCES
    effects = ("action", "attack", "resist", "target", "wound_resist")

    @override
    def faults(self, ruleset: Ruleset) -> Iterable[tuple[str, Message]]:
        return requirements.faults(ruleset)

    @override
    def derived_conditions(self, context: RulesContext, who: CombatantId) -> tuple[str, ...]:
        """Returns the conditions that follow from Temporary Health. Source: D6P-50."""
        return character.derived_keys(context.combatant(who))

    @override
    def rules(self) -> facade.RuleParts:
        from encounter_gui.rules.systems.d6pool import handlers

        return handlers.PARTS

    @override
    def table(self) -> facade.TableParts:
        from encounter_gui.rules.systems.d6pool.views import table, timeline

        return facade.TableParts(
            columns=table.COLUMNS,
            rows=table.rows,
            heading=timeline.heading,
            timeline=timeline.timeline,
        )

    @override
    def views(self) -> facade.ViewParts:
        from encounter_gui.rules.systems.d6pool.attack_form import form
        from encounter_gui.rules.systems.d6pool.views import (
            action_options,
            aftermath,
            body,
            bonds,
            changes,
            chips,
            combatant,
            declare_sheet,
            notices,
            tie,
        )

        return facade.ViewParts(
            sections=combatant.sections,
            body=body.body,
            notices=notices.notices,
            action_options=action_options.action_options,
            attack_form=form.attack_form,
            changes=changes.RULES,
            aftermath=aftermath.RULES,
            chips=chips.RULES,
            declare_sheet=declare_sheet.declare_sheet,
            tie=tie.RULES,
            bonds=bonds.bonds,
        )

    @override
    def odds_parts(self) -> facade.OddsParts:
        from encounter_gui.rules.systems.d6pool.odds import panel

        return facade.OddsParts(odds=panel.odds, measures=panel.measures)

    @override
    def battle_of(self) -> facade.BattleOf:
        from encounter_gui.rules.systems.d6pool.battle import preparing

        return preparing.prepare
