"""Declared games as the rest of the program sees them."""

from collections.abc import Iterator
from types import MappingProxyType

from msgspec.structs import replace
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.rules import facade, view
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.requirements import missing, needs
from encounter_gui.rules.model.games.declared_game import HEALTH, OUT
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems.declared import commands as do
from encounter_gui.rules.systems.declared import sheet


class Declared(facade.System):
    """Games that a ruleset describes in full."""

    id = "declared"
    is_declared = True
    commands = do.COMMANDS
    results = MappingProxyType(
        {
            "attack": "against base damage harm hit margin modifiers soak total",
            "damage": "damage harm soak",
            "initiative": "total",
        }
    )
    resources = (sheet.ATTACKS,)
    effects = sheet.EFFECTS

    @override
    def faults(self, ruleset: Ruleset) -> Iterator[tuple[str, Message]]:
        """Yields what a ruleset lacks: how a fight runs, an attack, what decides who is out."""
        if ruleset.turns is None:
            yield "turns", needs(ruleset, "turns")
        if not ruleset.attacks:
            yield "attacks", needs(ruleset, "attacks")
        gauges, conditions = ruleset.gauges, ruleset.conditions
        yield from missing(ruleset, "gauges", (each.key for each in gauges), (HEALTH,))
        yield from missing(ruleset, "conditions", (each.key for each in conditions), (OUT,))

    @override
    def derived_conditions(self, context: RulesContext, who: CombatantId) -> tuple[str, ...]:
        return sheet.derived_keys(context.combatant(who))

    @override
    def columns(self, context: RulesContext) -> tuple[view.Column, ...]:
        """Returns the columns, that of the main gauge under the name the ruleset gives it."""
        main = context.ruleset.gauge(HEALTH)
        return tuple(
            replace(each, title=main.name) if main and each.key == HEALTH else each
            for each in super().columns(context)
        )

    @override
    def rules(self) -> facade.RuleParts:
        from encounter_gui.rules.systems.declared import handlers

        return handlers.PARTS

    @override
    def table(self) -> facade.TableParts:
        from encounter_gui.rules.systems.declared import views

        return facade.TableParts(
            columns=views.COLUMNS,
            rows=views.rows,
            heading=views.heading,
            timeline=views.timeline,
        )

    @override
    def views(self) -> facade.ViewParts:
        from encounter_gui.rules.systems.declared import attack_form, views

        return facade.ViewParts(
            sections=views.sections,
            body=views.body,
            notices=views.notices,
            action_options=views.action_options,
            attack_form=attack_form.attack_form,
            changes=views.CHANGES,
            aftermath=views.AFTERMATH,
            chips=views.CHIPS,
        )

    @override
    def odds_parts(self) -> facade.OddsParts:
        from encounter_gui.rules.systems.declared import odds

        return facade.OddsParts(odds=odds.odds, measures=odds.measures)

    @override
    def battle_of(self) -> facade.BattleOf:
        from encounter_gui.rules.systems.declared import battle

        return battle.prepare
