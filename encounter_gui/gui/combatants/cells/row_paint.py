"""What all cells of a row share: ground, lines, the mark of NOW, and what the mouse and the keys point at."""

from collections.abc import Callable, Hashable, Mapping

from msgspec import Struct, field
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyleOptionViewItem

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.combatants.model import CombatantModel
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.text_runs import paint_text
from encounter_gui.gui.theme.pictures import Pictures
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.play.session.rollers import Roller
from encounter_gui.rules.view import Row

PADDING = 6.0
_State = QStyle.StateFlag


class Pointed(Struct, kw_only=True, eq=False):
    """What is pointed at, and what is in sight, shared by the view with its delegates.

    ``hovered`` is the place under the mouse, −1 none; ``current`` the place of the keyboard's row, −1 while the view
    has no focus; ``top`` the first that is seen whole; ``target`` is whom the attack bench aims at; ``declaring``
    declares now; ``rollers`` are those whose dice another rolls than for the rest of their side.
    """

    hovered: int = -1
    current: int = -1
    top: int = 0
    target: CombatantId | None = None
    declaring: CombatantId | None = None
    rollers: Mapping[CombatantId, Roller] = field(default_factory=dict)


class RowPainter:
    """Paints what lies under and around the cells of a row."""

    def __init__(
        self, icons: Icons, texts: MessageCatalog, model: CombatantModel, pointed: Pointed
    ) -> None:
        """Takes icons with the theme, the texts, the rows, and what is pointed at."""
        self.icons = icons
        self.texts = texts
        self.model = model
        self.pointed = pointed
        self.pictures = Pictures()
        self.wanted: dict[str, int] = {}
        """How wide columns that have cut something would have to be to show it, by their keys."""
        self.when_wanted: Callable[[], object] = bool
        """Called when a column has cut more than before."""

    def want(self, column: str, width: int) -> None:
        """Remembers that a column has cut what it would show in this width, in logical pixels."""
        if width > self.wanted.get(column, 0):
            self.wanted[column] = width
            self.when_wanted()

    @property
    def theme(self) -> Theme:
        """Returns the theme of the moment."""
        return self.icons.theme

    def ground_role(self, place: int, row: Row, *, is_selected: bool) -> str:
        """Returns the colour role under a row: preview over now over selected over hover over alternate.

        What waits in a tie is lit up in its cells alone: who acts at once is seen by the ground of the rows.
        """
        is_waiting = row.is_tied and self.model.shows_waiting
        if self.model.change_at(place) is not None and not is_waiting:
            return "surface.row_preview"
        if row.is_now:
            return "surface.row_now"
        if is_selected:
            return "surface.row_selected"
        if place == self.pointed.hovered:
            return "surface.row_hover"
        return "surface.row_alt" if place % 2 else "surface.dock"

    def look(self, place: int, *, is_selected: bool, is_selected_above: bool) -> Hashable:
        """Returns everything that all cells of a row depend on, beside what is in them."""
        row, pointed = self.model.row_at(place), self.pointed
        return (
            self.ground_role(place, row, is_selected=is_selected),
            (is_selected, is_selected and is_selected_above),
            (self.model.opens_run(place), place == pointed.current),
            (row.is_now, row.is_done, row.is_out, row.is_planned),
            (bool(row.members), bool(row.group), pointed.rollers.get(row.who)),
            self.ties_at(place) if row.is_tied else (),
            (row.who == pointed.target, row.who == pointed.declaring),
        )

    def ties_at(self, place: int) -> tuple[bool, bool]:
        """Returns whether the rows above and below act at once with somebody."""
        shown = self.model.shown
        return (
            place > 0 and shown[place - 1].is_tied,
            place + 1 < len(shown) and shown[place + 1].is_tied,
        )

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, place: int, column: int
    ) -> None:
        """Paints one cell's part of the row."""
        theme, rect, row = self.theme, QRectF(option.rect), self.model.row_at(place)
        is_selected = _State.State_Selected in option.state
        role = self.ground_role(place, row, is_selected=is_selected)
        painter.fillRect(rect, theme.colour(role))
        line = QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1)
        painter.fillRect(line, theme.colour("line.subtle"))
        if self.model.opens_run(place):
            top = QRectF(rect.left(), rect.top(), rect.width(), 1)
            painter.fillRect(top, theme.colour("line.divider"))
        if is_selected:
            if not _is_selected(option, place - 1):
                top = QRectF(rect.left(), rect.top(), rect.width(), 1)
                painter.fillRect(top, theme.colour("accent.interactive"))
            painter.fillRect(line, theme.colour("accent.interactive"))
        if column == 0 and row.is_now:
            bar = QRectF(rect.left(), rect.top(), theme.size("now_bar"), rect.height())
            painter.fillRect(bar, theme.colour("accent.now_edge"))
        if place == self.pointed.current:
            self._paint_focus(painter, rect, column)

    def _paint_focus(self, painter: QPainter, rect: QRectF, column: int) -> None:
        width, colour = self.theme.size("focus_width"), self.theme.colour("accent.focus")
        painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), width), colour)
        painter.fillRect(QRectF(rect.left(), rect.bottom() - width, rect.width(), width), colour)
        # A band is no part of its rows: their frame begins right of it.
        if column == (1 if self.model.band_key else 0):
            painter.fillRect(QRectF(rect.left(), rect.top(), width, rect.height()), colour)
        if column == self.model.columnCount() - 1:
            painter.fillRect(QRectF(rect.right() - width, rect.top(), width, rect.height()), colour)


def _is_selected(option: QStyleOptionViewItem, place: int) -> bool:
    """Whether a row is selected: the upper one of two has drawn the line between them already."""
    view = option.widget
    if not isinstance(view, QAbstractItemView) or place < 0:
        return False
    return view.selectionModel().isRowSelected(place)


def padding_box(option: QStyleOptionViewItem) -> QRectF:
    """Returns the room for a cell's content."""
    return QRectF(option.rect).adjusted(PADDING, 0, -PADDING, 0)


def write(  # noqa: PLR0913 - where, what, and how it looks
    painter: QPainter,
    theme: Theme,
    rect: QRectF,
    text: str,
    *,
    font: str = "body",
    weight: int = 0,
    role: str = "text.secondary",
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> None:
    """Writes one line in the font and colour of these names, cut at its end when there is no room for it."""
    # Widths are rounded up: a pixel more, so that what fits is not cut.
    if theme.fonts.width(text, font, weight=weight) > rect.width() + 1:
        text = theme.elided(text, font, rect.width(), weight=weight)
    align |= Qt.AlignmentFlag.AlignVCenter
    paint_text(painter, theme, rect, text, font, role, align, weight=weight)
