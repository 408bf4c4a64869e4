"""A field of the attack form for a number."""

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPalette, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QLabel, QSizePolicy, QSpinBox, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.attack.fields.plan_mark import PlanMark
from encounter_gui.gui.attack.fields.step_button import StepButton
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.gui.widgets.layouts import row_layout
from encounter_gui.rules.view import FormField

_COMPACT = """
QSpinBox { min-height: 20px; max-height: 20px; min-width: 24px; max-width: 24px; padding: 0 3px; }
QSpinBox QLineEdit { border: none; padding: 0; min-height: 0; background: transparent; }
QSpinBox:focus { min-height: 18px; max-height: 18px; padding: 0 2px; }
"""
"""As high as the pills it stands among; no colours here."""


_BOX_AND_BUTTONS = 86


class NumberChooser(QWidget):
    """Shows one chooser of look ``number``: its label and a spin box from its least to its most."""

    chosen = Signal(str, str)
    """The chooser's key and the number."""
    returned = Signal(str)
    """The chooser's key: the plan is to decide again."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chooser: FormField | None = None
        self._label = QLabel(self)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._spin = _Number(self)
        self._spin.setAccelerated(True)
        self._spin.setStyleSheet(_COMPACT)
        self._spin.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
        self._spin.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._less, self._more = StepButton(icons, "minus", self), StepButton(icons, "plus", self)
        row = row_layout(self, spacing=2)
        row.addWidget(self._label)
        for widget in (self._less, self._spin, self._more):
            row.addWidget(widget)
        self._mark = PlanMark(icons, texts, self)
        row.addWidget(self._mark)
        self._mark.clicked.connect(self._press_mark)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._spin.valueChanged.connect(self._change)
        self._less.clicked.connect(self._spin.stepDown)
        self._more.clicked.connect(self._spin.stepUp)

    @property
    def spin(self) -> QSpinBox:
        """Returns the box the number is typed into."""
        return self._spin

    def show_chooser(self, field: FormField) -> None:
        """Shows this number, in place; what is being typed right now is left alone if it means the same."""
        if field == self._chooser:
            return
        self._chooser = field
        self._label.setText(field.label)
        self._mark.show_mark(field)
        self._spin.setAccessibleDescription(self._mark.accessibleDescription())
        self.setAccessibleName(field.label)
        self._spin.setAccessibleName(field.label)
        self._less.setAccessibleName(f"{field.label} −")
        self._more.setAccessibleName(f"{field.label} +")
        with QSignalBlocker(self._spin):
            self._spin.setRange(field.least, field.most)
            # A new box has no text before it is shown, whatever its number: it was drawn empty at times.
            is_blank = not self._spin.text() and not self._spin.hasFocus()
            if is_blank or _number(field) != self._spin.value():
                self._spin.setValue(_number(field))

    @Slot(int)
    def _change(self, value: int) -> None:
        if self._chooser is not None:
            self.chosen.emit(self._chooser.key, str(value))

    @Slot()
    def _press_mark(self) -> None:
        field = self._chooser
        if field is not None and field.by_plan == "overruled":
            self.returned.emit(field.key)
        elif field is not None:
            self.chosen.emit(field.key, str(self._spin.value()))


class _Number(QSpinBox):
    """A spin box without arrows whose text has all of its width.

    Qt keeps room for arrows of a styled spin box even when it is to have none, and lays its field out anew on many
    occasions: whenever it has done so, it is done again here.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.lineEdit().installEventFilter(self)

    @override
    def event(self, event: QEvent) -> bool:
        """Leaves letters to the window: no number has any."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.text().isalpha()
        ):
            event.ignore()
            return False
        return super().event(event)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leaves the wheel to what scrolls below: it goes past a number without changing it."""
        event.ignore()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self._widen()
        return super().eventFilter(watched, event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._widen()

    def _widen(self) -> None:
        self.lineEdit().setGeometry(
            self.rect().adjusted(3, 1, -3, -1)
        )  # the same again: nothing happens


def number_width(theme: Theme, field: FormField) -> int:
    """Returns how wide a chooser is as a number between its two buttons."""
    return round(theme.fonts.width(field.label, "body")) + _BOX_AND_BUTTONS


def _number(field: FormField) -> int:
    return int(field.chosen) if field.chosen.lstrip("-").isdecimal() else field.least
