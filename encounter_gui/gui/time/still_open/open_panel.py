"""The tab of what is still open from the fight: in groups, each thing to be rolled, settled or waived."""

from collections.abc import Sequence
from itertools import groupby

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QFrame, QPushButton, QScrollArea, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.time.still_open.open_items import OpenItem
from encounter_gui.gui.time.still_open.open_row import OpenRow
from encounter_gui.gui.widgets.layouts import STRETCH, column_layout, row_layout
from encounter_gui.gui.widgets.link_row import Link, LinkRow
from encounter_gui.gui.widgets.message_label import MessageLabel
from encounter_gui.gui.widgets.painted.painted_line import PaintedLine
from encounter_gui.gui.widgets.painted.title_band import TitleBand
from encounter_gui.gui.widgets.separator import Separator

_SIDE, _GAP = 12, 8


class StillOpen(QWidget):
    """Shows how much is open, then all of it; below, what concerns all."""

    done = Signal(object, str, str)
    """``OpenItem``, a ``Deed``, and the reason of a waiver."""
    roll_requested = Signal()
    """All that the program rolls is to be rolled."""
    waive_all_requested = Signal()
    """All of it is to be waived."""
    sheet_requested = Signal(object)
    """Whose sheet is to be shown, a ``CombatantId``."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons, self._texts = icons, texts
        self._items: tuple[OpenItem, ...] | None = None
        self.rows: tuple[OpenRow, ...] = ()
        self.setAccessibleName(texts.text_of("gui.time.open.title"))
        self.count = PaintedLine(icons, "title", "text.primary", marks.LEFT, self)
        self.of_what = PaintedLine(icons, "body", "text.secondary", marks.LEFT, self)
        self.hint = MessageLabel(icons, self)
        self.roll = self._button("gui.time.open.roll_all.tip")
        self.roll.clicked.connect(self.roll_requested)
        self.waive = self._button("gui.time.open.waive_all.tip")
        self.waive.setText(texts.text_of("gui.time.open.waive_all"))
        self.waive.clicked.connect(self.waive_all_requested)
        self.party = LinkRow(texts.text_of("gui.time.open.party"), self)
        self.party.chosen.connect(self.sheet_requested)
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setAccessibleName(texts.text_of("gui.time.open.title"))
        head = row_layout(
            None, self.count, self.of_what, STRETCH, margins=(12, 10, 12, 8), spacing=8
        )
        self._foot = QWidget(self)
        self._buttons = row_layout(None, (self.roll, 1), (self.waive, 1), spacing=_GAP)
        margins = (_SIDE, 8, _SIDE, 10)
        column_layout(self._foot, self.hint, self._buttons, margins=margins, spacing=10)
        party = row_layout(None, (self.party, 1), margins=(12, 8, 12, 10))
        column_layout(self, head, (self._area, 1), party, self._foot, spacing=0)

    def _button(self, tip: str) -> QPushButton:
        button = QPushButton(self)
        button.setToolTip(self._texts.text_of(tip))
        return button

    def show_party(self, links: Sequence[Link]) -> None:
        """Names whose sheets can be opened, whether anything runs for them or not; of many, the first."""
        self.party.show_links(links)

    def show_items(self, items: Sequence[OpenItem], rolled: int) -> None:
        """Shows what is open now; ``rolled``: how many of it the program rolls."""
        text_of = self._texts.text_of
        self.hint.say(text_of("gui.time.open.hint"), "hint")
        self.roll.setText(text_of("gui.time.open.roll_all", count=rolled))
        self.roll.setEnabled(rolled > 0)
        self._fit_buttons()
        known = tuple(items)
        if known == self._items:
            return
        place = self._focused()
        self._items = known
        self.count.show_words(
            text_of("gui.time.open.count" if known else "gui.time.open.none", count=len(known))
        )
        groups = [(group, tuple(own)) for group, own in groupby(known, lambda each: each.group)]
        parts = [text_of(f"gui.time.open.some.{group}", count=len(own)) for group, own in groups]
        self.of_what.show_words(", ".join(parts))
        self.waive.setEnabled(any(each.may_waive for each in known))
        self._foot.setVisible(bool(known))
        content, rows = QWidget(), list[OpenRow]()
        column = column_layout(content, spacing=0)
        for group, own in groups:
            title = text_of(f"gui.time.open.{group}")
            column.addWidget(TitleBand(self._icons, title, str(len(own))))
            for item in own:
                row = OpenRow(item, self._icons, self._texts)
                row.done.connect(self.done)
                rows.append(row)
                column.addWidget(row)
                column.addWidget(Separator(self._icons))
        column.addStretch(1)
        self.rows = tuple(rows)
        before = self._area.takeWidget()
        if before is not None:  # one of its buttons may be what was pressed
            before.deleteLater()
        self._area.setWidget(content)
        content.setAutoFillBackground(False)
        self._area.viewport().setAutoFillBackground(False)
        if place is not None and rows:
            next(iter(rows[min(place, len(rows) - 1)].buttons.values())).setFocus()

    def _fit_buttons(self) -> None:
        """Puts the buttons one below the other where their words have no room beside each other."""
        room = self.width() - 2 * _SIDE - _GAP
        is_beside = self.roll.sizeHint().width() + self.waive.sizeHint().width() <= room
        directions = QBoxLayout.Direction
        self._buttons.setDirection(directions.LeftToRight if is_beside else directions.TopToBottom)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_buttons()

    def _focused(self) -> int | None:
        """Returns the place of the row the keyboard is in; None: it is elsewhere."""
        focus = QApplication.focusWidget()
        if focus is None or not self.isAncestorOf(focus):
            return None
        return next((at for at, row in enumerate(self.rows) if row.isAncestorOf(focus)), None)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(200, 200)
