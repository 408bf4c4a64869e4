"""Dice at the right of the window: expressions side by side, their chances against a number, and rolls."""

import operator
from collections.abc import Callable, Mapping

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QScrollArea,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.charts.dice.dice_bars import DiceBars, DiceSeries
from encounter_gui.gui.control.dice_service import DiceOdds, odds_of, rolled
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import dress_label, plain_label
from encounter_gui.gui.widgets.latest_result import LatestResult
from encounter_gui.gui.widgets.layouts import STRETCH, add_items, column_layout, row_layout
from encounter_gui.gui.widgets.line_edit import NumberField

_CONDITIONS: Mapping[str, Callable[[int, int], bool]] = {
    "≥": operator.ge,
    "≤": operator.le,
    "=": operator.eq,
}
"""What a total may be asked for, against a number."""

_MOST_COMPARED = 6
_LEAST_WITH_HINT = 480


def _parts(text: str) -> tuple[str, ...]:
    """Returns the expressions of a line, those after a semicolon to be compared with the first."""
    return tuple(part.strip() for part in text.split(";") if part.strip())[:_MOST_COMPARED]


class DicePanel(QWidget):
    """Stays open beside the fight; Enter rolls again, Esc leaves it. What it rolls changes nothing."""

    left = Signal()
    """Escape: the keyboard goes back to the fight, and the panel closes."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes the icons, and with them the theme."""
        super().__init__(parent)
        self._texts = texts
        self._found: tuple[DiceOdds, ...] = ()
        self.rolls: tuple[str, ...] = ()
        self.condition = QComboBox(self)
        self.number = NumberField(self)
        self.copy = QToolButton(self)
        self._worked_out = LatestResult(self)
        self._worked_out.ready.connect(self._tell_odds)
        self._icons = icons
        self.setAccessibleName(texts.text_of("gui.dice.title"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = column_layout(self, margins=(12, 12, 12, 12), spacing=10)
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
        add_items(column, self.expression, self.odds, self._asked())
        self.chart = DiceBars(icons, texts, self)
        add_items(column, (self._scrolled_chart(), 1), self.total, self.faces)
        roll = QPushButton(texts.text_of("gui.dice.roll"), self)
        roll.setAutoDefault(True)
        roll.clicked.connect(self.roll)
        buttons = row_layout(None, roll, self.copy, STRETCH)
        column.addLayout(buttons)
        self._hint = plain_label(texts.text_of("gui.dice.help"), self)
        column.addWidget(self._hint)
        self.expression.returnPressed.connect(self.roll)
        self.expression.textEdited.connect(self._show_odds)
        icons.recoloured.connect(self._dress)
        self._show_odds(self.expression.text())

    def _scrolled_chart(self) -> QScrollArea:
        """As many expressions as have room, and the rest by scrolling."""
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setAccessibleName(self._texts.text_of("gui.dice.title"))
        area.setWidget(self.chart)
        area.viewport().setAutoFillBackground(False)
        self.chart.setAutoFillBackground(False)
        return area

    def _asked(self) -> QHBoxLayout:
        """What the chances are against; the number follows the mean until it is set."""
        self.condition.addItems(list(_CONDITIONS))
        self.condition.setAccessibleName(self._texts.text_of("gui.dice.condition"))
        self.condition.setToolTip(self._texts.text_of("gui.dice.condition"))
        self.number.setRange(-9999, 9999)
        self.number.setValue(4)
        self.number.setAccessibleName(self._texts.text_of("gui.dice.number"))
        self.condition.activated.connect(self._show_chances)
        self.number.valueChanged.connect(self._show_chances)
        self.copy.setIcon(self._icons.icon("copy"))
        self.copy.setToolTip(self._texts.text_of("gui.dice.copy"))
        self.copy.setAccessibleName(self._texts.text_of("gui.dice.copy"))
        self.copy.clicked.connect(self._open_copies)
        return row_layout(None, self.condition, self.number, STRETCH)

    @Slot()
    def _show_chances(self) -> None:
        condition, number = self.condition.currentText(), self.number.value()
        meets = _CONDITIONS[condition]
        self.chart.show_series(
            f"{condition} {number}".replace("-", "−"),
            [
                DiceSeries(
                    name=each.text.strip(),
                    lowest=each.lowest,
                    chances=each.chances,
                    meets=tuple(
                        meets(each.lowest + place, number) for place in range(len(each.chances))
                    ),
                )
                for each in self._found
            ],
        )

    @Slot()
    def _open_copies(self) -> None:
        menu = self.make_copy_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.copy.mapToGlobal(QPoint(0, self.copy.height())))

    def make_copy_menu(self) -> QMenu:
        """Returns a new menu with the ways to copy the chart, and the last roll."""
        menu = self.chart.reader.make_menu(self)
        action = menu.addAction(self._texts.text_of("gui.dice.copy.roll"))
        action.setEnabled(bool(self.rolls))
        action.triggered.connect(self.copy_rolls)
        return menu

    @Slot()
    def copy_rolls(self) -> None:
        """Copies the last roll, an expression a line: ``3d6: 11 (4 5 2)``."""
        QGuiApplication.clipboard().setText("\n".join(self.rolls))

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
            dress_label(label, theme, font, role)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """A low window has no room for the hint."""
        super().resizeEvent(event)
        self._hint.setVisible(self.height() >= _LEAST_WITH_HINT)

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
            results = [(each, rolled(each)) for each in _parts(self.expression.text())]
        except AppError as error:
            self._refuse(error)
            return
        totals = " · ".join(str(result.total) for _, result in results)
        self.total.setText(totals.replace("-", "−"))
        self.total.setAccessibleName(totals)
        self.faces.setText("\n".join(" ".join(result.dice) for _, result in results))
        self.rolls = tuple(
            f"{text}: {result.total} ({' '.join(result.dice)})" for text, result in results
        )

    @Slot(str)
    def _show_odds(self, text: str) -> None:
        if text.strip():
            self._worked_out.ask(lambda: tuple(map(odds_of, _parts(text))))
        else:
            self._worked_out.forget()
            self.odds.setText("")
            self._found = ()
            self._show_chances()

    @Slot(object)
    def _tell_odds(self, odds: object) -> None:
        if isinstance(odds, AppError):
            self._refuse(odds)
        if not isinstance(odds, tuple):
            return
        self._found = odds
        self.odds.setText("\n".join(map(self._range_words, odds)))
        self._show_chances()

    def _range_words(self, odds: DiceOdds) -> str:
        least, most = _end(odds.least, "−∞"), _end(odds.most, "∞")
        mean = f"{odds.mean:.4g}"
        return self._texts.text_of("gui.dice.odds", least=least, most=most, mean=mean)

    def _refuse(self, error: AppError) -> None:
        self.odds.setText(self._texts.text(error.message))
        self.total.setText("")
        self.faces.setText("")
        self._found = ()
        self._show_chances()


def _end(value: int | None, unbounded: str) -> str:
    return unbounded if value is None else str(value).replace("-", "−")
