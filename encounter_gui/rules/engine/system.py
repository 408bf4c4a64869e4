"""What a rule system offers. The rest of the program knows systems only by this protocol."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Protocol

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.dice.requests import Typed
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.events import Event
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.action_costs import ActionCosts
from encounter_gui.rules.engine.asking import Procedure, Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.dry_run import DryRun
from encounter_gui.rules.engine.obligations import Kinds
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.commands import Afflict, Command, Damage, Declaring
from encounter_gui.rules.model.ruleset import CreatureDef, Number, Ruleset
from encounter_gui.rules.view import (
    ActionOption,
    Aftermath,
    AttackComparison,
    AttackForm,
    AutomationLine,
    BodyView,
    ChangePreview,
    Column,
    CombatantView,
    ConditionPreview,
    DamagePreview,
    DeclareSheet,
    FormChoices,
    Heading,
    InitiativeRow,
    NextEffect,
    Notice,
    ObligationView,
    Odds,
    RecapForm,
    Row,
    Timeline,
)

if TYPE_CHECKING:  # it needs numpy
    from encounter_gui.rules.engine.battle.battle import Battle


class System(Protocol):
    """A rule system. Instances hold nothing; everything they need comes with the context."""

    @property
    def id(self) -> str:
        """The name under which rulesets ask for this system."""
        ...

    @property
    def commands(self) -> tuple[type[Command], ...]:
        """Every command the system knows, the general ones included."""
        ...

    @property
    def numbers(self) -> tuple[Number, ...]:
        """The numbers of its rules that a ruleset may change."""
        ...

    @property
    def costs(self) -> ActionCosts:
        """The costs of actions that a ruleset may change."""
        ...

    @property
    def results(self) -> Mapping[str, str]:
        """The values, separated by blanks, of each kind of result its rules record."""
        ...

    @property
    def resources(self) -> tuple[str, ...]:
        """The running numbers its rules keep beside the gauges of rulesets; ``jam.`` stands for all that begin so.

        One that is not there counts as 0. Rounds are kept as ``ammo.`` and the key of their weapon in every game.
        """
        ...

    def faults(self, ruleset: Ruleset) -> Iterable[tuple[str, Message]]:
        """Returns what a ruleset lacks to be played by this system, each with its dotted pointer; none: it can be."""
        ...

    def recruit(
        self, context: RulesContext, creature: CreatureDef, *, name: str, number: int
    ) -> Combatant:
        """Returns a new combatant made from a library creature, gauges full."""
        ...

    def hit_dice(self, context: RulesContext, creature: CreatureDef) -> str:
        """Returns the dice that may say how much a copy can take, e.g. ``2d8+2``; empty: nothing is rolled for that."""
        ...

    def begun(
        self, context: RulesContext, command: Command
    ) -> tuple[Resolution, Rolling[Message] | Message]:
        """Returns the collector of a command, and what carries it out: it fills the collector as it goes on."""
        ...

    def procedure(self, context: RulesContext, command: Command) -> Procedure:
        """Returns the procedure that plays a command out.

        Raises:
            RuleError: when it is run, not here.
        """
        ...

    @property
    def obligation_kinds(self) -> Kinds:
        """The kinds of test and decision that the rules demand later, by name."""
        ...

    def automation(self, context: RulesContext) -> tuple[AutomationLine, ...]:
        """Returns every rule that may apply itself or be left to the game master, with how it is set."""
        ...

    def resolution(self, context: RulesContext, actor: CombatantId | None = None) -> Resolution:
        """Returns a collector for a command of this system; with an actor it holds effects in a tie."""
        ...

    def begun_at(
        self, context: RulesContext, at: int, initiatives: Mapping[CombatantId, int]
    ) -> Outcome:
        """Returns what lets a fight be on at the beginning of a round, in the order of these initiatives."""
        ...

    def taking_part(self, context: RulesContext) -> tuple[Combatant, ...]:
        """Returns the combatants that act now and have something left to do, in order of their turns."""
        ...

    def dry_run(self, context: RulesContext) -> DryRun:
        """Returns what commands would begin with in a state; the same for every view of that state."""
        ...

    def old_marks(self, context: RulesContext) -> tuple[Event, ...]:
        """Returns the obligations that a state of an older version keeps in another form; almost always none."""
        ...

    def derived_conditions(self, context: RulesContext, who: CombatantId) -> tuple[str, ...]:
        """Returns the conditions that follow from a combatant's numbers, by key; they are never stored."""
        ...

    def columns(self, context: RulesContext) -> tuple[Column, ...]:
        """Returns the columns of the combatant table."""
        ...

    def rows(self, context: RulesContext) -> tuple[Row, ...]:
        """Returns a row for each combatant, in turn order; before the order is known, in order of joining."""
        ...

    def initiative(self, context: RulesContext) -> tuple[InitiativeRow, ...]:
        """Returns everybody, or every side, that has an initiative, in order of joining."""
        ...

    def heading(self, context: RulesContext) -> Heading:
        """Returns what the tool bar says."""
        ...

    def timeline(self, context: RulesContext) -> Timeline:
        """Returns the turn order as a strip."""
        ...

    def combatant_view(self, context: RulesContext, who: CombatantId) -> CombatantView:
        """Returns the panel of one combatant."""
        ...

    def body(self, context: RulesContext, who: CombatantId) -> BodyView:
        """Returns the figure of one combatant."""
        ...

    def notices(self, context: RulesContext) -> tuple[Notice, ...]:
        """Returns what waits for the game master, most urgent first."""
        ...

    def owed(self, context: RulesContext) -> tuple[ObligationView, ...]:
        """Returns the tests and decisions that are owed, in the order of settling."""
        ...

    def declare_sheet(
        self, context: RulesContext, draft: Declaring | None = None
    ) -> DeclareSheet | None:
        """Returns what everybody declares now, one of them as in the draft; None: nothing is declared now."""
        ...

    def action_options(self, context: RulesContext, who: CombatantId) -> tuple[ActionOption, ...]:
        """Returns what else a combatant may do now, with reasons where it may not."""
        ...

    def turn_options(self, context: RulesContext, who: CombatantId) -> tuple[ActionOption, ...]:
        """Returns how a combatant that acts may put its turn off, with reasons where it may not; nothing for others."""
        ...

    def attack_form(self, context: RulesContext, choices: FormChoices) -> AttackForm:
        """Returns the attack form for these choices; choices that no longer fit fall back to defaults."""
        ...

    def battle(self, context: RulesContext) -> "Battle":
        """Returns the fight from this state on, ready to be played out many times.

        Raises:
            RuleError: fights of this system cannot be played out.
        """
        ...

    def odds(self, context: RulesContext, command: Command) -> Odds | None:
        """Returns the exact odds of an attack on the form; None for what has none."""
        ...

    def comparison(self, context: RulesContext, choices: FormChoices) -> AttackComparison:
        """Returns what whoever acts could do instead of these choices, with exact odds."""
        ...

    def aftermath(self, context: RulesContext, who: CombatantId) -> Aftermath:
        """Returns a combatant once the fight is over and what passes by itself has passed."""
        ...

    def mark_name(self, context: RulesContext, mark: str) -> str:
        """Returns what a mark on a place of the body is called."""
        ...

    def recap_form(self, context: RulesContext) -> RecapForm:
        """Returns how the game tells a fight at its end."""
        ...

    def changes(self, context: RulesContext, command: Command) -> tuple[ChangePreview, ...]:
        """Returns what a change by hand would do to each target, without doing it.

        Raises:
            RuleError: it cannot be done.
        """
        ...

    def damage_preview(
        self, context: RulesContext, command: Damage, typed: Mapping[str, Typed] = ...
    ) -> DamagePreview:
        """Returns what damage by hand would do to all its targets, without doing it.

        ``typed`` are dice known beforehand, by the key of their roll; a target whose dice are not known stays open.

        Raises:
            RuleError: it cannot be dealt like that.
            RollRefused: these dice cannot fall like that.
        """
        ...

    def condition_previews(
        self, context: RulesContext, command: Afflict
    ) -> tuple[ConditionPreview, ...]:
        """Returns what a condition put on by hand would come to, chip by chip, without doing it.

        Raises:
            RuleError: it cannot be put on.
        """
        ...

    def left_undone(self, context: RulesContext) -> str:
        """Returns who of those who act now has not done what it declared, and what that is; "": nobody."""
        ...

    def next_effects(self, context: RulesContext) -> tuple[NextEffect, ...]:
        """Returns what the next step does by itself, what matters most first; none: it is refused now."""
        ...

    def reorder_command(
        self, context: RulesContext, who: CombatantId, before: CombatantId | None
    ) -> Command | None:
        """Returns what puts somebody before another in the order (None: last); None: that is not the GM's to say."""
        ...

    def hit_command(
        self, context: RulesContext, who: CombatantId, place: str, damage: int
    ) -> Command | None:
        """Returns what so much raw damage to a place of somebody's body is; None: places mean nothing here."""
        ...
