"""The second window: what everybody at the table may know, over a whole screen."""

from PySide6.QtCore import QEvent, QRect, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
    QGuiApplication,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QScreen,
)
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.players.screen_paint import ScreenLook, ScreenPainter
from encounter_gui.gui.theme.painting.body_figure import BodyFigure
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.play.players.view import PlayersView

_TURN = 8000  # ms a page is shown where not everybody has room
_MOMENT, _TRIES = 300, 6  # ms between looks at where it stands, and how many
_WINDOW = QSize(960, 540)


class PlayersScreen(QWidget):
    """Shows the fight to the players. It takes neither the keyboard nor the game master's screen."""

    closed = Signal()
    """Somebody closed it."""
    blank_requested = Signal(bool)
    """F9 was pressed in it: blank, or not any more."""

    def __init__(
        self, theme: Theme, figure: BodyFigure, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Takes what it is painted with."""
        super().__init__(parent, Qt.WindowType.Window)
        self._theme, self._figure, self._texts = theme, figure, texts
        self._view: PlayersView | None = None
        self._page = 0
        self._name = ""
        self.is_on = False
        """Whether it was opened, also while its screen is unplugged."""
        self._turning = QTimer(self, interval=_TURN)
        self._turning.timeout.connect(self._turn)
        self._tries = 0
        self._placing = QTimer(self, singleShot=True, interval=_MOMENT)
        self._placing.timeout.connect(self._place)
        self.setWindowTitle(texts.text_of("players.screen"))
        self.setAccessibleName(texts.text_of("players.screen"))
        # The game master is typing dice: showing this must not lead the keyboard away.
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        QGuiApplication.instance().screenRemoved.connect(self._leave)  # type: ignore[union-attr]  # a window needs one
        QGuiApplication.instance().screenAdded.connect(self._come_back)  # type: ignore[union-attr]  # as above

    # ---- where it is

    def show_on(self, name: str) -> None:
        """Fills a screen, or opens as an ordinary window if there is no such screen but the only one."""
        screen = next((each for each in QGuiApplication.screens() if each.name() == name), None)
        self._name, self.is_on = name if screen is not None else "", True
        if screen is None:
            self.setWindowFlags(Qt.WindowType.Window)
            self.resize(_WINDOW)
            self.show()
            return
        self._fill(screen)

    def _fill(self, screen: QScreen) -> None:
        # Full screen would take the keyboard; a window without a frame over the same rectangle does not.
        self.setWindowFlags(Qt.WindowType.Window | Qt.WindowType.FramelessWindowHint)
        area = QRect(screen.geometry())
        self.setScreen(screen)
        self.setGeometry(area)
        self.show()
        self.setGeometry(area)

    @Slot(QScreen)
    def _leave(self, screen: QScreen) -> None:
        """Its screen is gone: it hides, for the system would put it over the game master's."""
        if self._name and screen.name() == self._name:
            self.hide()

    @Slot(QScreen)
    def _come_back(self, screen: QScreen) -> None:
        """Its screen is back, and soon it is; on no other screen does it appear by itself.

        A screen that is plugged in first stands where another one does, and moves to its place a moment later.
        """
        if self._name and screen.name() == self._name and self.isHidden():
            self._tries = _TRIES
            self._placing.start()

    @Slot()
    def _place(self) -> None:
        """Fills its screen, and looks again a few times whether it still does: window managers may move it."""
        screen = next(
            (each for each in QGuiApplication.screens() if each.name() == self._name), None
        )
        if not self._name or screen is None or _covers_another(screen):
            self.hide()
        elif self.isHidden() or self.geometry() != screen.geometry():
            self._fill(screen)
        self._tries -= 1
        if self._name and self._tries > 0:
            self._placing.start()

    # ---- what it shows

    @Slot(object)
    def show_view(self, view: PlayersView | None) -> None:
        """Shows a view; None: the screen is blank."""
        if view != self._view:
            self._view = view
            self.setAccessibleDescription(_spoken(view))
            self.update()

    def use_theme(self, theme: Theme) -> None:
        """Paints with another theme."""
        self._theme = theme
        self.update()

    @Slot()
    def _turn(self) -> None:
        self._page += 1
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._view is None:
            painter.fillRect(self.rect(), QColor("black"))
            return
        look = ScreenLook(
            theme=self._theme, figure=self._figure, texts=self._texts, page=self._page
        )
        more = ScreenPainter(painter, self.width(), self.height(), look).paint(self._view)
        if more != self._turning.isActive():
            if more:
                self._turning.start()
            else:
                self._turning.stop()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F9:
            self.blank_requested.emit(self._view is not None)
        elif event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        self._turning.stop()
        self._name, self.is_on = "", False
        super().closeEvent(event)
        self.closed.emit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ScreenChangeInternal:
            self.update()


def _covers_another(screen: QScreen) -> bool:
    """Returns whether a screen lies over another one: then nothing that is shown on it is on it alone."""
    others = (each for each in QGuiApplication.screens() if each.name() != screen.name())
    return any(each.geometry().intersects(screen.geometry()) for each in others)


def _spoken(view: PlayersView | None) -> str:
    """Returns what is painted in words."""
    if view is None:
        return ""
    now = ", ".join(each.text for each in view.acting)
    rows = (
        f"{each.name} {each.health.text or each.health.word}" if each.health else each.name
        for each in view.combatants
    )
    return ". ".join(part for part in (view.round, now, "; ".join(rows)) if part)
