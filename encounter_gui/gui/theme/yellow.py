"""Which button is yellow: of those that would move the fight on, one at a time."""

from weakref import WeakKeyDictionary

from PySide6.QtWidgets import QAbstractButton
from shiboken6 import isValid

from encounter_gui.gui.theme.labels import set_look

NEXT, RESOLVE, STRIP, PANEL = range(4)
"""What comes before what: what stands in the place of the bench, or waits for an answer, before Resolve and Next."""

_WANTING: WeakKeyDictionary[QAbstractButton, int] = WeakKeyDictionary()


def want_yellow(button: QAbstractButton, *, is_wanted: bool, rank: int = PANEL) -> None:
    """Has a button be yellow from now on while it is seen and none of a higher rank is, or not any more."""
    if is_wanted:
        _WANTING[button] = rank
    else:
        _WANTING.pop(button, None)
        _show(button, is_yellow=False)
    settle_yellow(button)


def settle_yellow(button: QAbstractButton) -> None:
    """Gives the yellow to whom it belongs in the window of a button, after any of them has come or gone."""
    if not isValid(button):
        return  # its window is being closed: nobody looks for the yellow any more
    window = button.window()
    wanting = [each for each in _WANTING if isValid(each) and each.window() is window]
    seen = [each for each in wanting if each.isVisible() and each.isEnabled()]
    foremost = max(seen, key=lambda each: _WANTING[each], default=None)
    for each in wanting:
        # What is not seen keeps the look it would have alone: it takes no other button's.
        _show(each, is_yellow=each is foremost or (foremost is None or not each.isVisible()))


def is_yellow(button: QAbstractButton) -> bool:
    """Returns whether a button is the yellow one."""
    return bool(button.property("primary") == "true")


def _show(button: QAbstractButton, *, is_yellow: bool) -> None:
    set_look(button, "primary", "true" if is_yellow else "false")
