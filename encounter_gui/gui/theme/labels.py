"""Labels in the theme's fonts and colours, and properties the style sheet goes by."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from encounter_gui.gui.theme.theme import Theme


def plain_label(text: str, parent: QWidget | None = None, *, wraps: bool = True) -> QLabel:
    """Returns a label that shows plain text: signs of markup in a name stay as they are."""
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wraps)
    return label


def dress_label(label: QLabel, theme: Theme, font: str, role: str, *, weight: int = 0) -> None:
    """Gives a label a font and a colour; a weight of 0 is the font's own.

    To be called whenever the label is shown: the style sheet forgets what was set before it saw the label.
    """
    label.setFont(theme.font(font, weight=weight))
    colour_label(label, theme, role)


def colour_label(label: QLabel, theme: Theme, role: str) -> None:
    """Gives a label a colour."""
    palette = label.palette()
    palette.setColor(label.foregroundRole(), theme.colour(role))
    label.setPalette(palette)


def set_look(widget: QWidget, name: str, value: str) -> None:
    """Sets a property the style sheet goes by, and has the widget drawn by its rules anew if it was another."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def mark_wrong(field: QWidget, *, is_wrong: bool) -> None:
    """Shows by the frame of a field whether what is typed in it cannot be."""
    set_look(field, "wrong", "true" if is_wrong else "false")
