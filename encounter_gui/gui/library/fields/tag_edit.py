"""Tags as small frames one can take off, and a field for the next."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.library.fields.field_edits import PlainEdit
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.shapes import paint_focus
from encounter_gui.gui.widgets.layouts import row_layout
from encounter_gui.gui.widgets.tool_tips import plain_tip


class TagEdit(QFrame):
    """Enter or a comma adds what is typed; Backspace in the empty field takes the last tag off."""

    tags_changed = Signal(tuple)

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._tags: tuple[str, ...] = ()
        self.frames: list[TagFrame] = []
        self.field = _TagField(self)
        self.field.setPlaceholderText(texts.text_of("gui.editor.add_tag"))
        self.field.setAccessibleName(texts.text_of("gui.editor.tags"))
        self._row = row_layout(self, (self.field, 1), spacing=3)
        self.field.returnPressed.connect(self._add)
        self.field.textEdited.connect(self._read)
        self.field.editingFinished.connect(self._add)
        self.field.erased.connect(self._drop_last)

    def show_tags(self, tags: tuple[str, ...]) -> None:
        """Shows other tags."""
        if tags == self._tags:
            return
        self._tags = tags
        while len(self.frames) > len(tags):
            frame = self.frames.pop()
            self._row.removeWidget(frame)
            frame.hide()
            frame.deleteLater()
        while len(self.frames) < len(tags):
            frame = TagFrame(self._icons, self)
            frame.clicked.connect(self._drop)
            self._row.insertWidget(len(self.frames), frame)
            self.frames.append(frame)
        for frame, tag in zip(self.frames, tags, strict=True):
            frame.show_tag(tag, self._texts.text_of("gui.editor.drop_tag", tag=tag))

    @Slot(str)
    def _read(self, text: str) -> None:
        if text.endswith((",", " ")):
            self._add()

    @Slot()
    def _add(self) -> None:
        tag = self.field.text().strip(" ,")
        self.field.clear()
        if tag and tag not in self._tags:
            self.tags_changed.emit((*self._tags, tag))

    @Slot()
    def _drop_last(self) -> None:
        if self._tags:
            self.tags_changed.emit(self._tags[:-1])

    @Slot()
    def _drop(self) -> None:
        frame = self.sender()
        if isinstance(frame, TagFrame):
            self.tags_changed.emit(tuple(tag for tag in self._tags if tag != frame.text()))


class _TagField(PlainEdit):
    erased = Signal()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Backspace and not self.text():
            self.erased.emit()
        else:
            super().keyPressEvent(event)


class TagFrame(QAbstractButton):
    """One tag; pressing it takes it off."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        """Takes icons with the theme."""
        super().__init__(parent)
        self._icons = icons
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_tag(self, tag: str, tip: str) -> None:
        """Shows another tag."""
        self.setText(tag)
        self.setToolTip(plain_tip(tip))
        self.setAccessibleName(tip)
        self.updateGeometry()

    @override
    def sizeHint(self) -> QSize:
        theme = self._icons.theme
        return QSize(round(theme.fonts.width(self.text(), "small")) + 13, 22)

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        rect = QRectF(self.rect()).adjusted(0.5, 1.5, -0.5, -1.5)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.colour("line.divider"))
        painter.setBrush(
            theme.colour("surface.raised_hover" if self.underMouse() else "surface.raised")
        )
        painter.drawRoundedRect(rect, theme.radius("chip"), theme.radius("chip"))
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("text.primary"))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, self.text())
        if self.hasFocus():
            paint_focus(painter, theme, QRectF(self.rect()), radius=theme.radius("chip"))
