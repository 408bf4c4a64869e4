"""What the strip says: an icon, who in bold, what, and the sum in mono; what does not fit goes to further lines."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.encounter.values import Side
from encounter_gui.gui.theme.canvas import centred
from encounter_gui.gui.theme.icons import ICON_NAMES, Icons
from encounter_gui.gui.theme.painting.marks import paint_faction, paint_text
from encounter_gui.gui.widgets.tool_tips import plain_tip

_ICON = 15.0
_ICON_ROOM = 32.0
_GAP = 8.0
_SPACE = 4.0
_LINE = 17.0
_MOST_LINES = 8
"""No sentence takes more lines than this from the table; the tool tip and a screen reader still say all of it."""

Piece = tuple[str, str, str, int]
"""A piece of what is said: its text, font, colour role and weight."""

MINOR = "text.muted"
"""The colour role of what gives way before anything is put into a further line; the tool tip still says it."""

_Word = tuple[float, Piece]
"""A word, or several that stay together, and where it begins in its line."""


class PromptWords(QWidget):
    """Shows pieces of text, as many lines of them as its width needs; all of it is in the tool tip and spoken."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        """Takes icons with the theme."""
        super().__init__(parent)
        self._icons = icons
        self._icon, self._role = "", "status.info"
        self._pieces: tuple[Piece, ...] = ()
        self._side: Side | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @property
    def text(self) -> str:
        """Returns all it says."""
        return " ".join(text for text, *_ in self._pieces)

    def show_words(
        self, icon: str, role: str, pieces: tuple[Piece, ...], side: Side | None = None
    ) -> None:
        """Shows these pieces, those without text left out, behind an icon in the colour of a role.

        ``side`` puts the shape of that side before them.
        """
        self._icon = icon if icon in ICON_NAMES else "info"
        self._side = side
        self._role, self._pieces = role, tuple(piece for piece in pieces if piece[0])
        self.setAccessibleName(self.text)
        self.setToolTip(plain_tip(self.text))
        self.update()

    # ---- lines

    @property
    def width_wanted(self) -> int:
        """Returns the width in which all of it stands in one line."""
        widths = [self._width(piece) for piece in self._pieces]
        return round(self._left + sum(widths) + _GAP * max(0, len(widths) - 1)) + 2

    def lines_in(self, width: int) -> int:
        """Returns how many lines it needs in a width."""
        return max(1, len(self._lines(width - self._left)))

    @staticmethod
    def height_of(lines: int) -> int:
        """Returns the height of so many lines."""
        return round(_LINE * lines)

    @property
    def _left(self) -> float:
        """Returns where the words begin."""
        shape = self._icons.theme.icon_size("faction") + _GAP if self._side is not None else 0.0
        return _ICON_ROOM + 6 + shape

    def _width(self, piece: Piece) -> float:
        text, font, _, weight = piece
        return self._icons.theme.fonts.width(text, font, weight=weight)

    def _lines(self, width: float) -> list[list[_Word]]:
        """Returns the words of each line, without minor pieces if they do not all stand in one."""
        lines = self._laid_out(self._pieces, width)
        if len(lines) > 1:
            lines = self._laid_out([each for each in self._pieces if each[2] != MINOR], width)
        return lines

    def _laid_out(self, pieces: Sequence[Piece], width: float) -> list[list[_Word]]:
        """Returns the words of each line; a piece that fits into what is left of a line is not parted.

        What would go into a line too many is cut.
        """
        lines: list[list[_Word]] = []
        x = 0.0
        for piece in pieces:
            before = _GAP
            for word in self._split_up(piece, width - x - before if lines else width):
                room = self._width(word)
                if not lines or (x + before + room > width and x > 0):
                    if len(lines) == _MOST_LINES:
                        at, cut = lines[-1][-1]
                        lines[-1][-1] = at, ("…", *cut[1:])
                        return lines
                    lines.append([])
                    x, before = 0.0, 0.0
                x += before
                lines[-1].append((x, word))
                x += room
                before = _SPACE
        return lines

    def _split_up(self, piece: Piece, width: float) -> Iterator[Piece]:
        """Yields a piece whole where it fits into a width, or is arithmetic; else word by word."""
        text, font, role, weight = piece
        if font == "dice" or self._width(piece) <= width:
            yield piece
            return
        for word in text.split():
            yield word, font, role, weight

    # ---- looks

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.width_wanted, round(self._icons.theme.size("prompt")))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, round(self._icons.theme.size("prompt")))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        box = centred(QRectF(4, 0, _ICON_ROOM - 4, self.height()), _ICON, _ICON)
        self._icons.paint(painter, self._icon, box, theme.colour(self._role))
        if self._side is not None:
            side = theme.icon_size("faction")
            shape = centred(QRectF(_ICON_ROOM + 6, 0, side, self.height()), side, side)
            paint_faction(painter, theme, shape, self._side)
        lines = self._lines(self.width() - self._left)
        top = (self.height() - _LINE * len(lines)) / 2
        for number, words in enumerate(lines):
            self._paint_line(painter, words, max(0.0, top) + number * _LINE)

    def _paint_line(self, painter: QPainter, words: Sequence[_Word], top: float) -> None:
        theme = self._icons.theme
        for x, (text, font, role, weight) in words:
            room = QRectF(self._left + x, top, self.width() - self._left - x, _LINE)
            shown = theme.elided(text, font, room.width() + 1, weight=weight)
            paint_text(painter, theme, room, shown, font, role, weight=weight)
