"""CHROME as the rest of the program sees it."""

from collections.abc import Iterable

from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.rules import facade
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import mechanics, requirements
from encounter_gui.rules.systems.chrome.results import RESULTS
from encounter_gui.rules.systems.chrome.sheet import action_budget, character


class Chrome(facade.System):
    """CHROME. A hit hits a place only where something is severed, so no place can be struck."""

    id = "chrome"
    commands = do.COMMANDS
    numbers = mechanics.NUMBERS
    costs = action_budget.COSTS
    results = RESULTS
    resources = action_budget.RESOURCES
    effects = (
        "stat",
        "save",
        "stat_target",
        "save_target",
        *character.STATS,
        *character.SAVES,
        "attack",
        "defence",
        "enemy_attack",
        "initiative",
        "soak",
    )

    @override
    def faults(self, ruleset: Ruleset) -> Iterable[tuple[str, Message]]:
        return requirements.faults(ruleset)

    @override
    def derived_conditions(self, context: RulesContext, who: CombatantId) -> tuple[str, ...]:
        """Returns the conditions that follow from Health, lost limbs and weapons. Source: CHR-50."""
        return character.derived_keys(context.combatant(who))

    @override
    def rules(self) -> facade.RuleParts:
        from encounter_gui.rules.systems.chrome import handlers

        return handlers.PARTS

    @override
    def reorder_command(
        self, context: RulesContext, who: CombatantId, before: CombatantId | None
    ) -> Command | None:
        """Returns what puts a combatant before another; None where the dice decide. Source: CHR-26."""
        from encounter_gui.rules.systems.chrome.turns import order

        return do.Order(who=who, before=before) if order.is_free(context, who, before) else None

    @override
    def table(self) -> facade.TableParts:
        from encounter_gui.rules.systems.chrome.views import table, timeline

        return facade.TableParts(
            columns=table.COLUMNS,
            rows=table.rows,
            heading=timeline.heading,
            timeline=timeline.timeline,
        )

    @override
    def views(self) -> facade.ViewParts:
        from encounter_gui.rules.systems.chrome.attack_form import form
        from encounter_gui.rules.systems.chrome.views import (
            action_options,
            aftermath,
            body,
            bonds,
            changes,
            chips,
            combatant,
            notices,
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
            role=combatant.role,
            bonds=bonds.bonds,
        )

    @override
    def odds_parts(self) -> facade.OddsParts:
        from encounter_gui.rules.systems.chrome.odds import panel

        return facade.OddsParts(odds=panel.odds, measures=panel.measures)

    @override
    def battle_of(self) -> facade.BattleOf:
        from encounter_gui.rules.systems.chrome.battle import preparing

        return preparing.prepare
