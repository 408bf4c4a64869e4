"""A whole sheet: its sections below one another, scrolled where they are too many."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.status.sections.sheet_button import SheetButton
from encounter_gui.gui.status.sections.sheet_layout import NO_REST, Rest
from encounter_gui.gui.status.sections.sheet_surface import SheetSurface
from encounter_gui.gui.status.sections.value_field import ValueField
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.view import Section, SettableValue


class SheetView(QScrollArea):
    """Shows sections on one surface, which keeps the place scrolled to from one sheet to the next."""

    offer_taken = Signal(object)
    """The command of an offer."""
    value_typed = Signal(str, object, bool)
    """The key of a value, what it shall be, and whether that is beyond what the rules allow."""
    left = Signal()
    """What ``begin_edit`` opened is closed again."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what stands in it has it, and scrolls it
        self._typed_key = ""
        self._last_key = ""
        self._is_from_outside = False
        self.surface = SheetSurface(icons, texts, self)
        self.setWidget(self.surface)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(texts.text_of("gui.status.sheet"))
        self.value_field = ValueField(icons, texts, self.surface)
        self.value_field.find_by(self.find_value)
        self.value_field.value_typed.connect(self._keep_typed)
        self.value_field.closed.connect(self._give_focus_back)
        self.value_field.stepped.connect(self._step)
        self.surface.offer_taken.connect(self.offer_taken)
        self.surface.value_opened.connect(self._open_value)
        self.surface.arrow_pressed.connect(self._follow_arrow)
        self.surface.grown.connect(self._fit)
        self.viewport().setAutoFillBackground(False)

    def show_sections(
        self,
        sections: Sequence[Section],
        values: Sequence[SettableValue] = (),
        rest: Rest = NO_REST,
    ) -> None:
        """Shows these, in place; ``values`` can be set where they are shown, those of ``rest`` below a fold."""
        self.surface.show_sections(sections, values, rest)
        self._fit()
        known = self.surface.values.get(self._typed_key)
        if known is None:
            self.value_field.close_unset()
        elif not self.value_field.isHidden():
            self.value_field.show_now(known)
        self.setAccessibleDescription(self.surface.accessibleDescription())

    @Slot()
    def _fit(self) -> None:
        self.surface.fit(self.viewport().size())

    def begin_edit(self) -> bool:
        """Opens the field over the value set last, else over the first of the sheet; returns whether it has any."""
        known = self.surface.values
        in_order = [value for _, value in self._named()]
        sheet = (each for each in in_order if each.heading and each.number is not None)
        first = known.get(self._last_key) or next(sheet, None) or next(iter(in_order), None)
        if first is None:
            return False
        self._open_value(first.key)
        self._is_from_outside = True
        return True

    @Slot(str)
    def _open_value(self, key: str) -> None:
        button, value = self.value_button(key), self.surface.values.get(key)
        if button is None and value is not None and not self.surface.rest.is_open:
            self.surface.fold()
            button = self.value_button(key)
        if button is not None and value is not None:
            self._typed_key = key
            self._is_from_outside = False
            self.value_field.open_at(value, button.geometry())
            self.ensureWidgetVisible(self.value_field)

    def value_button(self, key: str) -> SheetButton | None:
        """Returns what lies over the value with this key; None: it is not shown, or cannot be set."""
        for button in self.surface.buttons:
            if isinstance(button.value, SettableValue) and button.value.key == key:
                return button
        return None

    def find_value(self, text: str) -> SettableValue | None:
        """Returns the value that a few letters mean; None: none.

        What is written on the sheet comes before what is not, the sheet before running numbers, a whole name before a
        beginning, and that before words of it.
        """
        wanted = text.strip().casefold()
        named = [(label.casefold(), value) for label, value in self._named()]
        named.sort(key=lambda each: not each[1].heading)
        tests: tuple[Callable[[str], bool], ...] = (
            lambda name: name == wanted,
            lambda name: name.startswith(wanted),
            lambda name: _has_words(name, wanted.split()),
        )
        for test in tests:
            for label, value in named:
                if any(
                    test(name) for name in (label, value.short.casefold(), value.name.casefold())
                ):
                    return value
        return None

    def _named(self) -> Iterator[tuple[str, SettableValue]]:
        """Yields all values with what is written beside them, in the order of the sheet."""
        values, surface = self.surface.values, self.surface
        labels = dict(_labels((*surface.sections, *surface.rest.sections)))
        for key, label in labels.items():
            if key in values:
                yield label, values[key]
        yield from ((each.name, each) for each in values.values() if each.key not in labels)

    @Slot(str, object, bool)
    def _keep_typed(self, key: str, to: object, is_beyond: bool) -> None:
        self._last_key = key
        self.value_typed.emit(key, to, is_beyond)

    @Slot(str, int)
    def _step(self, key: str, by: int) -> None:
        """Opens the value after one, or with -1 before it; at the ends the keyboard stays at the last one."""
        button, is_from_outside = self.value_button(key), self._is_from_outside
        found = self.surface.step(button, by, 0) if button is not None else None
        if found is None or not isinstance(found.value, SettableValue):
            self.value_field.close_unset()
            return
        self._open_value(found.value.key)
        self._is_from_outside = is_from_outside

    @Slot(object, int, int)
    def _follow_arrow(self, button: SheetButton, right: int, down: int) -> None:
        """Takes the keyboard to the next value that way; where there is none, the sheet is scrolled."""
        found = self.surface.step(button, right, down)
        if found is not None:
            found.setFocus(Qt.FocusReason.OtherFocusReason)
            self.ensureWidgetVisible(found)
        else:
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + down * bar.singleStep())

    @Slot(bool)
    def _give_focus_back(self, by_keys: bool) -> None:
        if by_keys and self._is_from_outside:
            self._is_from_outside = False
            self.left.emit()
            return
        button = self.value_button(self._typed_key)
        if by_keys and button is not None:
            button.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


def _labels(sections: Iterable[Section]) -> Iterator[tuple[str, str]]:
    """Yields the key of everything that can be set, and what is written beside it, the first of several."""
    found: dict[str, str] = {}
    for section in sections:
        if section.slots:
            found.setdefault(section.slots.number, section.slots.name)
        for gauge in section.gauges:
            found.setdefault(gauge.number, gauge.name)
        for fact in (*section.stats, *section.facts, *section.columns):
            found.setdefault(fact.number, fact.name)
    found.pop("", None)
    yield from found.items()


def _has_words(name: str, words: Sequence[str]) -> bool:
    own = name.replace(",", " ").split()
    return bool(words) and all(any(each.startswith(word) for each in own) for word in words)
