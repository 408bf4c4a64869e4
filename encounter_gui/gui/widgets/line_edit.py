"""What holds for every line that is typed."""

from PySide6.QtWidgets import QAbstractSpinBox, QSpinBox, QWidget

LONGEST = 1_000
"""Characters a line takes: more is pasted by mistake, and no number of so many digits can be read."""

_BESIDE = 5


def set_in(field: QAbstractSpinBox) -> None:
    """Sets a number off from the frame of its field: Qt follows no padding of a style sheet there."""
    field.lineEdit().setTextMargins(_BESIDE, 0, _BESIDE, 0)


class NumberField(QSpinBox):
    """A field for a whole number."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_in(self)
