"""A whole sheet: its sections below one another, scrolled where they are too many."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.status.sections.section_view import SectionView
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.view import Section


class SheetView(QScrollArea):
    """Shows sections; widgets are kept from one sheet to the next, and with them the place scrolled to."""

    offer_taken = Signal(object)
    """The command of an offer."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._views: list[SectionView] = []
        self._inner = QWidget(self)
        self._column = QVBoxLayout(self._inner)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addStretch(1)
        self.setWidget(self._inner)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(texts.text_of("gui.status.sheet"))
        self.viewport().setAutoFillBackground(False)
        self._inner.setAutoFillBackground(False)

    @property
    def views(self) -> tuple[SectionView, ...]:
        """Returns the sections' widgets, in order."""
        return tuple(self._views)

    def show_sections(self, sections: Sequence[Section]) -> None:
        """Shows these, in place."""
        while len(self._views) > len(sections):
            view = self._views.pop()
            self._column.removeWidget(view)
            view.hide()
            view.deleteLater()
        while len(self._views) < len(sections):
            view = SectionView(self._icons, self._texts, self._inner)
            view.offer_taken.connect(self.offer_taken)
            self._column.insertWidget(len(self._views), view)
            view.show()
            self._views.append(view)
        for view, section in zip(self._views, sections, strict=True):
            view.show_section(section)
        # Otherwise the first picture of a longer sheet would show its sections squeezed into the height of the last.
        for widget in (self._inner, self.viewport()):
            QCoreApplication.sendPostedEvents(widget, QEvent.Type.LayoutRequest)
        words = (f"{view.accessibleName()}: {view.accessibleDescription()}" for view in self._views)
        self.setAccessibleDescription(". ".join(words))
