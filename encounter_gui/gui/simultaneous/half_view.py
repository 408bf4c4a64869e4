"""One of those who act at once: what it does, its cards side by side, and below them what waits because of it."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.combatants.cells.name_delegate import paint_shape
from encounter_gui.gui.combatants.cells.row_paint import write
from encounter_gui.gui.simultaneous.result_card import OUTCOME_ROLES, ResultCard
from encounter_gui.gui.simultaneous.wait_box import WaitBox
from encounter_gui.gui.theme.canvas import centred
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import set_look
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.layouts import STRETCH, column_layout, row_layout
from encounter_gui.gui.widgets.message_label import MessageLabel
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import TieMember

_HEAD, _TAB, _GAP, _ICON = 27, 22, 8.0, 14.0
_CARD = 215
"""What a card needs in width, in logical pixels; where fewer fit, the others stand behind tabs."""


class MemberHead(QWidget):
    """Paints who it is, what it does, what speaks for and against it, and how far it has come."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._member: TieMember | None = None
        self.setFixedHeight(_HEAD)
        icons.recoloured.connect(self.update)
        icons.loaded.connect(self.update)

    def show_member(self, member: TieMember) -> None:
        """Shows one of those in the tie."""
        self._member = member
        pills = ", ".join(each.text for each in member.pills)
        parts = (member.name, member.action, pills, member.status)
        self.setAccessibleName(", ".join(each for each in parts if each))
        before = self._texts.text_of("gui.tie.rolls_from", what=member.before)
        tip = (member.name, member.action, pills, before, member.status)
        self.setToolTip(plain_tip("\n".join(each for each in tip if each)))
        self.update()

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(100, _HEAD)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        member, theme = self._member, self._icons.theme
        if member is None:
            return
        painter, room = QPainter(self), QRectF(self.rect())
        left = self._paint_status(painter, room, member)
        paint_shape(painter, theme, room, member.side)
        x = theme.icon_size("faction") + _GAP
        free = max(0.0, left - x - _GAP)
        name = min(theme.fonts.width(member.name, "title", weight=700) + 1, free)
        write(
            painter, theme, QRectF(x, 0, name, room.height()), member.name,
            font="title", weight=700, role="text.primary",
        )  # fmt: skip
        x, free = x + name + _GAP, free - name - _GAP
        action = theme.fonts.width(member.action, "body") + 1
        pills = free - min(action, free * 0.6) - _GAP
        shown = marks.fit_chips(theme, member.pills, max(0.0, pills))[0] if pills > 0 else ()
        used = sum(marks.chip_width(theme, each) + 4 for each in shown)
        hidden = len(member.pills) - len(shown)
        if shown:
            used += 34 if hidden else 0
            at = QRectF(left - _GAP - used, 0, used + 4, room.height())
            marks.paint_chips(painter, theme, at, member.pills, self._icons)
        place = QRectF(x, 0, max(0.0, free - used - (_GAP if used else 0)), room.height())
        write(painter, theme, place, member.action, role="text.muted")

    def _paint_status(self, painter: QPainter, room: QRectF, member: TieMember) -> float:
        """Paints at the right how far it has come, returns where that begins."""
        theme, role = self._icons.theme, OUTCOME_ROLES[member.kind]
        width = min(theme.fonts.width(member.status, "body", weight=600) + 1, room.width() / 2)
        place = QRectF(room.right() - width, 0, width, room.height())
        write(painter, theme, place, member.status, weight=600, role=role)
        icon = {"good": "check", "warn": "holding"}.get(member.kind, "")
        if not icon:
            return place.left()
        box = QRectF(place.left() - _ICON - 4, 0, _ICON, room.height())
        self._icons.paint(painter, icon, centred(box, _ICON, _ICON), theme.colour(role))
        return box.left()


