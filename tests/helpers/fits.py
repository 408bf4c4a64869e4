"""What does not fit in a window: cut and elided texts, controls outside, over each other, or out of reach."""

from collections.abc import Iterator
from contextlib import contextmanager
from sys import _getframe

from PySide6 import QtGui
from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF, QPainter, QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QComboBox,
    QDockWidget,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMainWindow,
    QScrollArea,
    QScrollBar,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QToolButton,
    QWidget,
)

_OF_QT = ("ScrollLeftButton", "ScrollRightButton")
_GAP = 16
"""Empty space beside a cut text that is no mere gap, in logical pixels."""
_SLACK = 1
"""Logical pixels that the rounding of a font's width, or of a scaled layout, may be off."""
_FEW = 24
"""To scroll a page sideways for less than this, in logical pixels, is a layout that nearly fits."""


def faults(window: QWidget) -> list[str]:
    """Returns what does not fit in a window: the kind of fault, the widget, and by how much."""
    found: list[str] = []
    for widget in [window, *_seen(window)]:
        found += _cut(widget)
        found += _overlaps(widget)
        if widget is not window:
            found += _outside(widget, window)
    return found


def larger_than(window: QWidget, screen: QSize) -> list[str]:
    """Returns the fault of a window that a screen has no room for."""
    wanted = window.frameSize().expandedTo(window.minimumSizeHint())
    if wanted.width() <= screen.width() and wanted.height() <= screen.height():
        return []
    return [f"larger than the screen: {type(window).__name__} {_size(wanted)} on {_size(screen)}"]


def _seen(parent: QWidget) -> Iterator[QWidget]:
    for child in parent.children():
        if isinstance(child, QWidget) and child.isVisible() and not _is_apart(child):
            yield child
            yield from _seen(child)


def _is_apart(widget: QWidget) -> bool:
    """Returns whether a widget is a window of its own, or kept out of sight by Qt: behind a tab, an unused arrow."""
    place = widget.geometry()
    is_behind = isinstance(widget, QDockWidget) and (place.right() < 0 or place.bottom() < 0)
    is_behind |= isinstance(widget, QTabBar) and isinstance(widget.parentWidget(), QMainWindow)
    return widget.isWindow() or is_behind or widget.objectName() in _OF_QT


# ---- texts of widgets


def _cut(widget: QWidget) -> Iterator[str]:
    match widget:
        case QTabBar():
            yield from _cut_tabs(widget)
        case QLabel() if widget.text() and widget.pixmap().isNull():
            yield from _too_small(widget, _label_size(widget), widget.contentsRect().size())
        case QAbstractButton() if widget.text() and not _is_icon(widget):
            size = widget.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, widget.text())
            yield from _too_small(widget, size, widget.size())
        case QComboBox() if not widget.isEditable():
            yield from _cut_choice(widget)
        case QLineEdit() if not widget.text() and widget.placeholderText() not in widget.toolTip():
            margins = widget.textMargins()
            room = widget.width() - margins.left() - margins.right() - 4
            width = widget.fontMetrics().horizontalAdvance(widget.placeholderText())
            yield from _too_small(widget, QSize(width, 0), QSize(room, widget.height()))
        case QHeaderView() if widget.orientation() == Qt.Orientation.Horizontal:
            yield from _cut_titles(widget)


def _cut_tabs(tabs: QTabBar) -> Iterator[str]:
    for index in range(tabs.count()):
        has, wanted = tabs.tabRect(index), tabs.fontMetrics().horizontalAdvance(tabs.tabText(index))
        is_cut = tabs.rect().intersected(has).width() < wanted + 2 * _SLACK
        if tabs.isTabVisible(index) and is_cut:
            yield f"cut: tab {tabs.tabText(index)!r} {_name(tabs)}"


def _is_icon(button: QAbstractButton) -> bool:
    style = Qt.ToolButtonStyle.ToolButtonIconOnly
    is_icon = isinstance(button, QToolButton) and button.toolButtonStyle() == style
    return is_icon and not button.icon().isNull()


