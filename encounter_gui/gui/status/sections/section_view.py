"""One section of a sheet as a widget, painted; its words are there for whoever cannot see them."""

from collections.abc import Mapping

from PySide6.QtCore import QRectF, QSize, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.status.sections.action_option_button import OFFER, ActionOptionButton
from encounter_gui.gui.status.sections.number_button import NumberButton
from encounter_gui.gui.status.sections.section_parts import (
    number_places,
    paint_section,
    section_height,
)
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.marks import figure_text
from encounter_gui.rules.view import ActionOption, Fact, GaugeCell, Section, SettableNumber


class SectionView(QWidget):
    """Shows any section: heading, gauges, figures, dice, lines, columns and offers, whatever it has."""

    offer_taken = Signal(object)
    """The command of an offer."""
    number_opened = Signal(str)
    """The key of a number that is to be set."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._section = Section(title="")
        self._offers: list[ActionOptionButton] = []
        self._numbers: list[NumberButton] = []
        self._number_keys: tuple[str, ...] = ()
        self._shown_numbers: tuple[SettableNumber, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def offers(self) -> tuple[ActionOptionButton, ...]:
        """Returns one button an offer, from the top."""
        return tuple(self._offers[: len(self._section.offers)])

    def show_section(self, section: Section) -> None:
        """Shows another section; an equal one costs nothing."""
        if section == self._section:
            return
        height, self._section = self._height(), section
        words = section_words(self._texts, section)
        self.setAccessibleName(section.title or ", ".join(words))
        self.setAccessibleDescription("; ".join(words))
        self.setToolTip("")
        self._show_offers(section)
        self._number_keys = tuple(key for key, _ in self._number_places())
        self._place_numbers()
        if self._height() != height:
            self.updateGeometry()
        self.update()

    def _show_offers(self, section: Section) -> None:
        for button in self._offers[len(section.offers) :]:
            button.hide()
        while len(self._offers) < len(section.offers):
            button = ActionOptionButton(self._icons, self)
            button.clicked.connect(self._take)
            if self._offers:
                QWidget.setTabOrder(self._offers[-1], button)
            self._offers.append(button)
        for button, offer in zip(self._offers, section.offers, strict=False):
            button.show_offer(offer)
            button.show()
        self._place_offers()

    def _place_offers(self) -> None:
        top = self._painted_height()
        for number, button in enumerate(self.offers):
            button.setGeometry(0, top + number * OFFER, self.width(), OFFER)

    @Slot()
    def _take(self) -> None:
        button = self.sender()
        if isinstance(button, ActionOptionButton) and button.offer.command is not None:
            self.offer_taken.emit(button.offer.command)

    @property
    def numbers(self) -> tuple[NumberButton, ...]:
        """Returns what lies over the numbers that can be set, from the top."""
        return tuple(self._numbers[: len(self._shown_numbers)])

    def show_numbers(self, numbers: Mapping[str, SettableNumber]) -> None:
        """Lets these numbers be set where the section shows them, by key."""
        shown = tuple(numbers[key] for key in self._number_keys if key in numbers)
        if shown == self._shown_numbers:
            return
        self._shown_numbers = shown
        for button in self._numbers[len(shown) :]:
            button.hide()
        while len(self._numbers) < len(shown):
            button = NumberButton(self._icons, self)
            button.opened.connect(self.number_opened)
            self._numbers.append(button)
        help_text = self._texts.text_of("gui.status.number.help")
        for button, number in zip(self._numbers, shown, strict=False):
            button.show_number(number, help_text)
            button.show()
        self._place_numbers()

    def _number_places(self) -> tuple[tuple[str, QRectF], ...]:
        return tuple(number_places(self._icons.theme, self._section, self.width()))

    def _place_numbers(self) -> None:
        if not self._shown_numbers:
            return
        places = dict(self._number_places())
        for button in self.numbers:
            button.setGeometry(places.get(button.number.key, QRectF()).toRect())

    def _height(self) -> int:
        return self._painted_height() + len(self._section.offers) * OFFER

    def _painted_height(self) -> int:
        return round(section_height(self._icons.theme, self._section, self.width()))

    @override
    def sizeHint(self) -> QSize:
        return QSize(240, self._height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, self._height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        if self._height() != self.height():
            self.updateGeometry()  # lines wrap otherwise in another width
        self._place_offers()
        self._place_numbers()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        paint_section(QPainter(self), self._icons.theme, self._section, QRectF(self.rect()))


def section_words(texts: MessageCatalog, section: Section) -> tuple[str, ...]:
    """Returns all that a section shows, a piece at a time."""
    words = [section.note] if section.note else []
    if section.slots:
        slots = {"current": str(section.slots.left), "high": str(section.slots.total)}
        words.append(texts.text(say("gui.status.gauge", name=section.slots.name, **slots)))
    words += [_gauge_words(texts, gauge) for gauge in section.gauges]
    words += [_fact_words(fact) for fact in section.stats]
    if section.dice:
        dice = section.dice
        words.append(
            texts.text(say("gui.status.dice", name=dice.name, left=dice.left, total=dice.total))
        )
    words += [_fact_words(fact) for fact in (*section.facts, *section.columns)]
    words += [_offer_words(offer) for offer in section.offers]
    return tuple(words)


def _gauge_words(catalogue: MessageCatalog, gauge: GaugeCell) -> str:
    key = "gui.status.gauge_low" if gauge.low < 0 else "gui.status.gauge"
    values = {"current": gauge.current, "low": gauge.low, "high": gauge.high}
    texts = {name: figure_text(value) for name, value in values.items()}
    words = catalogue.text(say(key, name=gauge.name, **texts))
    marks = ", ".join(f"{figure_text(value)} {word}" for value, word in gauge.marks)
    return f"{words} ({marks})" if marks else words


def _fact_words(fact: Fact) -> str:
    words = f"{fact.name} {fact.value}".strip()
    return f"{words}, {fact.note}" if fact.note else words


def _offer_words(offer: ActionOption) -> str:
    return ", ".join(part for part in (offer.text, offer.note, offer.why_not) if part)
