"""A field of the attack form with many options: a drop-down list that shows sides and muted notes."""

from collections.abc import Sequence
from math import ceil

from msgspec.structs import replace
from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.attack.fields.option_line import option_width, paint_option
from encounter_gui.gui.attack.fields.option_model import OPTION_ROLE, OptionModel
from encounter_gui.gui.attack.fields.plan_mark import paint_mark, room_for, tip_of
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.gui.theme.widget_style import paint_combo_box
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import FormField, Option

_CHEVRON = 12
_PADDING = 9
_WIDEST = 310
_LEAST = 158
_NARROWEST = 78


_TYPING = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)


class ListChooser(QComboBox):
    """Shows one chooser of look ``list``; an option that cannot be chosen says why in the list."""

    chosen = Signal(str, str)
    """The chooser's key and the option's."""
    returned = Signal(str)
    """The chooser's key: the plan is to decide again. What is chosen by hand in its place was chosen once more."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._word = texts.text_of("rules.field.word")
        self._mark = 0
        """How wide the mark is that says that the plan decides, or is overruled; 0: it has no say."""
        self._chooser: FormField | None = None
        self._width = self._least = _NARROWEST
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._options = OptionModel(self)
        self.setModel(self._options)
        self.setItemDelegate(_OptionDelegate(icons, self))
        self.setMaxVisibleItems(16)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.activated.connect(self._activate)

    def show_chooser(self, field: FormField) -> None:
        """Shows these options, in place: the list is refilled only when they differ."""
        if field == self._chooser:
            return
        with QSignalBlocker(self):
            if self._chooser is None or field.options != self._chooser.options:
                self._fill(field.options)
            self.setCurrentIndex(self._options.place_of(field.chosen))
        self._chooser = field
        mark = room_for(self._icons.theme, field, self._word)
        if mark != self._mark:
            self._mark = mark
            self.updateGeometry()
        self.setAccessibleName(field.label)
        self.view().setAccessibleName(field.label)
        self._describe()
        self.update()

    def _fill(self, options: tuple[Option, ...]) -> None:
        self._options.show(options)
        self._width = _room_for(self._icons.theme, options, _WIDEST)
        self._least = least_list_width(self._icons.theme, options)
        self.updateGeometry()

    def _describe(self) -> None:
        option = self._option()
        label = self._chooser.label if self._chooser else ""
        words = " · ".join(
            word
            for word in (label, option.text if option else "", option.note if option else "")
            if word
        )
        field = self._chooser
        by_plan = tip_of(self._texts, field.by_plan, field.plan_says) if field else ""
        note = option.note if option else ""
        self.setAccessibleDescription(" ".join(each for each in (note, by_plan) if each))
        self.setToolTip(plain_tip("\n".join(each for each in (words, by_plan) if each)))

    def _option(self) -> Option | None:
        option = self.currentData(OPTION_ROLE)
        return option if isinstance(option, Option) else None

    @Slot(int)
    def _activate(self, index: int) -> None:
        option = self.itemData(index, OPTION_ROLE)
        if self._chooser is not None and isinstance(option, Option):
            self._describe()
            field = self._chooser
            if field.by_plan == "overruled" and option.key == field.chosen:
                self.returned.emit(field.key)
            else:
                self.chosen.emit(field.key, option.key)

    @override
    def event(self, event: QEvent) -> bool:
        """Keeps letters for finding a name by typing it: the window's single-letter keys wait."""
        if event.type() == QEvent.Type.ShortcutOverride and _is_letter(event):
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leaves digits to the dice of the bench: an option is found by its letters."""
        if event.text().isdecimal():
            event.ignore()
        else:
            super().keyPressEvent(event)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leaves the wheel to what scrolls below: it goes past a list without choosing anything in it."""
        event.ignore()

    @override
    def sizeHint(self) -> QSize:
        return QSize(self._width + self._mark, int(self._icons.theme.size("combo")))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self._least + self._mark, int(self._icons.theme.size("combo")))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme, rect = QPainter(self), self._icons.theme, QRectF(self.rect())
        paint_combo_box(
            painter,
            theme,
            rect,
            is_enabled=self.isEnabled(),
            is_hovered=self.underMouse(),
            has_focus=self.hasFocus(),
        )
        inner, option = rect.adjusted(_PADDING, 0, -_PADDING, 0), self._option()
        if option is not None:
            paint_option(
                painter,
                theme,
                option,
                inner.adjusted(0, 0, -_CHEVRON - 6 - self._mark, 0),
                is_enabled=self.isEnabled(),
            )
        if self._mark and self._chooser is not None:
            right = inner.right() - _CHEVRON - 6
            place = QRectF(right - self._mark, rect.top(), self._mark, rect.height())
            paint_mark(painter, self._icons, place, self._word, self._chooser.by_plan)


def least_list_width(theme: Theme, options: Sequence[Option]) -> int:
    """Returns the width below which a list cannot be read. Notes give way: they can be read in the open list."""
    return _room_for(theme, [replace(option, note="", why_not="") for option in options], _LEAST)


def _room_for(theme: Theme, options: Sequence[Option], most: float) -> int:
    widest = max((option_width(theme, option) for option in options), default=0)
    return ceil(min(most, max(_NARROWEST, widest + 2 * _PADDING + _CHEVRON + 6)))


def _is_letter(event: QEvent) -> bool:
    """Whether it is a letter or digit of an option's words; N moves the fight on, from here too."""
    if not isinstance(event, QKeyEvent) or event.key() == Qt.Key.Key_N:
        return False
    return event.text().isalnum() and event.modifiers() in _TYPING


class _OptionDelegate(QStyledItemDelegate):
    """Paints an option in the open list."""

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons = icons

    @override
    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        shown = index.data(OPTION_ROLE)
        width = option_width(self._icons.theme, shown) if isinstance(shown, Option) else 0
        return QSize(round(width) + 2 * _PADDING, int(self._icons.theme.size("row_list")))

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        shown = index.data(OPTION_ROLE)
        rect = QRectF(option.rect)
        theme = self._icons.theme
        state: QStyle.StateFlag = option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.colour("surface.row_selected"))
        if isinstance(shown, Option):
            paint_option(
                painter,
                theme,
                shown,
                rect.adjusted(_PADDING, 0, -_PADDING, 0),
                is_enabled=not shown.why_not,
            )
