"""What a screen reader is told. Qt makes the many names of its accessibility only for those who ask for them."""

from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, words: str) -> None:
    """Has a screen reader say words about a widget that is seen; nothing listens: nothing is done."""
    if not widget.isVisible():
        return
    from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))


def tell_focus(widget: QWidget, child: int) -> None:
    """Tells a screen reader that the keyboard is on a child of a widget, by its place."""
    from PySide6.QtGui import QAccessible, QAccessibleEvent

    if QAccessible.isActive():
        event = QAccessibleEvent(widget, QAccessible.Event.Focus)
        event.setChild(child)
        QAccessible.updateAccessibility(event)
