"""The declare sheet: head, column titles and rows, in the place of bench and log."""

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.declare.declare_header import DeclareHeader
from encounter_gui.gui.declare.declare_list import DeclareList
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import column_layout, row_layout
from encounter_gui.gui.widgets.message_label import MessageLabel
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.play.session.rollers import Roller
from encounter_gui.rules.view import DeclareSheet

_HEAD = 34
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class _Hint(QLabel):
    """Words that are left out where they would be cut."""

    def __init__(self, words: str, parent: QWidget) -> None:
        super().__init__(words, parent)
        self._words = words

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        has_room = self.fontMetrics().horizontalAdvance(self._words) <= self.width()
        self.setText(self._words if has_room else "")


class DeclarePanel(QFrame):
    """Shows who has declared what, and says what is declared next."""

    rest_said = Signal()
    """Everybody who has said nothing declares."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._icon = QLabel(self)
        self._title = QLabel(texts.text_of("gui.declare.title"), self)
        self._moment = QLabel(self)
        self._counts = QLabel(self)
        self._hint = _Hint(texts.text_of("gui.declare.cover_hint"), self)
        self._refusal = MessageLabel(icons, self)
        self.cover = ShortcutButton(icons, "F8", self)
        self.rest = ShortcutButton(icons, "Ctrl ↵", self)
        self.list = DeclareList(icons, texts, self)
        self.header = DeclareHeader(self.list, icons, texts, self)
        self._dress()
        self._lay_out()
        self.list.rest_said.connect(self.rest_said)
        self.list.refused.connect(self.refuse)
        self.list.covering_changed.connect(self._say_cover)
        self.cover.clicked.connect(self._switch_cover)
        self.rest.clicked.connect(self.rest_said)

    def _dress(self) -> None:
        self.setProperty("dock", "true")
        self.setProperty("large", "true")
        self.setAccessibleName(self._texts.text_of("gui.declare.title"))
        self._title.setFont(self._icons.theme.font("row", weight=700))
        for label in (self._moment, self._counts, self._hint):
            label.setTextFormat(Qt.TextFormat.PlainText)
        for label in (self._moment, self._counts, self._hint):
            label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._refusal.hide()
        self.cover.setCheckable(True)
        self.cover.setProperty("pill", "true")
        self._say_cover(is_covering=True)
        self._show_icon()
        self._icons.loaded.connect(self._show_icon)
        self._icons.recoloured.connect(self._show_icon)

    def _lay_out(self) -> None:
        head = row_layout(margins=(10, 0, 10, 0), spacing=8)
        head.addWidget(self._icon)
        head.addWidget(self._title)
        head.addWidget(self._moment)
        head.addWidget(self._counts)
        head.addSpacing(8)
        head.addWidget(self.cover)
        head.addWidget(self._hint, 1)
        head.addWidget(self._refusal, 1)
        head.addWidget(self.rest)
        box = QWidget(self)
        box.setFixedHeight(_HEAD)
        box.setLayout(head)
        column = column_layout(self, margins=(1, 0, 1, 1), spacing=0)
        column.addWidget(box)
        column.addWidget(self.header)
        column.addWidget(self.list, 1)
        # These words give way to the buttons where there is little room.
        self._hint.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.cover.setToolTip(plain_tip(self._texts.text_of("gui.declare.cover_hint")))

    @override
    def sizeHint(self) -> QSize:
        return QSize(1010, 286)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(520, 120)

    def show_sheet(self, sheet: DeclareSheet | None, rollers: Mapping[CombatantId, Roller]) -> None:
        """Shows a sheet; None: nothing is declared. A refusal that is shown goes."""
        self.refuse("")
        self.list.rows.show_sheet(sheet, rollers)
        self.header.update()
        if sheet is None:
            return
        said = sum(row.status == "said" for row in sheet.rows)
        filled = sum(row.status == "filled" for row in sheet.rows)
        self._moment.setText(sheet.moment)
        counts = self._texts.text_of(
            "gui.declare.counts", said=said, all=len(sheet.rows), filled=filled
        )
        self._counts.setText(counts)
        self.cover.setVisible(any(row.is_covered for row in sheet.rows))
        self._hint.setVisible(any(row.is_covered for row in sheet.rows))
        self.rest.show_words(sheet.rest_text)
        self.rest.setEnabled(sheet.rest is not None)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Hands the keys of its buttons to the list when a button has the keyboard."""
        is_rest = event.key() in _ENTER and event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if not self.list.hasFocus() and (is_rest or event.key() == Qt.Key.Key_F8):
            self.list.setFocus()  # where F8 is let go, and others are covered again
            self.list.keyPressEvent(event)
        else:
            super().keyPressEvent(event)

    @Slot(str)
    def refuse(self, sentence: str) -> None:
        """Says why something could not be declared; empty: nothing was refused."""
        self._refusal.say(sentence, "danger")
        self._refusal.setVisible(bool(sentence))
        self._hint.setVisible(not sentence and self.cover.isVisibleTo(self))

    @Slot()
    def _switch_cover(self) -> None:
        self.list.cover(self.cover.isChecked())

    @Slot(bool)
    def _say_cover(self, is_covering: bool) -> None:
        self.cover.setChecked(is_covering)
        key = "gui.declare.cover" if is_covering else "gui.declare.uncovered"
        self.cover.show_words(self._texts.text_of(key))

    @Slot()
    def _show_icon(self) -> None:
        theme = self._icons.theme
        ratio = self.devicePixelRatioF()
        colour = theme.colour("accent.interactive")
        self._icon.setPixmap(self._icons.pixmap("declare", 16, colour, ratio))
