"""CHROME as the rest of the program sees it.

What the first paint does not need is imported when it is first asked for: that is most of the rules.
"""

from collections.abc import Iterable

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import dry_run, obligations
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.system import FixedHealth, FixedNumbers, OwesNothing, WholeBody
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.ruleset import CreatureDef, Ruleset
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import requirements
from encounter_gui.rules.systems.chrome.sheet import character
from encounter_gui.rules.view import (
    ActionOption,
    AttackForm,
    BodyView,
    ChangePreview,
    Column,
    CombatantView,
    FormChoices,
    Heading,
    Notice,
    Odds,
    Row,
    Timeline,
)


class Chrome(FixedHealth, WholeBody, OwesNothing, FixedNumbers):
    """CHROME; implements ``System``. A hit hits a place only where something is severed, so none can be struck."""

    id = "chrome"
    commands = do.COMMANDS

    def faults(self, ruleset: Ruleset) -> Iterable[tuple[str, Message]]:
        """Returns what a ruleset lacks to be played by these rules."""
        return requirements.faults(ruleset)

    def recruit(
        self, context: RulesContext, creature: CreatureDef, *, name: str, number: int
    ) -> Combatant:
        """Returns a new combatant made from a library creature. Source: CHR-01, CHR-11."""
        from encounter_gui.rules.systems.chrome import recruiting

        return recruiting.recruit(context, creature, name=name, number=number)

    def procedure(self, context: RulesContext, command: ask.Command) -> Procedure:
        """Returns the procedure that plays a command out."""
        from encounter_gui.rules.systems.chrome import handlers

        return obligations.play(self, context, command, handlers.procedure(self, context, command))

    def derived_conditions(self, context: RulesContext, who: CombatantId) -> tuple[str, ...]:
        """Returns the conditions that follow from Health, lost limbs and weapons. Source: CHR-50."""
        return character.derived(context.combatant(who))

    def columns(self, context: RulesContext) -> tuple[Column, ...]:
        """Returns the columns of the combatant table."""
        from encounter_gui.rules.systems.chrome.views import table as table_view

        return table_view.columns(context)

    def rows(self, context: RulesContext) -> tuple[Row, ...]:
        """Returns a row for each combatant."""
        from encounter_gui.rules.systems.chrome.views import table as table_view

        return table_view.rows(context)

    def heading(self, context: RulesContext) -> Heading:
        """Returns what the tool bar says."""
        from encounter_gui.rules.systems.chrome.views import timeline as timeline_view

        return timeline_view.heading(context)

    def timeline(self, context: RulesContext) -> Timeline:
        """Returns the turn order as a strip."""
        from encounter_gui.rules.systems.chrome.views import timeline as timeline_view

        return timeline_view.timeline(context)

    def combatant_view(self, context: RulesContext, who: CombatantId) -> CombatantView:
        """Returns the panel of one combatant."""
        from encounter_gui.rules.systems.chrome.views import action_options
        from encounter_gui.rules.systems.chrome.views import combatant as combatant_view

        possible = action_options.still_possible(self, context, context.combatant(who))
        return combatant_view.combatant_view(context, who, possible)

    def body(self, context: RulesContext, who: CombatantId) -> BodyView:
        """Returns the figure of one combatant."""
        from encounter_gui.rules.systems.chrome.views import body as body_view

        return body_view.body(context, who)

    def notices(self, context: RulesContext) -> tuple[Notice, ...]:
        """Returns what waits for the game master."""
        from encounter_gui.rules.systems.chrome.views import combatant as combatant_view

        return combatant_view.notices(context)

    def action_options(self, context: RulesContext, who: CombatantId) -> tuple[ActionOption, ...]:
        """Returns what else a combatant may do now, with reasons where it may not."""
        from encounter_gui.rules.systems.chrome.views import combatant as combatant_view

        return dry_run.offers(
            self, context, combatant_view.action_options(context, context.combatant(who))
        )

    def attack_form(self, context: RulesContext, choices: FormChoices) -> AttackForm:
        """Returns the attack bench for these choices."""
        from encounter_gui.rules.systems.chrome.attack_form import form as attack_form

        return dry_run.dry_run_form(self, context, attack_form.attack_form(context, choices))

    def odds(self, context: RulesContext, command: ask.Command) -> Odds | None:
        """Returns the exact odds of what is on the bench."""
        from encounter_gui.rules.systems.chrome.odds import (
            panel as odds_panel,  # numpy, not before the first odds
        )

        return odds_panel.odds(context, command)

    def changes(self, context: RulesContext, command: ask.Command) -> tuple[ChangePreview, ...]:
        """Returns what a change by hand would do to each target."""
        if not isinstance(command, ask.Adjust):
            return ()
        from encounter_gui.rules.systems.chrome.views import changes as changes_view

        return changes_view.changes(context, command)

    def reorder_command(
        self, context: RulesContext, who: CombatantId, before: CombatantId | None
    ) -> ask.Command | None:
        """Returns what puts somebody before another; None where the dice have the say. Source: CHR-26."""
        from encounter_gui.rules.systems.chrome.turns import order

        if not order.is_free(context, who, before):
            return None
        return do.Order(who=who, before=before)
