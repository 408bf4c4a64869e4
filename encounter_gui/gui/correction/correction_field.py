"""The field that opens over a die or number of a result: what it should be is typed, and what that changes is said."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QPushButton, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.dice.requests import Rolled
from encounter_gui.dice.typed_dice import Reading
from encounter_gui.gui.dice.dice_line import DiceLine
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import colour_label, dress_label, plain_label
from encounter_gui.gui.widgets.layouts import column_layout, row_layout
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.play.session.override_text import die_of, reading_of_value

_WIDTH, _LINE_WIDTH = 432, 176
_LONGEST = 120
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_EDGE = 2


class Step(Struct, frozen=True, kw_only=True):
    """What is corrected: its key as in ``Override``, what it is called, what it is now, and its roll.

    ``rolled`` is None for a number of the arithmetic.
    """

    key: str
    title: str
    value: str
    rolled: Rolled | None = None


class PreviewLine(Struct, frozen=True, kw_only=True):
    """A line of what a correction comes to, and the role of its colour."""

    text: str
    role: str = "text.secondary"


class CorrectionLine(DiceLine):
    """Takes another value for a step, then the reason in words; shows what the dice are read as.

    Left and Right lead to the next die while nothing is typed.
    """

    turned = Signal(int)
    """Another die is meant: 1 the next, -1 the one before."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        self._step = Step(key="", title="", value="")
        super().__init__(icons, texts, parent)
        self.setFont(icons.theme.font("dice"))
        self.setMaxLength(_LONGEST)

    def correct(self, step: Step) -> None:
        """Takes what is typed from now on for this step."""
        self._step = step
        self.clear()
        self.setPlaceholderText(step.value)
        self.setAccessibleName(f"{step.title}, {step.value}")

    @override
    def read(self, text: str) -> Reading:
        """Returns what the value is read as; the reason is no part of it."""
        return reading_of_value(text, self._step.rolled, die_of(self._step.key)[1])

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        by = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(Qt.Key(event.key()))
        if by is not None and not self.text():
            self.turned.emit(by)
            event.accept()
        else:
            super().keyPressEvent(event)