def _cut_choice(box: QComboBox) -> Iterator[str]:
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    kind, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
    field = box.style().subControlRect(kind, option, part, box)
    icon = 0 if box.itemIcon(box.currentIndex()).isNull() else box.iconSize().width() + 4
    width = box.fontMetrics().horizontalAdvance(box.currentText()) + icon
    if box.currentText() not in box.toolTip() or _free_beside(box) > _GAP:
        yield from _too_small(box, QSize(width, 0), field.size())


def _free_beside(widget: QWidget) -> int:
    """Returns how much of its row is empty right of a widget, in logical pixels."""
    parent, place = widget.parentWidget(), widget.geometry()
    edge = parent.width()
    for child in parent.children():
        if isinstance(child, QWidget) and child.isVisible() and child is not widget:
            other = child.geometry()
            if other.left() >= place.right() and other.top() <= place.bottom() >= place.top():
                edge = min(edge, other.left())
    return edge - place.right()


def _cut_titles(header: QHeaderView) -> Iterator[str]:
    for section in range(header.count()):
        title = str(header.model().headerData(section, Qt.Orientation.Horizontal) or "")
        has = QSize(header.sectionSize(section) - 2, header.height())
        flags = header.model().headerData(
            section, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole
        )
        wrap = Qt.TextFlag.TextWordWrap.value if isinstance(flags, int) else 0
        room = QRect(0, 0, has.width(), 1000)
        wanted = header.fontMetrics().boundingRect(room, wrap, title).size()
        is_cut = wanted.width() > has.width() or wanted.height() > has.height()
        if not header.isSectionHidden(section) and is_cut:
            yield f"cut: column {title!r} {_name(header)} ({_size(wanted)} in {_size(has)})"


def _too_small(widget: QWidget, wanted: QSize, has: QSize) -> Iterator[str]:
    if wanted.width() > has.width() + _SLACK or wanted.height() > has.height() + _SLACK:
        yield f"cut: {_name(widget)} ({_size(wanted)} in {_size(has)})"


def _label_size(label: QLabel) -> QSize:
    text = label.text()
    width = label.contentsRect().width()
    is_rich = label.textFormat() == Qt.TextFormat.RichText or (
        label.textFormat() == Qt.TextFormat.AutoText and QtGui.Qt.mightBeRichText(text)
    )
    if is_rich:
        document = QTextDocument()
        document.setDefaultFont(label.font())
        document.setDocumentMargin(0)
        document.setHtml(text)
        if label.wordWrap():
            document.setTextWidth(width)
        return document.size().toSize()
    if label.wordWrap():
        flags = int(Qt.TextFlag.TextWordWrap)
        return label.fontMetrics().boundingRect(QRect(0, 0, width, 10_000), flags, text).size()
    return label.fontMetrics().size(0, text)


# ---- places


def _outside(widget: QWidget, window: QWidget) -> Iterator[str]:
    """Says that a widget sticks out of a parent, or out of all that can be scrolled to."""
    parent = widget.parentWidget()
    place = widget.geometry()
    if place.isEmpty():
        return
    area = parent.parentWidget()
    if isinstance(area, QAbstractScrollArea) and area.viewport() is parent:
        down, across = area.verticalScrollBar(), area.horizontalScrollBar()
        over_down = place.height() - parent.height() - _way(area, down)
        over_across = place.width() - parent.width() - _way(area, across)
        if over_down > _SLACK or over_across > _SLACK:
            yield f"out of reach: {_name(widget)} by {max(over_across, 0)}x{max(over_down, 0)}"
        if isinstance(area, QScrollArea) and 0 < _way(area, across) < _FEW:
            yield f"scrolled sideways for {across.maximum()} pixels: {_name(area)}"
        return
    slack = parent.rect().adjusted(-_SLACK, -_SLACK, _SLACK, _SLACK)
    if not slack.contains(place):
        over = place.united(parent.rect())
        yield f"outside: {_name(widget)} by {over.width() - parent.width()}x{over.height() - parent.height()}"
    if isinstance(widget, QAbstractButton | QComboBox | QLineEdit) and not _scrolls(widget):
        corner = widget.mapTo(window, QPoint())
        if not window.rect().contains(QRect(corner, widget.size())):
            yield f"outside the window: {_name(widget)}"


