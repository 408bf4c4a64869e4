"""The options of a chooser as a list: shown as they are, without an item made for each."""

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import Option

OPTION_ROLE = Qt.ItemDataRole.UserRole
"""The ``Option`` of an index."""
_Role = Qt.ItemDataRole
_CHOOSABLE = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
Index = QModelIndex | QPersistentModelIndex


class OptionModel(QAbstractListModel):
    """Holds options; one that cannot be chosen is disabled and says why."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Holds none yet."""
        super().__init__(parent)
        self._options: tuple[Option, ...] = ()

    def show(self, options: tuple[Option, ...]) -> None:
        """Holds these from now on."""
        self.beginResetModel()
        self._options = options
        self.endResetModel()

    def place_of(self, key: str) -> int:
        """Returns the place of an option; −1: there is no such option."""
        return next((at for at, option in enumerate(self._options) if option.key == key), -1)

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default; never changed
        return 0 if parent.isValid() else len(self._options)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or self._options[index.row()].why_not:
            return Qt.ItemFlag.NoItemFlags
        return _CHOOSABLE

    @override
    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._options):
            return None
        option = self._options[index.row()]
        match role:
            case _Role.DisplayRole | _Role.EditRole:
                return option.text
            case _Role.AccessibleTextRole:
                parts = (option.text, option.note, option.why_not)
                return ", ".join(part for part in parts if part)
            case _Role.ToolTipRole:
                return plain_tip(option.why_not)
            case _ if role == OPTION_ROLE:
                return option
            case _:
                return None
