"""What the attack bench is set to for each actor, and what comes of it: choices in, bench and odds out."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import RollRequest, Typed
from encounter_gui.encounter.values import Combatant, Side
from encounter_gui.gui.attack.attack_choices import TARGET as _TARGET
from encounter_gui.gui.attack.attack_choices import (
    AttackChoices,
    Standing,
    chosen_in,
    have_moved,
    overruled_in,
    standing,
)
from encounter_gui.gui.attack.step_cell import Step
from encounter_gui.gui.control.acceptance import Refused
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.gui.control.frames.after_paint import AfterPaint
from encounter_gui.rules.engine.asking import Ask
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.presenters.volley.form import AT, RANDOM
from encounter_gui.rules.view import AttackForm, DiceField, VolleyRequest
from encounter_gui.rules.view.later_odds import is_whole

_FRIENDS: tuple[Side, ...] = ("pc", "ally")
_ACTOR = "who"


class AttackController(QObject):
    """Keeps the choices made for each actor, and works bench and odds out again after every change.

    Selecting an opponent of who acts makes it the target. When the turn moves on, whom and with what are kept for the
    actor's next turn, unless the target is out of the fight by then; circumstances are asked anew.
    """

    choices_changed = Signal(dict)
    """``dict[str, str]``: what is chosen for who acts now."""
    form_changed = Signal(object)
    """``AttackForm``: what to show."""
    odds_changed = Signal(object)
    """``Odds | None``: the exact odds of what is on the bench; after a change of the fight a moment later.

    What takes longer than a frame is missing at first; once that frame is painted, and unless something else stands on
    the bench by then, the same odds come with everything.
    """
    target_changed = Signal(object)
    """``CombatantId | None``: who is aimed at."""
    steps_changed = Signal(tuple)
    """``tuple[Step, ...]``: the rolls of what is under way; none: nothing waits for dice."""
    told_changed = Signal(str)
    """What the step before came to, with its arithmetic; empty: nothing yet."""
    refused = Signal(str)
    """A sentence: why what was on the bench could not be carried out; empty: that is over."""

    def __init__(self, controller: EncounterController, parent: QObject | None = None) -> None:
        """Follows the controller of the encounter."""
        super().__init__(parent)
        self._controller = controller
        self._choices = AttackChoices()
        self._meant: set[CombatantId] = set()
        self._doubted: Command | None = None
        """The attack on somebody out of the fight that was asked about: a second time it is carried out."""
        self._actor: CombatantId | None = None
        self._is_picked = False
        self._many: VolleyRequest | None = None
        """What is chosen for an attack of each of several; None: one attacks."""
        self._many_stood: Standing | None = None
        """Where everybody stood when the form of many was shown last; None: it was not."""
        self._turn = (0, -1)
        self._form = AttackForm()
        self._is_form_due = False
        self._shown: tuple[RulesContext | None, Command | None] = (None, None)
        self._is_active = False
        self._rolls: tuple[DiceField, ...] = ()
        self._resolved: Command | None = None
        self._ahead: frozenset[str] = frozenset()
        self._pause = AfterPaint(self)
        self._pause.passed.connect(self._show_odds)
        self._rest = AfterPaint(self, rest_ms=0)
        self._rest.passed.connect(self._show_whole_odds)
        self._is_rest_due = False
        """Whether something of the odds that are shown is still to come."""
        controller.opened.connect(self._forget)
        controller.closed.connect(self._clear)
        controller.asked.connect(self._show_steps)
        controller.context_changed.connect(self._follow)
        controller.selection_changed.connect(self._follow_selection)

    @property
    def form(self) -> AttackForm:
        """What is on the bench now, which shows it a frame later."""
        if self._is_form_due:
            self._is_form_due = False
            self._form = self._form_of_many() or self._form_of_one()
            if self._form.command != self._doubted:
                self._doubted = None
        return self._form

    def _form_of_one(self) -> AttackForm:
        """Returns the form of whoever acts, without what is chosen that does not fit any more."""
        expected = self._expected_actor()
        form = self._form_for(expected)
        if self._choices.forget_spent(form):
            form = self._form_for(expected)
        if self._choices.follow_target(form):
            form = self._form_for(expected)
        if self._choices.follow_plan(form, self._controller.context.state):
            form = self._form_for(expected)
        return form

    @property
    def choices(self) -> dict[str, str]:
        """What is chosen for who acts on the bench."""
        return self._chosen_for(self.form.actor)

    @Slot()
    def activate(self) -> None:
        """Starts to work: before the first paint there is no time for bench and odds."""
        if not self._is_active:
            self._is_active = True
            if self._controller.is_open:
                self._refresh()

    @Slot(dict)
    def set_choices(self, choices: Mapping[str, str]) -> None:
        """Takes all that the game master has chosen on the bench."""
        if self._many is not None and _ACTOR not in choices:
            self._choose_for_many(choices)
            return
        self._many = None
        actor = self.form.actor
        wanted = CombatantId(choices.get(_ACTOR, actor or ""))
        if wanted == actor and actor is not None:
            self._choices.put(actor, choices)
            self._keep_meant(choices.get(_TARGET, ""))
        elif wanted in self._controller.context.state.combatants:
            self._actor, self._is_picked = wanted, False
        self._refresh()

    def is_by_hand(self, who: CombatantId | None) -> bool:
        """Returns whether the dice of a combatant are typed by the table; of nobody: no."""
        controller = self._controller
        return controller.rollers.of_combatant(controller.context.state, who) == "hand"

    @Slot(object, dict)
    def resolve(self, command: Command, typed: Mapping[str, Typed]) -> None:
        """Carries out what is on the bench; with any die typed, the rest is asked for, else the app rolls all.

        An attack on somebody who is out of the fight is asked about first, and carried out when it comes again.
        """
        if self._many is not None:
            self._resolve_many()
            return
        if self._doubts(command):
            return
        self._rolls, self._resolved = self.form.dice, command
        form = self.form
        before = self._actor, self._is_picked
        if self._is_picked:  # after this attack the rules say again who is next
            self._actor, self._is_picked = None, False
        result = self._controller.start(command, typed, ask=bool(typed))
        if isinstance(result, Refused):
            self._actor, self._is_picked = before
            self.refused.emit(result.sentence)
        else:
            self._choices.remember_way(form)
            if self._controller.waits_for is not None:
                self._ahead = frozenset(typed)  # a field that is emptied takes its dice back
            self._controller.await_table()

    def _doubts(self, command: Command) -> bool:
        """Returns whether an attack must be asked about first, and does so."""
        target = getattr(command, _TARGET, None)
        was_asked, self._doubted = command == self._doubted, None
        if was_asked or not isinstance(target, str) or not self._is_out(CombatantId(target)):
            return False
        self._doubted = command
        context = self._controller.context
        name = context.combatant(CombatantId(target)).name
        self.refused.emit(context.texts.text_of("gui.attack.fallen", name=name))
        return True

    # ---- the attacks of many

    @Slot()
    def turn_to_many(self) -> None:
        """Sets the bench up for an attack of each of several, the selected first; called again: for one attack."""
        selected = self._controller.selected
        self._many = VolleyRequest(selected=selected) if self._many is None else None
        self._refresh()

    @Slot()
    def turn_to_one(self) -> None:
        """Sets the bench up for one attack again."""
        if self._many is not None:
            self.turn_to_many()

    def _form_of_many(self) -> AttackForm | None:
        before, self._many_stood = self._many_stood, None
        if self._many is None:
            return None
        system, context = self._controller.system, self._controller.context
        form = system.volley_form(context, self._many).form
        self._many_stood = standing(context.state, context.state.combatants)
        if before is None or not have_moved(before, self._many_stood):
            return form
        keys, choices = overruled_in(form), self._many.choices
        if keys.isdisjoint(choices):
            return form
        kept = {key: each for key, each in choices.items() if key not in keys}
        self._many = replace(self._many, choices=kept)
        return system.volley_form(context, self._many).form

    def _choose_for_many(self, choices: Mapping[str, str]) -> None:
        if self._many is not None:
            draws = self._many.draws
            if choices.get(AT) == RANDOM != self._many.choices.get(AT):
                draws = self._controller.session.draws(
                    len(self._controller.context.state.combatants)
                )
            self._many = replace(self._many, choices=dict(choices), draws=draws)
        self._refresh()

    def _resolve_many(self) -> None:
        context, many = self._controller.context, self._many
        plan = self._controller.system.volley_form(context, many).plan if many else None
        if plan is None:
            return
        self._many = None
        result = self._controller.volley(plan)
        if isinstance(result, Refused):
            self._many = many
            self.refused.emit(result.sentence)
        else:
            self._controller.await_table()

    # ---- what is under way

    @Slot(dict)
    def take_typed(self, typed: Mapping[str, Typed]) -> None:
        """Takes dice of steps that are still to come; those typed before and not any more are forgotten."""
        self._controller.provide(typed, instead_of=self._ahead)
        self._ahead = frozenset(typed)

    @Slot(object)
    def _show_steps(self, ask: Ask | None) -> None:
        """Shows the rolls of an attack that was begun here, and of what it leads to; of nothing else that waits."""
        controller = self._controller
        if ask is None or (controller.is_uncommitted and controller.command != self._resolved):
            self._rolls, self._resolved, self._ahead = (), None, frozenset()
        is_mine = self._resolved is not None
        self.steps_changed.emit(self._steps(ask) if is_mine and isinstance(ask, tuple) else ())
        told = controller.told if is_mine else ()
        texts = self._controller.session.game.texts if self._controller.is_open else None
        self.told_changed.emit(texts.sentence(told[-1]) if told and texts else "")

    def _steps(self, asked: tuple[RollRequest, ...]) -> tuple[Step, ...]:
        controller = self._controller
        rollers, state = controller.rollers, controller.session.state
        labels = {each.key: f"{each.row} {each.label}".strip() for each in self._rolls}
        rolled = controller.rolled
        steps = [
            Step(
                key=each.request.name,
                label=self._label_of(each.request, labels),
                roller="hand" if each.physical else "dice",
                number=str(each.total),
                look="done",
            )
            for each in rolled
        ]
        steps += (
            Step(
                key=each.name,
                label=self._label_of(each, labels),
                roller=rollers.of_request(state, each),
                look="waits",
            )
            for each in asked
        )
        known = {each.key for each in steps}
        if not controller.is_uncommitted:
            known |= set(labels)
        steps += (
            Step(key=each.key, label=labels[each.key], roller=rollers.of_combatant(state, each.who))
            for each in self._rolls
            if each.key not in known
        )
        return tuple(steps)

    def _label_of(self, request: RollRequest, labels: Mapping[str, str]) -> str:
        """Returns what a roll is called in a word or two."""
        if request.name in labels:
            return labels[request.name]
        key = request.label.key
        texts = self._controller.session.game.texts
        return (
            texts.text_of(key.removesuffix(".ask"))
            if key.endswith(".ask")
            else texts.text(request.label)
        )

    @Slot()
    def _forget(self) -> None:
        self._choices.clear()
        self._meant.clear()
        self._doubted = None
        self._actor, self._is_picked, self._many = None, False, None
        self._turn = (0, -1)
        self._forget_odds()

    def _forget_odds(self) -> None:
        self._rest.stop()
        self._shown, self._is_rest_due = (None, None), False

    @Slot()
    def _clear(self) -> None:
        self._forget()
        self._form, self._is_form_due = AttackForm(), False
        self._pause.stop()
        self.form_changed.emit(self._form)
        self.odds_changed.emit(None)
        self.target_changed.emit(None)

    @Slot(object)
    def _follow(self, context: RulesContext) -> None:
        turn = (context.state.round, context.state.group)
        if turn != self._turn:
            self._turn = turn
            self._meant.clear()
            self._actor, self._is_picked, self._many = None, False, None
            self._choices.end_turn(self.form)
        self._aim_past_the_fallen(context)
        self.refused.emit("")  # what was refused belongs to the fight as it was
        self._rest.stop()  # it belongs to the fight as it was
        self._show_form()
        self._pause.start()

    def _aim_past_the_fallen(self, context: RulesContext) -> None:
        """Forgets targets that are out of the fight, unless they were chosen as such in this turn.

        In the place of one of a group the next of it who stands is aimed at; else the rules say who is.
        """
        aimed = self._choices.aimed
        if not aimed:
            return
        rows = self._controller.system.rows(context)
        out = {row.who for row in rows if row.is_out} - self._meant
        for choices in aimed:
            target = context.state.combatants.get(CombatantId(choices[_TARGET]))
            if target is None or target.id not in out:
                continue
            following = _next_of_group(context, target, (r.who for r in rows if not r.is_out))
            if following is None:
                del choices[_TARGET]
            else:
                choices[_TARGET] = following

    def _keep_meant(self, target: str) -> None:
        """Remembers that somebody who is out of the fight was chosen as a target on purpose."""
        if target and self._is_out(CombatantId(target)):
            self._meant.add(CombatantId(target))

    def _is_out(self, who: CombatantId) -> bool:
        rows = self._controller.system.rows(self._controller.context)
        return any(row.who == who and row.is_out for row in rows)

    @Slot()
    def follow_again(self) -> None:
        """Takes whoever is selected once more: the bench may have gone on to another since they were selected."""
        self._follow_selection(self._controller.selected)

    @Slot(object)
    def _follow_selection(self, selected: tuple[CombatantId, ...]) -> None:
        """Aims at a foe that is selected; a friend who acts now as well is who acts on the bench.

        A bystander who is merely looked at is no target: it is chosen as one on the bench.
        """
        actor = self.form.actor
        if len(selected) != 1 or actor is None or self._many is not None:
            return
        state = self._controller.context.state
        combatant, by = state.combatants.get(selected[0]), state.combatants.get(actor)
        if combatant is None or by is None:
            return
        if not _are_opposed(combatant.side, by.side):
            if combatant.id == actor or not {actor, combatant.id} <= set(state.acting):
                return
            self._actor, self._is_picked = combatant.id, True
        elif combatant.side == "neutral" or chosen_in(self.form, _TARGET) is None:
            return
        else:
            self._choices.of(actor)[_TARGET] = combatant.id
            self._keep_meant(combatant.id)
        self._show_form()
        self._pause.start()

    def _refresh(self) -> None:
        """Shows at once what was chosen on the bench, with its odds."""
        self._show_form()
        self._controller.second_frame.flush()
        self._show_odds()

    def _show_form(self) -> None:
        if self._is_active:
            self._is_form_due = True
            self._controller.second_frame.put("bench", self._tell_form)

    def _tell_form(self) -> None:
        form = self.form
        many = self._many
        self.choices_changed.emit(dict(many.choices) if many else self._chosen_for(form.actor))
        self.form_changed.emit(form)
        target = chosen_in(form, _TARGET)
        self.target_changed.emit(CombatantId(target) if target else None)

    def _expected_actor(self) -> CombatantId | None:
        """Returns who will act on the form: who is chosen, else who did and still may, else the first in turn."""
        acting = self._controller.context.state.acting
        if self._actor is not None or self._form.actor in acting:
            return self._actor or self._form.actor
        return next(iter(acting), None)

    def _form_for(self, expected: CombatantId | None) -> AttackForm:
        """Returns the form with the choices of its actor; it is built again only if the rules name another."""
        context, system = self._controller.context, self._controller.system
        choices = self._chosen_for(expected)
        form = system.attack_form(context, choices)
        if form.actor is None:
            return form
        known = choices if form.actor == expected else self._chosen_for(form.actor)
        carried = self._choices.carried_to(context.state, form.actor)
        if carried:
            made = system.attack_form(context, {**known, **carried})
            if made.command is not None and not made.why_not:
                self._choices.put(form.actor, carried)
                return made
        return form if known == choices else system.attack_form(context, known)

    def _chosen_for(self, actor: CombatantId | None) -> dict[str, str]:
        if actor is None:
            return {}
        choices = dict(self._choices.of(actor))
        if self._actor == actor:
            choices[_ACTOR] = actor
        return choices

    @Slot()
    def _show_odds(self) -> None:
        if not self._is_active or not self._controller.is_open:
            return
        self._pause.stop()
        self._rest.stop()
        context, command = self._controller.context, self.form.command
        before, last = self._shown
        if before is None or before.state is not context.state or last != command:
            odds = None
            if command is not None:
                odds = self._controller.system.first_odds(context, command)
            self._shown = (context, command)
            self._is_rest_due = odds is not None and not is_whole(odds)
            self.odds_changed.emit(odds)
        if self._is_rest_due:
            self._rest.start()

    @Slot()
    def _show_whole_odds(self) -> None:
        """Adds what the first frame did without."""
        context, command = self._shown
        if context is not None and command is not None and self._controller.is_open:
            self._is_rest_due = False
            self.odds_changed.emit(self._controller.system.odds(context, command))


def _are_opposed(one: Side, other: Side) -> bool:
    return (one in _FRIENDS) != (other in _FRIENDS)


def _next_of_group(
    context: RulesContext, target: Combatant, standing: Iterable[CombatantId]
) -> CombatantId | None:
    """Returns the first of the target's group who stands; None: it has no group, or nobody of it does."""
    group = target.group
    if not group:
        return None
    known = map(context.combatant, standing)
    alike = (each.id for each in known if (each.side, each.group) == (target.side, group))
    return next(alike, None)
