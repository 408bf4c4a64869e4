"""What Undo and Redo of the window take back: the fight, or what is worked on in a page of its own."""

from collections.abc import Callable

from msgspec import Struct
from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.control.actions import ActionId, Actions, Situation
from encounter_gui.gui.widgets.undo import UndoHistory


class OwnUndo(Struct, frozen=True, kw_only=True):
    """The steps of a page, and how they are taken back and done again."""

    steps: UndoHistory
    undo: Callable[[], object]
    redo: Callable[[], object]


class UndoTarget(QObject):
    """Leads Undo and Redo to a page while it is shown, and names the step in the menu."""

    released = Signal()
    """The fight is meant again."""

    def __init__(self, actions: Actions, texts: MessageCatalog, parent: QObject) -> None:
        """Takes the actions of the window, and the words."""
        super().__init__(parent)
        self._actions, self._texts = actions, texts
        self._own: OwnUndo | None = None
        self._names = {each: actions[each].text() for each in _BOTH}

    def use(self, own: OwnUndo | None) -> None:
        """Has Undo and Redo mean a page from now on; None: the fight again."""
        if self._own is not None:
            self._own.steps.indexChanged.disconnect(self._fit)
        self._own = own
        if own is not None:
            own.steps.indexChanged.connect(self._fit)
            self._fit()
        else:
            for each, name in self._names.items():
                self._actions[each].setText(name)
            self.released.emit()

    def use_situation(self, situation: Situation) -> None:
        """Enables the actions of the window; of Undo and Redo what the page says that has them."""
        self._actions.use(situation)
        self._fit()

    @Slot()
    def _fit(self) -> None:
        own = self._own
        if own is None:
            return
        steps = own.steps
        texts = {"undo": steps.undoText(), "redo": steps.redoText()}
        can = {"undo": steps.canUndo(), "redo": steps.canRedo()}
        for each in _BOTH:
            action, what = self._actions[each], texts[each].replace("&", "&&")
            action.setEnabled(can[each])
            named = self._texts.text_of(f"gui.workshop.{each}", what=what)
            action.setText(named if what else self._names[each])
        self._actions["undo_list"].setEnabled(False)

    def does(self, which: ActionId) -> bool:
        """Takes a step of the page back, or does it again; returns False where the fight is meant."""
        if self._own is None:
            return False
        (self._own.undo if which == "undo" else self._own.redo)()
        return True


_BOTH: tuple[ActionId, ActionId] = ("undo", "redo")