class CorrectionField(QFrame):
    """Lies over the window at the die it corrects. Enter corrects, Escape leaves and nothing has happened."""

    typed = Signal(str)
    """What is typed has changed."""
    taken = Signal()
    """Enter: what is typed is to be done."""
    turned = Signal(int)
    """Another die of the same entry is meant: 1 the next, -1 the one before."""
    without_requested = Signal()
    """What stands in the way is to be dropped."""
    dismissed = Signal()
    """Put away by Escape, or because something else was clicked at."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget) -> None:
        """Takes icons with the theme, the texts, and the window it lies over."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._anchor = QRect()
        self._title = plain_label("", self, wraps=False)
        self.line = CorrectionLine(icons, texts, self)
        self._labels: list[QLabel] = []
        self._preview: tuple[PreviewLine, ...] = ()
        self.without = QPushButton(texts.text_of("gui.correct.without"), self)
        self._dress()
        self._lay_out()
        self.line.textChanged.connect(self.typed)
        self.line.turned.connect(self.turned)
        self.without.clicked.connect(self.without_requested)
        icons.recoloured.connect(self._colour)
        self.hide()

    def _dress(self) -> None:
        text_of = self._texts.text_of
        self.setObjectName("correction_field")
        self.setProperty("dock", "true")
        self.setAutoFillBackground(True)
        self.setAccessibleName(text_of("gui.correct"))
        self.line.describe(text_of("gui.correct.help"))
        self.line.setFixedWidth(_LINE_WIDTH)
        self.without.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.without.setFixedHeight(round(self._icons.theme.size("button_small")))
        self.setFixedWidth(_WIDTH)

    def _lay_out(self) -> None:
        head = row_layout(spacing=8)
        head.addWidget(self._title, 1)
        head.addWidget(self.line)
        self._lines = column_layout(margins=(0, 0, 0, 0), spacing=1)
        foot = row_layout()
        foot.addStretch(1)
        foot.addWidget(self.without)
        self._column = column_layout(self, margins=(8, 5, 5, 5), spacing=4)
        self._column.addLayout(head)
        self._column.addLayout(self._lines)
        self._column.addLayout(foot)
        self.without.hide()

    # ---- what it shows

    @property
    def title(self) -> str:
        """Returns what is corrected, in words."""
        return self._title.toolTip() or self._title.text()

    @property
    def preview(self) -> tuple[str, ...]:
        """Returns the lines that say what the correction comes to."""
        return tuple(each.text for each in self._preview)

    def open_at(self, step: Step, anchor: QRect) -> None:
        """Opens for a step, over a place of the window (in its own coordinates), with nothing typed."""
        self._anchor = anchor
        metrics = self._icons.theme.metrics("body", weight=600)
        room = _WIDTH - _LINE_WIDTH - 24
        self._title.setText(metrics.elidedText(step.title, Qt.TextElideMode.ElideMiddle, room))
        self._title.setToolTip(plain_tip(step.title))
        self.line.correct(step)
        self.show()
        self.raise_()
        self.show_preview((), may_drop=False)
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_preview(self, lines: Sequence[PreviewLine], *, may_drop: bool) -> None:
        """Says what the correction comes to; without a line, how one types. ``may_drop``: what is in the way can go."""
        help_line = PreviewLine(text=self._texts.text_of("gui.correct.help"), role="text.muted")
        self._preview = tuple(lines) or (help_line,)
        while len(self._labels) < len(self._preview):
            label = plain_label("", self)
            self._labels.append(label)
            self._lines.addWidget(label)
        for place, label in enumerate(self._labels):
            label.setVisible(place < len(self._preview))
        for each, label in zip(self._preview, self._labels, strict=False):
            label.setText(each.text)
        self.without.setVisible(may_drop)
        self.line.setAccessibleDescription(" ".join(self.preview))
        self._colour()
        self._place()

    @Slot()
    def _colour(self) -> None:
        theme = self._icons.theme
        dress_label(self._title, theme, "body", "text.primary", weight=600)
        for each, label in zip(self._preview, self._labels, strict=False):
            label.setFont(theme.font("small"))
            colour_label(label, theme, each.role)

    def _place(self) -> None:
        """Lies with its line over the die: grows upward where the die is in the lower half of the window."""
        around = self.parentWidget()
        if around is None:
            return
        grows_up = self._anchor.center().y() > around.height() / 2
        down, up = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.BottomToTop
        self._column.setDirection(up if grows_up else down)
        self._column.activate()
        height = self._column.totalHeightForWidth(_WIDTH)
        self.resize(_WIDTH, height)
        x = self._anchor.right() - _WIDTH + 8
        middle = self._anchor.center().y()
        half = self.line.sizeHint().height() // 2 + 5
        y = middle + half - height if grows_up else middle - half
        self.move(
            max(_EDGE, min(x, around.width() - _WIDTH - _EDGE)),
            max(_EDGE, min(y, around.height() - height - _EDGE)),
        )

    def close_quietly(self) -> None:
        """Puts it away: it was done, or what it was about is gone."""
        self.hide()
        self.line.clear()

    # ---- keys

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            # Neither leaving nor what is typed here may reach the window's own shortcuts.
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.accept()
        if event.key() == Qt.Key.Key_Escape:
            self.dismissed.emit()
        elif event.key() in _ENTER:
            if self.without.hasFocus():
                self.without_requested.emit()
            else:
                self.taken.emit()

    @override
    def sizeHint(self) -> QSize:
        return QSize(_WIDTH, self._column.totalHeightForWidth(_WIDTH))


def on_screen(widget: QWidget) -> QRect:
    """Returns where a widget stands on the screen."""
    return QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())
