"""A small dice roller: an expression, its odds, and a roll."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QDialog, QLineEdit, QPushButton, QWidget

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.control.dice_service import DiceOdds, odds_of, rolled
from encounter_gui.gui.dialogs.frame import buttons, plain_label, set_up_dialog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.latest_result import LatestResult


class DiceDialog(QDialog):
    """Stays open beside the fight; Enter rolls again. What it rolls changes nothing."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes the icons, and with them the theme."""
        super().__init__(parent)
        self._texts = texts
        self._worked_out = LatestResult(self)
        self._worked_out.ready.connect(self._tell_odds)
        column = set_up_dialog(self, texts.text_of("gui.dice.title"))
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
