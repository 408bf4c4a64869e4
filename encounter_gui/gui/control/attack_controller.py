"""What the attack bench is set to for each actor, and what comes of it: choices in, bench and odds out."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Typed
from encounter_gui.encounter.values import Side
from encounter_gui.gui.control.acceptance import Refused
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.view import AttackForm

_FRIENDS: tuple[Side, ...] = ("pc", "ally")
_ACTOR, _TARGET = "who", "target"


class AttackController(QObject):
    """Keeps the choices made for each actor, and works bench and odds out again after every change.

    Selecting an opponent of who acts makes it the target. When the turn moves on, whom and with what are kept for the
    actor's next turn; circumstances are asked anew.
    """

    choices_changed = Signal(dict)
    """``dict[str, str]``: what is chosen for who acts now."""
    form_changed = Signal(object)
    """``AttackForm``: what to show."""
    odds_changed = Signal(object)
    """``Odds | None``: the exact odds of what is on the bench."""
    target_changed = Signal(object)
    """``CombatantId | None``: who is aimed at."""
    refused = Signal(str)
    """A sentence: why what was on the bench could not be carried out."""

    def __init__(self, controller: EncounterController, parent: QObject | None = None) -> None:
        """Follows the controller of the encounter."""
        super().__init__(parent)
        self._controller = controller
        self._choices: dict[CombatantId, dict[str, str]] = {}
        self._actor: CombatantId | None = None
        self._turn = (0, -1)
        self._form = AttackForm()
        self._shown: tuple[RulesContext | None, Command | None] = (None, None)
        self._is_active = False
        controller.opened.connect(self._forget)
        controller.closed.connect(self._clear)
        controller.context_changed.connect(self._follow)
        controller.selection_changed.connect(self._aim_at_selected)

    @property
    def form(self) -> AttackForm:
        """The bench as shown."""
        return self._form

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
        actor = self._form.actor
        wanted = CombatantId(choices.get(_ACTOR, actor or ""))
        if wanted == actor and actor is not None:
            self._choices[actor] = dict(choices)
        elif wanted in self._controller.context.state.combatants:
            self._actor = wanted
        self._refresh()

    @Slot(object, dict)
    def resolve(self, command: Command, typed: Mapping[str, Typed]) -> None:
        """Carries out what is on the bench; with any die typed, the rest is asked for, else the app rolls all."""
        result = self._controller.start(command, typed, ask=bool(typed))
        if isinstance(result, Refused):
            self.refused.emit(result.sentence)

    @Slot()
    def _forget(self) -> None:
        self._choices.clear()
        self._actor = None
        self._turn = (0, -1)
        self._shown = (None, None)

    @Slot()
    def _clear(self) -> None:
        self._forget()
        self._form = AttackForm()
        self.form_changed.emit(self._form)
        self.odds_changed.emit(None)
        self.target_changed.emit(None)

    @Slot(object)
    def _follow(self, context: RulesContext) -> None:
        turn = (context.state.round, context.state.group)
        if turn != self._turn:
            self._turn = turn
            self._actor = None
            lasting = {each.key for each in self._form.fields if each.look == "list"} - {_ACTOR}
            for who, choices in self._choices.items():
                self._choices[who] = {k: v for k, v in choices.items() if k in lasting}
        self._refresh()

    @Slot(object)
    def _aim_at_selected(self, selected: tuple[CombatantId, ...]) -> None:
        actor = self._form.actor
        if len(selected) != 1 or actor is None or _chosen(self._form, _TARGET) is None:
            return
        combatants = self._controller.context.state.combatants
        combatant, by = combatants.get(selected[0]), combatants.get(actor)
        if combatant is not None and by is not None and _are_opposed(combatant.side, by.side):
            self._choices.setdefault(actor, {})[_TARGET] = combatant.id
            self._refresh()

    def _refresh(self) -> None:
        if not self._is_active:
            return
        form = self._form_for(self._expected_actor())
        self._form = form
        self.choices_changed.emit(self._chosen_for(form.actor))
        self.form_changed.emit(form)
        target = _chosen(form, _TARGET)
        self.target_changed.emit(CombatantId(target) if target else None)
        self._show_odds()

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
        if form.actor in (None, expected):
            return form
        known = self._chosen_for(form.actor)
        return form if known == choices else system.attack_form(context, known)

    def _chosen_for(self, actor: CombatantId | None) -> dict[str, str]:
        if actor is None:
            return {}
        choices = dict(self._choices.get(actor, {}))
        if self._actor == actor:
            choices[_ACTOR] = actor
        return choices

    def _show_odds(self) -> None:
        context, command = self._controller.context, self._form.command
        before, last = self._shown
        if before is not None and before.state is context.state and last == command:
            return
        self._shown = (context, command)
        self.odds_changed.emit(
            None if command is None else self._controller.system.odds(context, command)
        )


def _chosen(form: AttackForm, key: str) -> str | None:
    """Returns what a question of the bench is answered with; None if it is not asked."""
    return next((each.chosen for each in form.fields if each.key == key), None)


def _are_opposed(one: Side, other: Side) -> bool:
    return (one in _FRIENDS) != (other in _FRIENDS)
