"""Adding combatants: type a few letters of the name, with a number before it for several, and Enter."""

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QIcon, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QGridLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSpinBox,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import Catalogue
from encounter_gui.encounter.values import Side
from encounter_gui.gui.dialogs.frame import buttons, dressed
from encounter_gui.gui.theme import marks
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.commands import Add
from encounter_gui.rules.ruleset import CreatureDef, Ruleset

_SIDES: tuple[Side, ...] = ("pc", "ally", "foe", "neutral")
_KEY = Qt.ItemDataRole.UserRole
_MOST = 100


class AddDialog(QDialog):
    """Offers the creatures of the ruleset's library."""

    chosen = Signal(object)
    """``Add``: who is to join. The dialog closes."""

    def __init__(
        self, ruleset: Ruleset, icons: Icons, words: Catalogue, parent: QWidget | None = None
    ) -> None:
        """Takes the ruleset with the library, icons with the theme, and the words."""
        super().__init__(parent)
        self._icons = icons
        self._ruleset = ruleset
        self._words = words
        self.search = QLineEdit(self)
        self.list = QListWidget(self)
        self.count = QSpinBox(self)
        self.side = QComboBox(self)
        self.name = QLineEdit(self)
        self.add = QPushButton(words.word("gui.add.add"), self)
        self._lay_out()
        self._connect()
        self._filter("")

    def _lay_out(self) -> None:
        words = self._words
        column = dressed(self, words.word("gui.add.title"))
        self.search.setPlaceholderText(words.word("gui.add.search_hint"))
        self.search.setAccessibleName(words.word("gui.add.search"))
        self.search.installEventFilter(self)
        self.list.setAccessibleName(words.word("gui.add.creatures"))
        self.list.setUniformItemSizes(True)
        self.list.setIconSize(QSize(12, 12))
        self.count.setRange(1, _MOST)
        self.side.addItem(words.word("gui.add.side_own"))
        self.side.addItems([words.word(f"gui.side.{side}") for side in _SIDES])
        self.name.setPlaceholderText(words.word("gui.add.name_hint"))
        column.addWidget(self.search)
        column.addWidget(self.list, 1)
        column.addLayout(self._form())
        cancel = QPushButton(words.word("gui.cancel"), self)
        cancel.clicked.connect(self.reject)
        column.addLayout(buttons(cancel, self.add, moves=True))
        self.resize(460, 420)

    def _form(self) -> QGridLayout:
        form = QGridLayout()
        fields: tuple[tuple[str, QWidget], ...] = (
            ("gui.add.count", self.count),
            ("gui.add.side", self.side),
            ("gui.add.name", self.name),
        )
        for at, (key, widget) in enumerate(fields):
            label = QLabel(self._words.word(key), self)
            label.setBuddy(widget)
            widget.setAccessibleName(self._words.word(key))
            form.addWidget(label, 0, at)
            form.addWidget(widget, 1, at)
        form.setColumnStretch(2, 1)
        return form

    def _connect(self) -> None:
        self.search.textEdited.connect(self._filter)
        self.list.itemActivated.connect(self._choose)
        self.add.clicked.connect(self._choose)

    @Slot(str)
    def _filter(self, text: str) -> None:
        count, wanted = _split(text)
        if count:
            self.count.setValue(count)
        self.list.clear()
        for creature in self._ruleset.creatures:
            if _fits(creature, wanted):
                self.list.addItem(self._item(creature))
        self.list.setCurrentRow(0)
        self.add.setEnabled(self.list.count() > 0)

    def _item(self, creature: CreatureDef) -> QListWidgetItem:
        side = self._words.word(f"gui.side.{creature.side}")
        parts = (creature.name, side, ", ".join(creature.tags))
        item = QListWidgetItem(" · ".join(part for part in parts if part))
        item.setData(_KEY, creature.key)
        item.setIcon(self._shape(creature.side))
        item.setSizeHint(QSize(0, round(self._icons.theme.size("row_list"))))
        return item

    def _shape(self, side: Side) -> QIcon:
        ratio = self.devicePixelRatio()
        picture = QPixmap(QSize(12, 12) * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        marks.paint_faction(painter, self._icons.theme, QRectF(0.5, 0.5, 11, 11), side)
        painter.end()
        return QIcon(picture)

    @Slot()
    def _choose(self) -> None:
        if self.list.currentRow() < 0:
            return
        item = self.list.currentItem()
        at = self.side.currentIndex()
        command = Add(
            creature=str(item.data(_KEY)),
            count=self.count.value(),
            name=self.name.text().strip(),
            side=_SIDES[at - 1] if at else None,
        )
        self.accept()
        self.chosen.emit(command)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Lets the arrow keys walk the list while the name is being typed."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
            if step is not None:
                row = max(0, min(self.list.count() - 1, self.list.currentRow() + step))
                self.list.setCurrentRow(row)
                return True
        return super().eventFilter(watched, event)


def _split(text: str) -> tuple[int, str]:
    """Returns how many are wanted (0: not said) and what they are called."""
    first, _, rest = text.strip().partition(" ")
    if first.isdigit() and 1 <= int(first) <= _MOST:
        return int(first), rest.strip().casefold()
    return 0, text.strip().casefold()


def _fits(creature: CreatureDef, wanted: str) -> bool:
    return not wanted or any(
        wanted in part.casefold() for part in (creature.name, creature.key, *creature.tags)
    )
