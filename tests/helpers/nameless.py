"""Finds what a screen reader would meet without a name."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

_INTERACTIVE = frozenset(
    {
        QAccessible.Role.Button,
        QAccessible.Role.ButtonMenu,
        QAccessible.Role.CheckBox,
        QAccessible.Role.ComboBox,
        QAccessible.Role.EditableText,
        QAccessible.Role.List,
        QAccessible.Role.PageTabList,
        QAccessible.Role.PushButton,
        QAccessible.Role.RadioButton,
        QAccessible.Role.Slider,
        QAccessible.Role.SpinBox,
        QAccessible.Role.Table,
        QAccessible.Role.Tree,
    }
)


def nameless(root: QWidget) -> list[str]:
    """Returns the class and parent of every interactive widget shown in ``root`` that has no accessible name.

    Qt's own parts of a widget (the line edit in a spin box, the list behind a combo box) speak through the whole.
    """
    QAccessible.setActive(True)
    return [
        f"{type(child).__name__} in {type(child.parentWidget()).__name__}"
        for child in (root, *root.findChildren(QWidget))
        if child.isVisibleTo(root)
        and not _is_inner(child)
        and _is_interactive(child)
        and not _name(child)
    ]


def _is_inner(widget: QWidget) -> bool:
    return widget.objectName().startswith("qt_") or isinstance(
        widget.parentWidget(), QAbstractScrollArea
    )


def _is_interactive(widget: QWidget) -> bool:
    interface = QAccessible.queryAccessibleInterface(widget)
    focusable = widget.focusPolicy() != Qt.FocusPolicy.NoFocus and not widget.isWindow()
    return interface is not None and (interface.role() in _INTERACTIVE or focusable)


def _name(widget: QWidget) -> str:
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name) if interface is not None else ""
