"""Has a rule system turn each scene into what the widgets show, and passes it on."""

from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.control.encounter_controller import Desk
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.view import Heading, Timeline


class SceneViews(QObject):
    """Follows a desk; each part of the window is told only what is its own."""

    rows_changed = Signal(tuple, tuple)
    """``tuple[Column, ...], tuple[Row, ...]``: the combatant table."""
    heading_changed = Signal(object)
    """``Heading``: where the fight stands."""
    timeline_changed = Signal(object)
    """``Timeline``: the turn order."""
    sheet_changed = Signal(object)
    """``Sheet | None``: the combatant in the panel."""
    body_changed = Signal(object)
    """``BodyView | None``: its figure."""
    actions_changed = Signal(tuple)
    """``tuple[QuickAction, ...]``: what it can do."""

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        """Follows a desk."""
        super().__init__(parent)
        self._desk = desk
        self._shown: CombatantId | None = None
        self._follows = True
        self._is_awake = False
        desk.scene_changed.connect(self._tell)
        desk.closed.connect(self._clear)
        desk.selection_changed.connect(self._select)

    @property
    def shown(self) -> CombatantId | None:
        """Who is in the panel."""
        return self._shown

    @Slot()
    def wake(self) -> None:
        """Starts to fill all parts: before the first paint there is time for table and heading only."""
        if not self._is_awake:
            self._is_awake = True
            if self._desk.is_open:
                self._tell_rest(self._desk.scene)

    @Slot(str)
    def show_combatant(self, who: str) -> None:
        """Puts a combatant into the panel, unless that stays on its own."""
        if self._follows:
            self._shown = CombatantId(who) if who else None
            self._tell_panel()

    @Slot(bool)
    def follow(self, follows: bool) -> None:  # noqa: FBT001 - a slot
        """Says whether the panel follows the selection, or stays on its combatant."""
        self._follows = follows
        if follows:
            self._select(self._desk.selected)

    @Slot(object)
    def _select(self, selected: tuple[CombatantId, ...]) -> None:
        if self._shown not in selected:
            self.show_combatant(selected[0] if selected else "")

    @Slot()
    def _clear(self) -> None:
        self._shown = None
        self.rows_changed.emit((), ())
        self.heading_changed.emit(Heading(state="", round=""))
        self.timeline_changed.emit(Timeline(caption=""))
        self._tell_panel()

    @Slot(object)
    def _tell(self, scene: Scene) -> None:
        system = self._desk.system
        self.rows_changed.emit(system.columns(scene), system.rows(scene))
        self.heading_changed.emit(system.heading(scene))
        self._tell_rest(scene)

    def _tell_rest(self, scene: Scene) -> None:
        if self._is_awake:
            self.timeline_changed.emit(self._desk.system.timeline(scene))
            self._tell_panel()

    def _tell_panel(self) -> None:
        if not self._is_awake:
            return
        who = self._shown
        if who is None or not self._desk.is_open or who not in self._desk.scene.state.combatants:
            self.sheet_changed.emit(None)
            self.body_changed.emit(None)
            self.actions_changed.emit(())
            return
        scene, system = self._desk.scene, self._desk.system
        self.sheet_changed.emit(system.sheet(scene, who))
        self.body_changed.emit(system.body(scene, who))
        self.actions_changed.emit(system.actions(scene, who) if self._desk.is_live else ())
