"""The options of a chooser as a list: shown as they are, without an item made for each."""

from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from typing_extensions import override

from encounter_gui.gui.widgets.list_rows import RowsModel
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import Option

OPTION_ROLE = Qt.ItemDataRole.UserRole
"""The ``Option`` of an index."""
_Role = Qt.ItemDataRole
_CHOOSABLE = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
Index = QModelIndex | QPersistentModelIndex


class OptionModel(RowsModel[Option]):
    """Holds options; one that cannot be chosen is disabled and says why."""

    def place_of(self, key: str) -> int:
        """Returns the place of an option; −1: there is no such option."""
        return next((at for at, option in enumerate(self.rows) if option.key == key), -1)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or self.rows[index.row()].why_not:
            return Qt.ItemFlag.NoItemFlags
        return _CHOOSABLE

    @override
    def row_data(self, row: Option, role: int) -> Any:
        match role:
            case _Role.DisplayRole | _Role.EditRole:
                return row.text
            case _Role.AccessibleTextRole:
                parts = (row.text, row.note, row.why_not)
                return ", ".join(part for part in parts if part)
            case _Role.ToolTipRole:
                return plain_tip(row.why_not)
            case _ if role == OPTION_ROLE:
                return row
            case _:
                return None
