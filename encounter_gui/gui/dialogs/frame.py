"""What every dialog has in common: a title, a column, and the end of its life when it is closed."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget


def dressed(dialog: QDialog, title: str) -> QVBoxLayout:
    """Gives a dialog its title and returns the column it is laid out in; it is freed once it is closed."""
    dialog.setWindowTitle(title)
    dialog.setAccessibleName(title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    column = QVBoxLayout(dialog)
    column.setContentsMargins(16, 14, 16, 14)
    column.setSpacing(10)
    return column


def plain_label(text: str, parent: QWidget) -> QLabel:
    """Returns a label that shows names as they are, whatever signs they hold."""
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label


def buttons(*row: QPushButton) -> QHBoxLayout:
    """Returns buttons at the right, the last one the default; none is yellow: no dialog moves the fight."""
    line = QHBoxLayout()
    line.addStretch(1)
    for button in row:
        line.addWidget(button)
    row[-1].setDefault(True)
    return line
