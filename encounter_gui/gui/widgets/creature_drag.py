"""Creatures on their way from the library to somewhere else, as what is dragged."""

from collections.abc import Iterable

from PySide6.QtCore import QMimeData

CREATURES = "application/x-encounter-creatures"
"""What is dragged: keys of creatures, one a line."""


def to_drag(keys: Iterable[str]) -> QMimeData:
    """Returns creatures as they are dragged."""
    data = QMimeData()
    data.setData(CREATURES, "\n".join(keys).encode())
    return data


def dragged_keys(data: QMimeData) -> tuple[str, ...]:
    """Returns the creatures that are being dragged."""
    text = bytes(data.data(CREATURES).data()).decode() if data.hasFormat(CREATURES) else ""
    return tuple(text.split("\n")) if text else ()
