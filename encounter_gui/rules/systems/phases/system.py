"""The system of phases and wounds as the rest of the program sees it."""

from collections.abc import Iterable

from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.rules import facade
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases import mechanics, requirements
from encounter_gui.rules.systems.phases.results import RESULTS
from encounter_gui.rules.systems.phases.sheet import action_budget, character


class Phases(facade.System):
    """The system of phases and wounds."""

    id = "phases"
    commands = do.COMMANDS
    numbers = mechanics.NUMBERS
    costs = action_budget.COSTS
    results = RESULTS
    resources = character.RESOURCES
    effects = ("action", "attack", "attacked")

    @override
    def faults(self, ruleset: Ruleset) -> Iterable[tuple[str, Message]]:
        return requirements.faults(ruleset)

    @override
    def derived_conditions(self, context: RulesContext, who: CombatantId) -> tuple[str, ...]:
        """Returns the conditions that follow from a combatant's numbers. Source: PHA-76."""
        return character.derived_conditions(context, context.combatant(who))

    @override
    def rules(self) -> facade.RuleParts:
        from encounter_gui.rules.systems.phases import handlers

        return handlers.PARTS

    @override
    def table(self) -> facade.TableParts:
        from encounter_gui.rules.systems.phases.views import table, timeline

        return facade.TableParts(
            columns=table.COLUMNS,
            rows=table.rows,
            heading=timeline.heading,
            timeline=timeline.timeline,
        )

    @override
    def views(self) -> facade.ViewParts:
        from encounter_gui.rules.systems.phases.attack_form import form
        from encounter_gui.rules.systems.phases.views import (
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
        from encounter_gui.rules.systems.phases.odds import panel

        return facade.OddsParts(odds=panel.odds, measures=panel.measures)

    @override
    def battle_of(self) -> facade.BattleOf:
        from encounter_gui.rules.systems.phases.battle import preparing

        return preparing.prepare
