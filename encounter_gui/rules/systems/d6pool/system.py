"""The D6-pool system as the rest of the program sees it.

What the first paint does not need is imported when it is first asked for: that is most of the rules.
"""

from collections.abc import Iterable

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import dry_run, obligations
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.system import DiceOrder, FixedHealth, OwesNothing, WholeBody
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.ruleset import CreatureDef, Ruleset
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool import requirements
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.systems.d6pool.views import table as table_view
from encounter_gui.rules.systems.d6pool.views import timeline as timeline_view
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


class D6Pool(DiceOrder, FixedHealth, WholeBody, OwesNothing):
    """The D6-pool system; implements ``System``."""

    id = "d6pool"
    commands = do.COMMANDS

    def faults(self, ruleset: Ruleset) -> Iterable[tuple[str, Message]]:
        """Returns what a ruleset lacks to be played by these rules."""
        return requirements.faults(ruleset)

    def recruit(
        self, context: RulesContext, creature: CreatureDef, *, name: str, number: int
    ) -> Combatant:
        """Returns a new combatant made from a library creature. Source: D6P-01 to D6P-08, D6P-12."""
        from encounter_gui.rules.systems.d6pool import recruiting

        return recruiting.recruit(context, creature, name=name, number=number)

    def procedure(self, context: RulesContext, command: ask.Command) -> Procedure:
        """Returns the procedure that plays a command out."""
        from encounter_gui.rules.systems.d6pool import handlers

        return obligations.play(self, context, command, handlers.procedure(self, context, command))

    def derived_conditions(self, context: RulesContext, who: CombatantId) -> tuple[str, ...]:
        """Returns the conditions that follow from Temporary Health. Source: D6P-50."""
        return character.derived(context.combatant(who))

    def columns(self, context: RulesContext) -> tuple[Column, ...]:
        """Returns the columns of the combatant table."""
        return table_view.columns(context)

    def rows(self, context: RulesContext) -> tuple[Row, ...]:
        """Returns a row for each combatant."""
        return table_view.rows(context)

    def heading(self, context: RulesContext) -> Heading:
        """Returns what the tool bar says."""
        return timeline_view.heading(context)

    def timeline(self, context: RulesContext) -> Timeline:
        """Returns the turn order as a strip."""
        return timeline_view.timeline(context)

    def combatant_view(self, context: RulesContext, who: CombatantId) -> CombatantView:
        """Returns the panel of one combatant."""
        from encounter_gui.rules.systems.d6pool.views import combatant as combatant_view

        return combatant_view.combatant_view(context, who)

    def body(self, context: RulesContext, who: CombatantId) -> BodyView:
        """Returns the figure of one combatant."""
        from encounter_gui.rules.systems.d6pool.views import body as body_view

        return body_view.body(context, who)

    def notices(self, context: RulesContext) -> tuple[Notice, ...]:
        """Returns what waits for the game master."""
        from encounter_gui.rules.systems.d6pool.views import notices as notices_view

        return notices_view.notices(context)

    def action_options(self, context: RulesContext, who: CombatantId) -> tuple[ActionOption, ...]:
        """Returns what else a combatant may do now, with reasons where it may not."""
        from encounter_gui.rules.systems.d6pool.views import action_options

        return dry_run.offers(
            self, context, action_options.action_options(context, context.combatant(who))
        )

    def attack_form(self, context: RulesContext, choices: FormChoices) -> AttackForm:
        """Returns the attack bench for these choices."""
        from encounter_gui.rules.systems.d6pool.attack_form import form as attack_form

        return dry_run.dry_run_form(self, context, attack_form.attack_form(context, choices))

    def odds(self, context: RulesContext, command: ask.Command) -> Odds | None:
        """Returns the exact odds of what is on the bench."""
        from encounter_gui.rules.systems.d6pool.odds import (  # numpy, not needed before the first odds
            panel as odds_panel,
        )

        return odds_panel.odds(context, command)

    def changes(self, context: RulesContext, command: ask.Command) -> tuple[ChangePreview, ...]:
        """Returns what a change by hand would do to each target."""
        if not isinstance(command, ask.Adjust):
            return ()
        from encounter_gui.rules.systems.d6pool.views import changes as changes_view

        return changes_view.changes(context, command)