def _way(area: QAbstractScrollArea, bar: QScrollBar) -> int:
    """Returns how far a bar scrolls, in logical pixels; a bar that is never shown scrolls nothing."""
    is_across = bar.orientation() == Qt.Orientation.Horizontal
    policy = area.horizontalScrollBarPolicy() if is_across else area.verticalScrollBarPolicy()
    return 0 if policy == Qt.ScrollBarPolicy.ScrollBarAlwaysOff else bar.maximum()


def _scrolls(widget: QWidget) -> bool:
    parent = widget.parentWidget()
    while parent is not None and not parent.isWindow():
        if isinstance(parent, QAbstractScrollArea):
            return True
        parent = parent.parentWidget()
    return False


def _overlaps(parent: QWidget) -> Iterator[str]:
    """Says which widgets of one layout, or controls of one parent, lie over each other."""
    children = [
        child
        for child in parent.children()
        if isinstance(child, QWidget)
        and child.isVisible()
        and not child.isWindow()
        and not child.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    ]
    laid_out = parent.layout()
    for index, one in enumerate(children):
        for other in children[index + 1 :]:
            shared = one.geometry().intersected(other.geometry())
            is_both = (
                laid_out is not None and laid_out.indexOf(one) >= 0 and laid_out.indexOf(other) >= 0
            )
            if not shared.isEmpty() and (is_both or (_is_control(one) and _is_control(other))):
                yield f"overlap: {_name(one)} and {_name(other)} by {_size(shared.size())}"


def _is_control(widget: QWidget) -> bool:
    return isinstance(widget, QAbstractButton | QLabel | QComboBox | QLineEdit)


# ---- texts that are painted


@contextmanager
def painted() -> Iterator[list[str]]:
    """Notes what is elided or cut while something is painted: the module that paints, the text, and the widths."""
    found: list[str] = []
    known = {kind: kind.elidedText for kind in (QFontMetrics, QFontMetricsF)}
    draw = QPainter.drawText

    def noting(kind):  # type: ignore[no-untyped-def]
        def elided(metrics, text, mode, width, *rest):  # type: ignore[no-untyped-def]
            shown = known[kind](metrics, text, mode, width, *rest)
            if shown != text:
                wanted = metrics.horizontalAdvance(text)
                found.append(f"elided: {_caller()} {text[:50]!r} ({wanted:.0f} in {width:.0f})")
            return shown

        return elided

    def drawn(painter, *args):  # type: ignore[no-untyped-def]
        if len(args) >= 3 and isinstance(args[0], QRect | QRectF) and isinstance(args[2], str):
            room, flags, text = args[0], int(args[1]), args[2]
            if not flags & int(Qt.TextFlag.TextWordWrap) and text:
                wanted = painter.fontMetrics().size(0, text)
                if wanted.width() > room.width() + 2 or room.height() < wanted.height() * 0.7:
                    sizes = f"({_size(wanted)} in {room.width():.0f}x{room.height():.0f})"
                    found.append(f"painted over: {_caller()} {text[:50]!r} {sizes}")
        return draw(painter, *args)

    for kind in known:
        kind.elidedText = noting(kind)
    QPainter.drawText = drawn
    try:
        yield found
    finally:
        for kind, method in known.items():
            kind.elidedText = method
        QPainter.drawText = draw


def _caller() -> str:
    frame = _getframe(2)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").endswith(
        ("theme.metrics", "tests.helpers.fits")
    ):
        frame = frame.f_back
    return f"{frame.f_globals.get('__name__', '').removeprefix('encounter_gui.gui.')}:{frame.f_code.co_name}"


def _size(size: QSize) -> str:
    return f"{size.width()}x{size.height()}"


def _name(widget: QWidget) -> str:
    text = getattr(widget, "text", None)
    words = text() if callable(text) and isinstance(text(), str) else ""
    if isinstance(widget, QComboBox):
        words = widget.currentText()
    if isinstance(widget, QLineEdit) and not words:
        words = widget.placeholderText()
    parent = widget.parentWidget()
    kind = ".".join(filter(None, (type(widget).__name__, widget.objectName())))
    return f"{kind} {words[:40]!r} in {type(parent).__name__}"
