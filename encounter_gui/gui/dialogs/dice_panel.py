"""A small dice roller at the right of the window: an expression, its odds, and a roll."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QLineEdit, QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.control.dice_service import DiceOdds, odds_of, rolled
from encounter_gui.gui.dialogs.frame import plain_label
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.latest_result import LatestResult


class DicePanel(QWidget):
    """Stays open beside the fight; Enter rolls again, Esc leaves it. What it rolls changes nothing."""

    left = Signal()
    """Escape: the keyboard goes back to the fight, and the panel closes."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes the icons, and with them the theme."""
        super().__init__(parent)
        self._texts = texts
        self._worked_out = LatestResult(self)
        self._worked_out.ready.connect(self._tell_odds)
        self._icons = icons
        self.setAccessibleName(texts.text_of("gui.dice.title"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(10)
        self._title = plain_label(texts.text_of("gui.dice.title"), self)
        column.addWidget(self._title)
        self.expression = QLineEdit("1d6", self)
        self.expression.setFont(icons.theme.font("command"))
        self.expression.setAccessibleName(texts.text_of("gui.dice.expression"))
        self.expression.setPlaceholderText(texts.text_of("gui.dice.hint"))
        self.expression.selectAll()
        self.odds = plain_label("", self)
        self.total = plain_label("", self)
        self.total.setFont(icons.theme.font("figure"))
        self.faces = plain_label("", self)
        self.faces.setFont(icons.theme.font("dice"))
        for widget in (self.expression, self.odds, self.total, self.faces):
            column.addWidget(widget)
        roll = QPushButton(texts.text_of("gui.dice.roll"), self)
        roll.setAutoDefault(True)
        roll.clicked.connect(self.roll)
        column.addWidget(roll, 0, Qt.AlignmentFlag.AlignLeft)
        self._hint = plain_label(texts.text_of("gui.dice.help"), self)
        column.addWidget(self._hint)
        column.addStretch(1)
        self.expression.returnPressed.connect(self.roll)
        self.expression.textEdited.connect(self._show_odds)
        icons.recoloured.connect(self._dress)
        self._show_odds(self.expression.text())

    def take_focus(self) -> None:
        """Takes the keyboard to the expression."""
        self.expression.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.expression.selectAll()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        """The style sheet forgets what was set before it saw the labels."""
        super().showEvent(event)
        self._dress()

    @Slot()
    def _dress(self) -> None:
        theme = self._icons.theme
        for label, font, role in (
            (self._title, "title", "text.primary"),
            (self._hint, "small", "text.muted"),
            (self.odds, "body", "text.secondary"),
            (self.total, "figure", "text.primary"),
            (self.faces, "dice", "text.secondary"),
        ):
            label.setFont(theme.font(font))
            palette = label.palette()
            palette.setColor(label.foregroundRole(), theme.colour(role))
            label.setPalette(palette)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    @Slot()
    def roll(self) -> None:
        """Rolls the expression."""
        try:
            result = rolled(self.expression.text())
        except AppError as error:
            self._refuse(error)
            return
        self.total.setText(str(result.total).replace("-", "−"))
        self.total.setAccessibleName(str(result.total))
        self.faces.setText(" ".join(result.dice))

    @Slot(str)
    def _show_odds(self, text: str) -> None:
        if text.strip():
            self._worked_out.ask(lambda: odds_of(text))
        else:
            self._worked_out.forget()
            self.odds.setText("")

    @Slot(object)
    def _tell_odds(self, odds: object) -> None:
        if isinstance(odds, AppError):
            self._refuse(odds)
        if not isinstance(odds, DiceOdds):
            return
        least, most = _end(odds.least, "−∞"), _end(odds.most, "∞")
        mean = f"{odds.mean:.4g}"
        self.odds.setText(self._texts.text_of("gui.dice.odds", least=least, most=most, mean=mean))

    def _refuse(self, error: AppError) -> None:
        self.odds.setText(self._texts.text(error.message))
        self.total.setText("")
        self.faces.setText("")


def _end(value: int | None, unbounded: str) -> str:
    return unbounded if value is None else str(value).replace("-", "−")
