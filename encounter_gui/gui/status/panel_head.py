"""Whose panel it is: shape, name, role, number. The name is changed in place."""

from functools import partial

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.marks import (
    key_cap_width,
    paint_faction,
    paint_focus,
    paint_key_cap,
)
from encounter_gui.gui.theme.painting.text_runs import paint_text
from encounter_gui.gui.theme.pictures import Pictures
from encounter_gui.gui.widgets.line_edit import is_left_for_good
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.engine.general_commands import LONGEST_NAME
from encounter_gui.rules.view import CombatantView

_HEIGHT = 32
_SHAPE = 14.0
_SIDE, _GAP = 10.0, 8.0
_OPENS = (Qt.Key.Key_F2, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class PanelHead(QWidget):
    """Shows the head line of a sheet; the name keeps its room, the role gives way.

    A double click, F2 or Enter opens a field over the name; Enter takes it, Escape leaves it as it was.
    """

    renamed = Signal(str, str)
    """Who is called something else from now on, and what."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._sheet: CombatantView | None = None
        self._pictures = Pictures()
        icons.recoloured.connect(self._pictures.clear)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleDescription(texts.text_of("gui.status.name.help"))
        self.field = QLineEdit(self)
        self.field.setFont(icons.theme.font("title"))
        self.field.setMaxLength(LONGEST_NAME)
        self.field.setAccessibleName(texts.text_of("gui.status.name"))
        self.field.returnPressed.connect(self._take)
        self.field.installEventFilter(self)
        self.field.hide()

    def show_view(self, view: CombatantView) -> None:
        """Shows another combatant's head line."""
        before = self._sheet
        if before is not None and before.who != view.who:
            self._hand_on()
        self._sheet = view
        if before is not None and _shown_values(before) == _shown_values(view):
            return
        number = self._texts.text(say("gui.status.number", number=view.number))
        words = ", ".join(part for part in (view.name, view.role, number) if part)
        self.setAccessibleName(words)
        self.setToolTip(plain_tip(f"{words}\n{self.accessibleDescription()}"))
        self.update()

    def begin_rename(self) -> None:
        """Opens the field over the name, which is selected in it."""
        if self._sheet is None:
            return
        line = self._name_line(self._sheet).toRect()
        self.field.setGeometry(line.left() - 4, 2, line.width() + 4, self.height() - 4)
        self.field.setText(self._sheet.name)
        self.field.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    @Slot()
    def _take(self) -> None:
        self._hand_on()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _hand_on(self) -> None:
        """Takes the name that is typed, wherever the keyboard goes; only Escape leaves it as it was."""
        if self.field.isHidden():
            return
        name, sheet = self.field.text().strip(), self._sheet
        self.field.hide()
        if sheet is not None and name and name != sheet.name:
            self.renamed.emit(sheet.who, name)

    def _leave(self) -> None:
        self.field.hide()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Escape must not reach the window's own shortcuts while a name is typed.
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self._leave()
                return True
        if isinstance(event, QFocusEvent) and watched is self.field and is_left_for_good(event):
            self._hand_on()
        return super().eventFilter(watched, event)

    @override
    def event(self, event: QEvent) -> bool:
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_F2:
            event.accept()  # elsewhere it opens the name in the table
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _OPENS:
            self.begin_rename()
        else:
            super().keyPressEvent(event)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.begin_rename()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, _HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._sheet is not None:
            draw = partial(self._draw, self._sheet)
            painter, theme = QPainter(self), self._icons.theme
            self._pictures.paint(painter, _shown_values(self._sheet), self.rect(), draw)
            line = self._name_line(self._sheet)
            if self.hasFocus():
                paint_focus(painter, theme, line.adjusted(-4, -1, 2, 1))
            elif self.underMouse():
                line.setWidth(min(line.width(), theme.fonts.width(self._sheet.name, "title")))
                under = QRectF(line.left(), line.bottom(), line.width(), 1)
                painter.fillRect(under, theme.colour("accent.interactive"))

    def _name_line(self, view: CombatantView) -> QRectF:
        """Returns where name and role are painted."""
        middle = self.height() / 2 + 1
        left = _SIDE + _SHAPE + _GAP
        right = self.width() - _SIDE - key_cap_width(self._icons.theme, str(view.number))
        return QRectF(left, middle - 12, right - left - _GAP, 24)

    def _draw(self, view: CombatantView, painter: QPainter) -> None:
        theme = self._icons.theme
        painter.fillRect(self.rect(), theme.colour("surface.dock"))
        middle, number = self.height() / 2 + 1, str(view.number)
        paint_faction(painter, theme, QRectF(_SIDE, middle - _SHAPE / 2, _SHAPE, _SHAPE), view.side)
        right = self.width() - _SIDE - key_cap_width(theme, number)
        paint_key_cap(painter, theme, QPointF(round(right), round(middle - 8)), number)
        line = self._name_line(view)
        name = theme.elided(view.name, "title", line.width(), mode=Qt.TextElideMode.ElideMiddle)
        paint_text(painter, theme, line, name, "title", "text.primary")
        line.adjust(theme.fonts.width(name, "title") + _GAP, 1, 0, 1)
        role = theme.elided(view.role, "body", line.width())
        paint_text(painter, theme, line, role, "body", "text.muted")


def _shown_values(view: CombatantView) -> tuple[object, ...]:
    return view.name, view.role, view.number, view.side
