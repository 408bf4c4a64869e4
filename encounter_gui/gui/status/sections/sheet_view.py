"""A whole sheet: its sections below one another, scrolled where they are too many."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QRect, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.status.sections.number_button import NumberButton
from encounter_gui.gui.status.sections.number_field import NumberField
from encounter_gui.gui.status.sections.section_view import SectionView
from encounter_gui.gui.theme.ground import Ground
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import column_layout
from encounter_gui.rules.view import Section, SettableNumber


class SheetView(QScrollArea):
    """Shows sections; widgets are kept from one sheet to the next, and with them the place scrolled to."""

    offer_taken = Signal(object)
    """The command of an offer."""
    number_typed = Signal(str, int)
    """The key of a number, and what it shall be."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(
            Qt.FocusPolicy.NoFocus
        )  # what stands in it has the keyboard, and scrolls it
        self._icons = icons
        self._texts = texts
        self._views: list[SectionView] = []
        self._numbers: Mapping[str, SettableNumber] = {}
        self._typed_key = ""
        self._inner = Ground(icons, self)
        self._column = column_layout(self._inner, spacing=0)
        self._column.addStretch(1)
        self.setWidget(self._inner)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(texts.text_of("gui.status.sheet"))
        self.number_field = NumberField(icons, texts, self._inner)
        self.number_field.number_typed.connect(self.number_typed)
        self.number_field.closed.connect(self._give_focus_back)
        self.viewport().setAutoFillBackground(False)

    @property
    def views(self) -> tuple[SectionView, ...]:
        """Returns the sections' widgets, in order."""
        return tuple(self._views)

    def show_sections(
        self, sections: Sequence[Section], numbers: Sequence[SettableNumber] = ()
    ) -> None:
        """Shows these, in place; ``numbers`` can be set where they are shown."""
        self._numbers = {number.key: number for number in numbers}
        while len(self._views) > len(sections):
            view = self._views.pop()
            self._column.removeWidget(view)
            view.hide()
            view.deleteLater()
        while len(self._views) < len(sections):
            view = SectionView(self._icons, self._texts, self._inner)
            view.offer_taken.connect(self.offer_taken)
            view.number_opened.connect(self._open_number)
            view.resize(self.viewport().width(), view.height())  # how high it is follows from it
            self._column.insertWidget(len(self._views), view)
            view.show()
            self._views.append(view)
        for view, section in zip(self._views, sections, strict=True):
            view.show_section(section)
            view.show_numbers(self._numbers)
        if self._typed_key not in self._numbers:
            self.number_field.close_unset()
        # Otherwise the first picture of a longer sheet would show its sections squeezed into the height of the last.
        for widget in (self._inner, self.viewport()):
            QCoreApplication.sendPostedEvents(widget, QEvent.Type.LayoutRequest)
        words = (f"{view.accessibleName()}: {view.accessibleDescription()}" for view in self._views)
        self.setAccessibleDescription(". ".join(words))

    @Slot(str)
    def _open_number(self, key: str) -> None:
        button = self.number_button(key)
        if button is not None:
            corner = button.mapTo(self._inner, button.rect().topLeft())
            self._typed_key = key
            self.number_field.open_at(button.number, QRect(corner, button.size()))

    def number_button(self, key: str) -> NumberButton | None:
        """Returns what lies over the number with this key; None: it is not shown, or cannot be set."""
        found = (each for view in self._views for each in view.numbers if each.number.key == key)
        return next(found, None)

    @Slot(bool)
    def _give_focus_back(self, by_keys: bool) -> None:
        button = self.number_button(self._typed_key)
        if by_keys and button is not None:
            button.setFocus(Qt.FocusReason.OtherFocusReason)
