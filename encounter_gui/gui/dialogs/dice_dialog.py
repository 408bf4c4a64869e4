"""A small dice roller: an expression, its odds, and a roll."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QDialog, QLineEdit, QPushButton, QWidget

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.control.dice_service import odds_of, rolled
from encounter_gui.gui.dialogs.frame import buttons, dressed, plain_label
from encounter_gui.gui.theme.icons import Icons


class DiceDialog(QDialog):
    """Stays open beside the fight; Enter rolls again. What it rolls changes nothing."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes the icons, and with them the theme."""
        super().__init__(parent)
        self._texts = texts
        column = dressed(self, texts.text_of("gui.dice.title"))
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
        column.addStretch(1)
        roll = QPushButton(texts.text_of("gui.dice.roll"), self)
        roll.clicked.connect(self.roll)
        column.addLayout(buttons(roll))
        self.expression.textEdited.connect(self._show_odds)
        self.resize(360, 240)
        self._show_odds(self.expression.text())

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
        if not text.strip():
            self.odds.setText("")
            return
        try:
            odds = odds_of(text)
        except AppError as error:
            self._refuse(error)
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
