"""A field that finds an item of the ruleset by a few letters; anything else becomes the creature's own."""

from collections.abc import Sequence

from PySide6.QtCore import QStringListModel, Qt, Signal, Slot
from PySide6.QtWidgets import QCompleter, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.library.fields.field_edits import PlainEdit
from encounter_gui.rules.model.ruleset import CarriedDef, ItemDef, Ruleset


class ItemChooser(PlainEdit):
    """Typing narrows the list below it; Enter takes what is chosen there."""

    chosen = Signal(object)
    """``CarriedDef``: an item to be carried."""

    def __init__(
        self, texts: MessageCatalog, kinds: Sequence[str], hint: str, parent: QWidget | None = None
    ) -> None:
        """Takes the texts, the kinds it offers, and what to say while it is empty."""
        super().__init__(parent)
        self._texts = texts
        self._kinds = tuple(kinds)
        self._items: dict[str, ItemDef] = {}
        self._names = QStringListModel(self)
        completer = QCompleter(self._names, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        self.setCompleter(completer)
        self.setPlaceholderText(hint)
        self.setAccessibleName(hint)
        self.setFixedWidth(170)
        completer.activated.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self.returnPressed.connect(self._take_typed)

    def offer(self, ruleset: Ruleset) -> None:
        """Offers the items of a ruleset."""
        self._items = {each.name: each for each in ruleset.items if each.kind in self._kinds}
        self._names.setStringList(sorted(self._items))

    @Slot(str)
    def _take(self, name: str) -> None:
        known = self._items.get(name)
        if known is not None:
            self.chosen.emit(CarriedDef(item=known.key))
            self.clear()

    @Slot()
    def _take_typed(self) -> None:
        """The item typed in full, or the first that fits; a name nothing fits is an item of the creature's own."""
        typed = self.text().strip()
        if not typed:
            return
        fitting = [name for name in sorted(self._items) if typed.casefold() in name.casefold()]
        exact = [name for name in fitting if name.casefold() == typed.casefold()]
        if fitting:
            self._take((exact or fitting)[0])
        else:
            self.chosen.emit(CarriedDef(item=typed, kind=self._kinds[0]))  # type: ignore[arg-type]  # a kind of item
            self.clear()