class HalfView(QWidget):
    """Shows one of those in a tie with all that it has done."""

    change_requested = Signal(int)
    """The id of the entry whose dice are to be changed."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self.member: TieMember | None = None
        """Who is shown."""
        self._cards: list[ResultCard] = []
        self._boxes: list[WaitBox] = []
        self._wanted: int | None = None
        """The first card that is to be seen; None: the newest ones are."""
        self._first = 0
        self.head = MemberHead(icons, texts, self)
        self._tabs: list[QToolButton] = []
        self.tabs = QButtonGroup(self)
        self.tabs.setExclusive(True)
        self.tabs.idClicked.connect(self._show_from)
        self.nothing = MessageLabel(icons, self)
        self._tab_row: QHBoxLayout = row_layout(spacing=0)
        self._tab_row.addStretch(1)
        self._card_row = row_layout(None, STRETCH, spacing=8)
        self._box_column = column_layout(spacing=4)
        column = column_layout(self, margins=(12, 1, 12, 1), spacing=3)
        column.addWidget(self.head)
        column.addLayout(self._tab_row)
        column.addLayout(self._card_row)
        column.addWidget(self.nothing)
        column.addLayout(self._box_column)
        column.addStretch(1)

    @property
    def cards(self) -> tuple[ResultCard, ...]:
        """Returns the cards of what is shown, those behind tabs included."""
        return tuple(self._cards[: len(self.member.results)] if self.member else ())

    def show_member(self, member: TieMember) -> None:
        """Shows one of those in the tie; the newest of its cards are seen first."""
        is_new = self.member is None or member.who != self.member.who
        count = 0 if is_new or self.member is None else len(self.member.results)
        self.member = member
        if is_new or len(member.results) != count:
            self._wanted = None
        self.setAccessibleName(member.name)
        self.head.show_member(member)
        while len(self._cards) < len(member.results):
            card = ResultCard(self._icons, self._texts, self)
            card.change_requested.connect(self.change_requested)
            self._card_row.insertWidget(len(self._cards), card, 100, Qt.AlignmentFlag.AlignTop)
            self._cards.append(card)
        for card, result in zip(self._cards, member.results, strict=False):
            card.show_result(result)
        while len(self._boxes) < len(member.waits):
            box = WaitBox(self._icons, self._texts, self)
            self._box_column.addWidget(box)
            self._boxes.append(box)
        for place, box in enumerate(self._boxes):
            box.setVisible(place < len(member.waits))
            if place < len(member.waits):
                box.show_wait(member.waits[place])
        self._say_nothing(member)
        self._arrange()

    def _say_nothing(self, member: TieMember) -> None:
        """Says in words that nothing was rolled, or that nothing of it waits."""
        key = "" if member.waits else "no_result" if not member.results else "nothing_waits"
        self.nothing.setVisible(bool(key))
        self.nothing.say(self._texts.text_of(f"gui.tie.{key}") if key else "", "hint")

    def _capacity(self) -> int:
        return max(1, (self.width() - 24) // _CARD)

    def _arrange(self) -> None:
        """Shows as many cards as there is room for, and tabs for all where they are more."""
        member = self.member
        if member is None:
            return
        count, room = len(member.results), self._capacity()
        last = max(0, count - room)
        self._first = last if self._wanted is None else min(self._wanted, last)
        for place, card in enumerate(self._cards):
            card.setVisible(place < count and self._first <= place < self._first + room)
        self._show_tabs(member, needs_tabs=count > room)

    def _show_tabs(self, member: TieMember, *, needs_tabs: bool) -> None:
        count = len(member.results) if needs_tabs else 0
        while len(self._tabs) < count:
            tab = QToolButton(self)
            tab.setCheckable(True)
            tab.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            tab.setFixedHeight(_TAB)
            self.tabs.addButton(tab, len(self._tabs))
            self._tab_row.insertWidget(len(self._tabs), tab)
            self._tabs.append(tab)
        for place, tab in enumerate(self._tabs):
            tab.setVisible(place < count)
            if place < count:
                result, is_last = member.results[place], place == count - 1
                words = f"{result.title}: {result.outcome}"
                tab.setText(result.title)
                tab.setAccessibleName(words)
                tab.setToolTip(plain_tip(words))
                set_look(tab, "segment", "first" if not place else "last" if is_last else "middle")
                tab.setChecked(place == self._first)

    @Slot(int)
    def _show_from(self, place: int) -> None:
        self._wanted = place
        self._arrange()
        self._tabs[place].setChecked(True)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(160, super().minimumSizeHint().height())
