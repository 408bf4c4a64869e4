"""What the attack bench is set to, and what comes of it: choices in, bench and odds out."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Typed
from encounter_gui.encounter.values import Side
from encounter_gui.gui.desk import Desk
from encounter_gui.rules.commands import Command
from encounter_gui.rules.system import Scene
from encounter_gui.rules.view import Bench, Odds

_FRIENDS: tuple[Side, ...] = ("pc", "ally")


@dataclass(slots=True)
class _Chosen:
    """What was chosen for one actor, and on which of its turns."""

    turn: tuple[int, int]
    choices: dict[str, str] = field(default_factory=dict)


class BenchDesk(QObject):
    """Keeps what the game master chose for each actor, and works bench and odds out again after every change."""

    bench_changed = Signal(object)
    """``Bench``: what to show."""
    odds_changed = Signal(object)
    """``Odds | None``: the exact odds of what is on the bench."""
    target_changed = Signal(object)
    """``CombatantId | None``: who is aimed at."""

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        """Follows a desk."""
        super().__init__(parent)
        self._desk = desk
        self._chosen: dict[CombatantId, _Chosen] = {}
        self._actor: CombatantId | None = None
        self._bench = Bench()
        self._odds_of: tuple[Scene, Command | None] | None = None
        self._is_awake = False
        desk.opened.connect(self._forget)
        desk.scene_changed.connect(self._follow)
        desk.selection_changed.connect(self._aim_at_selected)

    @property
    def bench(self) -> Bench:
        """The bench as shown."""
        return self._bench

    @Slot()
    def wake(self) -> None:
        """Starts to work odds out; before the first paint there is no time for what they need."""
        self._is_awake = True
        self._show_odds()

    @Slot(str, str)
    def choose(self, key: str, option: str) -> None:
        """Takes a choice of the game master's."""
        if key == "who":
            self._actor = CombatantId(option)
        elif self._bench.actor is not None:
            self._choices(self._bench.actor)[key] = option
        self._refresh()

    @Slot(object)
    def resolve(self, typed: Mapping[str, Typed]) -> None:
        """Carries out what is on the bench; with any die typed, the rest is asked for, else the app rolls all."""
        command = self._bench.command
        if command is not None:
            self._desk.start(command, typed, ask=bool(typed))

    @Slot()
    def _forget(self) -> None:
        self._chosen.clear()
        self._actor = None

    @Slot(object)
    def _follow(self, scene: Scene) -> None:
        acting = scene.state.acting
        if self._actor not in acting:
            self._actor = None
        for who, chosen in self._chosen.items():
            if chosen.turn != _turn(scene):
                kept = {key: value for key, value in chosen.choices.items() if key in self._lasting}
                self._chosen[who] = _Chosen(turn=_turn(scene), choices=kept)
        self._refresh()

    @property
    def _lasting(self) -> frozenset[str]:
        """The questions whose answers outlive a turn: whom and with what, not the circumstances."""
        return frozenset(each.key for each in self._bench.choosers if each.look == "list")

    @Slot(object)
    def _aim_at_selected(self, selected: tuple[CombatantId, ...]) -> None:
        actor = self._bench.actor
        if len(selected) != 1 or actor is None or not self._has_target():
            return
        combatants = self._desk.scene.state.combatants
        one, by = combatants.get(selected[0]), combatants.get(actor)
        if one is not None and by is not None and _are_opposed(one.side, by.side):
            self._choices(actor)["target"] = one.id
            self._refresh()

    def _has_target(self) -> bool:
        return any(each.key == "target" for each in self._bench.choosers)

    def _choices(self, actor: CombatantId) -> dict[str, str]:
        fresh = _Chosen(turn=_turn(self._desk.scene))
        return self._chosen.setdefault(actor, fresh).choices

    def _refresh(self) -> None:
        scene = self._desk.scene
        actor = self._actor or next(iter(scene.state.acting), None)
        choices = dict(self._choices(actor)) if actor is not None else {}
        if self._actor is not None:
            choices["who"] = self._actor
        bench = self._desk.system.bench(scene, choices)
        if self._actor is None and bench.actor is not None and bench.actor != actor:
            # One of a tie has acted: the bench offers the next one, with that one's own choices.
            bench = self._desk.system.bench(scene, self._choices(bench.actor))
        self._bench = bench
        self.bench_changed.emit(bench)
        self.target_changed.emit(_target(bench))
        self._show_odds()

    def _show_odds(self) -> None:
        if not self._is_awake or not self._desk.is_open:
            return
        asked = (self._desk.scene, self._bench.command)
        if self._odds_of is not None and asked[1] == self._odds_of[1]:
            if asked[0] is self._odds_of[0] or asked[0].state is self._odds_of[0].state:
                return
        self._odds_of = asked
        self.odds_changed.emit(self._odds(*asked))

    def _odds(self, scene: Scene, command: Command | None) -> Odds | None:
        return None if command is None else self._desk.system.odds(scene, command)


def _turn(scene: Scene) -> tuple[int, int]:
    return scene.state.round, scene.state.group


def _target(bench: Bench) -> CombatantId | None:
    for chooser in bench.choosers:
        if chooser.key == "target" and chooser.chosen:
            return CombatantId(chooser.chosen)
    return None


def _are_opposed(one: Side, other: Side) -> bool:
    return (one in _FRIENDS) != (other in _FRIENDS) or "neutral" in (one, other)
