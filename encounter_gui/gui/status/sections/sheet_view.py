"""A whole sheet: its sections below one another, scrolled where they are too many."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.status.sections.number_field import NumberField
from encounter_gui.gui.status.sections.sheet_button import SheetButton
from encounter_gui.gui.status.sections.sheet_surface import SheetSurface
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.view import Section, SettableNumber


class SheetView(QScrollArea):
    """Shows sections on one surface, which keeps the place scrolled to from one sheet to the next."""

    offer_taken = Signal(object)
    """The command of an offer."""
    number_typed = Signal(str, int)
    """The key of a number, and what it shall be."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what stands in it has it, and scrolls it
        self._typed_key = ""
        self.surface = SheetSurface(icons, texts, self)
        self.setWidget(self.surface)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(texts.text_of("gui.status.sheet"))
        self.number_field = NumberField(icons, texts, self.surface)
        self.number_field.number_typed.connect(self.number_typed)
        self.number_field.closed.connect(self._give_focus_back)
        self.surface.offer_taken.connect(self.offer_taken)
        self.surface.number_opened.connect(self._open_number)
        self.viewport().setAutoFillBackground(False)

    def show_sections(
        self, sections: Sequence[Section], numbers: Sequence[SettableNumber] = ()
    ) -> None:
        """Shows these, in place; ``numbers`` can be set where they are shown."""
        self.surface.show_sections(sections, numbers)
        self.surface.fit(self.viewport().size())
        if self._typed_key not in {number.key for number in numbers}:
            self.number_field.close_unset()
        self.setAccessibleDescription(self.surface.accessibleDescription())

    @Slot(str)
    def _open_number(self, key: str) -> None:
        button = self.number_button(key)
        if button is not None and isinstance(button.value, SettableNumber):
            self._typed_key = key
            self.number_field.open_at(button.value, button.geometry())

    def number_button(self, key: str) -> SheetButton | None:
        """Returns what lies over the number with this key; None: it is not shown, or cannot be set."""
        numbers = (each for each in self.surface.buttons if isinstance(each.value, SettableNumber))
        return next((each for each in numbers if each.value.key == key), None)

    @Slot(bool)
    def _give_focus_back(self, by_keys: bool) -> None:
        button = self.number_button(self._typed_key)
        if by_keys and button is not None:
            button.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.surface.fit(self.viewport().size())
