"""All keys: what each does where; those of actions can be changed, and the list goes on paper."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.control.actions import ACTIONS
from encounter_gui.gui.dialogs.frame import buttons, row_size, set_up_dialog
from encounter_gui.gui.dialogs.save_dialog import SaveDialog
from encounter_gui.gui.keys.bindings import KeyBindings
from encounter_gui.gui.keys.cheat_sheet import KeyRow, cheat_sheet_html, key_rows
from encounter_gui.gui.keys.key_map import where_of
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import plain_label
from encounter_gui.gui.widgets.layouts import row_layout
from encounter_gui.gui.widgets.line_edit import add_clear_button

_USE = Qt.ItemDataRole.UserRole
_PORTABLE = QKeySequence.SequenceFormat.PortableText


class ShortcutsDialog(QDialog):
    """Shows the keys by where they work; a key that is typed for an action says first whose it is now."""

    keys_changed = Signal(object)
    """``KeyBindings``: the keys that hold from now on."""
    print_requested = Signal(str)
    """The list is to go on paper: as HTML."""
    pdf_requested = Signal(str, str)
    """The list is to be written into a file: as HTML, and its path."""

    def __init__(
        self,
        bindings: KeyBindings,
        icons: Icons,
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes the keys as they are, and what it is drawn with."""
        super().__init__(parent)
        self._texts = texts
        self._bindings = bindings
        column = set_up_dialog(self, texts.text_of("gui.shortcuts.title"))
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(texts.text_of("gui.shortcuts.search"))
        self.search.setAccessibleName(texts.text_of("gui.shortcuts.search"))
        add_clear_button(self.search, icons, texts)
        self.list = QTreeWidget(self)
        self.list.setAccessibleName(texts.text_of("gui.shortcuts.title"))
        self.field = QKeySequenceEdit(self)
        self.warning = plain_label("", self)
        self.give = QPushButton(texts.text_of("gui.shortcuts.give"), self)
        self.take = QPushButton(texts.text_of("gui.shortcuts.none"), self)
        self.usual = QPushButton(texts.text_of("gui.shortcuts.usual"), self)
        self.all_usual = QPushButton(texts.text_of("gui.shortcuts.all_usual"), self)
        self._lay_out(column)
        self._connect()
        self._fill()
        self.resize(720, 600)

    def _lay_out(self, column: QVBoxLayout) -> None:
        texts = self._texts
        self.list.setColumnCount(2)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setIndentation(12)
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.field.setMaximumSequenceLength(1)
        self.field.setAccessibleName(texts.text_of("gui.shortcuts.new"))
        label = QLabel(texts.text_of("gui.shortcuts.new"), self)
        label.setBuddy(self.field)
        line = row_layout(None, label, self.field, self.give, self.take, self.usual)
        line.setStretch(1, 1)
        printing = QPushButton(texts.text_of("gui.shortcuts.print"), self)
        saving = QPushButton(texts.text_of("gui.shortcuts.pdf"), self)
        close = QPushButton(texts.text_of("gui.close"), self)
        printing.clicked.connect(lambda: self.print_requested.emit(self._html()))
        saving.clicked.connect(self._ask_file)
        close.clicked.connect(self.accept)
        for button in (self.give, self.take, self.usual, self.all_usual, printing, saving):
            button.setAutoDefault(False)
        self.warning.setMinimumHeight(2 * self.fontMetrics().height())
        column.addWidget(self.search)
        column.addWidget(self.list, 1)
        column.addLayout(line)
        column.addWidget(self.warning)
        column.addLayout(buttons(self.all_usual, printing, saving, close))

    def _connect(self) -> None:
        self.search.textChanged.connect(self._narrow)
        self.list.currentItemChanged.connect(self._follow)
        self.list.itemActivated.connect(self._begin)
        self.field.keySequenceChanged.connect(self._warn)
        self.give.clicked.connect(self._give)
        self.take.clicked.connect(self._take)
        self.usual.clicked.connect(self._reset)
        self.all_usual.clicked.connect(lambda: self._change(KeyBindings()))

    # ---- what it shows

    def rows(self) -> tuple[KeyRow, ...]:
        """Returns all rows, those without a key included."""
        return key_rows(self._bindings, self._words_of, tuple(spec.id for spec in ACTIONS))

    def _words_of(self, use: str) -> str:
        key = f"gui.keys.{use}" if "." in use else f"gui.action.{use}"
        return self._texts.text_of(key).replace("&", "").rstrip("…")

    def _place_of(self, where: str) -> str:
        return self._texts.text_of(f"gui.keys.in.{where}")

    def _fill(self) -> None:
        current = self._use
        self.list.clear()
        heads: dict[str, QTreeWidgetItem] = {}
        for row in self.rows():
            head = heads.get(row.where)
            if head is None:
                head = heads[row.where] = QTreeWidgetItem(self.list, [self._place_of(row.where)])
                head.setFlags(Qt.ItemFlag.ItemIsEnabled)
                font = head.font(0)
                font.setBold(True)
                head.setFont(0, font)
            item = QTreeWidgetItem(head, [row.words, "   ".join(row.keys)])
            for each in (head, item):
                each.setSizeHint(0, row_size(self))
            item.setData(0, _USE, row.use)
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            if self._bindings.is_own(row.use):
                item.setToolTip(1, self._texts.text_of("gui.shortcuts.own"))
            if row.use == current:
                self.list.setCurrentItem(item)
        self.list.expandAll()
        self._narrow()
        self._follow()

    @property
    def _use(self) -> str:
        item = self.list.currentItem()
        use = item.data(0, _USE) if item is not None else None
        return str(use) if use else ""

    @Slot()
    def _narrow(self) -> None:
        """Shows what has the words, or the key, in it."""
        wanted = self.search.text().casefold().split()
        for place in range(self.list.topLevelItemCount()):
            head = self.list.topLevelItem(place)
            if head is None:
                continue
            shown = 0
            for at in range(head.childCount()):
                item = head.child(at)
                if item is not None:
                    text = f"{item.text(0)} {item.text(1)}".casefold()
                    is_found = all(word in text for word in wanted)
                    item.setHidden(not is_found)
                    shown += is_found
            head.setHidden(not shown)

    # ---- another key

    @Slot()
    def _follow(self) -> None:
        is_action = bool(self._use) and "." not in self._use
        self.field.clear()
        self.field.setEnabled(is_action)
        self.take.setEnabled(is_action and bool(self._bindings.keys(self._use)))
        self.usual.setEnabled(is_action and self._bindings.is_own(self._use))
        self._warn()

    @Slot()
    def _begin(self) -> None:
        if self.field.isEnabled():
            self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @property
    def key(self) -> str:
        """Returns the key that was typed; empty: none."""
        return self.field.keySequence().toString(_PORTABLE)

    @Slot()
    def _warn(self) -> None:
        """Says whose key it is now, and where it will not work."""
        use, key, text_of = self._use, self.key, self._texts.text_of
        lines = []
        if use and "." in use:
            lines.append(text_of("gui.shortcuts.fixed"))
        if key and use:
            taken = [self._words_of(each) for each in self._bindings.conflicts(use, key)]
            if taken:
                lines.append(text_of("gui.shortcuts.taken", cap=key, names=", ".join(taken)))
            own = [
                f"{self._place_of(where_of(each))}: {self._words_of(each)}"
                for each in self._bindings.shadows(use, key)
            ]
            if own:
                lines.append(text_of("gui.shortcuts.shadowed", cap=key, names=", ".join(own)))
        self.warning.setText("\n".join(lines))
        self.give.setEnabled(bool(key and use))

    @Slot()
    def _give(self) -> None:
        """The new key stands first; those it had stay beside it."""
        use, key = self._use, self.key
        if use and key:
            rest = tuple(each for each in self._bindings.keys(use) if each != key)
            self._change(self._bindings.with_keys(use, (key, *rest)[:4]))

    @Slot()
    def _take(self) -> None:
        if self._use:
            self._change(self._bindings.with_keys(self._use, ()))

    @Slot()
    def _reset(self) -> None:
        if self._use:
            self._change(self._bindings.with_usual(self._use))

    def _change(self, bindings: KeyBindings) -> None:
        self._bindings = bindings
        self.keys_changed.emit(bindings)
        self._fill()

    # ---- on paper

    def _html(self) -> str:
        return cheat_sheet_html(self.rows(), self.windowTitle(), self._place_of)

    @Slot()
    def _ask_file(self) -> None:
        title = self._texts.text_of("gui.shortcuts.pdf")
        dialog = SaveDialog(title, f"{self.windowTitle()}.pdf", {"pdf": "PDF"}, self)
        dialog.fileSelected.connect(lambda path: self.pdf_requested.emit(self._html(), path))
        dialog.open()

    @Slot(str)
    def tell(self, text: str) -> None:
        """Says how printing went."""
        self.warning.setText(text)

    @override
    def done(self, result: int) -> None:
        """Escape in the search empties it first."""
        if result == QDialog.DialogCode.Rejected and self.search.text():
            self.search.clear()
            return
        super().done(result)
