"""CHROME as the rest of the program sees it.

What the first paint does not need is imported when it is first asked for: that is most of the rules.
"""

from collections.abc import Iterable

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import dry_run, obligations
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.engine.system import FixedHealth, OwesNothing, WholeBody
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.ruleset import CreatureDef, Ruleset
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import requirements
from encounter_gui.rules.systems.chrome.sheet import character
from encounter_gui.rules.view import (
    Bench,
    BenchChoices,
    BodyView,
    Change,
    Column,
    Heading,
    Notice,
    Odds,
    QuickAction,
    Row,
    Sheet,
    Timeline,
)


class Chrome(FixedHealth, WholeBody, OwesNothing):
    """CHROME; implements ``System``. A hit hits a place only where something is severed, so none can be struck."""

    id = "chrome"
    commands = do.COMMANDS

    def faults(self, ruleset: Ruleset) -> Iterable[tuple[str, Message]]:
        """Returns what a ruleset lacks to be played by these rules."""
        return requirements.faults(ruleset)

    def recruit(self, scene: Scene, creature: CreatureDef, *, name: str, number: int) -> Combatant:
        """Returns a new combatant made from a library creature. Source: CHR-01, CHR-11."""
        from encounter_gui.rules.systems.chrome import recruiting

        return recruiting.recruit(scene, creature, name=name, number=number)

    def procedure(self, scene: Scene, command: ask.Command) -> Procedure:
        """Returns the procedure that plays a command out."""
        from encounter_gui.rules.systems.chrome import handlers

        return obligations.play(self, scene, command, handlers.procedure(self, scene, command))

    def derived(self, scene: Scene, who: CombatantId) -> tuple[str, ...]:
        """Returns the conditions that follow from Health, lost limbs and weapons. Source: CHR-50."""
        return character.derived(scene.one(who))

    def columns(self, scene: Scene) -> tuple[Column, ...]:
        """Returns the columns of the combatant table."""
        from encounter_gui.rules.systems.chrome.views import table as table_view

        return table_view.columns(scene)

    def rows(self, scene: Scene) -> tuple[Row, ...]:
        """Returns a row for each combatant."""
        from encounter_gui.rules.systems.chrome.views import table as table_view

        return table_view.rows(scene)

    def heading(self, scene: Scene) -> Heading:
        """Returns what the tool bar says."""
        from encounter_gui.rules.systems.chrome.views import timeline as timeline_view

        return timeline_view.heading(scene)

    def timeline(self, scene: Scene) -> Timeline:
        """Returns the turn order as a strip."""
        from encounter_gui.rules.systems.chrome.views import timeline as timeline_view

        return timeline_view.timeline(scene)

    def sheet(self, scene: Scene, who: CombatantId) -> Sheet:
        """Returns the panel of one combatant."""
        from encounter_gui.rules.systems.chrome.views import action_options
        from encounter_gui.rules.systems.chrome.views import combatant as combatant_view

        possible = action_options.still_possible(self, scene, scene.one(who))
        return combatant_view.sheet(scene, who, possible)

    def body(self, scene: Scene, who: CombatantId) -> BodyView:
        """Returns the figure of one combatant."""
        from encounter_gui.rules.systems.chrome.views import body as body_view

        return body_view.body(scene, who)

    def notices(self, scene: Scene) -> tuple[Notice, ...]:
        """Returns what waits for the game master."""
        from encounter_gui.rules.systems.chrome.views import combatant as combatant_view

        return combatant_view.notices(scene)

    def actions(self, scene: Scene, who: CombatantId) -> tuple[QuickAction, ...]:
        """Returns what else a combatant may do now, with reasons where it may not."""
        from encounter_gui.rules.systems.chrome.views import combatant as combatant_view

        return dry_run.offers(self, scene, combatant_view.offered(scene, scene.one(who)))

    def bench(self, scene: Scene, choices: BenchChoices) -> Bench:
        """Returns the attack bench for these choices."""
        from encounter_gui.rules.systems.chrome.attack_form import form as attack_form

        return dry_run.tried(self, scene, attack_form.bench(scene, choices))

    def odds(self, scene: Scene, command: ask.Command) -> Odds | None:
        """Returns the exact odds of what is on the bench."""
        from encounter_gui.rules.systems.chrome.odds import (
            panel as odds_panel,  # numpy, not before the first odds
        )

        return odds_panel.odds(scene, command)

    def changes(self, scene: Scene, command: ask.Command) -> tuple[Change, ...]:
        """Returns what a change by hand would do to each target."""
        if not isinstance(command, ask.Adjust):
            return ()
        from encounter_gui.rules.systems.chrome.views import changes as changes_view

        return changes_view.changes(scene, command)

    def reordered(
        self, scene: Scene, who: CombatantId, before: CombatantId | None
    ) -> ask.Command | None:
        """Returns what puts somebody before another; None where the dice have the say. Source: CHR-26."""
        from encounter_gui.rules.systems.chrome.turns import order

        if not order.is_free(scene, who, before):
            return None
        return do.Order(who=who, before=before)
