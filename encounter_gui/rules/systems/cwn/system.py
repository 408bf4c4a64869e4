"""Cities Without Number as the rest of the program sees it.

What the first paint does not need is imported when it is first asked for: that is most of the rules.
"""

from collections.abc import Iterable

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import dry_run, obligations
from encounter_gui.rules.engine.action_costs import ActionCosts
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import Kinds
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.system import DiceOrder, WholeBody
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.ruleset import CreatureDef, Number, Ruleset
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn import requirements
from encounter_gui.rules.systems.cwn.sheet import character
from encounter_gui.rules.systems.cwn.views import table as table_view
from encounter_gui.rules.systems.cwn.views import timeline as timeline_view
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


class CitiesWithoutNumber(DiceOrder, WholeBody):
    """Cities Without Number; implements ``System``."""

    id = "cwn"
    commands = do.COMMANDS
    numbers: tuple[Number, ...] = ()
    costs = ActionCosts()

    def faults(self, ruleset: Ruleset) -> Iterable[tuple[str, Message]]:
        """Returns what a ruleset lacks to be played by these rules."""
        return requirements.faults(ruleset)

    def recruit(
        self, context: RulesContext, creature: CreatureDef, *, name: str, number: int
    ) -> Combatant:
        """Returns a new combatant made from a library creature. Source: CWN-01, CWN-02, CWN-05."""
        from encounter_gui.rules.systems.cwn import recruiting

        return recruiting.recruit(context, creature, name=name, number=number)

    def hit_dice(self, context: RulesContext, creature: CreatureDef) -> str:
        """Returns the hit dice of a creature. Source: CWN-05."""
        from encounter_gui.rules.systems.cwn import recruiting

        return recruiting.hit_dice(context, creature)

    def procedure(self, context: RulesContext, command: ask.Command) -> Procedure:
        """Returns the procedure that plays a command out."""
        from encounter_gui.rules.systems.cwn import handlers

        return obligations.play(self, context, command, handlers.procedure(self, context, command))

    @property
    def obligation_kinds(self) -> Kinds:
        """The kinds of tests and decisions these rules demand later."""
        from encounter_gui.rules.systems.cwn.obligations import KINDS

        return KINDS

    def resolution(self, context: RulesContext, actor: CombatantId | None = None) -> Resolution:
        """Returns a collector for a command."""
        from encounter_gui.rules.systems.cwn import handlers

        return handlers.resolution(context, actor)

    def derived_conditions(self, context: RulesContext, who: CombatantId) -> tuple[str, ...]:
        """Returns the conditions that follow from other facts. Source: CWN-47."""
        return character.derived(context, context.combatant(who))

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
        """Returns the order of the sides as a strip."""
        return timeline_view.timeline(context)

    def combatant_view(self, context: RulesContext, who: CombatantId) -> CombatantView:
        """Returns the panel of one combatant."""
        from encounter_gui.rules.systems.cwn.views import action_options
        from encounter_gui.rules.systems.cwn.views import combatant as combatant_view

        return combatant_view.combatant_view(
            context, who, action_options.still_possible(self, context, who)
        )

    def body(self, context: RulesContext, who: CombatantId) -> BodyView:
        """Returns the figure of one combatant."""
        from encounter_gui.rules.systems.cwn.views import body as body_view

        return body_view.body(context, who)

    def notices(self, context: RulesContext) -> tuple[Notice, ...]:
        """Returns what waits for the game master."""
        from encounter_gui.rules.systems.cwn.views import notices as notices_view

        return notices_view.notices(context)

    def action_options(self, context: RulesContext, who: CombatantId) -> tuple[ActionOption, ...]:
        """Returns what else a combatant may do now, with reasons where it may not."""
        from encounter_gui.rules.systems.cwn.views import action_options

        return action_options.actions(self, context, who)

    def attack_form(self, context: RulesContext, choices: FormChoices) -> AttackForm:
        """Returns the attack bench for these choices."""
        from encounter_gui.rules.systems.cwn.attack_form import form as attack_form

        return dry_run.dry_run_form(self, context, attack_form.attack_form(context, choices))

    def odds(self, context: RulesContext, command: ask.Command) -> Odds | None:
        """Returns the exact odds of what is on the bench."""
        from encounter_gui.rules.systems.cwn.odds import (  # numpy, not needed before the first odds
            panel as odds_panel,
        )

        return odds_panel.odds(context, command)

    def changes(self, context: RulesContext, command: ask.Command) -> tuple[ChangePreview, ...]:
        """Returns what a change by hand would do to each target."""
        if not isinstance(command, ask.Adjust):
            return ()
        from encounter_gui.rules.systems.cwn.views import changes as changes_view

        return changes_view.changes(context, command)
