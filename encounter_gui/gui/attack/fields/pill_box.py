"""The modifiers of an attack form as pills in lines, and the fields that stand among them."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QScrollArea, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.attack.fields.chooser_set import ChooserSet, order_tabs
from encounter_gui.gui.attack.fields.pill import Pill
from encounter_gui.gui.attack.fields.plan_mark import room_for
from encounter_gui.gui.attack.fields.segment_chooser import segments_width
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import FlowLayout
from encounter_gui.rules.view import FormField, Toggle

_LINE, _LINE_GAP = 26, 4
_LINE_WIDTH = 296


class PillBox(QScrollArea):
    """Shows toggles; more than fit are scrolled to. Of a group at most one is on."""

    changed = Signal(dict)
    """``on`` or ``off`` by toggle key: the one that was pressed, and what it switched off."""
    returned = Signal(tuple)
    """``tuple[str, ...]``: the keys of toggles that the plan is to decide again."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._pills: dict[str, Pill] = {}
        self._spare: list[Pill] = []
        self._inner = QWidget(self)
        self._flow = FlowLayout(self._inner, line_gap=_LINE_GAP)
        self.choosers = ChooserSet(icons, texts, self._inner)
        self.choosers.use_height(int(icons.theme.size("modifier")))
        self.setWidget(self._inner)
        self.setWidgetResizable(True)
        self.verticalScrollBar().setSingleStep(_LINE)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizeAdjustPolicy(QAbstractScrollArea.SizeAdjustPolicy.AdjustIgnored)
        # The ground is the dock's, in every theme.
        self.viewport().setAutoFillBackground(False)
        self._inner.setAutoFillBackground(False)

    @property
    def pills(self) -> tuple[Pill, ...]:
        """Returns the pills, in order."""
        return tuple(self._pills.values())

    def show_toggles(self, toggles: Sequence[Toggle]) -> None:
        """Shows these; pills that stay keep their place and focus."""
        if [toggle.key for toggle in toggles] != list(self._pills):
            self._rearrange(toggles)
        for toggle in toggles:
            self._pills[toggle.key].show_toggle(toggle)

    def show_choosers(self, fields: Sequence[FormField]) -> None:
        """Shows these after the pills; segments wider than a line are a list."""
        theme, word = self._icons.theme, self._texts.text_of("rules.field.word")
        wide = [
            each.key
            for each in fields
            if each.look == "segments"
            and segments_width(theme, each) + room_for(theme, each, word) > _LINE_WIDTH
        ]
        if self.choosers.show_choosers(fields, wide):
            self._flow_again()

    def whole_height_for(self, width: int) -> int:
        """Returns the height all take at a width."""
        return self._flow.heightForWidth(width)

    def height_for(self, width: int, most: int) -> int:
        """Returns the height all take at a width; where that is above the most, as many whole lines as fit."""
        height = self.whole_height_for(width)
        if height <= most:
            return height
        return max(1, (most + _LINE_GAP) // _LINE) * _LINE - _LINE_GAP

    def _rearrange(self, toggles: Sequence[Toggle]) -> None:
        wanted = {toggle.key for toggle in toggles}
        kept = {key: pill for key, pill in self._pills.items() if key in wanted}
        # One that is not wanted any more may show another toggle, unless somebody is about to press it.
        spare = [pill for key, pill in self._pills.items() if key not in wanted]
        free = self._spare + [pill for pill in spare if not pill.hasFocus()]
        self._pills = {}
        for toggle in toggles:
            pill = kept.get(toggle.key) or (free.pop() if free else self._made())
            self._pills[toggle.key] = pill
        for pill in set(spare) - set(self._pills.values()):
            pill.hide()
        self._spare = [pill for pill in (*self._spare, *spare) if pill not in self._pills.values()]
        self._flow_again()

    def _flow_again(self) -> None:
        while self._flow.count():
            self._flow.takeAt(0)
        for widget in (*self._pills.values(), *(widget for _, widget in self.choosers)):
            self._flow.addWidget(widget)
            widget.show()
        order_tabs((*self._pills.values(), *self.choosers.stops))

    def _made(self) -> Pill:
        pill = Pill(self._icons, self._texts, self._inner)
        pill.clicked.connect(self._click)
        return pill

    @Slot()
    def _click(self) -> None:
        pill: QObject | None = self.sender()
        if not isinstance(pill, Pill) or pill.toggle_shown.is_locked:
            return
        toggle = pill.toggle_shown
        if toggle.by_plan == "overruled":
            self.returned.emit(self._of_group(toggle))
            return
        changed = self._release(toggle) if pill.isChecked() and toggle.group else {}
        self.changed.emit(changed | {toggle.key: "on" if pill.isChecked() else "off"})

    def _of_group(self, chosen: Toggle) -> tuple[str, ...]:
        """Returns the keys of a toggle and of all with which it is one question."""
        shown = (pill.toggle_shown for pill in self._pills.values())
        group = (each.key for each in shown if each.group == chosen.group != "")
        return tuple(dict.fromkeys((chosen.key, *group)))

    def _release(self, chosen: Toggle) -> dict[str, str]:
        """Switches the others of its group off, and returns which they were."""
        released: dict[str, str] = {}
        for pill in self._pills.values():
            other = pill.toggle_shown
            if other.group == chosen.group and other.key != chosen.key and pill.isChecked():
                pill.setChecked(False)
                released[other.key] = "off"
        return released

    @override
    def sizeHint(self) -> QSize:
        return QSize(300, 74)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, 22)
