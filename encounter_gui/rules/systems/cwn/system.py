"""Cities Without Number as the rest of the program sees it.

What the first paint does not need is imported when it is first asked for: that is most of the rules.
"""

from collections.abc import Iterable

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import dry_run, obligations
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.engine.system import DiceOrder, OwesNothing, WholeBody
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.ruleset import CreatureDef, Ruleset
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn import requirements
from encounter_gui.rules.systems.cwn.sheet import character
from encounter_gui.rules.systems.cwn.views import table as table_view
from encounter_gui.rules.systems.cwn.views import timeline as timeline_view
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


class CitiesWithoutNumber(DiceOrder, WholeBody, OwesNothing):
    """Cities Without Number; implements ``System``."""

    id = "cwn"
    commands = do.COMMANDS

    def faults(self, ruleset: Ruleset) -> Iterable[tuple[str, Message]]:
        """Returns what a ruleset lacks to be played by these rules."""
        return requirements.faults(ruleset)

    def recruit(self, scene: Scene, creature: CreatureDef, *, name: str, number: int) -> Combatant:
        """Returns a new combatant made from a library creature. Source: CWN-01, CWN-02, CWN-05."""
        from encounter_gui.rules.systems.cwn import recruiting

        return recruiting.recruit(scene, creature, name=name, number=number)

    def hit_dice(self, scene: Scene, creature: CreatureDef) -> str:
        """Returns the hit dice of a creature. Source: CWN-05."""
        from encounter_gui.rules.systems.cwn import recruiting

        return recruiting.hit_dice(scene, creature)

    def procedure(self, scene: Scene, command: ask.Command) -> Procedure:
        """Returns the procedure that plays a command out."""
        from encounter_gui.rules.systems.cwn import handlers

        return obligations.play(self, scene, command, handlers.procedure(self, scene, command))

    def derived(self, scene: Scene, who: CombatantId) -> tuple[str, ...]:
        """Returns the conditions that follow from other facts. Source: CWN-47."""
        return character.derived(scene, scene.one(who))

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
        """Returns the order of the sides as a strip."""
        return timeline_view.timeline(scene)

    def sheet(self, scene: Scene, who: CombatantId) -> Sheet:
        """Returns the panel of one combatant."""
        from encounter_gui.rules.systems.cwn.views import action_options
        from encounter_gui.rules.systems.cwn.views import combatant as combatant_view

        return combatant_view.sheet(scene, who, action_options.still_possible(self, scene, who))

    def body(self, scene: Scene, who: CombatantId) -> BodyView:
        """Returns the figure of one combatant."""
        from encounter_gui.rules.systems.cwn.views import body as body_view

        return body_view.body(scene, who)

    def notices(self, scene: Scene) -> tuple[Notice, ...]:
        """Returns what waits for the game master."""
        from encounter_gui.rules.systems.cwn.views import notices as notices_view

        return notices_view.notices(scene)

    def actions(self, scene: Scene, who: CombatantId) -> tuple[QuickAction, ...]:
        """Returns what else a combatant may do now, with reasons where it may not."""
        from encounter_gui.rules.systems.cwn.views import action_options

        return action_options.actions(self, scene, who)

    def bench(self, scene: Scene, choices: BenchChoices) -> Bench:
        """Returns the attack bench for these choices."""
        from encounter_gui.rules.systems.cwn.attack_form import form as attack_form

        return dry_run.tried(self, scene, attack_form.bench(scene, choices))

    def odds(self, scene: Scene, command: ask.Command) -> Odds | None:
        """Returns the exact odds of what is on the bench."""
        from encounter_gui.rules.systems.cwn.odds import (  # numpy, not needed before the first odds
            panel as odds_panel,
        )

        return odds_panel.odds(scene, command)

    def changes(self, scene: Scene, command: ask.Command) -> tuple[Change, ...]:
        """Returns what a change by hand would do to each target."""
        if not isinstance(command, ask.Adjust):
            return ()
        from encounter_gui.rules.systems.cwn.views import changes as changes_view

        return changes_view.changes(scene, command)
