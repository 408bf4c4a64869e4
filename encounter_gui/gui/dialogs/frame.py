"""What all dialogs share: a title, a column layout, and deletion on close."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from encounter_gui.gui.dialogs.rule_pages import linked_html
from encounter_gui.gui.theme.labels import plain_label
from encounter_gui.gui.widgets.layouts import STRETCH, column_layout, row_layout
from encounter_gui.gui.widgets.screen_fit import ScreenFit

_AIR = 8
"""Above and below the words of a row together, in logical pixels."""


def set_up_dialog(dialog: QDialog, title: str, *, is_kept: bool = False) -> QVBoxLayout:
    """Sets the title of a dialog, fits it on its screen, and returns its column layout.

    It is deleted when it is closed, unless it ``is_kept``.
    """
    dialog.setWindowTitle(title)
    dialog.setAccessibleName(title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, not is_kept)
    ScreenFit(dialog)
    return column_layout(dialog, margins=(16, 14, 16, 14), spacing=10)


def question_box(
    parent: QWidget, name: str, text: str, *, keep: str, act: str, help_text: str = ""
) -> QMessageBox:
    """Returns a question with two buttons; Enter and Escape press the one that leaves all as it is.

    ``name`` is its object name, ``keep`` and ``act`` what the buttons say; it is deleted when it is closed.
    """
    box = QMessageBox(parent)
    box.setObjectName(name)
    box.setWindowTitle(text)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setIcon(QMessageBox.Icon.Question)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    box.setInformativeText(help_text)
    left = box.addButton(keep, QMessageBox.ButtonRole.RejectRole)
    box.addButton(act, QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(left)
    box.setEscapeButton(left)
    return box


def rule_label(text: str, rule: str, parent: QWidget) -> QLabel:
    """Returns a word-wrapped label of plain text, behind it the id of a rule as a link: ``rule:CWN-24``.

    An empty rule: the text alone.
    """
    if not rule:
        return plain_label(text, parent)
    label = QLabel(linked_html(f"{text} {rule}".strip()), parent)
    label.setTextFormat(Qt.TextFormat.RichText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse)
    label.setAccessibleName(f"{text} {rule}".strip())
    label.setWordWrap(True)
    return label


def row_size(widget: QWidget) -> QSize:
    """Returns the size of a row of a list in a dialog: as wide as there is room, with air above and below its words."""
    return QSize(0, widget.fontMetrics().height() + _AIR)


def buttons(*row: QPushButton) -> QHBoxLayout:
    """Returns buttons at the right, the last one the default; none is yellow: no dialog moves the fight."""
    line = row_layout(None, STRETCH, *row)
    row[-1].setDefault(True)
    return line
