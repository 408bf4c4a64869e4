"""Has the rule system make view values of each new state, and emits them for the widgets."""

from collections.abc import Collection, Iterable

from msgspec import structs
from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer, Signal, Slot

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import evolve
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.gui.combatants.row_filter import (
    RowFilter,
    Standing,
    conditions_of,
    fits,
    read_filter,
    shown_rows,
)
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.control.frames.after_paint import AfterPaint
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters.groups import with_groups
from encounter_gui.rules.view import Heading, Row, Timeline


class ViewUpdates(QObject):
    """Follows the encounter's controller and emits the view values of each part of the window by its own signal."""

    rows_changed = Signal(tuple, tuple)
    """``tuple[Column, ...], tuple[Row, ...]``: the combatant table."""
    heading_changed = Signal(object)
    """``Heading``: where the fight stands."""
    timeline_changed = Signal(object)
    """``Timeline``: the turn order."""
    combatant_view_changed = Signal(object)
    """``CombatantView | None``: the combatant in the panel."""
    body_changed = Signal(object)
    """``BodyView | None``: its figure."""
    filtered = Signal(int, int, object)
    """``int, int, dict[CombatantId, int]``: how many of how many are shown, and who is not, with the number."""
    action_options_changed = Signal(tuple)
    """``tuple[ActionOption, ...]``: what it can do; a moment after the rest, and once for many quick steps."""

    def __init__(self, controller: EncounterController, parent: QObject | None = None) -> None:
        """Takes the controller of the encounter, and follows it."""
        super().__init__(parent)
        self._controller = controller
        self._shown: CombatantId | None = None
        self._follows = True
        self._is_active = False
        self._is_panel_seen = True
        self._planned: tuple[Combatant, ...] = ()
        self._hidden: frozenset[str] = frozenset()
        self._open_groups: frozenset[str] = frozenset()
        self._picked: frozenset[CombatantId] = frozenset()
        self._filter = ""
        self._is_copy = False
        self._unpicking = QTimer(self, singleShot=True, interval=0)
        self._unpicking.timeout.connect(self._unpick)
        self._told: tuple[CombatantId, RulesContext, bool] | None = None
        self._pause = AfterPaint(self)
        self._pause.passed.connect(self._tell_options)
        controller.context_changed.connect(self._tell)
        controller.settled.connect(self._put_panel)
        controller.closed.connect(self._clear)
        controller.selection_changed.connect(self._select)

    @property
    def shown(self) -> CombatantId | None:
        """The combatant in the panel; None: nobody is."""
        return self._shown

    @Slot()
    def activate(self) -> None:
        """Starts to fill all parts: before the first paint there is time for table and heading only."""
        if not self._is_active:
            self._is_active = True
            if self._controller.is_open:
                self._put_timeline()
                self._put_panel()

    @Slot(str)
    def show_combatant(self, who: str) -> None:
        """Puts a combatant into the panel, unless that stays on its own."""
        if self._follows:
            self._shown = CombatantId(who) if who else None
            self._put_panel()

    @Slot(bool)
    def follow(self, follows: bool) -> None:
        """Sets whether the panel follows the selection, or stays on its combatant."""
        self._follows = follows
        if follows:
            self._select(self._controller.selected)

    @Slot(object)
    def _select(self, selected: tuple[CombatantId, ...]) -> None:
        if self._shown not in selected:
            self.show_combatant(selected[0] if selected else "")
        if self._picked:  # not now: the table is still at work on the selection
            self._unpicking.start()

    @Slot(str)
    def toggle_group(self, name: str) -> None:
        """Shows all of a group in rows of their own, or as one row again."""
        self._open_groups ^= {name}
        self._tell_rows_again()

    @Slot(str)
    def filter(self, text: str) -> None:
        """Shows only the rows that a line names, and whoever is selected by number or whose turn it is; empty: all."""
        if text != self._filter:
            self._filter = text
            self._tell_rows_again()

    @Slot(tuple)
    def pick(self, who: tuple[CombatantId, ...]) -> None:
        """Shows these in rows of their own as long as they are selected: members of groups, and who is filtered out."""
        self._picked |= set(who)
        self._tell_rows_again()

    @Slot()
    def _unpick(self) -> None:
        kept = self._picked & set(self._controller.selected)
        if kept != self._picked:
            self._picked = kept
            self._tell_rows_again()

    @Slot(bool)
    def show_panel(self, is_seen: bool) -> None:
        """Sets whether the panel is visible; nothing is worked out for a hidden one."""
        self._is_panel_seen = is_seen
        self._tell_panel()

    @Slot()
    def _clear(self) -> None:
        self._shown = None
        self._open_groups, self._picked = frozenset(), frozenset()
        self.rows_changed.emit((), ())
        self.heading_changed.emit(Heading(state="", round=""))
        self.timeline_changed.emit(Timeline(caption=""))
        self._tell_panel()

    @Slot(object)
    def _tell(self, context: RulesContext) -> None:
        self._tell_rows(context)
        self.heading_changed.emit(self._heading(context))
        self._put_timeline()

    @Slot(tuple)
    def show_planned(self, planned: tuple[Combatant, ...]) -> None:
        """Shows in the table who is prepared for the encounter, until it begins."""
        if planned != self._planned:
            self._planned = planned
            self._tell_rows_again()

    def _tell_rows_again(self) -> None:
        if self._controller.is_open:
            self._tell_rows(self._controller.context)

    def _tell_rows(self, context: RulesContext) -> None:
        """Emits the rows of all who are there, and of those who are planned, as if they had joined."""
        system, present = self._controller.system, context.state.combatants
        if self._planned and context.state.stage == "ready" and self._controller.is_live:
            context = replace(context, state=_with_planned(context.state, self._planned))
        rows = tuple(
            row if row.who in present else structs.replace(row, is_planned=True)
            for row in system.rows(context)
        )
        rows = self._filtered(context, rows)
        shown = with_groups(
            rows,
            context.state,
            context.texts,
            open_groups=self._open_groups,
            picked=self._picked,
        )
        columns = (each for each in system.columns(context) if each.key not in self._hidden)
        self.rows_changed.emit(tuple(columns), shown)

    def _filtered(self, context: RulesContext, rows: tuple[Row, ...]) -> tuple[Row, ...]:
        """Returns the rows that the filter lets through; tells who is left out."""
        wanted = read_filter(self._filter, context)
        hidden: dict[CombatantId, int] = {}
        count = len(rows)
        if wanted.is_on:
            able = {each.id for each in self._controller.system.taking_part(context)}
            fitting = {row.who for row in rows if self._fits(wanted, context, row, able)}
            rows, hidden = shown_rows(rows, fitting, self._picked)
        self._controller.hidden = hidden
        self.filtered.emit(len(rows), count, hidden)
        return rows

    def _fits(
        self, wanted: RowFilter, context: RulesContext, row: Row, able: Collection[CombatantId]
    ) -> bool:
        combatant = context.combatant(row.who)
        derived = self._controller.system.derived_conditions(context, row.who)
        standing = Standing(
            combatant=combatant,
            conditions=conditions_of(combatant, derived, context),
            is_out=row.is_out,
            can_act=row.who in able,
        )
        return fits(wanted, standing, context)

    def hide_columns(self, keys: frozenset[str]) -> None:
        """Leaves columns out of the table, by their keys."""
        if keys != self._hidden:
            self._hidden = keys
            self._tell_rows_again()

    def mark_copy(self, *, is_copy: bool) -> None:
        """Says in the heading that the fight is a copy in which rules are tried, or not."""
        if is_copy != self._is_copy:
            self._is_copy = is_copy
            if self._controller.is_open:
                self.heading_changed.emit(self._heading(self._controller.context))

    def _heading(self, context: RulesContext) -> Heading:
        """Returns what the tool bar says; of an ended fight its name, and after which round it ended."""
        system = self._controller.system
        heading = system.heading(context)
        if self._is_copy:
            state = context.texts.text_of("rules_of_fight.copy_stage", stage=heading.state)
            heading = structs.replace(heading, state=state, is_copy=True)
        if context.state.stage != "ended":
            return heading
        moment = system.timeline(context).caption
        after = context.texts.text_of("gui.heading.after", moment=moment[:1].lower() + moment[1:])
        return structs.replace(heading, round=context.state.name or heading.round, part=after)

    def _put_timeline(self) -> None:
        if self._is_active:
            self._controller.second_frame.put("timeline", self._tell_timeline)

    def _tell_timeline(self) -> None:
        if self._controller.is_open:
            self.timeline_changed.emit(self._controller.system.timeline(self._controller.context))

    @Slot()
    def _put_panel(self) -> None:
        if self._is_active:
            self._controller.second_frame.put("panel", self._tell_panel)

    @Slot()
    def _tell_panel(self) -> None:
        """Emits the panel's combatant, once for each state; for a hidden panel only that there is none."""
        if not self._is_active:
            return
        who, controller = self._shown, self._controller
        if who is None or not controller.is_open or who not in controller.context.state.combatants:
            self._tell_nobody()
        elif self._is_panel_seen and not self._is_told(who):
            self._told = who, controller.context, controller.is_live
            self._tell_combatant(controller.context, who)

    def _is_told(self, who: CombatantId) -> bool:
        """Returns whether the panel shows this very state of a combatant. States are never changed in place."""
        if self._told is None:
            return False
        shown, told, was_live = self._told
        context = self._controller.context
        is_same = told.state is context.state and told.ruleset is context.ruleset
        return is_same and shown == who and was_live == self._controller.is_live

    def _tell_nobody(self) -> None:
        self._told = None
        self._pause.stop()
        self.combatant_view_changed.emit(None)
        self.body_changed.emit(None)
        self.action_options_changed.emit(())

    def _tell_combatant(self, context: RulesContext, who: CombatantId) -> None:
        system = self._controller.system
        self.combatant_view_changed.emit(system.combatant_view(context, who))
        self.body_changed.emit(system.body(context, who))
        self._pause.start()

    @Slot()
    def _tell_options(self) -> None:
        """Emits what the panel's combatant can do in the state that the panel shows."""
        if self._told is None:
            return
        who, context, is_live = self._told
        system = self._controller.system
        self.action_options_changed.emit(
            (*system.action_options(context, who), *system.turn_options(context, who))
            if is_live
            else ()
        )


def _with_planned(state: EncounterState, planned: Iterable[Combatant]) -> EncounterState:
    """Returns the state as if these had joined, with ids that no combatant ever has."""
    for place, combatant in enumerate(planned):
        joined = replace(combatant, id=CombatantId(f"planned-{place}"), number=state.next_number)
        state = evolve(state, ev.CombatantAdded(combatant=joined))
    return state
