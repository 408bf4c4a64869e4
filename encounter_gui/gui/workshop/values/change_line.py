"""What the selected entry has of its own, in one line: each value as the book says it, and as it is."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.text_runs import RIGHT, Run, paint_runs, paint_text
from encounter_gui.gui.widgets.tool_tips import plain_tip

_HEIGHT = 27
_SIDE = 12

Change = tuple[str, str, str]
"""What a value is called, what the book says, and what it is; an empty book: the book has none."""


class ChangeLine(QWidget):
    """Paints the line; a screen reader gets it in words."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons, self._texts = icons, texts
        self._name = ""
        self._changes: tuple[Change, ...] = ()
        self._mistake = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_changes(self, name: str, changes: tuple[Change, ...], mistake: str = "") -> None:
        """Shows an entry by its name, what is wrong with it, and what it has of its own."""
        self._name, self._changes, self._mistake = name, changes, mistake
        parts = [f"{what} {book or '–'} → {own or '–'}" for what, book, own in changes]
        words = ", ".join([name, *([mistake] if mistake else []), *parts]) if name else ""
        self.setAccessibleName(words)
        self.setToolTip(plain_tip(words))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(300, _HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        painter.fillRect(0, 0, self.width(), 1, theme.colour("line.divider"))
        legend = self._texts.text_of("gui.workshop.legend")
        room = QRectF(_SIDE, 0, self.width() - 2 * _SIDE, self.height())
        width = theme.fonts.width(legend, "small")
        runs = [Run(text=f"{self._name}    ", weight=600)] if self._name else []
        if self._mistake:
            runs.append(Run(text=f"{self._mistake}     ", role="status.danger"))
        for what, book, own in self._changes:
            runs += [
                Run(text=f"{what}  ", role="text.secondary"),
                Run(text=f"{book or '–'} → ", role="text.muted"),
                Run(text=f"{own or '–'}     ", weight=600),
            ]
        if sum(theme.fonts.width(each.text, "body", weight=each.weight) for each in runs) < (
            room.width() - width - 12
        ):
            paint_text(painter, theme, room, legend, "small", "text.muted", RIGHT)
        paint_runs(painter, theme, room, runs, "body")
