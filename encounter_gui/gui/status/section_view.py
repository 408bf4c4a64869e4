"""One section of a sheet as a widget, painted; its words are there for whoever cannot see them."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import Catalogue, say
from encounter_gui.gui.status.section_parts import paint_section, section_height
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.marks import figure_text
from encounter_gui.rules.view import Fact, GaugeCell, Section


class SectionView(QWidget):
    """Shows any section: heading, gauges, figures, dice, lines and columns, whatever it has."""

    def __init__(self, icons: Icons, catalogue: Catalogue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._catalogue = catalogue
        self._section = Section(title="")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_section(self, section: Section) -> None:
        """Shows another section; an equal one costs nothing."""
        if section == self._section:
            return
        self._section = section
        words = section_words(self._catalogue, section)
        self.setAccessibleName(section.title or ", ".join(words))
        self.setAccessibleDescription("; ".join(words))
        self.setToolTip("")
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(240, round(section_height(self._section)))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, round(section_height(self._section)))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        paint_section(QPainter(self), self._icons.theme, self._section, QRectF(self.rect()))


def section_words(catalogue: Catalogue, section: Section) -> tuple[str, ...]:
    """Returns all that a section shows, a piece at a time."""
    words = [section.note] if section.note else []
    words += [_gauge_words(catalogue, gauge) for gauge in section.gauges]
    words += [_fact_words(fact) for fact in section.stats]
    if section.dice:
        dice = section.dice
        words.append(
            catalogue.text(say("gui.status.dice", name=dice.name, left=dice.left, total=dice.total))
        )
    words += [_fact_words(fact) for fact in (*section.facts, *section.columns)]
    return tuple(words)


def _gauge_words(catalogue: Catalogue, gauge: GaugeCell) -> str:
    key = "gui.status.gauge_low" if gauge.low < 0 else "gui.status.gauge"
    values = {"current": gauge.current, "low": gauge.low, "high": gauge.high}
    texts = {name: figure_text(value) for name, value in values.items()}
    words = catalogue.text(say(key, name=gauge.name, **texts))
    marks = ", ".join(f"{figure_text(value)} {word}" for value, word in gauge.marks)
    return f"{words} ({marks})" if marks else words


def _fact_words(fact: Fact) -> str:
    words = f"{fact.name} {fact.value}".strip()
    return f"{words}, {fact.note}" if fact.note else words
