"""What the library is narrowed by, as pills; one more behind ``+ filter``, with the filters kept under names."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.attack.fields.pill import Pill
from encounter_gui.gui.library.browse.facets import (
    FACETS,
    Facet,
    FacetWords,
    is_empty,
    with_value_switched,
)
from encounter_gui.gui.library.control.saved_filters import SavedFilter
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import FlowLayout
from encounter_gui.play.prep.creature_repository import CreatureItem, Facets, Filter
from encounter_gui.rules.view import Toggle

_SUGGESTED = 2
_MOST_OFFERED = 30


class FacetBar(QWidget):
    """Pills for what is on, and for the tags met most often among what was found."""

    narrowed = Signal(object)
    """Another ``Filter``."""
    filter_used = Signal(str)
    """A kept filter, by name."""
    filter_dropped = Signal(str)
    """A kept filter that is not wanted any more."""
    recent_chosen = Signal(str)
    """A creature (its key) that was used before."""
    keeping_begun = Signal()
    """What is set is to be kept under a name."""

    def __init__(
        self,
        icons: Icons,
        texts: MessageCatalog,
        facets: Callable[[], Facets],
        parent: QWidget | None = None,
    ) -> None:
        """Takes icons with the theme, the texts, and what counts the facets of the whole library."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._facets = facets
        self.names = FacetWords(texts)
        self._wanted = Filter()
        self._saved: tuple[SavedFilter, ...] = ()
        self._recent: tuple[CreatureItem, ...] = ()
        self._pills: list[Pill] = []
        self._shown: list[Facet] = []
        self.setAccessibleName(texts.text_of("gui.library.filters"))
        self.more = QPushButton(texts.text_of("gui.library.more_filters"), self)
        self.more.setProperty("small", "true")
        self.more.setProperty("flat", "true")
        self.more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.more.clicked.connect(self._open_menu)
        self._flow = FlowLayout(self, gap=4, line_gap=4)
        self._flow.addWidget(self.more)

    @property
    def pills(self) -> tuple[Pill, ...]:
        """Returns the pills, in order."""
        return tuple(self._pills)

    def show_filters(self, saved: tuple[SavedFilter, ...]) -> None:
        """Takes the filters kept under names."""
        self._saved = saved

    def show_recent(self, recent: tuple[CreatureItem, ...]) -> None:
        """Takes the creatures that were used last."""
        self._recent = recent

    def show_filter(self, wanted: Filter, found: Facets) -> None:
        """Shows what is on, and what of what was found might be."""
        self._wanted = wanted
        tags = self.names.offered(wanted, found, "tags")
        suggested = [each for each in tags if not each.is_on][:_SUGGESTED]
        shown = [*self.names.active(wanted), *suggested]
        if shown == self._shown:
            return
        self._shown = shown
        self._match_count(len(shown))
        for pill, facet in zip(self._pills, shown, strict=True):
            pill.show_toggle(
                Toggle(key=f"{facet.name}:{facet.value}", text=facet.text, is_on=facet.is_on)
            )
            pill.show()
        self.updateGeometry()

    def _match_count(self, count: int) -> None:
        while len(self._pills) > count:
            pill = self._pills.pop()
            self._flow.removeWidget(pill)
            pill.hide()
            pill.deleteLater()
        self._flow.removeWidget(self.more)
        while len(self._pills) < count:
            pill = Pill(self._icons, self._texts, self)
            pill.clicked.connect(self._press)
            self._pills.append(pill)
            self._flow.addWidget(pill)
        self._flow.addWidget(self.more)

    @Slot()
    def _press(self) -> None:
        pill = self.sender()
        if isinstance(pill, Pill):
            facet = self._shown[self._pills.index(pill)]
            self.narrowed.emit(with_value_switched(self._wanted, facet.name, facet.value))

    # ---- the menu

    def menu(self) -> QMenu:
        """Returns the menu of all there is to narrow by."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        facets = self._facets()
        for name in FACETS:
            offered = list(self.names.offered(self._wanted, facets, name))[:_MOST_OFFERED]
            if offered:
                self._fill(menu.addMenu(self._texts.text_of(f"gui.library.facet.{name}")), offered)
        menu.addSeparator()
        self._fill_recent(menu.addMenu(self._texts.text_of("gui.library.recent")))
        self._fill_saved(menu)
        clear = menu.addAction(self._texts.text_of("gui.library.clear_filter"))
        clear.setEnabled(not is_empty(self._wanted))
        clear.triggered.connect(lambda: self.narrowed.emit(Filter()))
        return menu

    def _fill(self, menu: QMenu, offered: Sequence[Facet]) -> None:
        for facet in offered:
            count = f"\t{facet.count}" if facet.count else ""
            action = menu.addAction(facet.text.replace("&", "&&") + count)
            action.setCheckable(True)
            action.setChecked(facet.is_on)
            action.setData((facet.name, facet.value))
        menu.triggered.connect(self._switch)

    def _fill_recent(self, menu: QMenu) -> None:
        for item in self._recent:
            menu.addAction(item.value.name.replace("&", "&&")).setData(item.key)
        menu.setEnabled(bool(self._recent))
        menu.triggered.connect(lambda action: self.recent_chosen.emit(action.data()))

    def _fill_saved(self, menu: QMenu) -> None:
        text_of = self._texts.text_of
        saved = menu.addMenu(text_of("gui.library.saved"))
        for each in self._saved:
            saved.addAction(each.name.replace("&", "&&")).setData(each.name)
        saved.triggered.connect(lambda action: self.filter_used.emit(action.data()))
        drop = menu.addMenu(text_of("gui.library.drop_filter"))
        for each in self._saved:
            drop.addAction(each.name.replace("&", "&&")).setData(each.name)
        drop.triggered.connect(lambda action: self.filter_dropped.emit(action.data()))
        for inner in (saved, drop):
            inner.setEnabled(bool(self._saved))
        menu.addAction(text_of("gui.library.keep_filter")).triggered.connect(self.keeping_begun)

    @Slot()
    def _open_menu(self) -> None:
        corner = self.more.mapToGlobal(QPoint(0, self.more.height()))
        self.menu().popup(corner)

    @Slot(QAction)
    def _switch(self, action: QAction) -> None:
        name, value = action.data()
        self.narrowed.emit(with_value_switched(self._wanted, name, value))
