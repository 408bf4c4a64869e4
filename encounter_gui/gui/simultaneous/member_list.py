"""Four and more who act at once: a row for each, of which the chosen one is shown in full beside them."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.combatants.cells.name_delegate import paint_shape
from encounter_gui.gui.combatants.cells.row_paint import write
from encounter_gui.gui.simultaneous.result_card import OUTCOME_ROLES
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.layouts import STRETCH, column_layout
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import TieMember

_HEIGHT, _PAD, _GAP = 28, 10.0, 8.0


class MemberRow(QAbstractButton):
    """Paints one of those in a tie in a line: who, what, and what it came to or how far it has come."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        """Takes icons with the theme."""
        super().__init__(parent)
        self._icons = icons
        self._member: TieMember | None = None
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        icons.recoloured.connect(self.update)

    def show_member(self, member: TieMember) -> None:
        """Shows one of those in the tie."""
        self._member = member
        words = ", ".join(
            each for each in (member.name, member.action, _outcome(member), member.status) if each
        )
        self.setAccessibleName(words)
        self.setToolTip(plain_tip(words))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(260, _HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        member, theme = self._member, self._icons.theme
        if member is None:
            return
        painter, rect = QPainter(self), QRectF(self.rect())
        if self.isChecked():
            painter.fillRect(rect, theme.colour("surface.row_selected"))
            bar = QRectF(0, 0, theme.size("now_bar"), rect.height())
            painter.fillRect(bar, theme.colour("accent.interactive"))
        line = QRectF(0, rect.bottom() - 1, rect.width(), 1)
        painter.fillRect(line, theme.colour("line.subtle"))
        room = rect.adjusted(_PAD, 0, -_PAD, 0)
        words = _outcome(member) or member.status
        role = OUTCOME_ROLES[member.results[-1].kind if _outcome(member) else member.kind]
        width = min(theme.fonts.width(words, "body", weight=600) + 1, room.width() * 0.4)
        right = QRectF(room.right() - width, 0, width, rect.height())
        write(
            painter, theme, right, words, weight=600, role=role, align=Qt.AlignmentFlag.AlignRight
        )
        paint_shape(painter, theme, room, member.side)
        x = room.left() + theme.icon_size("faction") + _GAP
        free = max(0.0, right.left() - x - _GAP)
        name = min(theme.fonts.width(member.name, "row", weight=600) + 1, free)
        place = QRectF(x, 0, name, rect.height())
        write(painter, theme, place, member.name, font="row", weight=600, role="text.primary")
        rest = QRectF(x + name + _GAP, 0, max(0.0, free - name - _GAP), rect.height())
        write(painter, theme, rest, member.action, role="text.muted")
        if self.hasFocus():
            marks.paint_focus(painter, theme, rect)


class MemberList(QWidget):
    """Lists those in a tie; the arrow keys go up and down."""

    chosen = Signal(str)
    """The id of the one to show in full."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._members: Sequence[TieMember] = ()
        self.setAccessibleName(texts.text_of("gui.tie.members"))
        self.rows: list[MemberRow] = []
        self.group = QButtonGroup(self)
        self.group.idClicked.connect(self._choose)
        self.group.idToggled.connect(self._follow)
        self._column = column_layout(self, STRETCH, spacing=0)

    def show_members(self, members: Sequence[TieMember], chosen: str) -> None:
        """Shows these, one of them chosen."""
        self._members = ()
        while len(self.rows) < len(members):
            row = MemberRow(self._icons, self)
            self.group.addButton(row, len(self.rows))
            self._column.insertWidget(len(self.rows), row)
            self.rows.append(row)
        for place, row in enumerate(self.rows):
            row.setVisible(place < len(members))
            if place < len(members):
                row.show_member(members[place])
                row.setChecked(members[place].who == chosen)
        self._members = members

    @Slot(int)
    def _choose(self, place: int) -> None:
        if place < len(self._members):
            self.chosen.emit(self._members[place].who)

    @Slot(int, bool)
    def _follow(self, place: int, is_on: bool) -> None:
        """The arrow keys check the next one without a click."""
        if is_on:
            self._choose(place)


def _outcome(member: TieMember) -> str:
    """Returns what the last roll of somebody came to, at whom; empty: it has not rolled."""
    if not member.results:
        return ""
    found = ", ".join(each.outcome for each in member.results if each.outcome)
    return found or member.results[-1].title
