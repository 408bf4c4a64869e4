"""Damage and healing by hand: one field, a line for each target, and one button that counts them."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.combatants.change_list import ChangeList
from encounter_gui.gui.combatants.change_text import read_change
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton
from encounter_gui.rules.view import ChangePreview

_FIELD = 96
_LONGEST = 12
_PADDING = 10


class ChangeField(QFrame):
    """Takes a change as typed and shows what it would do; nothing happens before Enter, nothing stays after Escape."""

    text_changed = Signal(str)
    """The change as commands take it (``-7``), live while typing; "" while it is none: preview nothing."""
    applied = Signal(str)
    """This change is to be made."""
    dismissed = Signal()
    """Put away; nothing was changed."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._title = QLabel(texts.text_of("gui.fight.changes"), self)
        self._field = QLineEdit(self)
        self._hint = QLabel(self)
        self.apply_button = ShortcutButton(icons, "↵", self)
        self._cancel = ShortcutButton(icons, "Esc", self)
        self._list = ChangeList(icons, texts, self)
        self._dress()
        self._lay_out()
        self._connect()
        self.hide()

    def _dress(self) -> None:
        text_of, theme = self._texts.text_of, self._icons.theme
        self.setProperty("dock", "true")
        self.setAccessibleName(text_of("gui.fight.changes"))
        self._title.setFont(theme.font("row", weight=700))
        self._field.setFont(theme.font("dice"))
        self._field.setMaxLength(_LONGEST)
        self._field.setFixedWidth(round(_FIELD * theme.fonts.width("0", "dice") / 7.2))
        self._field.setPlaceholderText("−7  +3  =5")
        self._field.setAccessibleName(text_of("gui.fight.changes.field"))
        self._field.setAccessibleDescription(text_of("gui.fight.changes.hint"))
        self._hint.setTextFormat(Qt.TextFormat.PlainText)
        self._hint.setProperty("muted", "true")
        self._cancel.setProperty("flat", "true")
        self._cancel.show_words(text_of("gui.fight.changes.cancel"))
        self.apply_button.show_primary(is_primary=True)
        self._show_state()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(_PADDING + 2, 3, _PADDING - 2, 3)
        head.setSpacing(10)
        for part in (self._title, self._field):
            head.addWidget(part)
        head.addWidget(self._hint, 1)
        head.addWidget(self.apply_button)
        head.addWidget(self._cancel)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._list, 1)

    def _connect(self) -> None:
        self._field.textChanged.connect(self._edit)
        self._field.returnPressed.connect(self._press)
        self.apply_button.clicked.connect(self._press)
        self._cancel.clicked.connect(self.dismiss)
        self._field.installEventFilter(self)
        self._icons.loaded.connect(self.update)
        self._icons.recoloured.connect(self.update)

    @property
    def field(self) -> QLineEdit:
        """Returns the field that is typed into."""
        return self._field

    @property
    def targets(self) -> ChangeList:
        """Returns the list of targets."""
        return self._list

    @property
    def hint(self) -> str:
        """Returns what stands beside the field: how to type, or what is wrong."""
        return self._hint.text()

    @property
    def change(self) -> str:
        """Returns the change as commands take it; "" while what is typed is none."""
        return read_change(self._field.text()) or ""

    def begin(self, text: str) -> None:
        """Opens with these first characters typed, the keyboard in the field."""
        self.show()
        self._field.setText(text)
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._field.end(False)  # noqa: FBT003  # Qt's own order: without selecting
        self._show_state()

    def show_changes(self, changes: tuple[ChangePreview, ...]) -> None:
        """Shows what the present change would do, one line a target."""
        self._list.rows.show(changes)
        self._show_state()

    def show_complaint(self, text: str) -> None:
        """Says why the change cannot be made; what was typed stays."""
        self._say(text or self._texts.text_of("gui.fight.changes.hint"), is_wrong=bool(text))

    @Slot()
    def dismiss(self) -> None:
        """Puts the field away; nothing was changed."""
        if self.isHidden():
            return
        self._close()
        self.dismissed.emit()

    def _close(self) -> None:
        self.hide()
        self._field.clear()
        self._list.rows.show(())

    @Slot()
    def _edit(self) -> None:
        self._show_state()
        if not self.isHidden():
            self.text_changed.emit(self.change)

    @Slot()
    def _press(self) -> None:
        change = self.change
        if not change:
            self.show_complaint(self._texts.text_of("gui.fight.changes.wrong"))
            return
        self._close()
        self.applied.emit(change)

    def _show_state(self) -> None:
        count = len(self._list.rows.changes)
        key = "one" if count == 1 else "many" if count else "none"
        words = self._texts.text(say(f"gui.fight.changes.apply.{key}", count=count))
        self.apply_button.show_words(words)
        self.apply_button.setEnabled(bool(self.change))
        self._say(self._texts.text_of("gui.fight.changes.hint"), is_wrong=False)

    def _say(self, text: str, *, is_wrong: bool) -> None:
        palette = self._hint.palette()
        role = "status.danger" if is_wrong else "text.muted"
        palette.setColor(self._hint.foregroundRole(), self._icons.theme.colour(role))
        self._hint.setPalette(palette)
        self._hint.setText(text)
        wanted = "true" if is_wrong else "false"
        if self._field.property("wrong") != wanted:
            self._field.setProperty("wrong", wanted)
            self._field.style().unpolish(self._field)
            self._field.style().polish(self._field)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Escape must not reach the window's own shortcuts while something is typed here.
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().eventFilter(watched, event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)

    @override
    def sizeHint(self) -> QSize:
        return QSize(1010, 184)
