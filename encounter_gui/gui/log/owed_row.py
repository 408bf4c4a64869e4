"""The second row of the strip: what else is owed, in the order of asking, and what N will do with it."""

from collections.abc import Mapping, Sequence
from typing import cast

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QToolButton, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.keys.bindings import cap_of
from encounter_gui.gui.log.owed_entry import HEIGHT, OwedEntry
from encounter_gui.gui.log.prompt_state import OwedItem
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.roller_icons import ROLLER_ICONS
from encounter_gui.gui.widgets.tool_tips import plain_tip

_LEFT, _PADDING, _GAP = 4, 8, 6


class OwedRow(QWidget):
    """Shows as many as there is room for; the rest is in the menu of ``+n``."""

    chosen = Signal(tuple)
    """The ids of an entry that shall stand in the head."""
    answered = Signal(tuple, tuple)
    """The ids of an entry, and one ``Typed`` or None for each roll it begins with."""
    waived = Signal(tuple, str)
    """The ids of an entry, and the reason."""
    complained = Signal(object)
    """``RollRefused``: what is typed into an entry cannot be."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._next_words = ""
        self._entries: list[OwedEntry] = []
        self.more = QToolButton(self)
        self.more.setProperty("bordered", "true")
        self.more.setProperty("tiny", "true")
        self.more.clicked.connect(self._open_menu)
        self.more.hide()
        self.setAccessibleName(texts.text_of("gui.fight.prompt.others"))
        icons.loaded.connect(self.update)
        icons.recoloured.connect(self.update)

    # ---- what it shows

    @property
    def entries(self) -> tuple[OwedEntry, ...]:
        """Returns the entries, those in the menu included."""
        return tuple(self._entries)

    @property
    def next_words(self) -> str:
        """Returns what N will do, as shown."""
        return self._next_words

    def drafts(self) -> dict[object, str]:
        """Returns what is typed into the fields, by the ids of what is owed."""
        return {each.item.test.ids: each.field.text() for each in self._entries}

    def show_items(self, items: Sequence[OwedItem], drafts: Mapping[object, str]) -> None:
        """Shows these; ``drafts`` is what was typed for them before."""
        if [each.item for each in self._entries] == list(items):
            return
        for gone in self._entries:
            gone.hide()
            gone.deleteLater()
        self._entries = [self._entry(item, drafts.get(item.test.ids, "")) for item in items]
        self._place()

    def show_next(self, words: str, names: str) -> None:
        """Says what N will do; ``names`` is the tool tip."""
        self._next_words = words
        self.setToolTip(plain_tip(names))
        self.setAccessibleDescription(names)
        self._place()
        self.update()

    def _entry(self, item: OwedItem, draft: str) -> OwedEntry:
        made = OwedEntry(item, self._icons, self._texts, self)
        made.field.setText(draft)
        made.chosen.connect(self.chosen)
        made.answered.connect(self.answered)
        made.waived.connect(self.waived)
        made.complained.connect(self.complained)
        return made

    # ---- places

    def _next_width(self) -> int:
        if not self._next_words:
            return 0
        theme = self._icons.theme
        words = theme.fonts.width(self._next_words, "small")
        return round(marks.key_cap_width(theme, cap_of("next")) + _GAP + words) + _PADDING

    def _place(self) -> None:
        """Gives the entries their width, the first ones first; what has not even its least width is in the menu."""
        room = self.width() - _LEFT - self._next_width()
        count = len(self._entries)
        shown = self._fitting(room, count)
        if shown < count:
            room -= self._more_width(count - shown)
            shown = self._fitting(room, count)
        x = _LEFT
        for place, entry in enumerate(self._entries):
            entry.setVisible(place < shown)
            if place < shown:
                others = sum(
                    each.minimumSizeHint().width() for each in self._entries[place + 1 : shown]
                )
                width = max(
                    entry.minimumSizeHint().width(),
                    min(entry.sizeHint().width(), room - (x - _LEFT) - others),
                )
                entry.setGeometry(x, 0, width, HEIGHT)
                x += width
        self.more.setVisible(shown < count)
        if shown < count:
            words = f"+{count - shown}"
            self.more.setText(words)
            self.more.setAccessibleName(
                self._texts.text_of("gui.fight.prompt.more_owed", count=count - shown)
            )
            self.more.setToolTip(plain_tip(self.more.accessibleName()))
            self.more.setGeometry(x + 4, 2, self._more_width(count - shown) - 8, HEIGHT - 4)

    def _more_width(self, count: int) -> int:
        return round(self._icons.theme.fonts.width(f"+{count}", "body", weight=600)) + 24

    def _fitting(self, room: int, count: int) -> int:
        """Returns how many entries fit with their least width."""
        used = 0
        for place, entry in enumerate(self._entries):
            used += entry.minimumSizeHint().width()
            if used > room:
                return place
        return count

    @Slot()
    def _open_menu(self) -> None:
        """Opens what did not fit over the log; what is chosen there stands in the head."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for entry in self._entries:
            if entry.isHidden():
                test = entry.item.test
                parts = (test.name, test.title, test.sum, test.chance)
                action = menu.addAction(" · ".join(part for part in parts if part))
                action.setIcon(self._icons.icon(ROLLER_ICONS[entry.item.roller]))
                action.setData(test.ids)
        menu.triggered.connect(self._choose)
        menu.popup(self.more.mapToGlobal(QPoint(0, self.more.height())))

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        self.chosen.emit(tuple(cast("Sequence[int]", action.data())))

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, HEIGHT)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.colour("line.subtle"))
        if not self._next_words:
            return
        cap = marks.key_cap_width(theme, cap_of("next"))
        x = self.width() - self._next_width()
        marks.paint_key_cap(painter, theme, QPointF(x, (self.height() - 16) // 2), cap_of("next"))
        room = QRectF(x + cap + _GAP, 0, self.width() - x - cap - _GAP, self.height())
        marks.paint_text(painter, theme, room, self._next_words, "small", "text.secondary")
