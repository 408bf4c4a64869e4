"""Cities Without Number as the rest of the program sees it."""

from collections.abc import Iterable

from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.rules import facade
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.ruleset import CreatureDef, Ruleset
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn import mechanics, requirements
from encounter_gui.rules.systems.cwn.results import RESULTS
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, scene_uses


class CitiesWithoutNumber(facade.System):
    """Cities Without Number."""

    id = "cwn"
    commands = do.COMMANDS
    numbers = mechanics.NUMBERS
    costs = action_budget.COSTS
    results = RESULTS
    resources = (*action_budget.ROUND_GAUGES, *scene_uses.RESOURCES)
    effects = (
        "ac",
        "ac_melee",
        "ac_ranged",
        "check",
        "damage",
        "hit",
        "morale",
        "save",
        "shock",
        "trauma",
    )

    @override
    def faults(self, ruleset: Ruleset) -> Iterable[tuple[str, Message]]:
        return requirements.faults(ruleset)

    @override
    def hit_dice(self, context: RulesContext, creature: CreatureDef) -> str:
        """Returns the hit dice of a creature. Source: CWN-05."""
        from encounter_gui.rules.systems.cwn import recruiting

        return recruiting.hit_dice(context, creature)

    @override
    def derived_conditions(self, context: RulesContext, who: CombatantId) -> tuple[str, ...]:
        """Returns the conditions that follow from other facts. Source: CWN-47."""
        return character.derived_keys(context, context.combatant(who))

    @override
    def rules(self) -> facade.RuleParts:
        from encounter_gui.rules.systems.cwn import handlers

        return handlers.PARTS

    @override
    def table(self) -> facade.TableParts:
        from encounter_gui.rules.systems.cwn.views import table, timeline

        return facade.TableParts(
            columns=table.COLUMNS,
            rows=table.rows,
            heading=timeline.heading,
            timeline=timeline.timeline,
        )

    @override
    def views(self) -> facade.ViewParts:
        from encounter_gui.rules.systems.cwn.attack_form import form
        from encounter_gui.rules.systems.cwn.views import (
            action_options,
            aftermath,
            body,
            changes,
            chips,
            combatant,
            field,
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
            bonds=field.bonds,
        )

    @override
    def odds_parts(self) -> facade.OddsParts:
        from encounter_gui.rules.systems.cwn.odds import panel

        return facade.OddsParts(odds=panel.odds, measures=panel.measures)

    @override
    def battle_of(self) -> facade.BattleOf:
        from encounter_gui.rules.systems.cwn.battle import preparing

        return preparing.prepare
