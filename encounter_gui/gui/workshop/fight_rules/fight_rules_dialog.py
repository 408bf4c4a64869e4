"""The rules a fight is played by, those there are for it, and in what they differ."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHeaderView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.dialogs.frame import buttons, row_size, set_up_dialog
from encounter_gui.gui.theme.labels import plain_label
from encounter_gui.gui.widgets.layouts import column_layout, row_layout
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.play.difference_lines import DifferenceLine

_COLUMNS = ("table", "entry", "column", "before", "after")
_SIZE = (920, 520)
_LIST_WIDTH = 310


class RulesLine(Struct, frozen=True, kw_only=True):
    """Rules that can be chosen: what they are called, and what they are to the fight.

    ``refusal`` says why the fight cannot take them over now; empty: it can. ``may_try``: a copy can go by them.
    """

    name: str
    note: str = ""
    refusal: str = ""
    may_try: bool = True


class FightRulesDialog(QDialog):
    """Shows in what the chosen rules differ from those of the fight, and takes them over, in the fight or in a copy."""

    chosen = Signal(int)
    """Other rules are looked at: by their place."""
    take_over_requested = Signal(int)
    """The fight is to go on by these rules."""
    trial_requested = Signal(int)
    """A copy of the fight is to go on by these rules."""

    def __init__(self, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes the words."""
        super().__init__(parent)
        self._texts = texts
        self._lines: tuple[RulesLine, ...] = ()
        column = set_up_dialog(self, texts.text_of("rules_of_fight.title"))
        self.uses = plain_label("", self)
        self.rules = QListWidget(self)
        self.rules.setAccessibleName(texts.text_of("rules_of_fight.list"))
        self.rules.setFixedWidth(_LIST_WIDTH)
        self.summary = plain_label("", self)
        self.differences = QTreeWidget(self)
        self.take_over = QPushButton(self)
        self.attempt = QPushButton(texts.text_of("rules_of_fight.try"), self)
        self.attempt.setToolTip(plain_tip(texts.text_of("rules_of_fight.try.tip")))
        self.reason = plain_label("", self)
        self.reason.setProperty("role", "muted")
        close = QPushButton(texts.text_of("gui.close"), self)
        close.clicked.connect(self.reject)
        self._set_up_table()
        right = column_layout(None, self.summary, (self.differences, 1), spacing=6)
        column.addWidget(self.uses)
        column.addLayout(row_layout(None, self.rules, (right, 1), spacing=12), 1)
        column.addWidget(self.reason)
        column.addLayout(buttons(close, self.attempt, self.take_over))
        self.rules.currentRowChanged.connect(self._choose)
        self.take_over.clicked.connect(self._take_over)
        self.attempt.clicked.connect(self._try)
        self.resize(*_SIZE)

    def _set_up_table(self) -> None:
        table, header = self.differences, self.differences.header()
        table.setColumnCount(len(_COLUMNS))
        table.setHeaderLabels(
            [self._texts.text_of(f"rules_of_fight.column.{each}") for each in _COLUMNS]
        )
        table.setAccessibleName(self._texts.text_of("rules_of_fight.differences"))
        table.setRootIsDecorated(False)
        table.setUniformRowHeights(True)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)

    def show_rules(self, uses: str, lines: Sequence[RulesLine], chosen: int) -> None:
        """Shows what rules there are, with one of them chosen; ``uses`` is a sentence with those of the fight."""
        self._lines = tuple(lines)
        self.uses.setText(uses)
        self.rules.blockSignals(True)
        self.rules.clear()
        for line in lines:
            words = f"{line.name} · {line.note}" if line.note else line.name
            item = QListWidgetItem(words, self.rules)
            item.setSizeHint(row_size(self.rules))
            item.setToolTip(plain_tip(words))
        self.rules.blockSignals(False)
        self.rules.setCurrentRow(-1)
        self.rules.setCurrentRow(chosen)
        self.rules.setFocus()

    def show_differences(self, lines: Sequence[DifferenceLine], trouble: str = "") -> None:
        """Shows in what the chosen rules differ from those of the fight; ``trouble`` says why that is not known."""
        self.differences.clear()
        for line in lines:
            cells = [line.table, line.entry, line.column, line.before or "–", line.after or "–"]
            item = QTreeWidgetItem(cells)
            item.setSizeHint(0, row_size(self.differences))
            for place, text in enumerate(cells):
                item.setToolTip(place, plain_tip(text))
            self.differences.addTopLevelItem(item)
        for place in range(len(_COLUMNS) - 1):
            self.differences.resizeColumnToContents(place)
        count = len(lines)
        words = self._texts.text_of("rules_of_fight.count", count=count)
        self.summary.setText(
            trouble or (words if count else self._texts.text_of("rules_of_fight.same"))
        )
        self._fit(is_known=not trouble, is_other=bool(count))

    def _fit(self, *, is_known: bool, is_other: bool) -> None:
        place = self.rules.currentRow()
        if not 0 <= place < len(self._lines):
            return
        line = self._lines[place]
        self.take_over.setText(self._texts.text_of("rules_of_fight.take", name=line.name))
        self.take_over.setEnabled(is_known and is_other and not line.refusal)
        self.attempt.setEnabled(is_known and line.may_try)
        self.reason.setText(line.refusal)
        self.reason.setVisible(bool(line.refusal))

    @Slot(int)
    def _choose(self, place: int) -> None:
        if place >= 0:
            self.chosen.emit(place)

    @Slot()
    def _take_over(self) -> None:
        self.take_over_requested.emit(self.rules.currentRow())

    @Slot()
    def _try(self) -> None:
        self.trial_requested.emit(self.rules.currentRow())
