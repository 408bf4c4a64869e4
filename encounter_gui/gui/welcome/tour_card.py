"""The card of the tour: which step it is, what to do with real keys, and how to leave it."""

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.canvas import inset, painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import dress_label, plain_label
from encounter_gui.gui.widgets.layouts import column_layout, row_layout
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton

STEPS = 5
_WIDTH = 384
_GAP = 10


class TourCard(QFrame):
    """Lies over the bench, which the tour does not need; takes the keyboard from nobody."""

    skipped = Signal()
    """The next step is wanted without doing this one."""
    left = Signal()
    """The tour is to end."""

    def __init__(
        self, icons: Icons, texts: MessageCatalog, place: QWidget, parent: QWidget
    ) -> None:
        """Takes the widget over which it lies, and the window."""
        super().__init__(parent)
        self._icons, self._texts, self._place = icons, texts, place
        self._window = parent
        self.step: int = 0
        """The step that is shown, from 1; one more than there are: the tour is over; 0: it has not begun."""
        self.setFixedWidth(_WIDTH)
        self.setAccessibleName(texts.text_of("welcome.tour"))
        self.head, self.title, self.text = (plain_label("", self) for _ in range(3))
        self.skip = self._button("welcome.tour.skip", "")
        self.leave = self._button("welcome.tour.leave", "Esc")
        self.skip.clicked.connect(self.skipped)
        self.leave.clicked.connect(self.left)
        foot = row_layout(None, (self.head, 1), self.skip, self.leave)
        column_layout(self, self.title, self.text, 4, foot, margins=(16, 12, 12, 12), spacing=6)
        place.installEventFilter(self)
        icons.recoloured.connect(self._dress)
        self.hide()

    def _button(self, key: str, cap: str) -> ShortcutButton:
        button = ShortcutButton(self._icons, cap, self)
        button.show_words(self._texts.text_of(key))
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return button

    def show_step(self, step: int) -> None:
        """Shows a step; beyond the last, that the tour is over."""
        self.step = step
        text_of = self._texts.text_of
        is_over = step > STEPS
        name = "done" if is_over else str(step)
        self.title.setText(text_of(f"welcome.tour.{name}"))
        self.text.setText(text_of(f"welcome.tour.{name}.do"))
        self.head.setText("" if is_over else text_of("welcome.tour.count", step=step, of=STEPS))
        self.skip.setVisible(not is_over)
        self.setAccessibleDescription(f"{self.title.text()}. {self.text.text()}")
        self.show()
        self._fit()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follows its place, and has Escape leave the tour wherever in the window the keyboard is."""
        if watched is self._place and event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self._fit()
        if event.type() == QEvent.Type.KeyPress and self._is_escape(watched, event):
            self.left.emit()
            return True
        return super().eventFilter(watched, event)

    def _is_escape(self, watched: QObject, event: QEvent) -> bool:
        is_key = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        is_here = isinstance(watched, QWidget) and watched.window() is self._window
        return is_key and is_here and QApplication.activePopupWidget() is None

    def _fit(self) -> None:
        """Stands at the lower right of its place."""
        self.adjustSize()
        corner = self._place.mapTo(self._window, QPoint(self._place.width(), self._place.height()))
        self.move(corner - QPoint(self.width() + _GAP, self.height() + _GAP))
        self.raise_()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        """The style sheet forgets what was set before it saw the labels."""
        super().showEvent(event)
        self._watch(is_on=True)
        self._dress()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._watch(is_on=False)

    def _watch(self, *, is_on: bool) -> None:
        """Sees all keys while the tour is shown, and none else: a filter of everything costs time."""
        app = QApplication.instance()
        if app is not None:
            app.removeEventFilter(self)
            if is_on:
                app.installEventFilter(self)

    @Slot()
    def _dress(self) -> None:
        theme = self._icons.theme
        for label, font, role in (
            (self.head, "small", "text.muted"),
            (self.title, "title", "text.primary"),
            (self.text, "row", "text.secondary"),
        ):
            dress_label(label, theme, font, role, weight=400 if font == "row" else 0)
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        with painting(painter):
            painter.setBrush(theme.colour("surface.overlay"))
            painter.setPen(pen(theme.colour("accent.interactive"), 2))
            shape = inset(QRectF(self.rect()), 1)
            painter.drawRoundedRect(shape, theme.radius("dock"), theme.radius("dock"))
