"""Works out what a change by hand would do while it is typed, and has it done."""

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.combatants.row_filter import hidden_words
from encounter_gui.gui.control.acceptance import Refused, refusal
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.damage.damage_plan import DamagePlan, DamageShown
from encounter_gui.rules.engine.by_hand.crowds import ChosenRows, aimed
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.view import ChangePreview, DamagePreview


class DamageController(QObject):
    """Joins the panel of changes by hand with the encounter; the rules work the preview out, and deal the damage."""

    shown_changed = Signal(object)
    """``DamageShown``: what the plan would do."""
    changes_changed = Signal(tuple)
    """``tuple[ChangePreview, ...]``: the rows of those it reaches, for the table."""
    sentences_changed = Signal(tuple)
    """``tuple[tuple[str, str], ...]``: what the rules make of it, each with the id of its rule."""
    done = Signal()
    """The change is in the log, or waits for its dice."""
    refused = Signal(str)
    """Why it could not be done."""

    def __init__(self, controller: EncounterController, parent: QObject | None = None) -> None:
        """Takes the controller of the encounter."""
        super().__init__(parent)
        self._controller = controller
        self.plan: DamagePlan | None = None
        """What is typed and chosen; None: nothing is being changed."""
        controller.context_changed.connect(self._follow)
        controller.closing.connect(self.end)

    @Slot(object)
    def show_plan(self, plan: DamagePlan) -> None:
        """Works out what a plan would do, and tells it."""
        if not self._controller.is_open:
            return
        self.plan = plan
        shown = self.shown(plan)
        self.shown_changed.emit(shown)
        reached = () if shown.complaint else shown.preview.rows
        self.changes_changed.emit(reached)
        self.sentences_changed.emit(shown.preview.sentences)

    def shown(self, plan: DamagePlan) -> DamageShown:
        """Returns what a plan would do."""
        context = self._controller.context
        plan, sizes, wrong_count = self._aimed(_of_those_here(plan, context))
        settable = tuple((gauge.key, gauge.name) for gauge in context.ruleset.gauges)
        preview, complaint = self._preview(plan)
        complaint = wrong_count or complaint
        rows = preview.rows
        if not plan.is_readable:
            # Nothing is said yet: only what can be chosen counts.
            preview = choices_of(preview)
            rows = ()
        known = {row.who: row for row in rows}
        bare = tuple(known.get(who) or _bare(context, who) for who in plan.targets)
        return DamageShown(
            plan=plan,
            rows=bare,
            preview=preview,
            settable=settable,
            crowd_sizes=sizes,
            hidden=hidden_words(context, self._controller.hidden, plan.reached),
            is_count_wrong=bool(wrong_count),
            complaint=complaint,
        )

    def _aimed(self, plan: DamagePlan) -> tuple[DamagePlan, tuple[int, ...], str]:
        """Returns a plan with so many of each group as targets, the sizes of the groups, and what is wrong."""
        if not plan.crowds:
            return plan, (), ""
        context = self._controller.context
        out = {row.who for row in self._controller.system.rows(context) if row.is_out}
        chosen = ChosenRows(rows=plan.rows, crowds=plan.crowds)
        found = aimed(context, chosen, plan.count, plan.which, out)
        wrong = context.texts.sentence(found.complaint) if found.complaint else ""
        return replace(plan, targets=found.targets), found.sizes, wrong

    def _preview(self, plan: DamagePlan) -> tuple[DamagePreview, str]:
        """Returns what the rules say to a plan, and why they refuse it; empty: they do not."""
        system, context = self._controller.system, self._controller.context
        command = plan.command(context.ruleset) or plan.command(context.ruleset, amount=1)
        if command is None or not self._controller.is_live:
            return DamagePreview(), ""
        try:
            if isinstance(command, do.Adjust):
                return DamagePreview(rows=system.changes(context, command)), ""
            return system.damage_preview(context, command, plan.typed), ""
        except AppError as error:
            sentence = refusal(error, self._controller.session.game.texts)
            return self._choices(plan), sentence if plan.is_readable else ""

    def _choices(self, plan: DamagePlan) -> DamagePreview:
        """Returns what can be chosen though the plan as it is cannot be done."""
        plain = replace(plan, text="1", amounts={}, shares={}, faces={}, places={}, place="")
        ruleset = self._controller.context.ruleset
        command = replace(plain, way="rules", gauge="").command(ruleset)
        try:
            if isinstance(command, do.Damage):
                preview = self._controller.system.damage_preview(self._controller.context, command)
                return choices_of(preview)
        except AppError:
            pass
        return DamagePreview()

    @Slot()
    def apply(self) -> None:
        """Has the change done; dice that were not typed are asked for by who rolls for whom."""
        if self.plan is None or not self._controller.is_open:
            return
        self.plan, _, wrong_count = self._aimed(_of_those_here(self.plan, self._controller.context))
        if wrong_count:
            self.refused.emit(wrong_count)
            return
        command = self.plan.command(self._controller.context.ruleset)
        if command is None:
            return
        typed = self.plan.typed
        plan, self.plan = self.plan, None
        result = self._controller.start(command, dict(typed), ask=True)
        if isinstance(result, Refused):
            self.plan = plan
            self.refused.emit(result.sentence)
        else:
            self._forget()
            self.done.emit()

    @Slot()
    def end(self) -> None:
        """Forgets what was typed: nothing was changed."""
        self.plan = None
        self._forget()

    def _forget(self) -> None:
        self.changes_changed.emit(())
        self.sentences_changed.emit(())

    @Slot(object)
    def _follow(self, _context: RulesContext) -> None:
        """Another state: what is typed would do something else to it."""
        if self.plan is not None:
            self.show_plan(self.plan)


def choices_of(preview: DamagePreview) -> DamagePreview:
    """Returns only what can be chosen of a preview."""
    return DamagePreview(
        ways=preview.ways,
        gauges=preview.gauges,
        places=preview.places,
        place_words=preview.place_words,
    )


def _of_those_here(plan: DamagePlan, context: RulesContext) -> DamagePlan:
    here = tuple(who for who in plan.targets if who in context.state.combatants)
    return plan if here == plan.targets else replace(plan, targets=here)


def _bare(context: RulesContext, who: CombatantId) -> ChangePreview:
    combatant = context.combatant(who)
    return ChangePreview(who=who, number=combatant.number, name=combatant.name, side=combatant.side)
