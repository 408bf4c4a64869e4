"""The modifiers of a bench as pills in lines."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QScrollArea, QWidget
from typing_extensions import override

from encounter_gui.core.messages import Catalogue
from encounter_gui.gui.attack.pill import Pill
from encounter_gui.gui.flow_layout import FlowLayout
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.view import Toggle


class PillBox(QScrollArea):
    """Shows toggles; more than fit are scrolled to. Of a group at most one is on."""

    changed = Signal(dict)
    """``on`` or ``off`` by toggle key: the one that was pressed, and what it switched off."""

    def __init__(
        self, icons: Icons, catalogue: Catalogue, last: QWidget, parent: QWidget | None = None
    ) -> None:
        """Takes over ``last`` to stand after the pills."""
        super().__init__(parent)
        self._last = last
        self._icons = icons
        self._catalogue = catalogue
        self._pills: dict[str, Pill] = {}
        self._inner = QWidget(self)
        self._flow = FlowLayout(self._inner)
        self._flow.addWidget(last)
        self.setWidget(self._inner)
        self.setWidgetResizable(True)
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

    def height_for(self, width: int) -> int:
        """Returns the height all pills take at a width."""
        return self._flow.heightForWidth(width)

    def _rearrange(self, toggles: Sequence[Toggle]) -> None:
        old, self._pills = self._pills, {}
        while self._flow.count():
            self._flow.takeAt(0)
        before: QWidget | None = None
        for toggle in toggles:
            pill = old.pop(toggle.key, None) or self._made()
            self._pills[toggle.key] = pill
            self._flow.addWidget(pill)
            pill.show()
            if before is not None:
                QWidget.setTabOrder(before, pill)
            before = pill
        self._flow.addWidget(self._last)
        for pill in old.values():
            pill.hide()
            pill.deleteLater()

    def _made(self) -> Pill:
        pill = Pill(self._icons, self._catalogue, self._inner)
        pill.clicked.connect(self._click)
        return pill

    @Slot()
    def _click(self) -> None:
        pill: QObject | None = self.sender()
        if not isinstance(pill, Pill) or pill.toggle_shown.is_locked:
            return
        toggle = pill.toggle_shown
        changed = self._released(toggle) if pill.isChecked() and toggle.group else {}
        self.changed.emit(changed | {toggle.key: "on" if pill.isChecked() else "off"})

    def _released(self, chosen: Toggle) -> dict[str, str]:
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
