"""What the attack bench is set to for each actor, and what comes of it: choices in, bench and odds out."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Typed
from encounter_gui.encounter.values import Side
from encounter_gui.gui.control.encounter_controller import Desk
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.view import Bench

_FRIENDS: tuple[Side, ...] = ("pc", "ally")
_ACTOR, _TARGET = "who", "target"


class BenchDesk(QObject):
    """Keeps the choices made for each actor, and works bench and odds out again after every change.

    Selecting an opponent of who acts makes it the target. When the turn moves on, whom and with what are kept for the
    actor's next turn; circumstances are asked anew.
    """

    choices_changed = Signal(dict)
    """``dict[str, str]``: what is chosen for who acts now."""
    bench_changed = Signal(object)
    """``Bench``: what to show."""
    odds_changed = Signal(object)
    """``Odds | None``: the exact odds of what is on the bench."""
    target_changed = Signal(object)
    """``CombatantId | None``: who is aimed at."""
    refused = Signal(str)
    """A sentence: why what was on the bench could not be carried out."""

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        """Follows a desk."""
        super().__init__(parent)
        self._desk = desk
        self._choices: dict[CombatantId, dict[str, str]] = {}
        self._actor: CombatantId | None = None
        self._turn = (0, -1)
        self._bench = Bench()
        self._shown: tuple[Scene | None, Command | None] = (None, None)
        self._is_awake = False
        self._resolving = False
        desk.opened.connect(self._forget)
        desk.closed.connect(self._clear)
        desk.scene_changed.connect(self._follow)
        desk.selection_changed.connect(self._aim_at_selected)
        desk.refused.connect(self._pass_refusal)

    @property
    def bench(self) -> Bench:
        """The bench as shown."""
        return self._bench

    @Slot()
    def wake(self) -> None:
        """Starts to work: before the first paint there is no time for bench and odds."""
        if not self._is_awake:
            self._is_awake = True
            if self._desk.is_open:
                self._refresh()

    @Slot(dict)
    def take(self, choices: Mapping[str, str]) -> None:
        """Takes all that the game master has chosen on the bench."""
        actor = self._bench.actor
        wanted = CombatantId(choices.get(_ACTOR, actor or ""))
        if wanted == actor and actor is not None:
            self._choices[actor] = dict(choices)
        elif wanted in self._desk.scene.state.combatants:
            self._actor = wanted
        self._refresh()

    @Slot(object, dict)
    def resolve(self, command: Command, typed: Mapping[str, Typed]) -> None:
        """Carries out what is on the bench; with any die typed, the rest is asked for, else the app rolls all."""
        self._resolving = True
        self._desk.start(command, typed, ask=bool(typed))
        self._resolving = False

    @Slot(str)
    def _pass_refusal(self, sentence: str) -> None:
        if self._resolving:
            self.refused.emit(sentence)

    @Slot()
    def _forget(self) -> None:
        self._choices.clear()
        self._actor = None
        self._turn = (0, -1)
        self._shown = (None, None)

    @Slot()
    def _clear(self) -> None:
        self._forget()
        self._bench = Bench()
        self.bench_changed.emit(self._bench)
        self.odds_changed.emit(None)
        self.target_changed.emit(None)

    @Slot(object)
    def _follow(self, scene: Scene) -> None:
        turn = (scene.state.round, scene.state.group)
        if turn != self._turn:
            self._turn = turn
            self._actor = None
            lasting = {each.key for each in self._bench.choosers if each.look == "list"} - {_ACTOR}
            for who, choices in self._choices.items():
                self._choices[who] = {k: v for k, v in choices.items() if k in lasting}
        self._refresh()

    @Slot(object)
    def _aim_at_selected(self, selected: tuple[CombatantId, ...]) -> None:
        actor = self._bench.actor
        if len(selected) != 1 or actor is None or _chosen(self._bench, _TARGET) is None:
            return
        combatants = self._desk.scene.state.combatants
        one, by = combatants.get(selected[0]), combatants.get(actor)
        if one is not None and by is not None and _are_opposed(one.side, by.side):
            self._choices.setdefault(actor, {})[_TARGET] = one.id
            self._refresh()

    def _refresh(self) -> None:
        if not self._is_awake:
            return
        wanted = self._actor or self._bench.actor
        bench = self._desk.system.bench(self._desk.scene, self._chosen_for(wanted))
        if bench.actor is not None and bench.actor != wanted:
            bench = self._desk.system.bench(self._desk.scene, self._chosen_for(bench.actor))
        self._bench = bench
        self.choices_changed.emit(self._chosen_for(bench.actor))
        self.bench_changed.emit(bench)
        target = _chosen(bench, _TARGET)
        self.target_changed.emit(CombatantId(target) if target else None)
        self._show_odds()

    def _chosen_for(self, actor: CombatantId | None) -> dict[str, str]:
        if actor is None:
            return {}
        choices = dict(self._choices.get(actor, {}))
        if self._actor == actor:
            choices[_ACTOR] = actor
        return choices

    def _show_odds(self) -> None:
        scene, command = self._desk.scene, self._bench.command
        before, last = self._shown
        if before is not None and before.state is scene.state and last == command:
            return
        self._shown = (scene, command)
        self.odds_changed.emit(None if command is None else self._desk.system.odds(scene, command))


def _chosen(bench: Bench, key: str) -> str | None:
    """Returns what a question of the bench is answered with; None if it is not asked."""
    return next((each.chosen for each in bench.choosers if each.key == key), None)


def _are_opposed(one: Side, other: Side) -> bool:
    return (one in _FRIENDS) != (other in _FRIENDS)
