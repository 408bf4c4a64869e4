"""The rows of the declare sheet with their keys and clicks; it changes nothing itself."""

from PySide6.QtCore import QEvent, QModelIndex, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QToolTip, QWidget
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.declare.declare_delegate import DeclareDelegate, field_in
from encounter_gui.gui.declare.declare_model import DeclareModel
from encounter_gui.gui.declare.intent_field import IntentField
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import DeclareOption, DeclareRow

_Key = Qt.Key
_ENTER = (_Key.Key_Return, _Key.Key_Enter)
_CONTROL = Qt.KeyboardModifier.ControlModifier
_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
_INTENT = "I"


class DeclareList(QListView):
    """One row for each combatant; the row with the keyboard is the one that is declared now."""

    pressed_option = Signal(object)
    """``DeclareOption``: it was pressed."""
    refused = Signal(str)
    """An option was pressed that cannot be declared: why, in a sentence."""
    said = Signal(str)
    """Enter was pressed on a combatant (its id): it declares what its row shows."""
    rest_said = Signal()
    """Ctrl+Enter: everybody who has said nothing declares."""
    row_entered = Signal(str)
    """The row that is declared now (a combatant's id)."""
    covering_changed = Signal(bool)
    """Whether rows are covered; F8 uncovers them while it is held."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self.rows = DeclareModel(texts, self)
        self.delegate = DeclareDelegate(icons, texts, self.rows, self)
        self._icons = icons
        self.field = IntentField(icons, texts, self.viewport())
        self._is_held = False
        self.setModel(self.rows)
        self.setItemDelegate(self.delegate)
        self.setAccessibleName(texts.text_of("gui.declare.title"))
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.selectionModel().currentChanged.connect(self._enter_row)
        self.field.left.connect(self.setFocus)
        self.verticalScrollBar().valueChanged.connect(self._follow_scroll)
        self.rows.modelReset.connect(self._forget_row)
        icons.loaded.connect(self._repaint)
        icons.recoloured.connect(self._repaint)

    # ---- which row

    @property
    def current(self) -> DeclareRow | None:
        """The row that is declared now; None: there is none."""
        place = self.currentIndex().row()
        return self.rows.row_at(place) if 0 <= place < self.rows.rowCount() else None

    def go_to(self, who: CombatantId | None) -> None:
        """Makes the row of a combatant the one that is declared now; a combatant without one changes nothing."""
        place = self.rows.place_of(who)
        if place >= 0 and place != self.currentIndex().row():
            self.setCurrentIndex(self.rows.index(place))
            self.scrollTo(self.rows.index(place))

    def go_to_next(self) -> None:
        """Goes to the next combatant that has said nothing, from the top again at the end; else one row down."""
        count, here = self.rows.rowCount(), self.currentIndex().row()
        places = [*range(here + 1, count), *range(here + 1)]
        silent = (at for at in places if self.rows.row_at(at).status == "silent")
        filled = (at for at in places if self.rows.row_at(at).status == "filled")
        place = next(silent, next(filled, min(here + 1, count - 1)))
        if place >= 0:
            self.setCurrentIndex(self.rows.index(place))

    @Slot(QModelIndex, QModelIndex)
    def _enter_row(self, new: QModelIndex, _old: QModelIndex) -> None:
        self.delegate.current = new.row()
        self.viewport().update()
        row = self.current
        if row is not None:
            self.row_entered.emit(row.who)

    @Slot()
    def _forget_row(self) -> None:
        self.delegate.current = -1

    # ---- covering

    def cover(self, is_covering: bool) -> None:
        """Covers the rows that others at the table must not see, or shows them."""
        if is_covering != self.rows.is_covering:
            self.rows.is_covering = is_covering
            self.viewport().update()
            self.covering_changed.emit(is_covering)

    @override
    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == _Key.Key_F8 and not event.isAutoRepeat():
            self.cover(True)
        else:
            super().keyReleaseEvent(event)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self._is_held:
            self.cover(True)
        self._is_held = False

    # ---- keys

    @override
    def event(self, event: QEvent) -> bool:
        # Its letters and digits are actions of the window elsewhere.
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and self._is_own(event)
        ):
            event.accept()
            return True
        return super().event(event)

    def _is_own(self, event: QKeyEvent) -> bool:
        if event.key() in _ENTER:
            return True
        if event.modifiers() not in _PLAIN:
            return False
        if event.key() == _Key.Key_F8 or event.text().upper() == _INTENT:
            return True
        return self._option_of(event) is not None

    def _option_of(self, event: QKeyEvent) -> DeclareOption | None:
        row = self.current
        return row.pressed(event.text().upper()) if row is not None and event.text() else None

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.current
        if event.key() in _ENTER and event.modifiers() & _CONTROL:
            self.rest_said.emit()
        elif event.key() in _ENTER:
            if row is not None:
                self.said.emit(row.who)
        elif event.modifiers() not in _PLAIN or row is None:
            super().keyPressEvent(event)
        elif event.key() == _Key.Key_F8:
            self._is_held = True
            self.cover(False)
        elif event.text().upper() == _INTENT:
            self.edit_intent()
        elif (option := self._option_of(event)) is not None:
            self.press(row, option)
        else:
            super().keyPressEvent(event)

    @override
    def keyboardSearch(self, search: str) -> None:
        """Does nothing: letters are keys of the row here."""

    def edit_intent(self) -> None:
        """Opens the intent of the row that is declared now, unless it is covered."""
        row = self.current
        if row is not None and not self.rows.is_covered(row):
            self._place_field()
            self.field.begin(row)

    @Slot()
    def _follow_scroll(self) -> None:
        if self.field.isVisible():
            self._place_field()

    def _place_field(self) -> None:
        rect = QRectF(self.visualRect(self.currentIndex()))
        box = self.delegate.layout_for(rect.width()).intent.of(rect)
        self.field.setGeometry(field_in(box).adjusted(0, -2, 0, 2).toRect())

    def press(self, row: DeclareRow, option: DeclareOption) -> None:
        """Presses an option of a row that can be seen, unless it cannot be declared."""
        if self.rows.is_covered(row):
            return
        if option.why_not:
            self.refused.emit(option.why_not)
        else:
            self.pressed_option.emit(option)

    # ---- mouse

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        if not index.isValid() or event.button() != Qt.MouseButton.LeftButton:
            return
        row, rect = self.rows.row_at(index.row()), QRectF(self.visualRect(index))
        layout = self.delegate.layout_for(rect.width())
        option = layout.option_at(row, event.position().x() - rect.left())
        if option is not None:
            self.press(row, option)
        elif layout.intent.of(rect).contains(event.position()):
            self.edit_intent()

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self.indexAt(event.pos())
            QToolTip.showText(event.globalPos(), plain_tip(self._tip(index, event.pos().x())))
            return True
        return super().viewportEvent(event)

    def _tip(self, index: QModelIndex, x: int) -> str:
        if not index.isValid():
            return ""
        row, rect = self.rows.row_at(index.row()), self.visualRect(index)
        if self.rows.is_covered(row):
            return ""
        option = self.delegate.layout_for(rect.width()).option_at(row, x - rect.left())
        return option.why_not if option is not None else row.intent

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.viewport().update()
        if self.field.isVisible():
            self._place_field()

    @Slot()
    def _repaint(self) -> None:
        self.delegate.pictures.clear()
        self.viewport().update()
