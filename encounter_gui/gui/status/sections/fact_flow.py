"""A few facts as running text, values bold: ``Defense 3d6+11 · Dodge 3d6+11 · Move 18``."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.marks import Run, paint_runs, runs_width
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import Fact

_LINE, _AROUND = 19, 8
_SIDE = 10.0
_POINT = " · "
Line = tuple[Fact, ...]


class FactFlow(QWidget):
    """Shows facts in as many lines as they need; a body that changes never gets fewer than it had."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        """Takes icons with the theme."""
        super().__init__(parent)
        self._icons = icons
        self._facts: tuple[Fact, ...] = ()
        self._whose = ""
        self._lines: tuple[Line, ...] = ()
        self._most = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_facts(self, whose: str, facts: Sequence[Fact]) -> None:
        """Shows somebody's facts; none: the lines are not there."""
        if whose != self._whose:
            self._whose, self._most = whose, 0
        self._facts = tuple(facts)
        words = "; ".join(_words(fact) for fact in facts)
        self.setAccessibleName(words)
        self.setToolTip(plain_tip(words))
        self.setVisible(bool(facts))
        self._flow()

    def _flow(self) -> None:
        self._lines = fact_lines(self._icons.theme, self._facts, self.width() - 2 * _SIDE)
        most = max(self._most, len(self._lines))
        if most != self._most:
            self._most = most
            self.updateGeometry()
        self.update()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.size().width() != event.oldSize().width():
            self._most = 0
            self._flow()

    @override
    def sizeHint(self) -> QSize:
        return QSize(240, self._most * _LINE + _AROUND)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        painter.fillRect(0, 0, self.width(), 1, theme.colour("line.subtle"))
        for number, line in enumerate(self._lines):
            top = _AROUND / 2 + number * _LINE
            place = QRectF(_SIDE, top, self.width() - 2 * _SIDE, _LINE)
            paint_runs(painter, theme, place, _runs(line), "body")


def fact_lines(theme: Theme, facts: Sequence[Fact], width: float) -> tuple[Line, ...]:
    """Returns facts line by line; one that is too long has a line to itself."""
    lines: list[Line] = []
    for fact in facts:
        longer = (*lines[-1], fact) if lines else ()
        if longer and runs_width(theme, _runs(longer), "body") <= width:
            lines[-1] = longer
        else:
            lines.append((fact,))
    return tuple(lines)


def _runs(line: Sequence[Fact]) -> list[Run]:
    runs: list[Run] = []
    for fact in line:
        if runs:
            runs.append(Run(text=_POINT, role="text.muted", weight=400))
        if fact.name:
            runs.append(Run(text=f"{fact.name} ", role="text.secondary", weight=400))
        if fact.value:
            runs.append(Run(text=fact.value, weight=700))
        if fact.note:
            space = " " if fact.value else ""
            runs.append(Run(text=f"{space}{fact.note}", role="text.muted", weight=400))
    return runs


def _words(fact: Fact) -> str:
    return " ".join(part for part in (fact.name, fact.value, fact.note) if part)
