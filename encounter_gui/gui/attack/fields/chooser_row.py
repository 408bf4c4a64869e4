"""The choosers at the top of the attack form, in one row; segments without room become a list."""

from collections.abc import Sequence

from msgspec.structs import replace
from PySide6.QtCore import QRectF, QSize, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.attack.fields.chooser_set import ChooserSet, ChooserWidget
from encounter_gui.gui.attack.fields.list_chooser import least_list_width
from encounter_gui.gui.attack.fields.number_chooser import number_width
from encounter_gui.gui.attack.fields.plan_mark import room_for
from encounter_gui.gui.attack.fields.segment_chooser import are_bare, segments_width
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.gui.widgets.layouts import row_layout
from encounter_gui.rules.view import FormField

_TARGET = "target"
_GAP = 8
_ARROW = 14


class ChooserRow(QWidget):
    """Shows choosers left to right, and folds as few segments as it must."""

    chosen = Signal(str, str)
    """The chooser's key and the option's."""
    returned = Signal(str)
    """The key of a chooser that the plan is to decide again."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._word = texts.text_of("rules.field.word")
        self._choosers: tuple[FormField, ...] = ()
        self._least: int | None = 0
        self._is_sized = False
        self._set = ChooserSet(icons, texts, self)
        self._arrow = Arrow(icons, self)
        self._row = row_layout(self, spacing=_GAP)
        self._arrow.hide()
        self._set.chosen.connect(self.chosen)
        self._set.returned.connect(self.returned)
        icons.recoloured.connect(self._forget_width)

    def widget(self, key: str) -> ChooserWidget | None:
        """Returns the widget of a chooser; None if it is not shown here."""
        return self._set.widget(key)

    def show_choosers(self, fields: Sequence[FormField]) -> None:
        """Shows these; the row is laid out anew only if other choosers are asked than before."""
        fields = tuple(fields)
        if fields != self._choosers:
            self._choosers = fields
            self._refresh()
            self._forget_width()

    @Slot()
    def _forget_width(self) -> None:
        self._least = None
        self.updateGeometry()

    def _refresh(self) -> None:
        folded = frozenset[str]()
        if self._is_sized:
            folded = folded_keys(self._icons.theme, self._choosers, self.width(), self._word)
        if self._set.show_choosers(self._choosers, folded):
            self._rearrange()

    def _rearrange(self) -> None:
        while self._row.count():
            self._row.takeAt(0)
        self._arrow.hide()
        for key, widget in self._set:
            if key == _TARGET and self._row.count():
                self._row.addWidget(self._arrow)
                self._arrow.show()
            self._row.addWidget(widget)
            widget.show()
        self._row.addStretch(1)
        self._set.order_tabs()

    @override
    def minimumSizeHint(self) -> QSize:
        theme = self._icons.theme
        if self._least is None:  # layouts ask many times a change
            least = [_least(theme, field, self._word, is_folded=True) for field in self._choosers]
            self._least = _total(self._choosers, least)
        return QSize(self._least, int(theme.size("combo")))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._is_sized = True
        self._refresh()


class Arrow(QWidget):
    """The arrow from the one who acts to the one it is done to."""

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons = icons
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        return QSize(_ARROW, _ARROW)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colour = self._icons.theme.colour("text.muted")
        self._icons.paint(QPainter(self), "arrow_right", QRectF(self.rect()), colour)


def folded_keys(
    theme: Theme, fields: Sequence[FormField], width: int, word: str = ""
) -> frozenset[str]:
    """Returns which rows of segments have to become lists for all to fit in a width: the widest first.

    ``word`` is the one for the plan, which stands beside what that decides.
    """
    least = {each.key: _least(theme, each, word, is_folded=False) for each in fields}
    segments = [each for each in fields if each.look == "segments"]
    folded = {each.key: _least(theme, each, word, is_folded=True) for each in segments}
    order = sorted(folded, key=lambda key: least[key] - folded[key], reverse=True)
    chosen: set[str] = set()
    for key in order:
        if _total(fields, list(least.values())) <= width or least[key] <= folded[key]:
            break
        least[key] = folded[key]
        chosen.add(key)
    return frozenset(chosen)


def _least(theme: Theme, field: FormField, word: str, *, is_folded: bool) -> int:
    """The width below which a chooser cannot be read, with the mark of the plan."""
    return _bare(theme, field, is_folded=is_folded) + room_for(theme, field, word)


def _bare(theme: Theme, field: FormField, *, is_folded: bool) -> int:
    if field.look == "number":
        return number_width(theme, field)
    if field.look == "list":
        return least_list_width(theme, field.options)
    if not is_folded:
        return segments_width(theme, field)
    # As ChooserSet folds it: bare numbers take their question along.
    label = f"{field.label}: " if are_bare(field.options) else ""
    return least_list_width(
        theme, [replace(each, text=f"{label}{each.text}") for each in field.options]
    )


def _total(fields: Sequence[FormField], widths: Sequence[int]) -> int:
    arrow = _ARROW + _GAP if any(each.key == _TARGET for each in fields) else 0
    return sum(widths) + _GAP * max(0, len(widths) - 1) + arrow
