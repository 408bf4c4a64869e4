"""Moving the keyboard without painting a whole list again, where only one row shows that it has it."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView

_OFF = Qt.WidgetAttribute.WA_UpdatesDisabled


@contextmanager
def without_repaint(view: QAbstractItemView) -> Iterator[None]:
    """Drops what is asked to be painted meanwhile, of the view and of its rows.

    Qt repaints both whenever the keyboard comes or goes. ``setUpdatesEnabled`` would repaint them afterwards.
    """
    widgets = [each for each in (view, view.viewport()) if not each.testAttribute(_OFF)]
    for widget in widgets:
        widget.setAttribute(_OFF, True)
    try:
        yield
    finally:
        for widget in widgets:
            widget.setAttribute(_OFF, False)
