"""A band over a list: what it is at the left, a note at the right."""

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QWidget

from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.layouts import row_layout
from encounter_gui.gui.widgets.painted.painted_line import PaintedLine


class TitleBand(QWidget):
    """Stands over what it names, on a ground of its own."""

    def __init__(
        self, icons: Icons, title: str, note: str = "", parent: QWidget | None = None
    ) -> None:
        """Takes icons with the theme, the title, and the note."""
        super().__init__(parent)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.AlternateBase)
        name = PaintedLine(icons, "small", "text.primary", marks.LEFT, self, weight=700)
        name.show_words(title)
        beside = PaintedLine(icons, "small", "text.muted", marks.RIGHT, self)
        beside.show_words(note)
        row_layout(self, name, (beside, 1), margins=(12, 3, 14, 3))
