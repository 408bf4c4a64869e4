"""The D6-pool system as the rest of the program sees it.

What the first paint does not need is imported when it is first asked for: that is most of the rules.
"""

from collections.abc import Iterable

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import dry_run, obligations
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.engine.system import DiceOrder, FixedHealth, OwesNothing, WholeBody
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.ruleset import CreatureDef, Ruleset
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool import requirements
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.systems.d6pool.views import table as table_view
from encounter_gui.rules.systems.d6pool.views import timeline as timeline_view
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


class D6Pool(DiceOrder, FixedHealth, WholeBody, OwesNothing):
    """The D6-pool system; implements ``System``."""

    id = "d6pool"
    commands = do.COMMANDS

    def faults(self, ruleset: Ruleset) -> Iterable[tuple[str, Message]]:
        """Returns what a ruleset lacks to be played by these rules."""
        return requirements.faults(ruleset)

    def recruit(self, scene: Scene, creature: CreatureDef, *, name: str, number: int) -> Combatant:
        """Returns a new combatant made from a library creature. Source: D6P-01 to D6P-08, D6P-12."""
        from encounter_gui.rules.systems.d6pool import recruiting

        return recruiting.recruit(scene, creature, name=name, number=number)

    def procedure(self, scene: Scene, command: ask.Command) -> Procedure:
        """Returns the procedure that plays a command out."""
        from encounter_gui.rules.systems.d6pool import handlers

        return obligations.play(self, scene, command, handlers.procedure(self, scene, command))

    def derived(self, scene: Scene, who: CombatantId) -> tuple[str, ...]:
        """Returns the conditions that follow from Temporary Health. Source: D6P-50."""
        return character.derived(scene.one(who))

    def columns(self, scene: Scene) -> tuple[Column, ...]:
        """Returns the columns of the combatant table."""
        return table_view.columns(scene)

    def rows(self, scene: Scene) -> tuple[Row, ...]:
        """Returns a row for each combatant."""
        return table_view.rows(scene)

    def heading(self, scene: Scene) -> Heading:
        """Returns what the tool bar says."""
        return timeline_view.heading(scene)

    def timeline(self, scene: Scene) -> Timeline:
        """Returns the turn order as a strip."""
        return timeline_view.timeline(scene)

    def sheet(self, scene: Scene, who: CombatantId) -> Sheet:
        """Returns the panel of one combatant."""
        from encounter_gui.rules.systems.d6pool.views import combatant as combatant_view

        return combatant_view.sheet(scene, who)

    def body(self, scene: Scene, who: CombatantId) -> BodyView:
        """Returns the figure of one combatant."""
        from encounter_gui.rules.systems.d6pool.views import body as body_view

        return body_view.body(scene, who)

    def notices(self, scene: Scene) -> tuple[Notice, ...]:
        """Returns what waits for the game master."""
        from encounter_gui.rules.systems.d6pool.views import notices as notices_view

        return notices_view.notices(scene)

    def actions(self, scene: Scene, who: CombatantId) -> tuple[QuickAction, ...]:
        """Returns what else a combatant may do now, with reasons where it may not."""
        from encounter_gui.rules.systems.d6pool.views import action_options

        return dry_run.offers(self, scene, action_options.offered(scene, scene.one(who)))

    def bench(self, scene: Scene, choices: BenchChoices) -> Bench:
        """Returns the attack bench for these choices."""
        from encounter_gui.rules.systems.d6pool.attack_form import form as attack_form

        return dry_run.tried(self, scene, attack_form.bench(scene, choices))

    def odds(self, scene: Scene, command: ask.Command) -> Odds | None:
        """Returns the exact odds of what is on the bench."""
        from encounter_gui.rules.systems.d6pool.odds import (  # numpy, not needed before the first odds
            panel as odds_panel,
        )

        return odds_panel.odds(scene, command)

    def changes(self, scene: Scene, command: ask.Command) -> tuple[Change, ...]:
        """Returns what a change by hand would do to each target."""
        if not isinstance(command, ask.Adjust):
            return ()
        from encounter_gui.rules.systems.d6pool.views import changes as changes_view

        return changes_view.changes(scene, command)
