"""What a rule system offers to the rest of the program: the general commands, its own, and its views.

A system is a class with an id, its commands, and a getter for each of its parts, which imports what it returns: the
first paint needs the table alone, an attack form needs no odds.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from msgspec import Struct, structs

from encounter_gui.core.errors import Missing, RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.core.recent_views import RecentViews
from encounter_gui.dice.requests import Typed
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Entry, Outcome
from encounter_gui.encounter.place import Place, Point
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Value
from encounter_gui.rules import view
from encounter_gui.rules.engine import (
    action_costs,
    adjustments,
    gauges,
    general_commands,
    obligations,
    turns,
)
from encounter_gui.rules.engine.action_costs import ActionCosts
from encounter_gui.rules.engine.asking import Procedure, Rolling
from encounter_gui.rules.engine.automation import left as left_to_game_master
from encounter_gui.rules.engine.automation import setting as automation
from encounter_gui.rules.engine.battlefield.stopping import IsStopped, never
from encounter_gui.rules.engine.by_hand import (
    corrections,
    groups,
    refilling,
    sheets,
    taking_rules,
)
from encounter_gui.rules.engine.conditions import afflictions, saves, scene_end
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.dry_run import DryRun
from encounter_gui.rules.engine.field import arrivals, moving, plan_commands
from encounter_gui.rules.engine.field.rules import FieldRules, PointAim
from encounter_gui.rules.engine.harm import damage
from encounter_gui.rules.engine.harm.damage import HarmRules
from encounter_gui.rules.engine.initiative import rolling as initiative_rolling
from encounter_gui.rules.engine.initiative.handlers import carry_out
from encounter_gui.rules.engine.initiative.rules import InitiativeRules, begin_at
from encounter_gui.rules.engine.obligations import Kinds, due_by_itself
from encounter_gui.rules.engine.resolution import FollowUps, Resolution, no_follow_ups
from encounter_gui.rules.engine.scene import closing
from encounter_gui.rules.engine.scene.open_things import (
    OpenRules,
    OpenThing,
    open_things,
    texts_of,
    with_things_on_ground,
)
from encounter_gui.rules.engine.time import passing, running, standing
from encounter_gui.rules.engine.time.running import TimeRules
from encounter_gui.rules.engine.turns import TurnRules
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.automation import STEP, AutomatedRule, dial_of, done_at
from encounter_gui.rules.model.commands import Command, Declaring
from encounter_gui.rules.model.named_items import with_item_keys
from encounter_gui.rules.model.ranges import require_in_range
from encounter_gui.rules.model.ruleset import CreatureDef, Number, Ruleset
from encounter_gui.rules.presenters import compare
from encounter_gui.rules.presenters.changes import ChangeRules, previews
from encounter_gui.rules.presenters.chips import ChipRules, chips
from encounter_gui.rules.presenters.conditions.next_effects import next_effects
from encounter_gui.rules.presenters.conditions.previews import condition_previews
from encounter_gui.rules.presenters.damage import damage_preview
from encounter_gui.rules.presenters.field.moves import move_offer
from encounter_gui.rules.presenters.field.plan import Meant, field_view
from encounter_gui.rules.presenters.field.where import with_where
from encounter_gui.rules.presenters.initiative import rows as initiative_rows
from encounter_gui.rules.presenters.initiative import turn_options
from encounter_gui.rules.presenters.obligations import notices as owed_notices
from encounter_gui.rules.presenters.obligations import owed_tests
from encounter_gui.rules.presenters.rows import ColumnSpec, KeptRows, columns_of
from encounter_gui.rules.presenters.scene import aftermath as presenter
from encounter_gui.rules.presenters.scene.aftermath import AftermathRules
from encounter_gui.rules.presenters.scene.time import time_view
from encounter_gui.rules.presenters.ties.cards import entries_of_tie
from encounter_gui.rules.presenters.ties.side_by_side import (
    Looks,
    TieRules,
    members_of,
    tie,
)
from encounter_gui.rules.presenters.turn_order import some_of
from encounter_gui.rules.presenters.volley import form as volleys
from encounter_gui.rules.presenters.volley import preview as volley_previews
from encounter_gui.rules.view.later_odds import whole

if TYPE_CHECKING:  # it needs numpy
    from encounter_gui.rules.engine.battlefield.battle import Battle

_T = TypeVar("_T")

Handler = Callable[[Resolution, Any], Rolling[Message] | Message]
"""Carries a command out and returns its line in the log. One that asks for nothing need not be a generator."""

Recruit = Callable[..., Combatant]


def _nothing(context: RulesContext) -> Iterable[ev.Event]:
    return ()


_NOTHING_TYPED: Mapping[str, Typed] = MappingProxyType({})


def _no_sheet(context: RulesContext, draft: Declaring | None) -> view.DeclareSheet | None:
    return None


def _no_bonds(context: RulesContext) -> Iterable[view.Bond]:
    return ()


def _begin(resolution: Resolution) -> None:
    """Hands nothing on."""


class RuleParts(Struct, frozen=True, kw_only=True):
    """The rules of a game: how its commands are carried out, and what they add to the general ones.

    ``own_numbers`` are the numbers of the game that can be set by hand beside gauges and rounds.
    ``handlers`` has a function for each command of the game; one for a general command replaces the engine's.
    ``harm`` is how damage is taken that is no attack.
    Effects of commands in ``unheld`` (the game master's, or nobody's) are never held in a tie.
    ``from_old_marks`` returns the obligations that a state of an earlier version of the program had as conditions or
    records, with their end. ``sheet`` is what hangs on the numbers of a sheet. ``action_of`` returns the key that a
    command has in the catalogue of actions. ``unfit`` returns why a condition cannot be put on a combatant by
    hand. ``automated`` are the rules among the follow-ups that the game master may apply by hand, each by itself;
    ``counted`` are conditions and gauges that only say what somebody has done in a turn: nobody is asked about them;
    ``spares`` says how spare magazines are counted, ``open`` what is open when a fight is over, ``time`` what runs on
    the campaign's clock; ``steps`` are the commands that let time pass, ``rests`` those with which a scene is past.
    ``worsening`` is what follows, instead of ``follow_ups``, where time has changed a combatant and nothing has hit it
    anew. ``begin`` is what every command begins with: values handed on to what is owed by it.
    ``field`` is what the game makes of where people stand on the plan.
    ``reactions`` are the choices by key with which somebody answers another's attack, and the option of each that does
    nothing.
    """

    handlers: Mapping[type[Command], Handler]
    turns: TurnRules
    initiative: InitiativeRules
    recruit: Recruit
    kinds: Kinds
    harm: HarmRules
    unheld: frozenset[type[Command]] = frozenset()
    follow_ups: FollowUps = no_follow_ups
    worsening: FollowUps | None = None
    limits: Callable[[RulesContext], adjustments.LimitsOf] = gauges.limits
    from_old_marks: Callable[[RulesContext], Iterable[ev.Event]] = _nothing
    action_of: Callable[[Command], str] = action_costs.tag_of
    own_numbers: corrections.OwnNumbers = corrections.NO_NUMBERS
    spares: refilling.SpareRules = refilling.UNCOUNTED
    sheet: sheets.SheetRules = sheets.SheetRules()
    unfit: afflictions.Unfit = afflictions.fits_everybody
    automated: tuple[AutomatedRule, ...] = ()
    counted: frozenset[str] = frozenset()
    open: OpenRules = OpenRules()
    time: TimeRules = TimeRules()
    steps: frozenset[type[Command]] = frozenset({do.Next, do.PassTime})
    rests: frozenset[type[Command]] = frozenset()
    begin: Callable[[Resolution], None] = _begin
    field: FieldRules = FieldRules()
    reactions: Mapping[str, str] = {}


class TableParts(Struct, frozen=True, kw_only=True):
    """The views of the first paint. What they import, every start of the program waits for."""

    columns: tuple[ColumnSpec, ...]
    rows: Callable[[RulesContext, KeptRows], tuple[view.Row, ...]]
    heading: Callable[[RulesContext], view.Heading]
    timeline: Callable[[RulesContext], view.Timeline]


def _noted_role(_context: RulesContext, combatant: Combatant) -> str:
    return combatant.memo_text("role")


class ViewParts(Struct, frozen=True, kw_only=True):
    """The views of one combatant, of the attack panel, of what waits for the game master, and of what a fight leaves.

    ``sections`` and ``role`` are what the panel of a combatant says; by default the role is what the creature's is.
    Of what is owed and none of ``notices`` names every game says the same.
    ``declare_sheet`` returns what is declared now; by default nothing ever is. ``tie`` is how those are shown who act
    at once; None: nothing of theirs waits for anybody. ``bonds`` are what holds between people on the plan.
    """

    sections: Callable[[DryRun, Combatant], Iterable[view.Section]]
    body: Callable[[RulesContext, CombatantId], view.BodyView]
    notices: Callable[[RulesContext], tuple[view.Notice, ...]]
    action_options: Callable[[DryRun, CombatantId], tuple[view.ActionOption, ...]]
    attack_form: Callable[[RulesContext, view.FormChoices], view.AttackForm]
    changes: ChangeRules
    aftermath: AftermathRules
    chips: ChipRules
    role: Callable[[RulesContext, Combatant], str] = _noted_role
    declare_sheet: Callable[[RulesContext, Declaring | None], view.DeclareSheet | None] = _no_sheet
    tie: TieRules | None = None
    bonds: Callable[[RulesContext], Iterable[view.Bond]] = _no_bonds


class OddsParts(Struct, frozen=True, kw_only=True):
    """What is worked out before the roll: exact odds (None: the command has none), and what attacks are compared by.

    What takes longer than a frame is made as one of ``view.later_odds``.
    """

    odds: Callable[[RulesContext, Command], view.Odds | None]
    measures: compare.MeasuresOf


BattleOf = Callable[[RulesContext, IsStopped], "Battle"]
"""Returns the fight from a state on, ready to be played out many times, unless it is told to stop meanwhile."""


class System:
    """A rule system: a game says its id, its commands and its parts; everything else comes with the context.

    ``numbers`` are those of its rules, and ``costs`` those of its actions, that a ruleset may change. ``results`` has
    the values, separated by blanks, of each kind of result its rules record. ``resources`` are the running numbers its
    rules keep beside the gauges of rulesets; ``jam.`` stands for all that begin so. One that is not there counts as 0.
    Rounds are kept as ``ammo.`` and the key of their weapon in every game. ``effects`` are the kinds of roll that a
    condition of a ruleset may help or hinder. ``is_declared``: how fights run and what attacks there are, the ruleset
    says itself.

    It remembers dry runs and views of the last few states, as all views of one state ask for the same refusals and undo
    leads back to a state seen just before, the rows made last, and the old marks of the last state; nothing else.
    """

    id: ClassVar[str]
    commands: ClassVar[tuple[type[Command], ...]]
    numbers: ClassVar[tuple[Number, ...]] = ()
    costs: ClassVar[ActionCosts] = ActionCosts()
    results: ClassVar[Mapping[str, str]] = {}
    resources: ClassVar[tuple[str, ...]] = ()
    effects: ClassVar[tuple[str, ...]] = ()
    is_declared: ClassVar[bool] = False

    def __init__(self) -> None:
        """Knows no state yet."""
        self._recent = RecentViews()
        self._rows = KeptRows()
        self._kinds: Kinds | None = None
        self._last_marks: tuple[EncounterState, Ruleset, tuple[ev.Event, ...]] | None = None

    # ---- what a game says; each imports what it returns

    def rules(self) -> RuleParts:
        """Returns the rules."""
        raise NotImplementedError

    def table(self) -> TableParts:
        """Returns the views of the first paint."""
        raise NotImplementedError

    def views(self) -> ViewParts:
        """Returns the other views."""
        raise NotImplementedError

    def odds_parts(self) -> OddsParts:
        """Returns what works odds out; it needs numpy."""
        raise NotImplementedError

    def battle_of(self) -> BattleOf:
        """Returns the function that makes a state ready to be played out many times; it needs numpy."""
        raise NotImplementedError

    def faults(self, ruleset: Ruleset) -> Iterable[tuple[str, Message]]:
        """Returns what a ruleset lacks to be played by these rules."""
        raise NotImplementedError

    def derived_conditions(self, context: RulesContext, who: CombatantId) -> tuple[str, ...]:
        """Returns the conditions that follow from a combatant's numbers, by key; they are never stored."""
        raise NotImplementedError

    # ---- commands

    @property
    def obligation_kinds(self) -> Kinds:
        """The kinds of obligation of the system, and those of every game."""
        if self._kinds is None:
            parts = self.rules()
            going_on = turns.going_on(parts.turns, lambda: self.obligation_kinds)
            newcomer = initiative_rolling.kind_of(parts.initiative)
            rest_of_time = passing.kind_of(parts.time)
            self._kinds = {
                **left_to_game_master.KINDS,
                **parts.kinds,
                newcomer.kind: newcomer,
                going_on.kind: going_on,
                rest_of_time.kind: rest_of_time,
                saves.SAVE.kind: saves.SAVE,
            }
        return self._kinds

    def automation(self, context: RulesContext) -> tuple[view.AutomationLine, ...]:
        """Returns every rule that may apply itself or be left to the game master, with how it is set."""
        parts = self.rules()
        return automation.lines(context, parts.automated, parts.kinds)

    def resolution(self, context: RulesContext, actor: CombatantId | None = None) -> Resolution:
        """Returns a collector for a command of this system; with an actor it holds effects in a tie."""
        parts = self.rules()
        resolution = Resolution(
            context,
            actor=actor,
            holds=actor is not None and turns.holds(parts.turns, context, actor),
            spent=parts.turns.is_spent,
            follow_ups=parts.follow_ups,
            worsening=parts.worsening,
            dial=dial_of(context.state, parts.automated, parts.counted),
        )
        marks = self.old_marks(context)
        if marks:
            resolution.record(*marks)
        return resolution

    def old_marks(self, context: RulesContext) -> tuple[ev.Event, ...]:
        """Returns the obligations that a state of an older version keeps in another form; almost always none."""
        known = self._last_marks
        if known is None or known[0] is not context.state or known[1] is not context.ruleset:
            marks = tuple(self.rules().from_old_marks(context))
            known = self._last_marks = (context.state, context.ruleset, marks)
        return known[2]

    def procedure(self, context: RulesContext, command: Command) -> Procedure:
        """Returns the procedure of a command."""
        command = closing.by_ids(context, self.rules().open, command)
        if isinstance(command, do.Settle | do.Waive) and command.things:
            return self._play_named(context, command)
        return self._play_and_keep(context, command)

    def _play_and_keep(self, context: RulesContext, command: Command) -> Procedure:
        outcome = yield from obligations.play(self, context, command, self._play(context, command))
        return running.kept(self.rules().time, context, outcome)

    def _play_named(self, context: RulesContext, command: do.Settle | do.Waive) -> Procedure:
        outcome = yield from closing.play_named(self, self.rules().open, context, command)
        outcome = obligations.without_void(self, context, outcome)
        return running.kept(self.rules().time, context, outcome)

    def open_things(self, context: RulesContext) -> tuple[OpenThing, ...]:
        """Returns what is still open: owed tests, delayed effects, what lasts longer, things on the ground."""
        return open_things(context, self.rules().open)

    def with_things_on_ground(self, before: Combatant, after: Combatant) -> Combatant:
        """Returns a combatant after a fight with what it has let fall in it, so that it may still be taken up."""
        return with_things_on_ground(self.rules().open, before, after)

    def time(self, context: RulesContext) -> view.TimeView:
        """Returns the campaign's clock, and what runs on it, the next to fall due first."""
        return self._kept(context, "time", lambda: time_view(context, self.rules().time))

    def by_ids(self, context: RulesContext, command: Command) -> Command:
        """Returns a command that names what is owed by its names as the same command by ids."""
        return closing.by_ids(context, self.rules().open, command)

    def _play(self, context: RulesContext, command: Command) -> Procedure:
        require_in_range(command)
        parts, kind = self.rules(), type(command)
        if kind in parts.handlers:
            action_costs.require_allowed(context, parts.action_of(command))
            if kind not in parts.unheld:
                obligations.require_none_begun(self, context, command)
        resolution, answer = self.begun(context, command)
        label = answer if isinstance(answer, Message) else (yield from answer)
        if kind in parts.rests:
            scene_end.forget_end(resolution)
        if kind is do.Finish:
            running.leave_fight(resolution)
        if kind in (do.Next, do.Finish):
            label = self._with_caught_up(resolution, context, label)
        if kind is do.Finish:
            left = open_things(resolution.context, parts.open)
            if left:
                told = context.texts.sentence(resolution.with_clauses(label))
                label = say("rules.log.finished_open", text=told, open=texts_of(left))
        groups.name_everybody(resolution, context, command)
        if isinstance(command, do.Add | do.Join | do.Duplicate):
            self._place_arrivals(resolution, context, command)
            if context.state.stage == "running":
                there = resolution.context.state.combatants
                new = [who for who in there if who not in context.state.combatants]
                turns.set_ends(parts.turns, resolution, new)
                running.count_in_rounds(parts.time, resolution, new)
            initiative_rolling.owe_newcomers(parts.initiative, resolution, context)
        return resolution.outcome(label)

    def _place_arrivals(
        self, resolution: Resolution, before: RulesContext, command: do.Add | do.Join | do.Duplicate
    ) -> None:
        """Has newcomers stand where the plan says that they come in; nowhere while nobody stands on it."""
        there = resolution.context.state.combatants.values()
        if not any(each.place for each in before.state.combatants.values()):
            return
        new = [each for each in there if each.id not in before.state.combatants]
        wave = command.wave if isinstance(command, do.Join) else ""
        resolution.record(*arrivals.entered(resolution.context.state, new, wave))

    def _with_caught_up(
        self, resolution: Resolution, before: RulesContext, label: Message
    ) -> Message:
        """Plays what the rounds of a fight have reached by a step, and returns its line with what came of it."""
        if "between" in (before.state.stage, resolution.context.state.stage):
            return label
        told = passing.catch_up(self.rules().time, resolution, before)
        if not told:
            return label
        text = resolution.context.texts.sentence(label)
        return say("rules.log.caught_up", text=text, told=told)

    def _whole(self, context: RulesContext, command: Command) -> Command:
        """Returns a command with items by their keys, and with what it does not say taken from the plan."""
        command = with_item_keys(context.state, command)
        return (
            command
            if context.state.plan is None
            else self.rules().field.completed(context, command)
        )

    def begun(
        self, context: RulesContext, command: Command
    ) -> tuple[Resolution, Rolling[Message] | Message]:
        """Returns the collector of a command, and what carries it out: it fills the collector as it goes on."""
        parts, kind = self.rules(), type(command)
        command = self._whole(context, command)
        handler = parts.handlers.get(kind)
        actor = getattr(command, "who", None) if handler and kind not in parts.unheld else None
        resolution = self.resolution(
            context, CombatantId(actor) if actor and isinstance(actor, str) else None
        )
        parts.begin(resolution)
        if kind in parts.steps:
            resolution.moment = STEP
        if isinstance(command, do.OfCombatants):
            moments = (done_at(context.state, each) for each in command.who)
            resolution.as_of = next((each for each in moments if each is not None), None)
        if isinstance(command, do.Next):
            running.begin_rounds(parts.time, resolution, command.clock)
        return resolution, (handler or self.general)(resolution, command)

    def general(  # noqa: C901, PLR0911 - one case a command
        self, resolution: Resolution, command: Command
    ) -> Rolling[Message]:
        """Carries a general command out; what follows from it the follow-ups of the rules add.

        A handler of a game that only adds something to a general command calls it.
        """
        parts, context = self.rules(), resolution.context
        match command:
            case do.Next() | do.Finish():
                return (yield from self._move_on(resolution, command))
            case do.PassTime() | do.Remind() | do.EndRunning() | do.TakeOn() | do.Care():
                return self._on_clock(resolution, command)
            case (
                do.RollInitiative() | do.SetInitiative() | do.Delay() | do.HoldTurn() | do.ActNow()
            ):
                return (yield from carry_out(parts.initiative, parts.turns, resolution, command))
            case do.Adjust():
                resolution.record(
                    *adjustments.adjust_events(context, command, parts.limits(context))
                )
                return resolution.with_clauses(adjustments.adjust_label(context, command))
            case do.Damage():
                yield from damage.deal(parts.harm, resolution, command, self._changed_by_hand)
                return damage.damage_label(resolution, command)
            case do.Correct():
                numbers = self._all_correctable(context, context.known_combatant(command.who))
                return (yield from self._correct(resolution, command, numbers))
            case do.SetField() | do.SetSheet():
                return resolution.with_clauses(
                    sheets.set_sheet(resolution, command, self._carrying())
                )
            case do.Afflict():
                rules = parts.turns
                outcome = afflictions.afflict(
                    context, command, is_turn=rules.is_turn, unfit=parts.unfit
                )
                resolution.record(*outcome.events)
                return resolution.with_clauses(outcome.label)
            case do.Refill():
                return refilling.refill(parts.spares, parts.harm.is_beyond, resolution, command)
            case do.Carry() | do.Close():
                return closing.decide(parts.open, resolution, command)
            case do.SetPlan() | do.Put() | do.PutArea() | do.RemoveArea() | do.SetBackdrop():
                return plan_commands.carry_out(
                    resolution, parts.field, command, parts.turns.is_turn
                )
            case do.TakeRules():
                return taking_rules.take_rules(resolution, command, self._carrying())
            case do.SetAutomation():
                outcome = automation.set_automation(context, command, parts.automated, parts.kinds)
                resolution.record(*outcome.events)
                return outcome.label
        outcome = yield from general_commands.general(self, context, command)
        resolution.record(*outcome.events)
        if isinstance(command, do.Remove):
            turns.without(parts.turns, resolution, context.state)
        return resolution.with_clauses(outcome.label)

    def _move_on(self, resolution: Resolution, command: do.Next | do.Finish) -> Rolling[Message]:
        """Moves the encounter on by a step, or ends it."""
        rules, time = self.rules().turns, self.rules().time
        if isinstance(command, do.Finish):
            return (yield from turns.finish(rules, resolution))
        if resolution.context.state.stage == "between":
            return passing.pass_time(time, resolution, do.PassTime(to="next"))
        return (yield from turns.step(rules, resolution, self.obligation_kinds))

    def _on_clock(
        self,
        resolution: Resolution,
        command: do.PassTime | do.Remind | do.EndRunning | do.TakeOn | do.Care,
    ) -> Message:
        """Lets time pass, or changes what runs on the campaign's clock."""
        time = self.rules().time
        match command:
            case do.PassTime():
                scene_end.forget_end(resolution)
                return passing.pass_time(time, resolution, command)
            case do.Remind():
                return passing.remind(resolution, command)
            case do.EndRunning():
                return passing.end_running(time, resolution, command)
            case do.TakeOn():
                return standing.take_on(resolution, command)
            case do.Care():
                return standing.care(self.rules().harm.is_beyond, resolution, command)

    def _changed_by_hand(self, resolution: Resolution, command: do.Adjust) -> Rolling[Message]:
        """Carries a change of a gauge by hand out as a part of another command."""
        return (yield from self._as_part(resolution, command))

    def _as_part(self, resolution: Resolution, command: Command) -> Rolling[Message]:
        """Carries a command out as a part of another one."""
        handler = self.rules().handlers.get(type(command)) or self.general
        answer = handler(resolution, command)
        return answer if isinstance(answer, Message) else (yield from answer)

    def _correct(
        self,
        resolution: Resolution,
        command: do.Correct,
        numbers: Mapping[str, corrections.Correctable],
    ) -> Rolling[Message]:
        """Sets a number; a gauge of the ruleset as a change by hand does, which the game may follow up."""
        found, to = corrections.wanted(resolution.context, command, numbers)
        gauge = resolution.context.ruleset.gauge(found.shown.key)
        if found.command is not None:
            combatant = resolution.combatant(command.who)
            yield from self._as_part(resolution, found.command("" if to is None else to))
            return corrections.corrected_label(combatant, found.shown, to)
        if found.write is not None or gauge is None:
            label = self._corrected(resolution, command, found, to)
            corrections.tell_beyond(resolution, found.shown, to)
            return resolution.with_clauses(label)
        change = do.Adjust(who=(command.who,), change=f"={to}", gauge=gauge.key)
        return (yield from self._changed_by_hand(resolution, change))

    def _corrected(
        self,
        resolution: Resolution,
        command: do.Correct,
        found: corrections.Correctable,
        to: Value | None,
    ) -> Message:
        """Sets a value that is no gauge of the ruleset, and what hangs on it."""
        carrying = self._carrying()
        if found.field:
            value = "" if to is None else to
            setting = do.SetField(who=command.who, field=found.field, to=value)
            return sheets.set_sheet(resolution, setting, carrying, anyway=command.anyway)
        before = resolution.context
        label = corrections.correct(resolution, command, found, to)
        if found.write_value is not None:
            sheets.carry_along(resolution, before, command.who, carrying)
            sheets.tell_changes(resolution, before, command.who, carrying.rules)
        return label

    def _correctable(
        self, context: RulesContext, combatant: Combatant
    ) -> Mapping[str, corrections.Correctable]:
        parts = self.rules()
        return corrections.correctable(context, combatant, parts.own_numbers, parts.limits(context))

    def _all_correctable(
        self, context: RulesContext, combatant: Combatant
    ) -> Mapping[str, corrections.Correctable]:
        """Returns every value of a combatant that can be set: running numbers, then its sheet and what it carries."""
        running = self._correctable(context, combatant)
        more = sheets.values_of_sheet(context, combatant, self.rules().sheet)
        return {**running, **{each.shown.key: each for each in more}}

    def _carrying(self) -> sheets.Carrying:
        """Returns what carries the numbers along that hang on a sheet."""
        parts = self.rules()
        return sheets.Carrying(rules=parts.sheet, limits=parts.limits, is_another=self._is_another)

    def _is_another(self, before: RulesContext, after: RulesContext, who: CombatantId) -> bool:
        """Returns whether a combatant's numbers stand for something else than before: wounded, down, dead."""
        main = before.ruleset.main_gauge
        key = main.key if main else ""
        was, now = (each.combatant(who).gauges.get(key, 0) > 0 for each in (before, after))
        known, found = (self.derived_conditions(each, who) for each in (before, after))
        return was != now or known != found

    def begun_at(
        self, context: RulesContext, at: int, initiatives: Mapping[CombatantId, int]
    ) -> Outcome:
        """Returns what lets a fight be on at the beginning of a round, in the order of these initiatives."""
        resolution = self.resolution(context)
        begin_at(self.rules().initiative, resolution, at, initiatives)
        turns.set_ends(self.rules().turns, resolution, context.state.combatants)
        return resolution.outcome(say("rules.log.begun_at", round=at))

    def about_to_begin(self, context: RulesContext) -> RulesContext:
        """Returns the state with which a fight begins that has not: what stood before it has its ends."""
        if context.state.stage != "ready":
            return context
        resolution = self.resolution(context)
        turns.end_what_is_past(self.rules().turns, resolution)
        return resolution.context

    def taking_part(self, context: RulesContext) -> tuple[Combatant, ...]:
        """Returns the combatants that act now and have something left to do, in order of their turns."""
        return turns.taking_part(self.rules().turns, context)

    def dry_run(self, context: RulesContext) -> DryRun:
        """Returns what commands would begin with in a state; the same for every view of that state."""
        return self._kept(context, "dry_run", lambda: DryRun(self, context))

    def _kept(self, context: RulesContext, key: Hashable, make: Callable[[], _T]) -> _T:
        """Returns what was worked out for a state before, else what ``make`` works out now."""
        return self._recent.view((context.state, context.ruleset, context.texts), key, make)

    # ---- combatants

    def recruit(
        self, context: RulesContext, creature: CreatureDef, *, name: str, number: int
    ) -> Combatant:
        """Returns a new combatant made from a library creature, gauges full."""
        return self.rules().recruit(context, creature, name=name, number=number)

    def hit_dice(
        self,
        context: RulesContext,
        creature: CreatureDef,
    ) -> str:
        """Returns the dice for how much a copy can take, e.g. ``2d8+2``; empty: it follows from the sheet."""
        return ""

    def reorder_command(
        self,
        context: RulesContext,
        who: CombatantId,
        before: CombatantId | None,
    ) -> Command | None:
        """Returns what puts a combatant before another; by default None, as the dice give the order."""
        return None

    def hit_command(
        self,
        context: RulesContext,
        who: CombatantId,
        place: str,
        damage: int,
    ) -> Command | None:
        """Returns what damage to a place of the body is; None: there is no such place, or places mean nothing."""
        known = self.rules().harm.places(context, context.known_combatant(who))
        if place not in known:
            return None
        return do.Damage(targets=(do.DamageTarget(who=who, place=place),), amount=damage)

    # ---- views

    def initiative(self, context: RulesContext) -> tuple[view.InitiativeRow, ...]:
        """Returns everybody, or every side, that has an initiative."""
        return initiative_rows(context, self.rules().initiative)

    def columns(self, context: RulesContext) -> tuple[view.Column, ...]:
        """Returns the columns of the combatant table."""
        return columns_of(context, self.table().columns)

    def field(
        self,
        context: RulesContext,
        who: CombatantId | None = None,
        target: CombatantId | None = None,
        aimed: Command | None = None,
        weapon: str = "",
    ) -> view.FieldView:
        """Returns the plan of the fight from somebody's place, with the line to a target, and what an attack sweeps.

        ``aimed`` is the attack that is meant; one of somebody else, or at another, says nothing of the line. ``weapon``
        is the key of what everybody would be attacked with; empty: what is in hand.
        """
        seen, rules = self._seen_by(context, who), self.rules().field
        sweep = rules.sweep(seen, aimed) if aimed is not None else None
        if sweep is not None and (sweep.who, sweep.target) != (who, target):
            sweep = None
        point = self._point_aim(seen, aimed, who)
        meant = Meant(target=target, weapon=weapon, sweep=sweep, point=point)
        key = ("field", who, meant)
        return self._kept(context, key, lambda: self._field(context, seen, who, meant))

    def _field(
        self,
        context: RulesContext,
        seen: RulesContext,
        who: CombatantId | None,
        meant: Meant,
    ) -> view.FieldView:
        rules, bonds = self.rules().field, self.views().bonds(context)
        return field_view(seen, rules, self.rows(context), bonds, who, meant)

    def _point_aim(
        self, seen: RulesContext, aimed: Command | None, who: CombatantId | None
    ) -> PointAim | None:
        try:
            aim = self.rules().field.point_aim(seen, aimed) if aimed is not None else None
        except RuleError:  # the plan has become smaller since
            return None
        return aim if aim is not None and aim.who == who else None

    def _seen_by(self, context: RulesContext, who: CombatantId | None) -> RulesContext:
        """Returns the plan as somebody acts from it: in a tie with where they have gone themselves, and nobody else."""
        parts = self.rules()
        return (
            context if who is None else turns.seen_by(parts.turns, context, who, parts.follow_ups)
        )

    @property
    def field_rules(self) -> FieldRules:
        """Returns what the game makes of the plan."""
        return self.rules().field

    def move_offer(
        self, context: RulesContext, who: CombatantId, to: Point, floor: int | None = None
    ) -> tuple[view.MoveOffer, Command]:
        """Returns what taking somebody to a point of the plan comes to, and the command that does it.

        Raises:
            RuleError: there is no such place.
        """
        return move_offer(self._seen_by(context, who), self.rules().field, who, to, floor)

    def unstruck(self, command: Command) -> Command:
        """Returns a move with nobody striking at whoever leaves a melee by it."""
        return self.rules().field.unstruck(command)

    def place_beside(self, context: RulesContext, who: CombatantId, other: CombatantId) -> Place:
        """Returns the nearest place for somebody from which they are within reach of another.

        Raises:
            RuleError: there is no plan, or one of them stands nowhere.
        """
        found = moving.goal(context, self.rules().field, who, to=None, towards=other)
        return found or moving.require_place(context, context.known_combatant(who))

    def rows(self, context: RulesContext) -> tuple[view.Row, ...]:
        """Returns a row for each combatant, in turn order; before the order is known, in order of joining."""
        return self._kept(context, "rows", lambda: self.table().rows(context, self._rows))

    def heading(self, context: RulesContext) -> view.Heading:
        """Returns what the tool bar says."""
        return self.table().heading(context)

    def timeline(self, context: RulesContext) -> view.Timeline:
        """Returns the turn order as a strip."""
        return self._kept(context, "timeline", lambda: self.table().timeline(context))

    def combatant_view(self, context: RulesContext, who: CombatantId) -> view.CombatantView:
        """Returns the panel of one combatant."""
        return self._kept(context, ("combatant", who), lambda: self._combatant_view(context, who))

    def _combatant_view(self, context: RulesContext, who: CombatantId) -> view.CombatantView:
        views, combatant = self.views(), context.combatant(who)
        values = self._all_correctable(context, combatant).values()
        return view.CombatantView(
            who=who,
            number=combatant.number,
            name=combatant.name,
            side=combatant.side,
            role=views.role(context, combatant),
            chips=chips(context, combatant, views.chips),
            sections=self._sections(context, combatant),
            note=combatant.note,
            values=tuple(each.shown for each in values),
        )

    def _sections(self, context: RulesContext, combatant: Combatant) -> tuple[view.Section, ...]:
        """Returns the sections of a panel, of whoever is placed with where that is."""
        sections = tuple(self.views().sections(self.dry_run(context), combatant))
        if combatant.place is None:
            return sections
        out = {row.who for row in self.rows(context) if row.is_out}
        return with_where(context, self.rules().field, combatant, out, sections)

    def body(self, context: RulesContext, who: CombatantId) -> view.BodyView:
        """Returns the figure of one combatant."""
        return self._kept(context, ("body", who), lambda: self.views().body(context, who))

    def notices(self, context: RulesContext) -> tuple[view.Notice, ...]:
        """Returns what waits for the game master: first what is owed, in the order of settling."""
        said = self.views().notices(context)
        return (*owed_notices(context, self.obligation_kinds, said), *said)

    def owed(self, context: RulesContext) -> tuple[view.ObligationView, ...]:
        """Returns the tests and decisions that are owed, in the order of settling."""
        if not context.state.obligations:
            return ()
        return self._kept(context, "owed", lambda: self._owed(context))

    def _owed(self, context: RulesContext) -> tuple[view.ObligationView, ...]:
        said = self.views().notices(context)
        return owed_tests(self.dry_run(context), self.obligation_kinds, said)

    def declare_sheet(
        self, context: RulesContext, draft: Declaring | None = None
    ) -> view.DeclareSheet | None:
        """Returns what everybody declares now, one of them as in the draft; None: nothing is declared now."""
        key = ("declare_sheet", draft)
        return self._kept(context, key, lambda: self.views().declare_sheet(context, draft))

    def action_options(
        self, context: RulesContext, who: CombatantId
    ) -> tuple[view.ActionOption, ...]:
        """Returns what else a combatant may do now, with reasons where it may not.

        The catalogue of the ruleset says what an action costs, and leaves out what is not allowed at all.
        """
        return self._kept(context, ("actions", who), lambda: self._action_options(context, who))

    def _action_options(
        self, context: RulesContext, who: CombatantId
    ) -> tuple[view.ActionOption, ...]:
        options = self.views().action_options(self.dry_run(context), who)
        priced = (self._priced(context, option) for option in options)
        return tuple(option for option in priced if option is not None)

    def turn_options(
        self, context: RulesContext, who: CombatantId
    ) -> tuple[view.ActionOption, ...]:
        """Returns how a combatant that acts may put its turn off: delayed, held, ready for something."""
        holds_by_rule = do.HoldTurn in self.rules().handlers
        return turn_options(self.dry_run(context), who, holds_by_rule=holds_by_rule)

    def _priced(self, context: RulesContext, option: view.ActionOption) -> view.ActionOption | None:
        action = self.rules().action_of(option.command) if option.command else ""
        known = context.ruleset.action(action)
        if known is None or (option.note and known.is_allowed):
            return option
        return structs.replace(option, note=known.cost) if known.is_allowed else None

    def attack_form(self, context: RulesContext, choices: view.FormChoices) -> view.AttackForm:
        """Returns the attack form for these choices, with the reason why its command would be refused."""
        key = ("attack_form", frozenset(choices.items()))
        return self._kept(context, key, lambda: self._attack_form(context, choices))

    def _attack_form(self, context: RulesContext, choices: view.FormChoices) -> view.AttackForm:
        return self.dry_run(context).form(self.views().attack_form(context, choices))

    def form_of(self, context: RulesContext, choices: view.FormChoices) -> view.AttackForm:
        """Returns the attack form for these choices, without a look at whether its command would be refused."""
        return self.views().attack_form(context, choices)

    def volley_form(self, context: RulesContext, request: view.VolleyRequest) -> view.VolleyForm:
        """Returns the attack form of many for these choices, with what is to be expected of all attacks."""
        key = ("volley", request.selected, frozenset(request.choices.items()), request.draws)
        return self._kept(context, key, lambda: volleys.volley_form(self, context, request))

    def volley_preview(self, context: RulesContext, plan: view.VolleyPlan) -> view.VolleyPreview:
        """Returns what is known of the attacks of many beforehand: how many at whom, the odds, who cannot attack."""
        return volley_previews.preview(self, context, plan)

    def attack_at(
        self,
        context: RulesContext,
        who: CombatantId,
        target: CombatantId,
        choices: view.FormChoices,
    ) -> Command:
        """Returns the attack of a combatant on a target, as the attack form makes it of these choices.

        Raises:
            RuleError: it cannot attack now, or not like that.
        """
        return volley_previews.attack_at(self, context, who, target, choices)

    @property
    def reactions(self) -> Mapping[str, str]:
        """The choices by key with which somebody answers another's attack, and the option that does nothing."""
        return self.rules().reactions

    def standing(self, context: RulesContext) -> frozenset[CombatantId]:
        """Returns who is not out of the fight."""
        return volley_previews.standing(self, context)

    def measures(self, context: RulesContext, command: Command) -> view.Measures | None:
        """Returns what attacks are compared by; None for a command that has no odds."""
        return self.odds_parts().measures(context, self._whole(context, command))

    def odds(self, context: RulesContext, command: Command) -> view.Odds | None:
        """Returns the exact odds of a command, all of them; None for one that has none."""
        return self._kept(context, ("odds", command), lambda: self._whole_odds(context, command))

    def _whole_odds(self, context: RulesContext, command: Command) -> view.Odds | None:
        first = self._first_odds(context, command)
        return None if first is None else whole(first)

    def first_odds(self, context: RulesContext, command: Command) -> view.Odds | None:
        """Returns the odds of a command without what takes longer than a frame, unless that is known already."""
        sources = (context.state, context.ruleset, context.texts)
        known = self._recent.known(sources, ("odds", command))
        return known if isinstance(known, view.Odds) else self._first_odds(context, command)

    def _first_odds(self, context: RulesContext, command: Command) -> view.Odds | None:
        command = self._whole(context, command)
        key = ("first odds", command)
        return self._kept(context, key, lambda: self.odds_parts().odds(context, command))

    def comparison(self, context: RulesContext, choices: view.FormChoices) -> view.AttackComparison:
        """Returns what whoever acts could do instead of these choices, with exact odds, all of them."""
        first = self.first_comparison(context, choices)
        *_, last = first, *compare.filled(first)
        return last

    def first_comparison(
        self, context: RulesContext, choices: view.FormChoices
    ) -> view.AttackComparison:
        """Returns what whoever acts could do instead, by one attack: ``compare.filled`` adds attacks in a row."""
        form_of, rules = self.views().attack_form, self.rules().field
        return compare.comparison(form_of, self.measures, context, choices, rules)

    def battle(self, context: RulesContext, is_stopped: IsStopped = never) -> "Battle":
        """Returns the fight from this state on, ready to be played out many times.

        Raises:
            RuleError: fights of this system cannot be played out.
            StoppedError: ``is_stopped`` said so; where people stand on the plan, it is asked for each of them.
        """
        return self.battle_of()(context, is_stopped)

    def aftermath(self, context: RulesContext, who: CombatantId) -> view.Aftermath:
        """Returns a combatant once the fight is over and what passes by itself has passed."""
        derived = self.derived_conditions(context, who)
        return presenter.aftermath(context, self.views().aftermath, who, derived)

    def mark_name(self, context: RulesContext, mark: str) -> str:
        """Returns what a mark on a place of the body is called."""
        return self.views().aftermath.mark_name(context, mark)

    def recap_form(self, context: RulesContext) -> view.RecapForm:
        """Returns how the game tells a fight at its end."""
        return presenter.recap_form(context, self.views().aftermath)

    def changes(self, context: RulesContext, command: Command) -> tuple[view.ChangePreview, ...]:
        """Returns what a change or damage by hand would do to each target; what the dice then say is still open."""
        if isinstance(command, do.Damage):
            return self.damage_preview(context, command).rows
        if not isinstance(command, do.Adjust):
            return ()
        resolution = self.resolution(context)
        next(self._changed_by_hand(resolution, command), None)
        gauge = adjustments.gauge_of(context, command.gauge)
        rules = self.views().changes
        return previews(context, resolution.context, command.who, gauge, rules)

    def damage_preview(
        self,
        context: RulesContext,
        command: do.Damage,
        typed: Mapping[str, Typed] = _NOTHING_TYPED,
    ) -> view.DamagePreview:
        """Returns what damage by hand would do, worked out by what does it at the table.

        ``typed`` are dice known beforehand, by the key of their roll; a target whose dice are not known stays open.

        Raises:
            RuleError: it cannot be dealt like that.
            RollRefused: these dice cannot fall like that.
        """
        parts = self.rules()
        resolution = self.resolution(context)
        foreseen = damage.foreseen(parts.harm, resolution, command, self._changed_by_hand, typed)
        return damage_preview(context, resolution, command, foreseen, parts, self.views().changes)

    def condition_previews(
        self, context: RulesContext, command: do.Afflict
    ) -> tuple[view.ConditionPreview, ...]:
        """Returns what a condition put on by hand would come to, chip by chip, without doing it.

        Raises:
            RuleError: it cannot be put on.
        """
        resolution = self.resolution(context)
        self._play_to_first_ask(resolution, command)
        rules = self.views().chips
        return condition_previews(context, resolution.context, command.who, rules)

    def tie(self, context: RulesContext, newest_first: Iterable[Entry]) -> view.Tie | None:
        """Returns those who act at once side by side, with what waits; None: nobody does, or nothing of it waits.

        ``newest_first`` are the entries that led to the state, as far back as they are asked for.
        """
        if not members_of(self.rules().turns, context):
            return None
        rules = self.views().tie
        if rules is None:
            return None
        views, due = self.views(), due_by_itself(self.obligation_kinds, context.state, "turn_end")
        looks = Looks(changes=views.changes, chips=views.chips)
        entries = entries_of_tie(newest_first)
        return tie(context, entries, rules, looks, due, self._after_tie(context))

    def _after_tie(self, context: RulesContext) -> RulesContext:
        """Returns the context in which all that waits in a tie has come true."""
        resolution = self.resolution(context)
        turns.release_now(self.rules().turns, resolution)
        return resolution.context

    def left_undone(self, context: RulesContext) -> str:
        """Returns who of those who act now has not done what it declared or, in a tie, anything; "": nobody."""
        return some_of(context, turns.left_undone(self.rules().turns, context))

    def missing_in_tie(self, context: RulesContext) -> tuple[Missing, ...]:
        """Returns what those who act at once wait for: rolls their actions have led to, then who has not acted."""
        return turns.missing_in_tie(self.rules().turns, self.obligation_kinds, context)

    def next_effects(self, context: RulesContext) -> tuple[view.NextEffect, ...]:
        """Returns what the next step does by itself, worked out by a rehearsal of that step up to its first roll."""
        resolution = self.resolution(context)
        try:
            self._play_to_first_ask(resolution, do.Next())
        except RuleError:
            return ()
        return next_effects(context, resolution.context, self.views().chips)

    def _play_to_first_ask(self, resolution: Resolution, command: Command) -> None:
        handler = self.rules().handlers.get(type(command)) or self.general
        answer = handler(resolution, command)
        if not isinstance(answer, Message):
            next(answer, None)
            answer.close()
